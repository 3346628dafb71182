"""Whatever is done while teams play on boards, every board is played once, by two teams."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import Problem
from games.messages import Message
from tests.tournaments.events import Event, assert_verified
from tests.tournaments.team_events import begun
from tournaments import selectors, stage_plan, team_matches
from tournaments.services import byes, forfeits, lifecycle, penalties, presence, results, rounds
from tournaments.services import teams as services
from tournaments.state import RoundState, TableState

BOARDS = 2
COMMANDS = (
    "pair", "pair", "publish", "publish", "play", "play", "play", "close", "close", "close",
    "drop", "return", "mend", "mend", "swap", "forfeit", "void", "correct", "penalty",
    "disqualify", "book", "turn", "roll back", "unpublish", "sit out",
)  # fmt: skip


class Course:
    """Three teams of three on two boards, and what must hold after each step."""

    def __init__(self, chance: Random) -> None:
        pairing = chance.choice(["round_robin", "swiss"])
        self.event = begun(3, 3, boards=BOARDS, pairing=pairing, rounds=3)
        self.first = self.event.state.version
        self.chance = chance

    def step(self, command: str) -> None:
        """Do something, if that is possible now."""
        # What is refused has changed nothing; what holds must hold all the same.
        with suppress(Problem):
            getattr(self, command.replace(" ", "_"))()
        self.check()

    def anyone(self) -> int:
        return self.chance.choice(list(self.event.state.entrants))

    def table(self) -> TableState:
        round_ = self.event.state.round
        tables = [] if round_ is None else [*round_.tables]
        if not tables:
            raise Problem("not_found", Message("No table is there."))
        return self.chance.choice(tables)

    def pair(self) -> None:
        self.event.pair(publish=False)

    def publish(self) -> None:
        self.event.do(rounds.publish, number=len(self.event.state.rounds))

    def unpublish(self) -> None:
        self.event.do(rounds.unpublish, number=len(self.event.state.rounds))

    def play(self) -> None:
        places = self.chance.choice([[1, 2], [2, 1], [1, 1]])
        self.event.do(results.report, table_id=self.table().id, places=places, scores=None)

    def close(self) -> None:
        for table in [each for _, each in self.event.state.tables()]:
            if not table.done:
                self.event.do(results.report, table_id=table.id, places=[1, 2], scores=None)
        self.event.do(rounds.close, number=len(self.event.state.rounds))

    def drop(self) -> None:
        self.event.do(presence.leave, entrant=self.anyone())

    def return_(self) -> None:
        self.event.do(presence.re_add, entrant=self.anyone())

    def mend(self) -> None:
        self.event.do(rounds.repair, number=len(self.event.state.rounds), scope="touched")

    def sit_out(self) -> None:
        number = len(self.event.state.rounds)
        self.event.do(rounds.sit_out, number=number, entrant=self.anyone())

    def swap(self) -> None:
        number = len(self.event.state.rounds)
        self.event.do(rounds.swap, number=number, first=self.anyone(), second=self.anyone())

    def forfeit(self) -> None:
        table = self.table()
        absent = self.chance.choice([[table.seats[0]], [table.seats[1]], list(table.seats)])
        self.event.do(forfeits.forfeit, table_id=table.id, absent=absent)

    def void(self) -> None:
        self.event.do(results.void, table_id=self.table().id)

    def correct(self) -> None:
        places = self.chance.choice([[1, 2], [2, 1], [1, 1]])
        self.event.do(results.override, table_id=self.table().id, places=places, scores=None)

    def penalty(self) -> None:
        table = self.table()
        self.event.do(penalties.penalise, entrant=table.seats[0], units=60, table=table.id)

    def disqualify(self) -> None:
        self.event.do(penalties.disqualify, entrant=self.anyone(), results=None)

    def book(self) -> None:
        number = len(self.event.state.rounds) + 1
        self.event.do(byes.book, entrant=self.anyone(), number=number, worth="none", lifted=False)

    def turn(self) -> None:
        """Turn the order of the boards of one team."""
        now = self.event.state.teams
        assert now is not None
        named = [(each.name, [*each.entrants]) for each in now.teams]
        self.chance.choice(named)[1].reverse()
        self.event.do(services.assign, teams=named, tiebreaks=None)

    def roll_back(self) -> None:
        version = self.chance.randrange(self.first, self.event.state.version)
        self.event.do(lifecycle.roll_back, to_version=version)

    def check(self) -> None:
        """Ask whether every board is played once, by two of the teams, and rows say the same."""
        state = self.event.state
        of = team_matches.team_by_member(stage_plan.members_of(state))
        for round_ in state.rounds:
            seated = [each for table in round_.tables for each in table.seats]
            assert len(set(seated)) == len(seated)
            assert not {*seated} & {*round_.byes}
            assert all(of[first] != of[second] for first, second in _seats(round_))
            for match in selectors.matches_of(state, round_):
                assert [each.number for each in match.boards] == list(range(1, BOARDS + 1))
        found = selectors.team_standings(state)
        assert sum(each.won or 0 for each in found.results) == sum(
            each.lost or 0 for each in found.results
        )
        assert_verified(self.event)


def _seats(round_: RoundState) -> list[tuple[int, ...]]:
    return [table.seats for table in round_.tables]


def under(commands: list[str], chance: Random) -> Event:
    course = Course(chance)
    for command in commands:
        course.step("return_" if command == "return" else command)
    return course.event


@pytest.mark.more
@pytest.mark.django_db
@settings(max_examples=5)
@given(
    st.lists(st.sampled_from(COMMANDS), min_size=8, max_size=14),
    st.randoms(use_true_random=False),
)
def test_boards_stay_whole_whatever_is_done(commands: list[str], chance: Random) -> None:
    under(["pair", "publish", *commands], chance)


@pytest.mark.long
@pytest.mark.django_db
@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(COMMANDS), min_size=12, max_size=40),
    st.randoms(use_true_random=False),
)
def test_boards_stay_whole_whatever_is_done_for_long(commands: list[str], chance: Random) -> None:
    under(["pair", "publish", *commands], chance)
