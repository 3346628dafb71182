"""Matches that are played through the bad network, one after another, by people and bots."""

import threading
import time
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from tests.chaos.journal import Journal
from tests.chaos.people import Person, TooLongError

SLEEPS = 0.02
"""How often a player with a clock lets it run out."""
RIVALS = 0.04
"""How often a player decides on two devices at once."""
AGAIN = 0.05
"""How often a request that was answered is sent once more."""
LOOK_S = 0.05
RESIGN_S = 30.0
"""After no more matches are to be opened, the last ones are played on for this long."""
LATE = frozenset({"version_conflict", "clock_expired", "not_your_turn", "match_over"})
"""Refusals of a move that came after another."""


class Plan(NamedTuple):
    """What a table plays."""

    game: str
    people: int
    bots: tuple[str, ...] = ()
    options: dict[str, Any] = {}  # noqa: RUF012 - Never changed.
    per_move: int | None = None
    """Seconds of the clock; None plays without one."""

    @property
    def seats(self) -> int:
        """Return how many sit at the table."""
        return self.people + len(self.bots)


ONE_ROUND = {"rounds": 1}
PLANS = (
    Plan("stick-em", 3, options=ONE_ROUND),
    Plan("pickpocket", 2, per_move=2),
    Plan("stick-em", 1, ("greedy", "random"), ONE_ROUND, 2),
    Plan("second-story", 1, ("greedy",)),
    Plan("pickpocket", 2, ("random",)),
    Plan("stick-em", 2, ("random", "random"), ONE_ROUND, 1),
    Plan("sticky-fingers", 2),
    Plan("stick-em", 4, (), ONE_ROUND, 2),
)
SHORT_PLANS = (PLANS[0], PLANS[2])


class Table(threading.Thread):
    """Opens a match, plays it to its end, and opens the next, until told to open no more."""

    late = LATE
    again = AGAIN
    resign_s = RESIGN_S

    def __init__(self, plan: Plan, people: list[Person], journal: Journal, random: Random) -> None:
        super().__init__(name=f"table of {plan.game}", daemon=True)
        self._plan = plan
        self._people = people
        self._journal = journal
        self._random = random
        self._sleeps_next = plan.per_move is not None
        """The first decision of a table with a clock is slept through."""
        self._closed_at: float | None = None
        self.closing = threading.Event()
        """Set when no more matches are to be opened."""

    def run(self) -> None:
        """Play."""
        try:
            while not self.closing.is_set():
                self._play(self._open())
        except TooLongError as error:
            self._journal.complaints.append(f"{self.name}: {error}")
        except KeyError as error:
            self._journal.complaints.append(f"{self.name}: {error} is said not to be there")

    def _open(self) -> UUID:
        plan, opener = self._plan, self._people[0]
        clock = None if plan.per_move is None else {"per_move": plan.per_move}
        wanted = {
            "game": plan.game,
            "seats": plan.seats,
            "options": plan.options,
            "clock": clock,
        }
        opened = self._must(opener.ask("open", "/matches", wanted))
        match = UUID(opened["id"])
        self._journal.matches.append(match)
        for person in self._people:
            self._must(person.ask("sit", f"/matches/{match}/seats", {}, match))
        for bot in plan.bots:
            self._must(opener.ask("bot", f"/matches/{match}/seats", {"bot": bot}, match))
        return match

    def _must(self, ask: Any) -> Any:
        """Return the answer to what nobody may refuse."""
        if ask.refused is not None:
            self._journal.complaints.append(f"{ask.what} was refused: {ask.refused}")
            raise TooLongError(ask.refused)
        return ask.answer

    def _play(self, match: UUID) -> None:
        while True:
            person = self._random.choice(self._people)
            page = person.page(match)
            if self.closing.is_set():
                self._closed_at = self._closed_at or time.monotonic()
                if page["status"] == "live" and time.monotonic() > self._closed_at + self.resign_s:
                    self._resign(match)
            if page["status"] != "live":
                self._journal.finished.append((match, time.monotonic()))
                return
            if page["legal_moves"]:
                self._decide(person, match, page)
            else:
                time.sleep(self._random.uniform(0, LOOK_S))

    def _resign(self, match: UUID) -> None:
        """Let all people give up, the last of whom may find the match over."""
        for person in self._people:
            ask = person.ask("resign", f"/matches/{match}/resign", {}, match)
            if ask.refused not in {None, "match_over"}:
                self._journal.complaints.append(f"resigning was refused: {ask.refused}")

    def _decide(self, person: Person, match: UUID, page: Any) -> None:
        per_move = self._plan.per_move
        if per_move is not None and (self._sleeps_next or self._random.random() < SLEEPS):
            self._sleeps_next = False
            time.sleep(per_move + 0.5)
        rivals = 2 if self._random.random() < RIVALS else 1
        threads = [
            threading.Thread(target=self._move, args=(person, match, page), daemon=True)
            for _ in range(rivals)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _move(self, person: Person, match: UUID, page: Any) -> None:
        move = self._random.choice(page["legal_moves"])
        path = f"/matches/{match}/moves"
        body = {"expected_version": page["version"], "move": move}
        try:
            ask = person.ask("move", path, body, match)
            if ask.refused is not None:
                if ask.refused not in self.late:
                    self._journal.complaints.append(f"{move} was refused: {ask.refused}")
                return
            if self._random.random() < self.again:
                self._again(person, ask, path, body)
        except TooLongError as error:
            self._journal.complaints.append(f"{self.name}: {error}")

    def _again(self, person: Person, ask: Any, path: str, body: Any) -> None:
        """Send what was answered once more: the answer must be the same, and marked."""
        first, answered_at = ask.answer, ask.answered_at
        person.send(ask, path, body)
        ask.answered_at = answered_at
        if ask.answer != first or not ask.was_repeated:
            self._journal.complaints.append(f"{ask.key} got two different answers")
