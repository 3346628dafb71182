"""What an account's own stream tells, worked out without a server."""

from random import Random
from uuid import UUID

import msgspec
import pytest
from django.db import transaction

from eventstore.events import Point
from matches import account_feed
from matches.account_feed import AccountFeed, LiveMatch
from matches.actors import Player
from matches.aggregate import CACHE
from matches.models import Match
from matches.services import leaving
from matches.state import Data
from tests.matches import tables

pytestmark = pytest.mark.django_db


def told(teller: AccountFeed, match_id: UUID, player: Player) -> list[Data]:
    lines = teller.tell(match_id, account_feed.match_for_account(match_id, player.account))
    read: list[Data] = msgspec.to_builtins(lines)
    return read


def kinds(lines: list[Data]) -> list[str]:
    return [line["type"] for line in lines]


def live(player: Player) -> list[LiveMatch]:
    return account_feed.live_matches([player.account])


def test_a_turn_comes_with_all_that_a_decision_needs() -> None:
    players = tables.people(3)
    match_id = tables.begun(players, clock={"per_move": 60})
    seen = tables.page(match_id, players[0])

    started, turn = told(AccountFeed(), match_id, players[0])

    assert started["seats"] == seen["seats"]
    assert turn["version"] == seen["version"]
    assert turn["my_seat"] == 0
    assert turn["legal_moves"] == seen["legal_moves"] != []
    assert turn["view"] == seen["view"]
    assert turn["deadline"] == seen["deadline"] is not None


def test_each_line_is_told_once_from_the_begin_to_the_end() -> None:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    teller, lines, rng = AccountFeed(), [], Random(7)
    lines += told(teller, match_id, players[0])
    while tables.next_move(match_id, players, rng) is not None:
        lines += told(teller, match_id, players[0])
        assert told(teller, match_id, players[0]) == []

    assert kinds(lines)[:2] == ["match_started", "your_turn"]
    assert kinds(lines)[-1] == "match_finished"
    assert set(kinds(lines)[1:-1]) == {"your_turn"}
    assert lines[-1]["result"]["reason"] == "played_out"
    versions = [line["version"] for line in lines[1:]]
    assert versions == sorted(set(versions))


def test_a_turn_that_is_still_open_is_told_again_at_every_version() -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    teller = AccountFeed()
    (_, first) = told(teller, match_id, players[1])
    tables.next_move(match_id, players, Random(1))

    (again,) = told(teller, match_id, players[1])

    assert again["version"] > first["version"]
    assert again["legal_moves"] == first["legal_moves"]


def test_who_is_not_to_act_is_told_nothing_and_not_asked_to_look() -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    teller = AccountFeed()
    told(teller, match_id, players[0])
    tables.next_move(match_id, players, Random(1))
    (row,) = live(players[0])

    assert not row.is_to_act
    assert not teller.is_stale(row)
    assert told(teller, match_id, players[0]) == []


def test_a_poll_finds_what_no_nudge_has_told() -> None:
    players = tables.people(3)
    teller = AccountFeed()
    match_id = tables.begun(players, options={"rounds": 1})
    (row,) = live(players[0])
    assert teller.is_stale(row)
    told(teller, match_id, players[0])
    assert not teller.is_stale(row)
    tables.play_out(match_id, players)

    assert live(players[0]) == []
    assert teller.gone([]) == [match_id]


def test_what_has_ended_since_a_moment_is_told_from_the_rows() -> None:
    players = tables.people(3)
    matches = [tables.begun(players, options={"rounds": 1}) for _ in range(2)]
    for match_id in matches:
        tables.play_out(match_id, players)
    state = tables.page(matches[0])
    began = Match.objects.get(id=matches[0]).opened_at

    ends = account_feed.ended_since(players[0].account, began, None)
    rest = account_feed.ended_since(players[0].account, began, matches[0])

    assert [end.match_id for end in ends] == matches
    assert rest == ends[1:]
    line = msgspec.to_builtins(ends[0].line)
    assert line["result"] == state["result"]
    assert line == told(AccountFeed(), matches[0], players[0])[0]


def test_who_gave_up_hears_no_more_of_a_match() -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    leaving.resign(match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b"")

    assert live(players[0]) == []
    assert told(AccountFeed(), match_id, players[0]) == []


def lost(match_id: UUID, players: list[Player], moves: int, teller: AccountFeed) -> list[Data]:
    """Return what a stream tells the first player of moves that are taken back afterwards."""
    lines, rng = [], Random(moves)
    with transaction.atomic():
        while moves and tables.next_move(match_id, players, rng) is not None:
            lines += told(teller, match_id, players[0])
            moves -= 1
        transaction.set_rollback(True)
    CACHE.entry(match_id).forget()
    return lines


def test_a_turn_of_another_history_at_the_same_version_is_told() -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    teller = AccountFeed()
    told(teller, match_id, players[1])
    lost_turns = []
    for seed in (1, 2):
        with transaction.atomic():
            tables.next_move(match_id, players, Random(seed))
            (row,) = live(players[1])
            assert teller.is_stale(row)
            (turn,) = told(teller, match_id, players[1])
            assert not teller.is_stale(row)
            lost_turns.append(turn)
            transaction.set_rollback(True)
        CACHE.entry(match_id).forget()

    assert len({turn["version"] for turn in lost_turns}) == 1


def test_a_match_whose_end_was_lost_is_told_from_its_begin_to_its_end_again() -> None:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    teller = AccountFeed()
    ended = lost(match_id, players, 1000, teller)[-1]
    assert ended["type"] == "match_finished"

    (row,) = live(players[0])
    assert teller.is_stale(row)
    assert kinds(told(teller, match_id, players[0])) == ["match_started", "your_turn"]
    tables.play_out(match_id, players, seed=9)
    assert kinds(told(teller, match_id, players[0])) == ["match_finished"]
    assert told(teller, match_id, players[0]) == []


def test_another_end_than_the_one_that_was_lost_is_told() -> None:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    teller = AccountFeed()
    lost(match_id, players, 1000, teller)
    tables.play_out(match_id, players, seed=9)

    assert kinds(told(teller, match_id, players[0])) == ["match_finished"]


def test_a_stream_holds_no_more_than_its_memory_of_ends() -> None:
    teller = AccountFeed()
    for number in range(account_feed.ENDED_KEPT + 5):
        teller.ended(UUID(int=number), Point(1))

    assert len(teller._ended) == account_feed.ENDED_KEPT  # noqa: SLF001 - The bound itself.
