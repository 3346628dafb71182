"""Draws that wait for a public beacon, over the API."""

import pytest
from pytest_django import Settings

from eventstore.canonical import format_timestamp
from games import beacons
from tests.beacons import relay
from tests.tournaments.beacon_draws import RELAY, come, named, waiting
from tests.tournaments.draw_sharers import promise
from tests.tournaments.events import REPORTED
from tests.tournaments.test_api import new_organiser
from tests.tournaments.test_draw_rolls_by_http import caller


@pytest.mark.django_db
def test_the_answer_says_for_which_beacon_a_draw_waits_and_until_when(settings: Settings) -> None:
    settings.BEACON = RELAY
    event, _ = waiting()
    olga = caller(event.organiser, "organise")
    answer = olga.post(f"/tournaments/{event.slug}/rounds", {})
    beacon = named(event)
    due = format_timestamp(beacons.due(beacon.number))

    assert answer.status == 200
    assert answer.body["rounds"] == []
    assert answer.body["drawing"] == {
        "draw": 2,
        "kind": "pairing",
        "round": 1,
        "attempt": 1,
        "until": due,
        "expected": [],
        "beacon": beacon.line,
    }
    refused = olga.post(f"/tournaments/{event.slug}/pause", {})
    assert (refused.status, refused.code) == (409, "draw_running")
    assert refused.body["params"] == {"draw": 2, "until": due}
    come(event)
    shown = olga.get(f"/tournaments/{event.slug}").body
    assert "drawing" not in shown
    assert [each["round"] for each in shown["rounds"]] == [1]
    (first, second) = olga.get(f"/tournaments/{event.slug}/draws").body["draws"]
    value = relay.signature(beacon.number).hex()
    assert second["beacon"] == {"named": beacon.line, "value": value}
    assert first["beacon"]["named"] != beacon.line


@pytest.mark.django_db
def test_whoever_has_sent_a_share_is_waited_for_no_more(settings: Settings) -> None:
    settings.BEACON = RELAY
    event, people = waiting()
    olga = caller(event.organiser, "organise")
    promise(people[:2])
    expected = []
    counts = []
    olga.post(f"/tournaments/{event.slug}/rounds", {})
    for each in (None, *people[:2]):
        if each is not None:
            each.show()
        expected.append(olga.get(f"/tournaments/{event.slug}").body["drawing"]["expected"])
        refused = olga.post(f"/tournaments/{event.slug}/rounds", {})
        assert (refused.status, refused.code) == (409, "draw_running")
        counts.append(refused.body["params"].get("count"))

    assert expected == [[1, 2], [2], []]
    assert counts == [2, 1, None]
    assert "a public random number that comes at" in refused.body["detail"]


@pytest.mark.django_db
def test_a_plan_says_whether_its_draws_wait(settings: Settings) -> None:
    settings.BEACON = RELAY
    olga = new_organiser()
    asked = {"slug": "spring-cup", "name": "Spring cup", "game": "stick-em", **REPORTED}
    made = olga.post("/tournaments", {**asked, "draw_beacon": True})
    assert made.status == 201
    assert made.body["settings"]["draw_beacon"] is True
    settings.BEACON = ""
    refused = olga.post("/tournaments", {**asked, "slug": "autumn-cup", "draw_beacon": True})

    assert refused.status == 422
    assert [each["field"] for each in refused.body["errors"]] == ["draw_beacon"]
