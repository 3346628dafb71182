"""Time during which the platform was down is given back to the clocks, once."""

from datetime import UTC, datetime

import pytest
from django.db import transaction
from pytest_django import Settings

from agenda import heartbeat
from agenda.heartbeat import Outage
from agenda.models import Heartbeat, OutageRow
from agenda.runs import run_due_now
from eventstore import verification
from matches.actors import Player
from matches.events import KIND
from matches.services import outages
from tests.agenda.test_heartbeat import last_beat
from tests.matches import tables
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

TWO_MINUTES = {"per_move": 120}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


@pytest.fixture(autouse=True)
def short_silences_count(settings: Settings) -> None:
    settings.OUTAGE_MIN_SECONDS = 10
    OutageRow.objects.all().delete()
    Heartbeat.objects.all().delete()


def outage(seconds: float) -> Outage:
    """Return an outage that has lasted so long and ends now."""
    last_beat(seconds)
    found = heartbeat.beat()
    assert found is not None
    return found


class TestGivingBack:
    def test_running_clocks_get_the_time_back_when_the_platform_comes_up(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match_id = tables.begun_ago(90, monkeypatch, players, clock=TWO_MINUTES)
        before = tables.deadline(match_id)

        found = outage(60)
        run_due_now()

        given = found.ended_at - found.began_at
        assert tables.types(match_id)[-1] == "clock_credited"
        assert tables.deadline(match_id) == before + given
        assert verification.check(KIND, match_id) == []

    def test_time_is_given_back_once_whatever_dies_in_between(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match_id = tables.begun_ago(90, monkeypatch, players, clock=TWO_MINUTES)
        found = outage(60)

        with transaction.atomic():
            outages.compensate_all(found.id)
            transaction.set_rollback(True)
        for _ in range(3):
            outages.compensate_all(found.id)
        run_due_now()

        assert tables.types(match_id).count("clock_credited") == 1

    def test_a_clock_that_ran_out_during_an_outage_has_not_run_out(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match_id = tables.begun_ago(150, monkeypatch, players, clock=TWO_MINUTES)
        outage(60)
        before = tables.page(match_id)["version"]

        tables.expire(match_id)

        assert tables.types(match_id, before) == ["clock_credited"]
        assert tables.deadline(match_id) > datetime.now(UTC)

    def test_a_move_right_after_an_outage_is_in_time(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match_id = tables.begun_ago(150, monkeypatch, players, clock=TWO_MINUTES)
        seen = tables.page(match_id, players[0])
        with refused("clock_expired"):
            tables.move(match_id, players[0], seen["legal_moves"][0], seen["version"])
        outage(60)

        answer = tables.move(match_id, players[0], seen["legal_moves"][0], seen["version"])

        assert [event["type"] for event in tables.body(answer)["events"]] == [
            "clock_credited",
            "pain_chosen",
        ]
        assert verification.check(KIND, match_id) == []

    def test_a_clock_that_had_run_out_before_runs_out(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match_id = tables.begun_ago(300, monkeypatch, players, clock=TWO_MINUTES)
        outage(60)

        tables.expire(match_id)

        assert "seat_timed_out" in tables.types(match_id)
        assert verification.check(KIND, match_id) == []

    def test_matches_without_clocks_and_ended_ones_get_nothing(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match_id = tables.begun_ago(90, monkeypatch, players)

        outage(60)
        run_due_now()

        assert "clock_credited" not in tables.types(match_id)
