"""The first page of the admin: what is played, and what needs somebody."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from accounts import admin_access
from accounts.models import Account
from agenda import sql as agenda
from agenda.models import DueRow
from api.ids import uuid7
from eventstore.models import Verification
from matches.models import Match
from tests.agenda import rows
from tests.callers import PASSWORD, new_name
from tests.matches import tables
from tests.ratings import ladders
from tests.samples import leading
from web.backoffice import charts, dashboard, datasets

pytestmark = pytest.mark.django_db

FORGED = """
    INSERT INTO eventstore_event
        (stream_kind, stream_id, version, type, schema, body, actor, key, recorded_at, hash, chain)
    VALUES ('match', %s, 1, 'move_made', 1, '{}', 'nobody', 'k', 'infinity', sha256('k'), 1)"""
"""What somebody with rights on the database could write."""


@pytest.fixture
def staff(client: Client) -> Client:
    boss = Account.objects.create_superuser(new_name(), PASSWORD)
    client.force_login(boss, "django.contrib.auth.backends.ModelBackend")
    return client


def tile(title: str) -> dashboard.Tile:
    context: dict[str, Any] = {}
    dashboard.callback(None, context)  # type: ignore[arg-type] # It asks nothing of it.
    found: dashboard.Tile
    (found,) = [each for each in context["tiles"] if each.title == title]
    return found


def test_the_page_shows_tiles_that_lead_on_and_charts_with_their_numbers(staff: Client) -> None:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)

    page = staff.get("/admin/").content.decode()

    assert "Matches finished, by day and game" in page
    assert "Stick &#x27;Em <b>1</b>" in page
    for address in re.findall(r'overview-tile[^>]*>\s*<a href="([^"]+)"', page):
        assert staff.get(address.replace("&amp;", "&")).status_code == 200, address


def test_a_match_counts_on_the_day_on_which_it_ended_and_a_move_in_its_minute() -> None:
    players = tables.people(3)
    now = datetime.now(UTC)
    before = dashboard.finished_chart(now), dashboard.moves_chart(now)
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    Match.objects.filter(id=match).update(ended_at=now - timedelta(days=2))

    finished, moves = dashboard.finished_chart(now), dashboard.moves_chart(now)

    (then, after) = (
        next(each for each in chart.series if each.name == "Stick 'Em").values
        for chart in (before[0], finished)
    )
    assert [new - old for old, new in zip(then, after, strict=True)] == [0] * 11 + [1, 0, 0]
    assert moves.series[0].total > before[1].series[0].total
    assert tile("Active players").value == "3"


def test_an_event_of_a_forged_time_breaks_no_chart() -> None:
    before = dashboard.moves_chart(datetime.now(UTC)).series[0].total

    with connection.cursor() as cursor:
        cursor.execute(FORGED, [uuid7()])

    assert dashboard.moves_chart(datetime.now(UTC)).series[0].total == before


def test_a_failed_row_of_the_agenda_is_an_alarm_that_leads_to_it(staff: Client) -> None:
    assert not tile("Failing agenda jobs").is_bad
    subject = uuid7()
    agenda.schedule(kind="bot_turn", subject=subject, version=1)
    DueRow.objects.filter(subject=subject).update(attempts=2, last_error="it broke there")

    alarm = tile("Failing agenda jobs")
    listed = staff.get(alarm.address).content.decode()

    assert alarm.is_bad
    assert "it broke there" in listed
    assert "Attention:" in staff.get("/admin/").content.decode()


def test_verify_leaves_what_it_found_for_the_dashboard() -> None:
    assert tile("Faults found by the last verification").is_bad

    call_command("verify")

    told = tile("Faults found by the last verification")
    assert (told.value, told.is_bad) == ("0", False)
    Verification.objects.update(at=datetime.now(UTC) - timedelta(days=9))
    assert "run manage.py verify again" in tile("Faults found by the last verification").note


def test_verifying_what_has_moved_does_not_stand_for_reading_everything_for_ever() -> None:
    now = datetime.now(UTC)
    run = Verification.objects.create(at=now, is_full=False, streams=3, faults=0)
    assert tile("Faults found by the last verification").is_bad

    full = Verification.objects.create(at=now - timedelta(days=9), streams=90, faults=0)
    shown = tile("Faults found by the last verification")
    assert (shown.is_bad, f"everything read {full.at:%Y-%m-%d}" in shown.note) == (False, True)

    Verification.objects.exclude(pk=run.pk).update(at=now - timedelta(days=60))
    assert tile("Faults found by the last verification").is_bad


def test_every_tile_and_chart_takes_one_query_and_the_checklist_three(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(10):
        dashboard.callback(None, {})  # type: ignore[arg-type] # It asks nothing of it.


def test_bars_stand_on_one_another_and_reach_the_top_of_the_scale() -> None:
    drawn = charts.bars(
        "Matches", ["Mon", "Tue"], [charts.Series("a", [1, 0]), charts.Series("b", [1, 0])]
    )

    first, second = drawn.boxes
    assert (first.height, second.height) == (90, 90)
    assert second.y + second.height == first.y
    assert [mark.text for mark in drawn.beside] == ["0", "1", "2"]
    assert drawn.rows == [("Mon", [1, 1])]
    assert first.text == "Mon: 1 a"


def test_datasets_are_listed_with_their_hash_and_what_they_rest_on(staff: Client) -> None:
    found = {each.id: each for each in datasets.installed()}

    page = staff.get("/admin/datasets/").content.decode()

    assert {each.is_verified for each in found.values()} == {True, False}
    assert found["decktet/verified-1"].is_verified
    assert not found["sticky-fingers/recon-1"].is_verified
    assert not found["pickpocket/recon-1"].is_verified
    assert all(each.digest[:16] in page and escape(each.source) in page for each in found.values())
    assert Client().get("/admin/datasets/").status_code == 302


def test_what_needs_somebody_comes_first_and_is_counted(staff: Client) -> None:
    rows.clear()  # No worker runs here, so what is due again and again is late.
    context: dict[str, Any] = {}

    dashboard.callback(None, context)  # type: ignore[arg-type] # It asks nothing of it.

    bad = [each.is_bad for each in context["tiles"]]
    assert bad == sorted(bad, reverse=True)
    assert context["needing"] == sum(bad) == 1
    assert "One thing needs attention." in staff.get("/admin/").content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    leading([("nl", "Actieve spelers"), ("fr", "Joueurs actifs"), ("de", "Aktive Spieler")]),
)
def test_the_page_and_the_menu_are_in_the_language_of_the_reader(
    staff: Client, language: str, words: str
) -> None:
    page = staff.get("/admin/", headers={"Accept-Language": language}).content.decode()

    assert words in page
    assert "Active players" not in page


def test_lists_name_players_and_no_ids(staff: Client) -> None:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    ladder = ladders.opened()
    rated = ladders.played(ladder, ["ann", "bob"], [2, 1])

    matches, counted = (
        re.sub("<[^>]*>", "", staff.get(f"/admin/{name}/").content.decode())
        for name in ("matches/match", "ratings/ratedmatch")
    )

    assert players[0].username in matches
    assert str(match) not in matches
    assert "bob, ann" in counted
    assert str(rated) not in counted


def test_rights_are_said_in_words() -> None:
    right = Permission.objects.get(codename="change_ladder")

    assert admin_access.wording(right) == "Ladders: give commands on"
