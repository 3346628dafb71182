"""Pages of the admin: streams are told as the pages tell them, in the reader's language."""

import re

import pytest
from django.test import Client

from accounts import stream_admin
from accounts.models import Account
from tests.callers import PASSWORD, new_name
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.circuits import Circuit, evening
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import BACKEND
from tournaments.models import Series, Tournament
from tournaments.services import calls, entrant_codes
from tournaments.unit_of_work import Principal
from web.backoffice import histories
from web.tournaments.console import logs

pytestmark = pytest.mark.django_db
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-")


@pytest.fixture
def boss(client: Client) -> Client:
    """Return a browser of the staff who reads German."""
    name = new_name()
    client.force_login(Account.objects.create_superuser(name, PASSWORD), backend=BACKEND)
    client.cookies["django_language"] = "de"
    return client


def words(browser: Client, address: str) -> str:
    """Return the text of a page."""
    answer = browser.get(address)
    assert answer.status_code == 200
    content = re.sub(r"(?s)<(script|style).*?</\1>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", content))


def test_a_tournament_is_told_by_names_tables_and_rounds(boss: Client) -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.do(entrant_codes.issue)
    table = event.pair().tables[0]
    caller = Principal(None, entrant=table.seats[0], tournament=event.state.id)
    event.do(calls.call, who=caller, table_id=table.id)

    shown = words(boss, f"/admin/tournaments/tournament/{event.state.id}/change/")

    name = event.state.name(table.seats[0])
    assert f"{name}, mit Code {name} hat einen Schiedsrichter gerufen: Tisch 1 der Runde" in shown
    assert ID.findall(shown) == []
    assert [raw for raw in ("entered", "digest", "buchholz_cut_1") if raw in shown] == []


def test_no_more_of_a_long_history_is_told_than_is_shown() -> None:
    event = Event(**REPORTED).enter_names(stream_admin.EVENTS_SHOWN + 1)
    row = Tournament.objects.get(pk=event.state.id)

    told = [*histories.of_tournament(row)]

    assert len(told) == stream_admin.EVENTS_SHOWN
    assert told[0].version == event.state.version
    assert [each.words for each in told] == [each.words for each in logs.lines(event.state)][:100]


def test_a_ladder_is_told_by_names_and_its_rules_in_sentences(boss: Client) -> None:
    ladder = ladders.opened(listed_games=1)
    one, two = new_name(), new_name()
    ladders.record(ladder, ladders.result([one, two], [2, 1]))

    shown = words(boss, f"/admin/ratings/ladder/{ladder.pk}/change/")

    assert f"Eine Partie wurde gewertet: 1. {two}, 2. {one}" in shown
    assert "Annul a match" not in shown
    assert "listed games" not in shown.lower()


def test_a_match_is_called_by_its_game_and_players(boss: Client) -> None:
    match = tables.begun(tables.people(2), game="second-story")

    shown = words(boss, f"/admin/matches/match/{match}/change/")

    assert "Second Story: " in shown
    assert "Der Standardzug wird gemacht" in shown
    assert "{" not in shown
    assert "Die Partie hat begonnen." in shown
    assert "Match started" not in shown


def test_a_series_is_told_by_names_and_how_it_counts_in_sentences(boss: Client) -> None:
    made = Circuit()
    made.add(evening(made.organiser, ["Ann", "Jan"]))
    row = Series.objects.get(slug=made.slug)

    shown = words(boss, f"/admin/tournaments/series/{row.pk}/change/")

    assert "Die Serie wurde angelegt." in shown
    assert ID.findall(shown.partition("Geschichte")[2]) == []
    assert "events_min" not in shown
