"""What a process holds of a match is what the database has, whatever is rolled back or lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import transaction

from api.problems import Problem
from eventstore import rewinds, streams, verification
from eventstore.errors import RewoundError
from eventstore.events import Point
from eventstore.memory import Entry
from games import registry
from matches import dealer, selectors
from matches.actors import Player
from matches.aggregate import CACHE, MATCH
from matches.events import KIND
from matches.folds import fold
from matches.models import Match
from matches.services import pausing
from matches.services.turns import expire_clock
from matches.state import MatchState
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow]


def expired(match_id: UUID) -> None:
    """Let the time of every seat to act run out, as the agenda does."""
    match = Match.objects.get(id=match_id)
    assert match.deadline is not None
    expire_clock(match_id, match.version, match.deadline)


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def test_a_timeout_that_is_rolled_back_leaves_no_trace_and_comes_again(
    players: list[Player],
) -> None:
    match_id = tables.begun(players, clock={"per_move": 60})
    before = tables.page(match_id, players[0])

    with transaction.atomic():
        expired(match_id)
        transaction.set_rollback(True)

    assert tables.page(match_id, players[0]) == before
    expired(match_id)
    assert tables.page(match_id)["version"] > before["version"]
    assert verification.check(KIND, match_id) == []


def test_moves_after_a_rolled_back_timeout_keep_the_chain(players: list[Player]) -> None:
    match_id = tables.begun(players, clock={"per_move": 60})
    with transaction.atomic():
        expired(match_id)
        transaction.set_rollback(True)

    seen = tables.page(match_id, players[0])
    tables.move(match_id, players[0], seen["legal_moves"][-1], seen["version"])

    assert verification.check(KIND, match_id) == []


@contextmanager
def lost_time(match_id: UUID) -> Iterator[None]:
    """Take what happens to a match from the database again, but not from this process's memory.

    That is what a process lives through when a standby takes over that lacks the latest commits.
    """
    with transaction.atomic():
        yield
        CACHE.entry(match_id).state = fold(MatchState(match_id), streams.load(KIND, match_id))
        transaction.set_rollback(True)


@contextmanager
def another_process(match_id: UUID) -> Iterator[None]:
    """Keep what this process remembers of a match as it is, whatever happens to it."""
    entry = CACHE.entry(match_id)
    remembered, entry.state = entry.state, None
    yield
    entry.state = remembered


def legal(match_id: UUID, player: Player) -> list[dict[str, object]]:
    """Return a player's moves as the database has the match."""
    with another_process(match_id):
        moves: list[dict[str, object]] = tables.page(match_id, player)["legal_moves"]
    return moves


def play(match_id: UUID, player: Player, choice: int) -> None:
    seen = tables.page(match_id, player)
    tables.move(match_id, player, seen["legal_moves"][choice], seen["version"])


def vote_for_a_pause(match_id: UUID, player: Player) -> None:
    pausing.pause(
        match_id=match_id,
        player=player,
        key=tables.new_key(),
        fingerprint=b"",
        is_organiser=False,
        reason="",
    )


@pytest.fixture
def noted() -> Iterator[list[object]]:
    """Give the states that were forgotten because the database lacks them."""
    seen: list[object] = []

    def note(**about: object) -> None:
        seen.append(about)

    rewinds.noted.connect(note)
    yield seen
    rewinds.noted.disconnect(note)


@pytest.fixture
def rewound(players: list[Player]) -> UUID:
    """Give a match at the version that is remembered, after another card than is remembered."""
    match_id = tables.begun(players)
    with lost_time(match_id):
        play(match_id, players[0], 0)
    with another_process(match_id):
        play(match_id, players[0], 1)
    remembered = CACHE.entry(match_id).state
    assert remembered is not None
    assert remembered.version == Match.objects.get(id=match_id).version
    return match_id


def test_a_state_of_the_same_version_and_another_hash_is_never_shown(
    rewound: UUID, players: list[Player], noted: list[object]
) -> None:
    shown = tables.page(rewound, players[0])

    CACHE.entry(rewound).forget()
    assert shown == tables.page(rewound, players[0])
    assert len(noted) == 1


def test_a_move_on_a_history_that_is_no_more_is_judged_anew_on_the_one_that_is(
    rewound: UUID, players: list[Player], noted: list[object]
) -> None:
    version = Match.objects.get(id=rewound).version

    tables.move(rewound, players[1], legal(rewound, players[1])[-1], version)

    assert verification.check(KIND, rewound) == []
    assert Entry(MATCH, rewound).current().hash == CACHE.entry(rewound).current().hash
    assert tables.page(rewound)["version"] == version + 1
    assert len(noted) == 1


def test_what_only_the_lost_history_forbids_is_accepted(
    players: list[Player], noted: list[object]
) -> None:
    match_id = tables.begun(players)
    with lost_time(match_id):
        play(match_id, players[0], 0)
    with another_process(match_id):
        vote_for_a_pause(match_id, players[1])
    version = Match.objects.get(id=match_id).version

    tables.move(match_id, players[0], legal(match_id, players[0])[0], version)

    assert tables.page(match_id)["version"] == version + 1
    assert verification.check(KIND, match_id) == []


def test_what_is_held_beyond_the_head_is_forgotten(
    players: list[Player], noted: list[object]
) -> None:
    match_id = tables.begun(players, options={"rounds": 1})
    before = tables.page(match_id, players[0])
    with lost_time(match_id):
        tables.play_out(match_id, players)

    assert tables.page(match_id, players[0]) == before
    assert len(noted) == 1
    tables.play_out(match_id, players, seed=2)
    assert verification.check(KIND, match_id) == []


def test_a_conflict_names_the_version_of_the_database_and_not_of_the_memory(
    players: list[Player],
) -> None:
    match_id = tables.begun(players)
    version = Match.objects.get(id=match_id).version
    with lost_time(match_id):
        play(match_id, players[0], 0)
        play(match_id, players[1], 0)

    for expected in (version + 1, version + 2, version + 3):
        with pytest.raises(Problem) as refusal:
            tables.move(match_id, players[0], {"type": "play", "card": "any"}, expected)
        assert refusal.value.code == "version_conflict"
        assert refusal.value.params == {"expected": expected, "current": version}


def test_a_match_that_was_opened_in_lost_time_is_there_no_more(
    players: list[Player], noted: list[object]
) -> None:
    with transaction.atomic():
        match_id = tables.begun(players)
        moves = tables.page(match_id, players[0])["legal_moves"]
        state = fold(MatchState(match_id), streams.load(KIND, match_id))
        transaction.set_rollback(True)

    for act in (
        lambda: tables.page(match_id, players[0]),
        lambda: tables.move(match_id, players[0], moves[0], state.version),
    ):
        CACHE.entry(match_id).state = state
        with tables.refused("not_found"):
            act()
    assert len(noted) == 2


@pytest.mark.parametrize("game", [rules.game for rules in registry.current_games()])
def test_nor_are_the_secrets_that_its_moves_draw_from(game: str, players: list[Player]) -> None:
    with transaction.atomic():
        match_id = tables.begun(players, game=game)
        acting = tables.page(match_id)["to_act"]
        views = [(players[seat], tables.page(match_id, players[seat])) for seat in acting]
        stored = streams.load(KIND, match_id)
        transaction.set_rollback(True)
    # As in a process that has not drawn for this match yet.
    dealer.read_seed.cache_clear()

    for player, view in views:
        for move in view["legal_moves"]:
            CACHE.entry(match_id).state = fold(MatchState(match_id), stored)
            with tables.refused("not_found"):
                tables.move(match_id, player, move, view["version"])


def test_news_after_an_event_that_is_there_no_more_are_refused(players: list[Player]) -> None:
    match_id = tables.begun(players)
    play(match_id, players[0], 0)
    head = streams.head(KIND, match_id)
    assert head is not None
    tables.move(match_id, players[1], legal(match_id, players[1])[0], head.version)

    for known in (head, Point(head.version)):
        told = selectors.history_after(match_id, None, known)
        assert [event["version"] for event in told.events] == [head.version + 1]
        assert told.point == streams.head(KIND, match_id)
    for lost in (Point(head.version, b"lost"), Point(head.version + 2)):
        with pytest.raises(RewoundError):
            selectors.history_after(match_id, None, lost)
