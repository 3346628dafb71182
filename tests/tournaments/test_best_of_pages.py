"""Duels of several matches on the pages of players and of the console."""

import pytest
from django.test import Client

from accounts.models import Account
from tests.tournaments.test_agreed_draws import at_table, table
from tests.tournaments.test_best_of import plan, play_one, with_people
from tournaments import best_of
from web.tournaments.console import stage_form


@pytest.mark.django_db
def test_pages_ask_for_the_score_and_show_how_a_duel_stands() -> None:
    event, people = at_table(**plan(3))
    address = f"/tournaments/{event.slug}/tables/{table(event).id}"
    for who in people:
        client = Client()
        client.force_login(Account.objects.get(username=who.name))
        page = client.get(address).content.decode()
        assert f"Matches won by {people[0].name}" in page
        assert 'name="place_0"' not in page
        client.post(address, {"score_0": "2", "score_1": "1"})
        assert "Drawn matches" in page
    page = Client().get(address).content.decode()
    assert f'<strong class="numbers">{best_of.text((2, 1))}</strong>, best of 3' in page

    event, players = with_people()
    first = play_one(event, players)
    page = Client().get(f"/tournaments/{event.slug}/rounds/1").content.decode()
    assert f'/matches/{first}/replay">match 1</a>' in page
    assert page.index("leads") > page.index("Seats at table 1")
    so_far = best_of.text(table(event).wins)
    shown = Client().get(f"/tournaments/{event.slug}/wall").content.decode()
    assert f'<span class="wall-tag numbers">{so_far}</span>' in shown
    assert page.index(f">{event.state.name(table(event).seats[1])}<") < page.index("leads")


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.django_db
def test_the_console_leads_to_the_matches_of_a_duel_that_everyone_may_see(visibility: str) -> None:
    event, players = with_people(visibility=visibility)
    first = play_one(event, players)
    staff = Client()
    staff.force_login(Account.objects.get(username=event.organiser.name))
    page = staff.get(f"/organise/{event.slug}/tables/{table(event).id}").content.decode()
    replay = f"/matches/{first}/replay"

    assert f"{best_of.text(table(event).wins)}</strong>, best of 3" in page
    assert (f'href="{replay}"' in page) == (visibility == "public")
    assert (staff.get(replay).status_code == 200) == (visibility == "public")


@pytest.mark.django_db
def test_the_console_takes_the_score_and_the_plan_keeps_the_option() -> None:
    event, _ = at_table(**plan(5))
    client = Client()
    client.force_login(Account.objects.get(username=event.organiser.name))
    console = f"/organise/{event.slug}"
    page = client.get(f"{console}/tables/{table(event).id}").content.decode()
    assert "Matches won by" in page
    assert "best of 5" in page
    assert "best of 5: Matches won" in client.get(console).content.decode()

    said = {
        "table_id": table(event).id,
        "score_0": "3",
        "score_1": "1",
        "version": event.state.version,
    }
    client.post(f"{console}/do/report", said)

    assert (table(event).places, table(event).scores) == ((1, 2), (3, 1))
    assert stage_form.initial(event.state.settings["stages"][0])["best_of"] == 5
