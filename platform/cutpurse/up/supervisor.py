"""Starts the processes of the platform, watches over them and stops them."""

import http.client
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from cutpurse.up import record
from cutpurse.up.backends import backends
from cutpurse.up.child import Child

READY_SECONDS = 60.0
"""How long the pages may take to answer for the first time."""
POLL_SECONDS = 0.1
PORTS_MAX = 100
"""How many ports to try from the wanted one on."""


class NotReadyError(RuntimeError):
    """The pages do not answer."""


def free_port(host: str, wanted: int) -> int:
    """Return the wanted port, or the next that nobody listens on."""
    for port in range(wanted, min(wanted + PORTS_MAX, 2**16)):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    message = f"no free port of {host} among the {PORTS_MAX} from {wanted} on"
    raise NotReadyError(message)


def address(host: str, port: int) -> str:
    """Return the address of the pages for a browser on this machine."""
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  Compared, not bound.
    return f"http://[{local}]:{port}/" if ":" in local else f"http://{local}:{port}/"


class Supervisor:
    """The children of one run of `up`, and the servers that they use."""

    def __init__(
        self, var: Path, children: Sequence[Child], address: str, say: Callable[[str], None]
    ) -> None:
        self.var = var
        self.children = children
        self.address = address
        self.say = say
        self.backends = backends(var, say)
        self.warden: Child | None = None

    def start(self, warden: Child | None = None) -> None:
        """Start every child; from then on watch over the warden too, who runs already."""
        self.warden = warden
        for child in self.children:
            child.start()
            self._record()

    def await_ready(self) -> None:
        """Wait until the pages answer that they are ready; NotReadyError when they do not."""
        end = time.monotonic() + READY_SECONDS
        while not self._is_ready():
            if time.monotonic() > end:
                message = f"{self.address}readyz does not answer 200 after {READY_SECONDS:.0f} s"
                raise NotReadyError(message)
            self.watch_once()

    def watch_once(self) -> None:
        """Start again what ended and is due; takes POLL_SECONDS."""
        for backend in self.backends:
            backend.check()
        before = self._processes()
        for child in self._all():
            status = child.check()
            if status is not None:
                self.say(
                    f"{child.name} ended with status {status}; "
                    f"starts again in {child.backoff.remaining:.1f} s (see {child.log})"
                )
        if before != self._processes():
            self._record()
        time.sleep(POLL_SECONDS)

    def stop(self) -> None:
        """Stop every child; all of them at once, and wait for all. The warden stays on guard."""
        for child in self.children:
            child.ask_to_stop()
        for child in self.children:
            child.stop()
        record.remove(self.var)

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=5.0)
        try:
            connection.request("GET", "/readyz")
            with connection.getresponse() as response:
                return response.status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _all(self) -> list[Child]:
        return [*self.children, *([] if self.warden is None else [self.warden])]

    def _processes(self) -> "list[subprocess.Popen[bytes]]":
        return [child.process for child in self._all() if child.process is not None]

    def _record(self) -> None:
        record.write(self.var, [process.pid for process in self._processes()], self.address)
