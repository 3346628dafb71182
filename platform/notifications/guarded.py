"""Connections to addresses that were looked at, every step of which ends at a deadline."""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Sequence

import httpcore

from notifications.networks import require_allowed


class UnreachableError(Exception):
    """Nobody answered: `timeout`, or `unreachable`."""


class Deadline:
    """When the request has to be done that is on its way; the next one sets it anew."""

    def __init__(self) -> None:
        self._ends_at = 0.0

    def begin(self, seconds: float) -> None:
        """Let a request last so long from now on."""
        self._ends_at = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that are left; raises the timeout of httpcore when none are."""
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left


def resolve(host: str, port: int, timeout_s: float) -> list[str]:
    """Return the addresses of a name; raises UnreachableError, also when it takes too long.

    The system's resolver knows no deadline, so it is asked in a thread that nobody waits for.
    """
    answers: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            answers.put(error)
        else:
            answers.put([str(each[4][0]).partition("%")[0] for each in found])

    threading.Thread(target=ask, name="resolve", daemon=True).start()
    try:
        found = answers.get(timeout=timeout_s)
    except queue.Empty as error:
        raise UnreachableError("timeout") from error
    if isinstance(found, Exception):
        raise UnreachableError("unreachable") from found
    return list(dict.fromkeys(found))


class GuardedBackend(httpcore.NetworkBackend):
    """Connects to addresses that were looked at, and to nothing after the deadline."""

    def __init__(self, deadline: Deadline, *, is_plain: bool) -> None:
        self._deadline = deadline
        self._is_plain = is_plain
        self._sockets = httpcore.SyncBackend()
        self.connected = 0
        """How many connections it has made."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - The deadline counts.
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Resolve a name, look at its addresses, and connect to the first that answers."""
        addresses = resolve(host, port, self._deadline.left())
        require_allowed(host, addresses, is_plain=self._is_plain)
        self.connected += 1
        stream = self._first(addresses, port, local_address, socket_options)
        return DeadlineStream(stream, self._deadline)

    def _first(
        self,
        addresses: Sequence[str],
        port: int,
        local_address: str | None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None,
    ) -> httpcore.NetworkStream:
        for number, address in enumerate(addresses, start=1):
            try:
                return self._sockets.connect_tcp(
                    address, port, self._deadline.left(), local_address, socket_options
                )
            except httpcore.ConnectError:
                if number == len(addresses):
                    raise
        raise UnreachableError("unreachable")


class DeadlineStream(httpcore.NetworkStream):
    """A connection whose every step ends at the deadline, however small the steps are."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        """Read what has come."""
        return self._inner.read(max_bytes, self._deadline.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        """Send."""
        self._inner.write(buffer, self._deadline.left())

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
        inner = self._inner.start_tls(ssl_context, server_hostname, self._deadline.left())
        return DeadlineStream(inner, self._deadline)

    def get_extra_info(self, info: str) -> object:
        """Return something about the connection."""
        return self._inner.get_extra_info(info)
