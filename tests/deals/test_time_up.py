"""The moment at which the time of a deal is up: nobody moves after it, whatever the workers do."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing as closed_after
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from accounts import tokens
from api.problems import Problem
from deals import selectors
from deals.events import KIND
from eventstore import streams, verification
from matches.actors import Player
from matches.events import KIND as MATCH
from matches.models import Match
from matches.services import leaving
from matches.state import Status
from tests.deals import played
from tests.deals.played import HOUR, later
from tests.matches import tables
from tests.matches.tables import refused

MOVERS = 4


def faults(deal: UUID) -> list[object]:
    """Return what is wrong with a deal and its matches."""
    found: list[object] = [*verification.check(KIND, deal)]
    for match in selectors.load(deal).tables:
        found += verification.check(MATCH, match)
    return found


def moves_after(match: UUID, player: Player, version: int) -> list[str]:
    """Return what a player has done in a match after a version."""
    actor = tokens.actor_of(player.account)
    return [each.type for each in streams.load(MATCH, match, after=version) if each.actor == actor]


def turn(deal: UUID, player: Player) -> tuple[UUID, dict[str, Any]]:
    """Return the match of a new go at a deal, and what its player sees who is to move."""
    match = played.begun(deal, player)
    played.let_bots_play(match)
    return match, tables.page(match, player)


@pytest.mark.django_db
def test_a_move_after_the_time_is_refused_before_any_worker_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, ann = played.opened(), tables.people(1)[0]
    match, seen = turn(deal, ann)

    with later(monkeypatch, 2 * HOUR):
        with refused("deal_closed"):
            tables.move(match, ann, seen["legal_moves"][0], seen["version"])
        is_running = Match.objects.get(id=match).status == Status.LIVE.value
        is_same = tables.page(match, ann)["version"] == seen["version"]
        played.run_close(deal)
        played.let_bots_play(match)
        played.run_close(deal)

    assert is_running
    assert is_same
    assert Match.objects.get(id=match).status == Status.FINISHED.value
    assert moves_after(match, ann, seen["version"]) == []
    assert faults(deal) == []


@pytest.mark.django_db
def test_once_bots_play_on_nobody_moves_or_takes_the_seat_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, ann = played.opened(), tables.people(1)[0]
    match, seen = turn(deal, ann)

    with later(monkeypatch, 2 * HOUR):
        played.run_close(deal)
        ended = tables.page(match, ann)
        with refused("deal_closed"):
            tables.move(match, ann, seen["legal_moves"][0], ended["version"])
        with refused("deal_closed"):
            leaving.come_back(match_id=match, player=ann, key=tables.new_key(), fingerprint=b"")

    assert faults(deal) == []


@pytest.mark.django_db
def test_a_move_in_time_is_sent_again_after_it_and_answered_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, ann = played.opened(), tables.people(1)[0]
    match, seen = turn(deal, ann)
    move, key = seen["legal_moves"][0], tables.new_key()
    first = tables.move(match, ann, move, seen["version"], key=key)

    with later(monkeypatch, 2 * HOUR):
        again = tables.move(match, ann, move, seen["version"], key=key)

    assert again.replayed
    assert tables.body(again)["version"] == tables.body(first)["version"]


@pytest.mark.usefixtures("committed_db")
@pytest.mark.slow
def test_of_moves_and_the_end_at_the_same_moment_the_end_alone_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal, ann = played.opened(), tables.people(1)[0]
    match, seen = turn(deal, ann)

    def act(number: int) -> str:
        with closed_after(connection):
            if not number:
                played.run_close(deal)
                return "ended"
            try:
                tables.move(match, ann, seen["legal_moves"][0], seen["version"])
            except Problem as problem:
                return problem.code
            return "moved"

    with later(monkeypatch, 2 * HOUR), ThreadPoolExecutor(MOVERS + 1) as threads:
        said = list(threads.map(act, range(MOVERS + 1)))
        played.let_bots_play(match)
        played.run_close(deal)

    assert said[0] == "ended"
    assert set(said[1:]) <= {"deal_closed", "version_conflict"}, said
    assert moves_after(match, ann, seen["version"]) == []
    assert selectors.load(deal).closed is not None
    assert faults(deal) == []
