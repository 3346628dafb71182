"""Players who are cut off: for a while, all in all, their clocks stand."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from accounts import presence as heard
from accounts import sessions, tokens
from accounts.models import Account
from accounts.services import issue_token
from agenda import heartbeat
from agenda.heartbeat import Source
from agenda.models import DueRow, Heartbeat, OutageRow
from agenda.runs import run_due_now
from eventstore import verification
from eventstore.canonical import parse_timestamp
from matches import presence
from matches.actors import Player
from matches.events import KIND
from matches.models import Presence
from tests.agenda.test_web_heartbeat import last_beat
from tests.matches import tables

pytestmark = pytest.mark.django_db

CLOCK = {"per_move": 60, "disconnect": 30}
SECOND = timedelta(seconds=1)


@pytest.fixture
def players() -> list[Player]:
    return tables.people(2)


def first(match_id: UUID) -> int:
    """Return the seat that has to decide."""
    seat: int = tables.page(match_id)["to_act"][0]
    return seat


def clock(match_id: UUID, seat: int) -> dict[str, Any]:
    """Return how the clock of a seat stands."""
    shown: dict[str, Any] = tables.page(match_id)["clocks"][seat]
    return shown


def was_seen(player: Player, ago: timedelta) -> None:
    """Have an account known that was last there some time ago."""
    Presence.objects.create(account_id=player.account, seen_at=datetime.now(UTC) - ago)


def is_heard(player: Player) -> None:
    """Have a server process hear of an account, and write that down."""
    heard.drain()
    heard.mark_seen(player.account)
    presence.write()


def test_the_clock_of_a_player_who_is_cut_off_stands_for_the_allowance(
    players: list[Player],
) -> None:
    match_id = tables.begun(players, clock=CLOCK, game="pickpocket")
    seat, before = first(match_id), tables.deadline(match_id)
    was_seen(players[seat], ago=0 * SECOND)

    tables.expire(match_id)

    assert tables.types(match_id)[-1] == "seat_disconnected"
    assert tables.deadline(match_id) == before + 30 * SECOND
    assert clock(match_id, seat)["disconnected_since"] is not None

    tables.expire(match_id)

    assert "seat_timed_out" in tables.types(match_id)
    assert clock(match_id, seat)["disconnect"] == 0
    assert verification.check(KIND, match_id) == []


def test_who_comes_back_finds_the_clock_as_it_was_and_the_rest_of_the_allowance(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = tables.begun_ago(40, monkeypatch, players, clock=CLOCK, game="pickpocket")
    seat, before = first(match_id), tables.deadline(match_id)
    was_seen(players[seat], ago=25 * SECOND)

    is_heard(players[seat])
    run_due_now()

    assert tables.types(match_id)[-2:] == ["seat_disconnected", "seat_reconnected"]
    gained = tables.deadline(match_id) - before
    assert 24 * SECOND < gained <= 30 * SECOND
    left = float(clock(match_id, seat)["disconnect"])
    assert left + gained.total_seconds() == pytest.approx(30)
    assert verification.check(KIND, match_id) == []


def test_the_same_absence_is_noted_once(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = tables.begun_ago(40, monkeypatch, players, clock=CLOCK, game="pickpocket")
    seat = first(match_id)
    was_seen(players[seat], ago=25 * SECOND)
    is_heard(players[seat])
    run_due_now()

    DueRow.objects.all().delete()
    is_heard(players[seat])
    run_due_now()
    tables.expire(match_id)

    assert tables.types(match_id).count("seat_reconnected") == 1


def test_who_is_there_and_thinks_too_long_runs_out_of_time(players: list[Player]) -> None:
    match_id = tables.begun(players, clock=CLOCK, game="pickpocket")
    seat = first(match_id)
    is_there = parse_timestamp(str(clock(match_id, seat)["deadline"])) - datetime.now(UTC)
    was_seen(players[seat], ago=-is_there)

    tables.expire(match_id)

    assert "seat_disconnected" not in tables.types(match_id)
    assert "seat_timed_out" in tables.types(match_id)


def test_a_match_without_the_allowance_does_not_ask_who_is_there(players: list[Player]) -> None:
    match_id = tables.begun(players, clock={"per_move": 60}, game="pickpocket")
    was_seen(players[first(match_id)], ago=60 * SECOND)

    tables.expire(match_id)

    assert "seat_timed_out" in tables.types(match_id)
    assert "disconnect" not in clock(match_id, 0)


def test_only_matches_with_the_allowance_are_told_that_somebody_is_back(
    players: list[Player],
) -> None:
    tables.begun(players, clock={"per_move": 60}, game="pickpocket")
    was_seen(players[0], ago=60 * SECOND)

    is_heard(players[0])

    assert not DueRow.objects.filter(kind=presence.AGENDA, subject=players[0].account).exists()
    row = Presence.objects.get(account_id=players[0].account)
    assert row.back_at == row.seen_at


def test_whoever_sends_a_token_is_there(players: list[Player]) -> None:
    account = Account.objects.get(pk=players[0].account)
    token = issue_token(account=account, name="for streams too", scopes=("play",))
    header = f"Bearer {token.secret}"
    heard.drain()

    tokens.authenticate(header)
    assert heard.drain().keys() == {account.pk}

    tokens.cached_identity(header)
    heard.drain()
    assert tokens.peek_identity(header) is not None
    assert heard.drain().keys() == {account.pk}
    assert heard.drain() == {}


def test_whoever_looks_at_a_page_while_signed_in_is_there(
    players: list[Player], client: Client
) -> None:
    account = Account.objects.get(pk=players[0].account)
    client.force_login(account)
    heard.drain()

    client.get("/matches")
    assert account.pk in heard.drain()

    cookies = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    assert sessions.account_of(cookies) == account.pk
    assert heard.drain().keys() == {account.pk}


def test_who_was_heard_of_until_an_outage_is_cut_off_only_after_it(
    players: list[Player], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTAGE_MIN_SECONDS = 10
    Heartbeat.objects.all().delete()
    OutageRow.objects.all().delete()
    match_id = tables.begun_ago(80, monkeypatch, players, clock=CLOCK, game="pickpocket")
    seat = first(match_id)
    was_seen(players[seat], ago=70 * SECOND)
    last_beat(Source.SWEEPER, 0)
    last_beat(Source.WEB, 65)
    found = heartbeat.beat(Source.WEB)
    assert found is not None

    tables.expire(match_id)

    assert tables.types(match_id)[-1] == "clock_credited"
    assert clock(match_id, seat)["disconnect"] == 30
    assert tables.deadline(match_id) > found.ended_at + 30 * SECOND
    assert verification.check(KIND, match_id) == []
