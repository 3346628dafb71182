"""The luck of a match: computed after the end, kept, told to whoever may see the match."""

from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Account
from agenda import runs, sql
from analyses import jobs, services
from analyses.models import ATTEMPTS_MAX, Analysis
from api.ids import uuid7
from bots.analysis.luck import VERSION
from eventstore import sealed, streams
from matches.events import KIND
from matches.models import Match
from tests.analyses.finished import analyse, finished
from tests.callers import Caller, new_player
from tests.matches import tables
from tests.operations import with_scopes
from tests.web.visitors import text

pytestmark = pytest.mark.django_db


AWAY = "SELECT 'walnut', 'digest' WHERE %s::uuid = %s::uuid"
"""As if every match without events were in an archive, which is away."""


def asked(match: UUID, caller: Caller | None = None) -> Any:
    return (caller or Caller()).get(f"/matches/{match}/luck")


def hide(match: UUID) -> None:
    Match.objects.filter(id=match).update(visibility="private")


def test_a_finished_match_is_analysed_and_answered_in_places() -> None:
    match, players = finished()

    first = asked(match)
    analyse()
    answer = asked(match)

    assert (first.status, first.body) == (202, {"status": "queued"})
    assert first.header("Retry-After") == "5"
    assert answer.status == 200
    body = answer.body
    assert (body["version"], body["unit"]) == ("luck/2", "places")
    result = Match.objects.get(id=match).result or {}
    assert [seat["result"] for seat in body["seats"]] == result["placings"]
    for seat in body["seats"]:
        assert seat["expected"] == (1 + len(players)) / 2
        put = seat["expected"] - seat["luck"] - seat["rest"]
        assert put == pytest.approx(seat["result"], abs=0.001)
    assert sum(seat["luck"] for seat in body["seats"]) == pytest.approx(0, abs=0.001)
    versions = [step["at"] for step in body["steps"]]
    assert versions == sorted(set(versions))
    assert versions[-1] <= tables.page(match)["version"]


def test_each_step_is_the_version_of_an_event_that_shows_a_draw() -> None:
    match, _players = finished("pickpocket")
    analyse()

    shown = {event.version: event.type for event in streams.load(KIND, match)}
    types = {shown[step["at"]] for step in asked(match).body["steps"]}

    assert types & {"tile_drawn", "guard_appeared"}
    assert types <= {"tile_drawn", "guard_appeared", "night_began", "glove_tile_taken"}


def test_a_running_match_a_voided_one_and_a_strangers_private_one_have_none() -> None:
    players = tables.people(2)
    running = tables.begun(players, game="pickpocket")
    hidden, _ = finished("pickpocket")
    hide(hidden)
    analyse()

    assert (asked(running).status, asked(running).code) == (404, "not_found")
    assert (asked(hidden).status, asked(hidden).code) == (404, "not_found")
    assert not Analysis.objects.filter(match=running).exists()


def test_players_of_a_private_match_are_told() -> None:
    match, players = finished("pickpocket")
    hide(match)
    analyse()
    caller = Caller(token_of(players[0].account))

    assert asked(match, caller).status == 200
    assert asked(match, new_player()).code == "not_found"


def token_of(account: UUID) -> str:
    return with_scopes("read", account=Account.objects.get(pk=account)).token


def test_where_draws_explain_too_little_the_answer_says_so() -> None:
    match, _players = finished("stick-em", tables.people(3), options={"rounds": 1})
    analyse()

    assert (asked(match).status, asked(match).code) == (404, "luck_not_offered")
    assert not Analysis.objects.exists()


def test_a_lost_analysis_is_computed_again_to_the_same_bytes() -> None:
    match, _players = finished("pickpocket")
    analyse()
    before = Analysis.objects.get(match=match).body
    Analysis.objects.all().delete()

    analyse()

    assert Analysis.objects.get(match=match).body == before


def test_matches_of_before_are_found_once_a_day() -> None:
    match, _players = finished("pickpocket")
    Match.objects.filter(id=match).update(ended_at=timezone.now() - timedelta(days=30))
    analyse()
    assert not Analysis.objects.exists()

    runs.run_due_now()
    services.queue_old()
    services.work()

    assert Analysis.objects.get(match=match).done_at is not None


@pytest.mark.more
def test_analyses_wait_while_anything_else_waits_for_a_process() -> None:
    match, _players = finished("pickpocket")
    runs.run_due_now()
    Analysis.objects.all().delete()
    late = timezone.now() - timedelta(seconds=2)
    sql.schedule(kind="bot_turn", subject=match, version=1, due_at=late)

    jobs.analyse()
    waiting = asked(match).status
    sql.cancel(kind="bot_turn", subject=match)
    analyse()

    assert (waiting, asked(match).status) == (202, 200)


def test_what_is_due_later_or_is_being_worked_on_keeps_no_analysis_waiting() -> None:
    match, _players = finished("pickpocket")
    sql.schedule(
        kind="bot_turn", subject=match, version=1, due_at=timezone.now() + timedelta(hours=1)
    )

    analyse()

    assert asked(match).status == 200


@pytest.mark.more
def test_the_seconds_of_a_day_are_bounded(settings: Settings) -> None:
    first, _players = finished("pickpocket")
    analyse()
    Analysis.objects.filter(match=first).update(cpu_ms=5000)
    settings.ANALYSES_SECONDS_A_DAY = 5
    second, _players = finished("pickpocket", seed=2)
    analyse()
    assert asked(second).status == 202

    settings.ANALYSES_SECONDS_A_DAY = 6
    analyse()

    assert asked(second).status == 200


@pytest.mark.more
def test_what_was_begun_three_times_and_never_done_keeps_nothing_else_waiting() -> None:
    broken, _players = finished("pickpocket")
    services.queue_recent()
    Analysis.objects.filter(match=broken).update(attempts=ATTEMPTS_MAX)
    sound, _players = finished("pickpocket", seed=2)

    analyse()

    page = text(Client().get(f"/matches/{broken}/luck"))
    assert (asked(broken).status, asked(broken).body["status"]) == (202, "failed")
    assert asked(sound).status == 200
    assert "The calculation failed" in page
    assert "data-waits" not in page

    services.queue_old()
    assert asked(broken).body["status"] == "queued"


@pytest.mark.more
def test_what_fails_keeps_nothing_else_waiting_in_the_same_run() -> None:
    sound, _players = finished("pickpocket")
    running = tables.begun(tables.people(2), game="pickpocket")
    newest = timezone.now() + timedelta(hours=1)
    broken = Analysis.objects.create(
        match_id=running, kind="luck", version=VERSION, queued_at=newest
    )

    for _ in range(ATTEMPTS_MAX + 1):
        analyse()

    assert asked(sound).status == 200
    broken.refresh_from_db()
    assert (broken.attempts, broken.done_at) == (ATTEMPTS_MAX, None)


def test_what_cannot_be_read_now_is_put_off_and_is_no_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound, _players = finished("pickpocket")
    away = Match.objects.get(id=sound)
    away.pk = uuid7()
    away.save(force_insert=True)
    monkeypatch.setattr(sealed, "SEALED", AWAY)
    row = Analysis.objects.create(
        match=away, kind="luck", version=VERSION, queued_at=timezone.now() + timedelta(hours=1)
    )

    analyse()

    row.refresh_from_db()
    assert (row.attempts, row.done_at) == (0, None)
    assert asked(sound).status == 200


@pytest.mark.more
def test_who_ended_last_comes_first_and_a_backlog_behind() -> None:
    old, _players = finished("pickpocket")
    Match.objects.filter(id=old).update(ended_at=timezone.now() - timedelta(days=9))
    services.queue_old()
    new, _players = finished("pickpocket", seed=2)
    services.queue_recent()
    looks: list[None] = []

    def is_over() -> bool:
        looks.append(None)
        return len(looks) > 1

    services.work(until=is_over)

    assert (asked(new).status, asked(old).status) == (200, 202)


@pytest.mark.more
def test_the_agenda_runs_it_by_itself() -> None:
    match, _players = finished("pickpocket")
    runs.run_due_now()
    sql.schedule(kind=services.KIND, subject=UUID(int=0), version=10)

    runs.run_due_now()

    assert asked(match).status == 200


def test_the_command_computes_all_anew_and_tells_where_one_differs() -> None:
    match, _players = finished("pickpocket")
    said = StringIO()

    call_command("analyses", "rebuild", stdout=said)
    call_command("analyses", "verify", "--each", "1", stdout=said)
    Analysis.objects.filter(match=match).update(body="{}")
    with pytest.raises(CommandError, match=str(match)):
        call_command("analyses", "verify", "--each", "1", stdout=said)

    assert "1 analyses are computed anew" in said.getvalue()
    assert "1 analyses were compared" in said.getvalue()
