"""A disk that is full while people play: `make drill-disk-full`.

First nothing has room, PostgreSQL's log included: PostgreSQL gives up, and whoever watches over it
starts it again. Then the tables alone, whose log lies elsewhere: what writes is refused by name,
what is only read is answered, and with room again play goes on by itself.
"""

import os
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from random import Random

import httpx
from django.db import connections

from api.exception_handlers import DISK_FULL
from cutpurse.embedded import postgres
from matches.models import Match
from tests.chaos.disk import SmallDisk
from tests.chaos.nemesis import use_up_log
from tests.chaos.people import Patience, Person
from tests.chaos.stage import Stage
from tests.drills import play
from tests.drills.play import Outcome, TimedJournal

CALM_S = 4.0
NOTICED_S = 45.0
"""How long it may take until somebody is told; free pages hold some matches more."""
FULL_S = 5.0
"""How long it then stays full."""
BACK_S = 30.0
"""How long it may take until play goes on."""
ASKED_S = 0.05
ALLOWED = frozenset({200, 201, 503})
MANY = {"OPEN_MATCHES_PER_ACCOUNT": "100000"}
"""The prober opens matches all the time: they fill the pages that the tables still have."""


class Prober(threading.Thread):
    """Somebody who opens matches and looks at pages all the time, and keeps what is answered."""

    def __init__(self, address: str, seed: int) -> None:
        super().__init__(name="prober", daemon=True)
        self.asked: list[tuple[str, int, str]] = []
        """What was asked, the status, and the words of a problem."""
        self.closing = threading.Event()
        self._person = Person(address, TimedJournal(), Random(f"prober {seed}"), Patience())
        self._address = address
        self.account = self._person.id

    def run(self) -> None:
        """Ask until told to stop."""
        while not self.closing.wait(ASKED_S):
            self._ask("POST /matches", self._open)
            self._ask("GET /matches", lambda: self._person.http.get("/matches"))
            self._ask("GET /healthz", lambda: httpx.get(f"{self._address}/healthz"))
            self._ask("the home page", lambda: httpx.get(f"{self._address}/"))

    def _open(self) -> httpx.Response:
        wanted = {"game": "stick-em", "seats": 3}
        key = {"Idempotency-Key": self._person.new_key()}
        return self._person.http.post("/matches", json=wanted, headers=key)

    def _ask(self, what: str, send: Callable[[], httpx.Response]) -> None:
        try:
            answer = send()
        except httpx.TransportError as error:
            self.asked.append((what, 0, type(error).__name__))
            return
        is_problem = answer.headers.get("Content-Type", "").startswith("application/problem")
        self.asked.append((what, answer.status_code, answer.json()["detail"] if is_problem else ""))

    def was_told(self) -> bool:
        """Return whether somebody was told by name that the disk is full."""
        return any(words == DISK_FULL for _, _, words in self.asked)

    def statuses(self, since: int) -> dict[str, list[int]]:
        """Return the statuses of each question from an answer on."""
        found: dict[str, set[int]] = {}
        for what, status, _ in self.asked[since:]:
            found.setdefault(what, set()).add(status)
        return {what: sorted(each) for what, each in found.items()}


def hold(seed: int, disk: SmallDisk, tell: Callable[[str], None]) -> Outcome:
    """Hold the drill; tell is called with what begins."""
    journal, outcome = TimedJournal(), Outcome()
    with ExitStack() as stack:
        tell("starting two web servers, a worker and a sweeper")
        os.environ.update(MANY)
        stage = Stage()
        stack.callback(stage.stop)
        stage.start()
        address = f"http://127.0.0.1:{stage.ports[0]}"
        prober = Prober(address, seed)
        with play.played(address, journal, seed):
            prober.start()
            time.sleep(CALM_S)
            tell("nothing has room, the log of PostgreSQL neither")
            begun = len(prober.asked)
            disk.fill()
            use_up_log()
            time.sleep(FULL_S)
            gone = prober.statuses(begun)
            disk.free()
            stage.revive_postgres()
            again = play.await_moves(journal, BACK_S)
            outcome.lines.append(f"Nothing has room: {gone}.")
            outcome.lines.append(f"With room and PostgreSQL again a move came in {again:.1f} s.")
            move_log(stage, stack)
            play.await_moves(journal, BACK_S)
            tell("the tables have no room")
            begun = len(prober.asked)
            disk.fill()
            noticed = _until(prober.was_told, NOTICED_S)
            time.sleep(FULL_S)
            full = prober.statuses(begun)
            disk.free()
            back = play.await_moves(journal, BACK_S)
            outcome.lines.append(f"Tables full: told by name after {noticed:.1f} s; {full}.")
            outcome.lines.append(f"With room again the next move was accepted in {back:.1f} s.")
            prober.closing.set()
            prober.join()
            tell("letting all matches come to their end")
        tell("comparing what players were told with what is stored")
        connections.close_all()
        opened = Match.objects.filter(opened_by=prober.account)
        outcome.faults = play.compared(journal, set(opened.values_list("id", flat=True)))
    outcome.lines.append(play.figures(journal, outcome.faults))
    outcome.faults["nobody was told that the disk is full"] = (
        [] if prober.was_told() else [str(full)]
    )
    outcome.faults["an answer that is no answer"] = [
        f"{what}: {status}"
        for statuses in (full, gone)
        for what, each in statuses.items()
        for status in each
        if status not in ALLOWED
    ]
    for name, seconds in (("after the tables", back), ("after the log", again)):
        if seconds >= BACK_S:
            outcome.faults[f"play did not go on {name}"] = [f"within {BACK_S:.0f} s"]
    return outcome


def move_log(stage: Stage, stack: ExitStack) -> None:
    """Have PostgreSQL keep its log on another disk, as large sites do."""
    place = stage.home
    apart = place.var.with_name(f"{place.var.name}-log")
    stack.callback(shutil.rmtree, apart, ignore_errors=True)
    postgres.stop(place)
    log = place.postgres / "pg_wal"
    shutil.copytree(log, apart)
    for each in (apart, *apart.rglob("*")):
        place.account.owns(each)
    shutil.rmtree(log)
    log.symlink_to(apart)
    stage.start_postgres()


def _until(is_so: Callable[[], bool], most: float) -> float:
    """Wait until something is so; return how long that took, or the most that it may."""
    began = time.monotonic()
    while not is_so() and time.monotonic() < began + most:
        time.sleep(0.05)
    return time.monotonic() - began
