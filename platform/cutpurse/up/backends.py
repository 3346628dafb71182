"""The embedded servers of a run: started again when they end, like everything else."""

from collections.abc import Callable
from pathlib import Path

from cutpurse.embedded import servers
from cutpurse.embedded.errors import EmbeddedError
from cutpurse.embedded.servers import Server
from cutpurse.up.backoff import Backoff


class Backend:
    """A server that this process uses, and may have to start again."""

    def __init__(self, server: Server, var: Path, say: Callable[[str], None]) -> None:
        self._server = server
        self._var = var
        self._say = say
        self._is_down = False
        self._backoff = Backoff()

    def check(self) -> None:
        """Notice when the server has ended; start it again when due, which may take a while."""
        if not self._is_down:
            if not servers.is_running(self._server, self._var):
                self._is_down = True
                self._plan("has ended")
        elif self._backoff.remaining <= 0:
            self._start()

    def _start(self) -> None:
        self._backoff.note_start()
        try:
            servers.revive(self._server, self._var)
        except (EmbeddedError, OSError) as error:
            self._plan(f"could not be started: {error}")
            return
        self._is_down = False
        self._say(f"{self._server.value} runs again.")

    def _plan(self, what: str) -> None:
        self._backoff.plan()
        log = self._var / "logs" / f"{self._server.name.lower()}.log"
        self._say(
            f"{self._server.value} {what}; starts again in {self._backoff.remaining:.1f} s "
            f"(see {log})"
        )


def backends(var: Path, say: Callable[[str], None]) -> tuple[Backend, ...]:
    """Return the embedded servers, if this process uses any."""
    return tuple(Backend(server, var, say) for server in Server if servers.is_used(var))
