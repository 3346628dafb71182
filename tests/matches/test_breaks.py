"""While everybody reads what a round or a night came to, no clock runs."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agenda.models import DueRow
from eventstore import streams, verification
from eventstore.events import StoredEvent
from games import registry
from matches import clocks
from matches.actors import Player
from matches.commit import CLOCK
from matches.events import KIND
from matches.folds import fold
from matches.services.turns import expire_clock
from matches.state import MatchState
from matches.time_control import TimeControl
from tests.matches import tables

MINUTE = {"per_move": 60}
GAMES = ("stick-em", "sticky-fingers", "second-story", "pickpocket")


def to_the_first_break(match_id: UUID, players: list[Player], game: str, seed: int = 1) -> int:
    """Play until an event stands in the stream after which clocks rest; return for how long."""
    rng, breaks = Random(seed), registry.current_rules(game).breaks
    while not breaks.keys() & set(tables.types(match_id)):
        assert tables.next_move(match_id, players, rng) is not None
    # A catch can end the night as well: the rest after the last of them is what counts.
    last = next(each for each in reversed(tables.types(match_id)) if each in breaks)
    return breaks[last]


def began(game: str) -> tuple[UUID, list[Player], int]:
    """Return a match with a minute for each move just after its first break began."""
    players = tables.people(3)
    options = {"rounds": 2} if game == "stick-em" else {}
    match_id = tables.begun(players, game=game, options=options, clock=MINUTE)
    return match_id, players, to_the_first_break(match_id, players, game)


def now(match_id: UUID) -> datetime:
    """Return when something last happened in the match."""
    return streams.load(KIND, match_id)[-1].at


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_next_decisions_have_all_their_time_after_the_break(game: str) -> None:
    match_id, _players, length = began(game)

    begins = now(match_id) + timedelta(seconds=length)
    page = tables.page(match_id)
    running = [clock for clock in page["clocks"] if clock["seat"] in page["to_act"]]
    assert running
    assert {datetime.fromisoformat(clock["running_since"]) for clock in running} == {begins}
    assert {clock["remaining"] for clock in running} == {60}
    assert tables.deadline(match_id) == begins + timedelta(seconds=60)
    assert DueRow.objects.get(kind=CLOCK, subject=match_id).due_at == tables.deadline(match_id)
    assert verification.check(KIND, match_id) == []


@pytest.mark.django_db
def test_whoever_decides_in_the_break_uses_no_time_and_the_next_one_waits_for_its_end() -> None:
    match_id, players, _length = began("sticky-fingers")
    before = tables.deadline(match_id)

    tables.next_move(match_id, players, Random(2))

    assert tables.deadline(match_id) == before
    assert {clock["remaining"] for clock in tables.page(match_id)["clocks"]} == {60}


@pytest.mark.django_db
def test_nobody_is_out_of_time_before_the_break_was_over() -> None:
    match_id, _players, length = began("stick-em")
    version = tables.page(match_id)["version"]

    expire_clock(match_id, version, now(match_id) + timedelta(seconds=60))
    assert tables.page(match_id)["version"] == version
    expire_clock(match_id, version, now(match_id) + timedelta(seconds=60 + length))

    assert "seat_timed_out" in tables.types(match_id, after=version)
    assert verification.check(KIND, match_id) == []


@pytest.mark.django_db
def test_a_match_without_a_clock_says_nothing_of_breaks() -> None:
    match_id = tables.begun(tables.people(3), clock=None)

    assert "breaks" not in json.loads(streams.load(KIND, match_id)[0].body)


def folded(match_id: UUID, events: Iterable[StoredEvent]) -> MatchState:
    """Return what events lead to."""
    return fold(MatchState(match_id), events)


def without_breaks(events: list[StoredEvent]) -> list[StoredEvent]:
    """Return the same events as a release wrote them that knew no breaks."""
    opened = json.loads(events[0].body)
    del opened["breaks"]
    return [events[0]._replace(body=json.dumps(opened)), *events[1:]]


@pytest.mark.django_db
def test_a_match_from_before_there_were_breaks_counts_as_it_always_did() -> None:
    match_id, _players, length = began("stick-em")
    events = streams.load(KIND, match_id)

    old, new = folded(match_id, without_breaks(events)), folded(match_id, events)

    assert old.deadline == now(match_id) + timedelta(seconds=60)
    assert new.deadline == now(match_id) + timedelta(seconds=60 + length)


def test_breaks_name_events_of_the_game_and_are_of_reasonable_length() -> None:
    for game in GAMES:
        rules = registry.current_rules(game)

        assert rules.breaks.keys() <= rules.event_types.keys()
        assert all(1 <= seconds <= 60 for seconds in rules.breaks.values())


Step = tuple[str, int, int]

steps = st.lists(
    st.tuples(st.sampled_from(["move", "break", "pause"]), st.integers(0, 2), st.integers(0, 40)),
    max_size=25,
)
kinds = st.sampled_from(
    [TimeControl(per_move=60), TimeControl(per_move=20, bank=30), TimeControl(bank=90, increment=5)]
)


def run(timer: clocks.Clocks, steps: list[Step], *, at: datetime, break_s: int) -> datetime:
    """Have things happen to a timer, and return when the last of them did."""
    timer.start_turns([0, 1, 2], at)
    for what, seat, later in steps:
        at += timedelta(seconds=later)
        if what == "move":
            timer.end_turn(seat, at)
        elif what == "break" and break_s:
            timer.rest(clocks.Span(at, at + timedelta(seconds=break_s)))
        elif what == "pause":
            timer.pause(at)
            timer.resume(at)
        timer.start_turns([0, 1, 2], at)
    return at


@settings(max_examples=200)
@given(steps=steps, break_s=st.integers(1, 60), kind=kinds)
def test_a_break_takes_time_from_nobody_and_gives_no_more_than_itself(
    steps: list[Step], break_s: int, kind: TimeControl
) -> None:
    noon = datetime.fromisoformat("2026-11-21T12:00:00Z")
    plain, rested = clocks.Clocks(kind, 3), clocks.Clocks(kind, 3)

    end = run(plain, steps, at=noon, break_s=0)
    run(rested, steps, at=noon, break_s=break_s)

    breaks = timedelta(seconds=break_s * sum(what == "break" for what, _seat, _later in steps))
    for seat in range(3):
        without, with_breaks = plain.deadline_of(seat), rested.deadline_of(seat)
        assert without is not None
        assert with_breaks is not None
        assert without <= with_breaks <= without + breaks
        assert plain.banks[seat] <= rested.banks[seat]
        assert rested.remaining(seat) <= timedelta(seconds=kind.per_move) + rested.banks[seat]
    if rested.rests_until is not None and rested.rests_until > end:
        assert {rested.running_since(seat) for seat in range(3)} == {rested.rests_until}


def test_a_break_takes_nothing_from_what_being_cut_off_may_cost() -> None:
    noon = datetime.fromisoformat("2026-11-21T12:00:00Z")
    timer = clocks.Clocks(TimeControl(per_move=60, disconnect=30), 2)
    timer.start_turns([0], noon)
    timer.disconnect(0, noon + timedelta(seconds=10))

    timer.rest(clocks.Span(noon + timedelta(seconds=20), noon + timedelta(seconds=34)))

    assert timer.allowances[0] == timedelta(seconds=20)
    assert timer.deadline_of(0) == noon + timedelta(seconds=34 + 50)
