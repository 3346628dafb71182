"""Events that are held again: by hand, and by the agenda, one next event at a time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from accounts.models import Account
from tests.tournaments.beacon_draws import RELAY
from tests.tournaments.draw_sharers import entered, made, promise, require_sound
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all, somebody
from tests.tournaments.test_api import new_organiser
from tests.web.tournaments.consoles import Console
from tournaments import command_handler
from tournaments.models import Tournament
from tournaments.services import conditions, lifecycle, repeating
from tournaments.state import Role, Status, TournamentState

AMSTERDAM = "Europe/Amsterdam"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(AMSTERDAM))


def test_an_evening_at_seven_stays_at_seven_when_clocks_change() -> None:
    begins = at("2026-10-22T19:00")

    found = repeating.following(begins, "weekly", AMSTERDAM, 22, begins)

    assert found == at("2026-10-29T19:00")
    assert found - begins == timedelta(days=7, hours=1)


def test_a_monthly_event_keeps_its_day_and_has_the_last_of_a_shorter_month() -> None:
    begins, days = at("2027-01-31T19:00"), []
    for _ in range(4):
        begins = repeating.following(begins, "monthly", AMSTERDAM, 31, begins)
        days.append(begins.astimezone(ZoneInfo(AMSTERDAM)).day)

    assert days == [28, 31, 30, 31]


@given(
    begins=st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1)),  # noqa: DTZ001 - Given UTC.
    late=st.integers(0, 400),
    every=st.sampled_from(["weekly", "fortnightly", "monthly"]),
)
def test_the_next_event_is_always_to_come_however_late(
    begins: datetime, late: int, every: str
) -> None:
    first = begins.replace(tzinfo=UTC)
    now = first + timedelta(days=late)

    found = repeating.following(first, every, "UTC", first.day, now)

    assert now < found <= now + timedelta(days=32)


def repeated(every: repeating.Every = "weekly", *, days_ago: int = 0) -> Event:
    begins = timezone.now() - timedelta(days=days_ago, minutes=1)
    event = Event(**REPORTED, about={"starts_at": begins.isoformat(), "place": "The Owl"})
    event.do(repeating.set_repetition, every=every, zone=AMSTERDAM)
    return event


def let_organise(event: Event) -> None:
    Account.objects.filter(username=event.organiser.name).update(is_staff=True)


def next_of(event: Event) -> TournamentState:
    return command_handler.load(Tournament.objects.get(slug=event.state.next_event).id)


@pytest.mark.django_db
def test_the_agenda_makes_and_opens_the_next_event_once_with_staff_and_conditions() -> None:
    event, judge = Event(**REPORTED), somebody()
    let_organise(event)
    event.do(lifecycle.give_role, account=judge.account, role=Role.JUDGE)
    event.do(conditions.set_conditions, asked={"invitation": True})
    event.enter_names(0)
    with refused("invalid"):
        event.do(repeating.set_repetition, every="weekly")
    begins = timezone.now() - timedelta(days=15)
    event.do(lifecycle.describe, about={"starts_at": begins.isoformat(), "place": "The Owl"})
    event.do(repeating.set_repetition, every="weekly", zone=AMSTERDAM)

    run_all()
    repeating.repeat(event.state.id)

    following = next_of(event)
    assert (following.status, following.entrants) == (Status.ENTRY, {})
    assert following.begins_at is not None
    assert timedelta(0) < following.begins_at - timezone.now() <= timedelta(days=7)
    assert following.roles == event.state.roles
    assert following.conditions == {"invitation": True}
    assert following.settings["about"]["place"] == "The Owl"
    assert following.repetition is not None
    assert following.next_event == ""
    assert Tournament.objects.filter(slug__startswith=f"{event.slug}-2").count() == 1
    assert_verified(event)
    with refused("invalid"):
        event.do(repeating.set_repetition, every="")
    event.do(lifecycle.roll_back, to_version=1)
    run_all()
    assert event.state.next_event == following.settings["slug"]


@pytest.mark.django_db
def test_the_next_event_is_made_without_a_beacon_where_the_site_takes_none_any_more(
    settings: Settings,
) -> None:
    settings.BEACON = RELAY
    event = Event(**REPORTED, draw_beacon=True)
    let_organise(event)
    begins = timezone.now() - timedelta(days=15)
    event.do(lifecycle.describe, about={"starts_at": begins.isoformat()})
    event.do(repeating.set_repetition, every="weekly", zone=AMSTERDAM)
    settings.BEACON = ""

    run_all()

    assert event.state.settings["draw_beacon"] is True
    assert next_of(event).settings["draw_beacon"] is False
    assert_verified(event)


@pytest.mark.django_db
def test_it_stops_when_told_and_when_nobody_may_organise_any_more() -> None:
    event = repeated()
    let_organise(event)
    event.do(repeating.set_repetition, every="")
    run_all()
    assert event.state.next_event == ""
    gone = repeated()
    Account.objects.filter(username=gone.organiser.name).update(is_active=False)
    run_all()

    assert (gone.state.next_event, gone.state.repetition) == ("", None)
    with refused("invalid"):
        event.do(repeating.set_repetition, every="weekly", zone="Nowhere/Land")


@pytest.mark.django_db
def test_ones_own_event_is_used_again_without_entrants_and_results() -> None:
    console = Console(4)
    let_organise(console.event)
    page = console.look("/again")
    assert "Use again" in page

    answer = console.browser.post(
        f"{console.at}/again", {"name": "Friday again", "begins_0": "2027-01-08T19:00"}
    )

    slug = answer["Location"].rpartition("/")[2]
    made = command_handler.load(Tournament.objects.get(slug=slug).id)
    assert (made.status, made.entrants) == (Status.DRAFT, {})
    assert made.settings["stages"] == console.event.state.settings["stages"]
    assert made.begins_at == datetime(2027, 1, 8, 19, tzinfo=UTC)
    with refused("permission_denied"):
        repeating.copy(slug=console.event.slug, who=somebody(), new_slug="cup-of-a-thief")


@pytest.mark.django_db
def test_a_copy_is_tried_and_made_by_the_api_at_the_version_that_was_seen() -> None:
    organiser = new_organiser()
    plan = {"slug": "cup-of-copies", "name": "Cup", "game": "stick-em", "play": "reported"}
    assert organiser.post("/tournaments", plan).status == 201
    body = {"slug": "cup-of-copies-2", "reason": "next year", "expected_version": 1}

    at_copies = "/tournaments/cup-of-copies/copies"
    tried = organiser.post(f"{at_copies}?dry_run=true", body)
    done = organiser.post(at_copies, body)
    late = organiser.post(at_copies, {**body, "slug": "cup-3", "expected_version": 2})

    assert (tried.status, done.status, late.code) == (201, 201, "version_conflict")
    assert done.body["settings"]["slug"] == "cup-of-copies-2"


@pytest.mark.django_db
def test_the_next_event_is_made_though_the_lots_of_this_one_wait_for_shares() -> None:
    event = repeated()
    let_organise(event)
    sharers = entered(event, 6)
    promise(sharers)
    event.start()
    assert event.state.draws.running is not None
    repeating.repeat(event.state.id)
    made(sharers)

    assert next_of(event).status is Status.ENTRY
    require_sound(event)
