"""A rolling restart of everything under play: `make drill-restart`.

Two web processes, a streams process, a worker and a sweeper behind the proxy of the deployment;
each is asked to stop in order and started anew, one after another. A client that sends a request
once may meet 503 and nothing else.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from random import Random

from cutpurse.up.child import Child
from tests.chaos import sights
from tests.chaos.database import all_matches
from tests.chaos.people import Patience
from tests.chaos.record import stored
from tests.chaos.stage import Stage
from tests.chaos.watchers import Watcher
from tests.deploy.proxy import proxy
from tests.drills import play
from tests.drills.play import Outcome, TimedJournal
from tests.processes import free_port

CALM_S = 3.0
"""Before the first restart, and after each."""
DRAIN_S = 3
"""Three times as long as the proxy takes between two looks."""
WATCHERS = 2
STOP_S = 60.0
GAP_S_MAX = 5.0
ALLOWED = frozenset({200, 201, 409, 503})
"""409 is for whoever comes after another, which these players do on purpose."""


class RollingStage(Stage):
    """The platform as it is deployed, with a process for streams."""

    def __init__(self) -> None:
        self.streams_port = free_port()
        super().__init__()

    def _described(self) -> Iterator[Child]:
        for child in super()._described():
            drained = {**child.environment, "DRAIN_SECONDS": str(DRAIN_S), "NUM_PROXIES": "1"}
            yield replace(child, environment=drained)
            if child.name == "web-0":
                *command, _ = child.command
                yield replace(
                    child,
                    name="streams",
                    command=(*command, str(self.streams_port)),
                    environment={**drained, "CUTPURSE_PROCESS": "streams"},
                    log=child.log.with_name("streams.log"),
                )

    def start(self) -> None:
        """Start everything, and wait for the streams as well."""
        super().start()
        self.await_alive(self.streams_port)

    def restart(self, name: str) -> None:
        """Ask a process to stop in order, as systemd and Kubernetes do, and await the next one."""
        before = self.children[name].process
        assert before is not None
        os.kill(before.pid, signal.SIGTERM)
        give_up = time.monotonic() + STOP_S
        while self.children[name].process in {before, None}:
            if time.monotonic() > give_up:
                message = f"{name} has not stopped and started within {STOP_S:.0f} s"
                raise TimeoutError(message)
            time.sleep(0.05)
        for port, owner in self._listening().items():
            if owner == name:
                self.await_ready(port)

    def _listening(self) -> dict[int, str]:
        webs = {port: f"web-{number}" for number, port in enumerate(self.ports)}
        return {**webs, self.streams_port: "streams"}


def hold(seed: int, tell: Callable[[str], None]) -> Outcome:
    """Hold the drill; tell is called with what begins."""
    journal, outcome = TimedJournal(), Outcome()
    with ExitStack() as stack:
        tell("starting two web servers, a streams process, a worker and a sweeper")
        stage = RollingStage()
        stack.callback(stage.stop)
        stage.start()
        address = proxy(stack, stage.home.var, web=stage.ports, streams=[stage.streams_port])
        with watched(address, journal, seed), play.played(address, journal, seed):
            time.sleep(CALM_S)
            began = time.monotonic()
            for name in stage.children:
                tell(f"starting {name} anew")
                stage.restart(name)
                time.sleep(CALM_S)
            ended = time.monotonic()
            tell("letting all matches come to their end")
        tell("comparing what players were told with what is stored")
        outcome.faults = play.compared(journal)
        record = stored(journal, all_matches())
        outcome.faults["streams with gaps or repeats"] = [*sights.stream_faults(record)]
    gap, connected = journal.gap(began, ended), sum(each.connections for each in journal.watches)
    outcome.lines = [
        f"Started {', '.join(stage.children)} anew in {ended - began:.0f} s.",
        play.figures(journal, outcome.faults),
        f"The longest time without an accepted move: {gap:.1f} s; {journal.slowest(began)}.",
        f"Answers by status: {told(journal.statuses)}; cut off: {told(journal.troubles)}.",
        f"{len(journal.watches)} streams were watched, over {connected} connections.",
    ]
    outcome.faults["a status that a client cannot hide"] = [
        f"{count} answers of {status}"
        for status, count in journal.statuses.items()
        if status not in ALLOWED
    ]
    outcome.faults["a request that was cut off"] = [
        f"{count} times {what}"
        for what, count in journal.troubles.items()
        if not what.startswith("stream") and what != "503"
    ]
    if gap > GAP_S_MAX:
        outcome.faults["play stood still"] = [f"for {gap:.1f} s, more than {GAP_S_MAX:.0f}"]
    return outcome


def told(counts: "dict[int, int] | dict[str, int]") -> str:
    """Return counts in words."""
    return ", ".join(f"{what} {count} times" for what, count in counts.items()) or "none"


@contextmanager
def watched(address: str, journal: TimedJournal, seed: int) -> Iterator[None]:
    """Have viewers watch inside, and to the end of their matches."""
    patience = Patience()
    watchers = [
        Watcher(address, journal, Random(f"watcher {seed} {number}"), patience)
        for number in range(WATCHERS)
    ]
    for watcher in watchers:
        watcher.start()
    try:
        yield
    finally:
        for watcher in watchers:
            watcher.closing.set()
        patience.end_in(play.FINISH_S / 2)
        for watcher in watchers:
            watcher.join()
