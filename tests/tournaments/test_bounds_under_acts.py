"""Bounds of ranks hold from the moment on at which the last player has left."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import Problem
from tests.samples import sampled
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.test_bounds import DUELS, orders
from tournaments import bounds, stage_queries
from tournaments.services import forfeits, identities, penalties, presence, results, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import TableState

pytestmark = pytest.mark.django_db

BY_POINTS: dict[str, Any] = {
    "pods": ([{"options": {"rounds": 3}}], {"table": {"min": 3, "target": 4, "max": 5}}, 11),
    "swiss": ([{"format": "swiss", "options": {"rounds": 4}}], DUELS, 8),
}


@pytest.mark.parametrize(
    "points", sampled(["normalised", "vekn", "3: 6 4 2; 4: 6 4 2 1; 5: 6 4 3 2 1; 2: 6 1"], "vekn")
)
@pytest.mark.parametrize("name", BY_POINTS)
def test_nobody_ends_outside_a_bound_told_after_players_have_left(name: str, points: str) -> None:
    stages, plan, entrants = BY_POINTS[name]
    event = Event(**REPORTED, **plan, stages=stages, points=points, bye_points=600)
    event.enter_names(entrants).start()
    rng = Random(name + points)
    said = [bounds.ranks(event.state)]
    while event.state.stages[-1].ranking is None:
        event.pair()
        for number, table in enumerate(event.round.tables):
            event.report(number, rng.choice(orders(len(table.seats))))
            said.append(bounds.ranks(event.state))
        event.do(rounds.close, number=event.round.number)
        if event.state.stages[-1].ranking is not None:
            break
        if len(event.state.present) > entrants - 3:
            event.do(presence.leave, entrant=rng.choice(event.state.present))
            # Who leaves ranks below all who stay, who move up by that.
            said.clear()
        said.append(bounds.ranks(event.state))

    for line in stage_queries.lines_of(event.state):
        for ranges in said:
            within = ranges.get(line.entrant)
            assert within is None or within.best <= line.rank <= within.worst, line


ACTS = ("leave", "return", "come late", "void", "correct", "forfeit", "penalise", "disqualify",
        "merge", "no show")  # fmt: skip


class Course:
    """A tournament of which ranges are told all the time, anew after each act of the staff."""

    def __init__(self, name: str, chance: Random) -> None:
        stages, plan, entrants = BY_POINTS[name]
        self.event = Event(**REPORTED, **plan, stages=stages, disqualified="void")
        self.event.enter_names(entrants).start()
        self.chance = chance
        self.said = [bounds.ranks(self.event.state)]
        self.late = 0

    def act(self, name: str) -> None:
        """Let the staff do something, if that is possible now, and forget what was told before."""
        before = self.event.state.version
        with suppress(Problem):
            getattr(self, "_" + name.replace(" ", "_"))()
        if self.event.state.version != before:
            self.said = [bounds.ranks(self.event.state)]

    def play_round(self, acts: Iterator[str]) -> None:
        """Play a round, with an act between any two results."""
        event = self.event
        event.pair()
        for number in range(len(event.round.tables)):
            self.said.append(bounds.ranks(event.state))
            if not event.round.tables[number].done:
                size = len(event.round.tables[number].seats)
                event.report(number, self.chance.choice(orders(size)))
            self.act(next(acts, "nothing"))
        with suppress(Problem):
            event.do(rounds.close, number=event.round.number)
        self.said.append(bounds.ranks(event.state))

    def _nothing(self) -> None:
        pass

    def _someone(self) -> int:
        return self.chance.choice(list(self.event.state.entrants))

    def _table(self) -> TableState:
        tables = [table for _, table in self.event.state.tables()]
        return self.chance.choice(tables)

    def _leave(self) -> None:
        if len(self.event.state.present) > 6:
            self.event.do(presence.leave, entrant=self._someone())

    def _return(self) -> None:
        self.event.do(presence.re_add, entrant=self._someone())

    def _no_show(self) -> None:
        if len(self.event.state.present) > 6:
            self.event.do(presence.no_show, entrant=self._someone())

    def _come_late(self) -> None:
        self.late += 1
        self.event.enter(Newcomer(f"late {self.late}"))

    def _void(self) -> None:
        points = self.chance.choice(["bye", "none"])
        self.event.do(results.void, table_id=self._table().id, points=points)

    def _correct(self) -> None:
        table = self._table()
        places = self.chance.choice(orders(len(table.seats)))
        self.event.do(results.override, table_id=table.id, places=places, scores=None)

    def _forfeit(self) -> None:
        table = self._table()
        places = list(range(1, len(table.seats) + 1))
        absent = [self.chance.choice(table.seats)]
        self.event.do(forfeits.forfeit, table_id=table.id, absent=absent, places=places)

    def _penalise(self) -> None:
        units = self.chance.choice([60, 120, -60])
        self.event.do(penalties.penalise, entrant=self._someone(), units=units, reason="x")

    def _disqualify(self) -> None:
        if len(self.event.state.present) > 6:
            how = self.chance.choice(["stand", "void"])
            self.event.do(penalties.disqualify, entrant=self._someone(), results=how, reason="x")

    def _merge(self) -> None:
        first, second = self._someone(), self._someone()
        self.event.do(identities.merge, entrant=first, other=second, reason="twice")


def told_bounds_hold(name: str, acts: list[str], chance: Random) -> None:
    course, coming = Course(name, chance), iter(acts)
    for _ in range(20):
        if course.event.state.stages[-1].ranking is not None:
            break
        course.play_round(coming)
    lines = stage_queries.lines_of(course.event.state)
    for line in lines:
        for ranges in course.said:
            within = ranges.get(line.entrant)
            assert within is None or within.best <= line.rank <= within.worst, (line, acts)


acts = st.lists(st.sampled_from(ACTS), max_size=8)
names = st.sampled_from(sorted(BY_POINTS))
chances = st.randoms(use_true_random=False)


@pytest.mark.more
@settings(max_examples=4)
@given(name=names, acts=acts, chance=chances)
def test_what_is_told_after_an_act_holds_until_the_next_one(
    name: str, acts: list[str], chance: Random
) -> None:
    told_bounds_hold(name, acts, chance)


@pytest.mark.long
@settings(max_examples=150)
@given(name=names, acts=acts, chance=chances)
def test_what_is_told_after_an_act_holds_in_long_courses(
    name: str, acts: list[str], chance: Random
) -> None:
    told_bounds_hold(name, acts, chance)
