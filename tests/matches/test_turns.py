"""Clocks and built-in bots: what the agenda sets off in a match, late, twice or never."""

from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from agenda import rows
from agenda.runs import run_due_now
from eventstore import streams, verification
from matches.actors import Player
from matches.commit import BOT_TURN, CLOCK
from matches.events import KIND
from matches.models import Match
from matches.services import turns
from matches.services.turns import expire_clock, play_bots
from tests.matches import tables

pytestmark = pytest.mark.django_db

MINUTE: dict[str, Any] = {"clock": {"per_move": 60}}
SHORT: dict[str, Any] = {"options": {"rounds": 1}}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def due(match_id: UUID) -> dict[str, tuple[int, datetime]]:
    """Return the agenda's rows about a match: kind to version and time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, version, due_at FROM agenda_due WHERE subject = %s", [match_id]
        )
        return {kind: (version, due_at) for kind, version, due_at in cursor.fetchall()}


def row(match_id: UUID) -> Match:
    return Match.objects.get(id=match_id)


def types_after(match_id: UUID, version: int) -> list[str]:
    return [event.type for event in streams.load(KIND, match_id, after=version)]


class TestClocks:
    def test_a_match_with_a_clock_has_its_deadline_on_the_agenda(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, **MINUTE)

        match = row(match_id)

        assert match.started_at is not None
        assert match.deadline is not None
        assert (match.deadline - match.started_at).total_seconds() == 60
        assert due(match_id) == {CLOCK: (match.version, match.deadline)}

    def test_who_runs_out_of_time_has_the_neutral_move_made(self, players: list[Player]) -> None:
        match_id = tables.begun(players, **MINUTE)
        for player in players[:2]:
            seen = tables.page(match_id, player)
            tables.move(match_id, player, seen["legal_moves"][0], seen["version"])
        before = row(match_id)
        assert before.deadline is not None

        expire_clock(match_id, before.version, before.deadline)

        assert types_after(match_id, before.version) == [
            "seat_timed_out",
            "pain_chosen",
            "pain_revealed",
        ]
        timed_out = streams.load(KIND, match_id, after=before.version)[0]
        assert timed_out.body == '{"policy":"auto","seat":2}'
        assert verification.check(KIND, match_id) == []

    def test_seats_that_think_at_the_same_time_run_out_together(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, **MINUTE)
        before = row(match_id)
        assert before.deadline is not None

        expire_clock(match_id, before.version, before.deadline)

        assert types_after(match_id, before.version).count("seat_timed_out") == 3
        assert verification.check(KIND, match_id) == []

    def test_a_seat_that_has_waited_for_others_still_has_its_own_time(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, **MINUTE)
        first = row(match_id).deadline
        for player in players:
            seen = tables.page(match_id, player)
            tables.move(match_id, player, seen["legal_moves"][0], seen["version"])

        then = row(match_id)

        assert first is not None
        assert then.deadline is not None
        assert then.deadline > first
        assert (then.deadline - then.updated_at).total_seconds() == 60

    def test_a_timeout_after_the_seat_has_moved_does_nothing(self, players: list[Player]) -> None:
        match_id = tables.begun(players, **MINUTE)
        before = row(match_id)
        assert before.deadline is not None
        tables.next_move(match_id, players, Random(1))

        expire_clock(match_id, before.version, before.deadline)

        assert types_after(match_id, before.version) == ["pain_chosen"]

    def test_a_timeout_that_comes_twice_moves_once(self, players: list[Player]) -> None:
        match_id = tables.begun(players, **MINUTE)
        before = row(match_id)
        assert before.deadline is not None

        for _ in range(2):
            expire_clock(match_id, before.version, before.deadline)

        assert types_after(match_id, before.version).count("seat_timed_out") == 3

    def test_a_timeout_before_its_time_does_nothing(self, players: list[Player]) -> None:
        match_id = tables.begun(players, **MINUTE)
        before = row(match_id)
        assert before.started_at is not None

        expire_clock(match_id, before.version, before.started_at)

        assert types_after(match_id, before.version) == []

    def test_a_clock_that_somebody_made_due_before_its_time_still_runs(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, **MINUTE)
        before = due(match_id)

        rows.retry_now([(CLOCK, match_id)])
        run_due_now()

        assert due(match_id) == before
        assert types_after(match_id, row(match_id).version) == []

    def test_a_match_that_nobody_plays_comes_to_its_end_by_the_clock_alone(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, **MINUTE, **SHORT)
        while (match := row(match_id)).deadline is not None:
            expire_clock(match_id, match.version, match.deadline)

        assert match.status == "finished"
        assert due(match_id) == {}
        assert verification.check(KIND, match_id) == []


class TestBots:
    def test_bots_play_until_a_person_has_to_decide(self, players: list[Player]) -> None:
        match_id = tables.begun(players[:1], ["random", "greedy"], **SHORT)
        before = row(match_id)
        assert due(match_id)[BOT_TURN][0] == before.version

        play_bots(match_id, before.version)

        page = tables.page(match_id)
        assert page["to_act"] == [0]
        assert page["view"]["committed"] == [False, True, True]
        assert BOT_TURN not in due(match_id)

    def test_a_match_of_bots_alone_comes_to_its_end(self, players: list[Player]) -> None:
        match_id = tables.opened(players[0], 4, **SHORT)
        for bot in ("random", "greedy", "random", "greedy"):
            tables.seat_bot(match_id, players[0], bot)
        while (match := row(match_id)).status == "live":
            play_bots(match_id, match.version)

        assert match.status == "finished"
        assert due(match_id) == {}
        assert verification.check(KIND, match_id) == []

    def test_a_run_that_has_thought_for_long_lets_other_matches_have_their_turn(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(turns, "THINKING_S", 0.0)
        match_id = tables.begun(players[:1], ["search-1", "search-1"], **SHORT)
        before = row(match_id)

        play_bots(match_id, before.version)

        after = row(match_id)
        assert types_after(match_id, before.version) == ["pain_chosen"]
        assert due(match_id)[BOT_TURN][0] == after.version
        play_bots(match_id, before.version)
        assert row(match_id).version == after.version
        assert run_due_now() > 0
        assert tables.page(match_id)["view"]["committed"] == [False, True, True]

    def test_a_turn_that_has_passed_is_not_played_again(self, players: list[Player]) -> None:
        match_id = tables.begun(players[:1], ["random", "random"], **SHORT)
        before = row(match_id)
        play_bots(match_id, before.version)
        after = row(match_id).version

        play_bots(match_id, before.version)
        play_bots(match_id, after)

        assert row(match_id).version == after
