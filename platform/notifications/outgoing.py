"""Requests to addresses that strangers have given: never into our own network.

Names are resolved at the moment of the connection, every address is looked at, and the connection
goes to the address that was looked at: so a name that is another one a moment later leads nowhere
else. Redirects are not followed, answers are not read beyond a few kilobytes, and everything
together, the name included, has to be done by a deadline.
"""

import contextlib
import ssl
from collections.abc import Mapping, Sequence
from functools import cache
from ipaddress import ip_address
from typing import NamedTuple, Self
from urllib.parse import SplitResult, urlsplit

import httpcore
from django.conf import settings

from api.problems import invalid
from games.messages import Message
from notifications.guarded import Deadline, GuardedBackend, UnreachableError
from notifications.networks import is_allowed

DEADLINE_S = 8.0
ANSWER_BYTES_MAX = 4096
URL_MAX = 500
KEPT_MAX = 4
"""Connections that a courier keeps open for its next request."""
KEPT_S = 5.0
CUT_OFF = (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError)
"""What comes of a connection that the other side has closed since it was last used."""


class Answer(NamedTuple):
    """What the other side said."""

    status: int
    retry_after_s: int | None
    start: bytes
    """The beginning of the body."""


class Parcel(NamedTuple):
    """A request as it is sent."""

    url: str
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes


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


class Courier:
    """Sends one request after another, and keeps a few connections open meanwhile.

    For one thread, and for no longer than a batch lasts: a connection that is kept goes to the
    address that was looked at when it was made.
    """

    def __init__(self) -> None:
        self._deadline = Deadline()
        self._ways = {each: self._way(each) for each in ("https", "http")}

    def _way(self, scheme: str) -> tuple[GuardedBackend, httpcore.ConnectionPool]:
        backend = GuardedBackend(self._deadline, is_plain=scheme == "http")
        pool = httpcore.ConnectionPool(
            ssl_context=_tls() if scheme == "https" else None,
            max_connections=KEPT_MAX,
            max_keepalive_connections=KEPT_MAX,
            keepalive_expiry=KEPT_S,
            network_backend=backend,
            retries=0,
        )
        return backend, pool

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_how: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up everywhere."""
        for _backend, pool in self._ways.values():
            pool.close()

    def post(
        self,
        url: str,
        *,
        headers: Mapping[str, str],
        body: bytes,
        deadline_s: float | None = None,
    ) -> Answer:
        """Send a request, done within DEADLINE_S.

        Raises PrivateAddressError and UnreachableError.
        """
        self._deadline.begin(DEADLINE_S if deadline_s is None else deadline_s)
        lines = [(name.encode("ascii"), _one_line(text)) for name, text in headers.items()]
        parcel = Parcel(url, lines, body)
        backend, pool = self._ways[urlsplit(url).scheme]
        before = backend.connected
        try:
            try:
                return _sent(pool, parcel)
            except CUT_OFF:
                if backend.connected > before:
                    raise
                # The other side has hung up between two requests, and has not read this one.
                return _sent(pool, parcel)
        except httpcore.TimeoutException as error:
            raise UnreachableError("timeout") from error
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError, UnicodeError) as error:
            raise UnreachableError("unreachable") from error


def post(
    url: str,
    *,
    headers: Mapping[str, str],
    body: bytes,
    deadline_s: float | None = None,
) -> Answer:
    """Send one request as a courier of its own does."""
    with Courier() as courier:
        return courier.post(url, headers=headers, body=body, deadline_s=deadline_s)


def _sent(pool: httpcore.ConnectionPool, parcel: Parcel) -> Answer:
    with pool.stream(
        "POST", parcel.url, headers=list(parcel.headers), content=parcel.body
    ) as answer:
        return _read(answer)


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
