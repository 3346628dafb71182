"""Calendars and the feed, read by the libraries that others read them with."""

from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import Account
from matches.models import Match, Seat
from notifications import calendars, preferences, subscribing
from tests.notifications.people import cup, person
from tests.tournaments.events import Event
from tests.web.visitors import member
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
STARTS = datetime(2030, 5, 4, 18, 30, tzinfo=UTC)


def entries(content: bytes) -> list[Any]:
    calendar: Any = Calendar.from_ical(content)
    return list(calendar.walk("VEVENT"))


def dated(name: str = "Cup", **settings: Any) -> Event:
    event = cup(**settings)
    Tournament.objects.filter(slug=event.slug).update(name=name)
    row = Tournament.objects.get(slug=event.slug)
    about = {**row.settings, "about": {"starts_at": STARTS.isoformat()}}
    Tournament.objects.filter(pk=row.pk).update(settings=about, status="entry")
    return event


def mine(account: Account) -> bytes:
    path = calendars.path_of(preferences.of(account.pk))
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return bytes(answer.content)


def test_a_tournament_has_the_id_and_the_version_of_its_stream() -> None:
    event = dated("Cup; of, \\ all\r\nBEGIN:VEVENT")

    (entry,) = entries(Client().get(f"/tournaments/{event.slug}/calendar.ics").content)

    row = Tournament.objects.get(slug=event.slug)
    assert (str(entry["uid"]), int(entry["sequence"])) == (str(row.pk), row.version)
    assert entry.decoded("dtstart") == STARTS
    assert str(entry["summary"]) == "Cup; of, \\ all BEGIN:VEVENT"


def test_lines_end_as_they_must_and_are_folded() -> None:
    event = dated("A long name " * 20)

    content = Client().get(f"/tournaments/{event.slug}/calendar.ics").content

    lines = content.split(b"\r\n")
    assert lines[-1] == b""
    assert all(len(line) <= 75 and b"\n" not in line for line in lines)


def test_a_turn_with_a_deadline_is_in_ones_own_calendar_and_nobody_elses() -> None:
    browser, ann = member()
    browser.post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})
    match = Seat.objects.get(account=ann).match
    deadline = datetime.now(UTC).replace(microsecond=0) + timedelta(days=2)
    seat = Seat.objects.get(account=ann)
    Match.objects.filter(pk=match.pk).update(deadline=deadline, to_act=[seat.seat])

    (entry,) = entries(mine(ann))

    match.refresh_from_db()
    assert (str(entry["uid"]), int(entry["sequence"])) == (str(match.pk), match.version)
    assert entry.decoded("dtstart") == deadline
    assert entries(mine(person())) == []


def test_tournaments_that_one_follows_are_in_ones_calendar_until_they_are_hidden() -> None:
    event, ann = dated(), person()
    subscribing.follow(account_id=ann.pk, slug=event.slug)
    row = Tournament.objects.get(slug=event.slug)

    assert [str(each["uid"]) for each in entries(mine(ann))] == [str(row.pk)]
    Tournament.objects.filter(pk=row.pk).update(settings={**row.settings, "visibility": "private"})

    assert entries(mine(ann)) == []
    assert Client().get(f"/tournaments/{event.slug}/calendar.ics").status_code == 404
    assert str(row.pk).encode() not in Client().get("/tournaments.ics").content


def test_a_new_address_ends_the_old_one_and_nobodys_opens_nothing() -> None:
    ann = person()
    before = calendars.path_of(preferences.of(ann.pk))

    calendars.renew(account_id=ann.pk)

    after = calendars.path_of(preferences.of(ann.pk))
    assert Client().get(before).status_code == 404
    assert Client().get(after).status_code == 200
    assert Client().get(after[:-6] + "x.ics").status_code == 404
    assert Client().get(after[:-6] + "é.ics").status_code == 404


def test_finished_tournaments_are_a_feed_by_the_ids_of_their_streams() -> None:
    event = cup(person(), person(), person(), name="Cup <b>").start()
    Tournament.objects.filter(slug=event.slug).update(status="finished")
    hidden = cup(visibility="private")
    Tournament.objects.filter(slug=hidden.slug).update(status="finished")

    answer = Client().get("/tournaments.atom")

    feed = ET.fromstring(answer.content)  # noqa: S314 - Our own.
    found = {each.findtext(f"{ATOM}id"): each for each in feed.iter(f"{ATOM}entry")}
    entry = found[f"urn:uuid:{event.state.id}"]
    assert entry.findtext(f"{ATOM}title") == "Cup <b>"
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"https://play.example.test/tournaments/{event.slug}/standings"
    assert f"urn:uuid:{hidden.state.id}" not in found
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
