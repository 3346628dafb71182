"""Requests to addresses that strangers have given: never into our own network.

Names are resolved at the moment of the connection, every address is looked at, and the connection
goes to the address that was looked at: so a name that is another one a moment later leads nowhere
else. Redirects are not followed, answers are not read beyond a few kilobytes, and everything
together has to be done by a deadline.
"""

import contextlib
import socket
import ssl
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

import httpcore
from django.conf import settings

from api.problems import invalid
from games.messages import Message

DEADLINE_S = 8.0
ANSWER_BYTES_MAX = 4096
URL_MAX = 500
Address = IPv4Address | IPv6Address
NAT64 = ip_network("64:ff9b::/96")


class PrivateAddressError(Exception):
    """A name leads into a network that is not public."""


class UnreachableError(Exception):
    """Nobody answered: `timeout`, or `unreachable`."""


class Answer(NamedTuple):
    """What the other side said."""

    status: int
    retry_after_s: int | None
    start: bytes
    """The beginning of the body."""


def is_public(address: Address) -> bool:
    """Return whether an address is one of the public internet, also when it hides another one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address.teredo is not None:
            return False
        if address in NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified
    )


def is_allowed(address: Address) -> bool:
    """Return whether requests may go to an address: public, or in a network that the host names."""
    return is_public(address) or is_own(address)


def is_own(address: Address) -> bool:
    """Return whether the host has named the network of an address in NOTIFY_NETWORKS."""
    return any(address in ip_network(each) for each in settings.NOTIFY_NETWORKS)


def require_url(url: str, *, field: str = "url") -> None:
    """Raise `invalid` for what is no address that we would ever send to."""
    wrong = _fault(url)
    if wrong is not None:
        raise invalid(field, wrong)


def _fault(url: str) -> Message | None:
    if len(url) > URL_MAX:
        return Message("must be at most %(most)s characters", most=URL_MAX)
    schemes = ("https", "http") if settings.NOTIFY_NETWORKS else ("https",)
    parts = _parts(url)
    if parts is None or parts.scheme not in schemes or not parts.hostname:
        return Message("must be an address such as https://example.org/hook")
    if parts.username is not None or parts.password is not None:
        return Message("must not hold a name and a password")
    with contextlib.suppress(ValueError):
        if not is_allowed(ip_address(parts.hostname)):
            return Message("leads into a network that is not public")
    return None


def _parts(url: str) -> SplitResult | None:
    """Return the parts of an address; None for what is none, or hides something in its letters."""
    if not url.isascii() or any(each.isspace() or not each.isprintable() for each in url):
        return None
    try:
        parts = urlsplit(url)
        is_usable = parts.port != 0
    except ValueError:
        return None
    return parts if is_usable else None


def post(
    url: str,
    *,
    headers: Mapping[str, str],
    body: bytes,
    deadline_s: float | None = None,
) -> Answer:
    """Send a request, done within DEADLINE_S; raises PrivateAddressError and UnreachableError."""
    ends_at = time.monotonic() + (DEADLINE_S if deadline_s is None else deadline_s)
    lines = [(name.encode("ascii"), _one_line(text)) for name, text in headers.items()]
    backend = GuardedBackend(ends_at, is_plain=urlsplit(url).scheme == "http")
    pool = httpcore.ConnectionPool(
        ssl_context=_tls(), max_connections=1, network_backend=backend, retries=0
    )
    try:
        with pool, pool.stream("POST", url, headers=lines, content=body) as answer:
            return _read(answer)
    except httpcore.TimeoutException as error:
        raise UnreachableError("timeout") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError, UnicodeError) as error:
        raise UnreachableError("unreachable") from error


def _one_line(text: str) -> bytes:
    """Return a header's value; a line break in it would begin another header."""
    return " ".join(text.split()).encode("ascii", "replace")


def _read(answer: httpcore.Response) -> Answer:
    start = b""
    with contextlib.suppress(httpcore.ProtocolError):
        for piece in answer.iter_stream():
            start += piece
            if len(start) >= ANSWER_BYTES_MAX:
                break
    asked = _header(answer, b"retry-after")
    is_number = asked is not None and asked.isdigit() and len(asked) < 8
    return Answer(answer.status, int(asked) if asked and is_number else None, start)


def _header(answer: httpcore.Response, name: bytes) -> bytes | None:
    return next((value for each, value in answer.headers if each.lower() == name), None)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=settings.NOTIFY_CA_FILE or None)


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a name, all of which may be sent to; raises PrivateAddressError."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise UnreachableError("unreachable") from error
    addresses = list(dict.fromkeys(str(each[4][0]).partition("%")[0] for each in found))
    # One bad address among good ones is a name that is meant to mislead.
    if not addresses or not all(is_allowed(ip_address(each)) for each in addresses):
        raise PrivateAddressError(host)
    return addresses


class GuardedBackend(httpcore.NetworkBackend):
    """Connects to addresses that were looked at, and to nothing after the deadline."""

    def __init__(self, ends_at: float, *, is_plain: bool) -> None:
        self._ends_at = ends_at
        self._is_plain = is_plain
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - The deadline counts.
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Resolve a name, look at its addresses, and connect to the first that answers."""
        addresses = resolve(host, port)
        if self._is_plain and not all(is_own(ip_address(each)) for each in addresses):
            raise PrivateAddressError(host)
        return DeadlineStream(
            self._first(addresses, port, local_address, socket_options), self._ends_at
        )

    def _first(
        self,
        addresses: Sequence[str],
        port: int,
        local_address: str | None,
        socket_options: Iterable[Any] | None,
    ) -> httpcore.NetworkStream:
        for number, address in enumerate(addresses, start=1):
            try:
                return self._sockets.connect_tcp(
                    address, port, _left(self._ends_at), local_address, socket_options
                )
            except httpcore.ConnectError:
                if number == len(addresses):
                    raise
        raise UnreachableError("unreachable")


class DeadlineStream(httpcore.NetworkStream):
    """A connection whose every step ends at the deadline, however small the steps are."""

    def __init__(self, inner: httpcore.NetworkStream, ends_at: float) -> None:
        self._inner = inner
        self._ends_at = ends_at

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        """Read what has come."""
        return self._inner.read(max_bytes, _left(self._ends_at))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        """Send."""
        self._inner.write(buffer, _left(self._ends_at))

    def close(self) -> None:
        """Hang up."""
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        """Go on encrypted; the certificate is that of the name, not of the address."""
        inner = self._inner.start_tls(ssl_context, server_hostname, _left(self._ends_at))
        return DeadlineStream(inner, self._ends_at)

    def get_extra_info(self, info: str) -> Any:
        """Return something about the connection."""
        return self._inner.get_extra_info(info)


def _left(ends_at: float) -> float:
    left = ends_at - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left
