"""Whatever is done to a duel of several matches, it goes on: one at a time, each counted once."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import Problem
from matches.actors import Player
from matches.models import Match
from matches.services import leaving
from tests.matches import tables
from tests.samples import leading
from tests.tournaments.events import Event, assert_verified, run_all
from tests.tournaments.test_agreed_draws import table
from tests.tournaments.test_best_of import with_people
from tournaments.services import forfeits, lifecycle, presence, results, rounds

SCORES = ([2, 0], [2, 1], [0, 2], [1, 2])
COMMANDS = (
    "play", "play", "play", "move", "call off", "correct", "void", "replay", "forfeit",
    "roll back", "roll back", "drop",
)  # fmt: skip


def give_up(match: UUID, player: Player) -> None:
    leaving.resign(match_id=match, player=player, key=uuid4().hex, fingerprint=b"")
    run_all()


class Course:
    """A duel, what has been done to it, and what must hold after each step."""

    def __init__(self, chance: Random) -> None:
        self.event, self.players = with_people()
        self.first = self.event.state.version
        self.chance = chance
        self.called = 0

    def step(self, command: str) -> None:
        """Do something, if that is possible now."""
        # What is refused has changed nothing; what holds must hold all the same.
        with suppress(Problem):
            getattr(self, command.replace(" ", "_"))()
        run_all()
        self.check()

    def play(self) -> None:
        """End the match that is played: the fewest moves to an end are to give it up."""
        running = self._running()
        if running:
            give_up(running, self.chance.choice(self.players))

    def move(self) -> None:
        running, turned = self._running(), len(table(self.event).counted) % 2
        if running:
            seated = [*self.players[turned:], *self.players[:turned]]
            tables.next_move(running, seated, Random(1))

    def call_off(self) -> None:
        running = self._running()
        if running:
            self.called += 1
            leaving.void(match_id=running, actor="system", reason="rain", key=f"{self.called}")

    def correct(self) -> None:
        self._do(results.override, places=None, scores=self.chance.choice(SCORES))

    def void(self) -> None:
        self._do(results.void)

    def replay(self) -> None:
        self._do(results.replay)

    def forfeit(self) -> None:
        self._do(forfeits.forfeit, absent=[self.chance.choice(table(self.event).seats)])

    def drop(self) -> None:
        self.event.do(presence.leave, entrant=self.chance.choice(table(self.event).seats))

    def roll_back(self) -> None:
        version = self.chance.randrange(self.first - 2, self.event.state.version)
        self.event.do(lifecycle.roll_back, to_version=version)
        if not self.event.round.published:
            self.event.do(rounds.publish, number=1)

    def _do(self, service: Callable[..., Any], **about: Any) -> None:
        self.event.do(service, table_id=table(self.event).id, **about)

    def _running(self) -> Any:
        at = table(self.event)
        if at.match is None or at.done:
            return None
        found = Match.objects.filter(id=at.match, status="live").first()
        return None if found is None else found.id

    def check(self) -> None:
        """Ask whether the table waits for one match at most, and has counted what was played."""
        at = table(self.event)
        live = set(
            Match.objects.filter(table_id=at.id, status__in=["open", "live"]).values_list(
                "id", flat=True
            )
        )
        assert live == ({at.match} if at.is_open else set()), at
        played = [each.match for each in at.counted]
        assert len(set(played)) == len(played)
        for number, each in enumerate(at.counted):
            assert each.match is not None
            row = Match.objects.get(id=each.match)
            assert row.status == "finished"
            places = [(row.result or {})["placings"][(seat - number) % 2] for seat in (0, 1)]
            assert tuple(places) == each.places
        if at.source == "match":
            assert at.scores == at.wins
        assert_verified(self.event)


def under(commands: list[str], chance: Random) -> Event:
    course = Course(chance)
    for command in commands:
        course.step(command)
    return course.event


@pytest.mark.more
@pytest.mark.django_db
@settings(max_examples=4)
@given(
    st.lists(st.sampled_from(COMMANDS), min_size=4, max_size=7),
    st.randoms(use_true_random=False),
)
def test_a_duel_goes_on_whatever_is_done_to_it(commands: list[str], chance: Random) -> None:
    under(commands, chance)


@pytest.mark.long
@pytest.mark.django_db
@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(COMMANDS), min_size=6, max_size=14),
    st.randoms(use_true_random=False),
)
def test_a_duel_goes_on_whatever_is_done_to_it_for_long(
    commands: list[str], chance: Random
) -> None:
    under(commands, chance)


@pytest.mark.django_db
@pytest.mark.parametrize("to", leading(["before the decision", "before the match was opened"]))
def test_a_match_called_off_for_what_is_rolled_back_is_played_anew(to: str) -> None:
    event, players = with_people()
    first = table(event).match
    assert first is not None
    give_up(first, players[0])
    running, version = table(event).match, event.state.version
    assert running is not None
    event.do(results.override, table_id=table(event).id, places=None, scores=[0, 2])
    run_all()
    assert Match.objects.get(id=running).status == "void"

    event.do(lifecycle.roll_back, to_version=version - (to == "before the match was opened"))
    run_all()

    at = table(event)
    assert (at.stopped, len(at.counted)) == (None, 1)
    assert at.match is not None
    assert at.match != running
    assert Match.objects.get(id=at.match).status == "live"
    give_up(at.match, players[1])
    assert len(table(event).counted) == 2
    assert_verified(event)
