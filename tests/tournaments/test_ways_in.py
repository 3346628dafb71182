"""Invitations and conditions: who comes in by a link, as what, how often, and who may not enter."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec import structs

from accounts.models import Account
from tests.callers import Caller
from tests.ratings import ladders
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tests.web.tournaments.consoles import Console
from tests.web.visitors import member, text
from tournaments import codes, invitations
from tournaments.services import conditions, entry, lifecycle
from tournaments.services import invitations as services
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus, Role
from tournaments.unit_of_work import Permission, Principal

pytestmark = pytest.mark.django_db

BY_INVITATION = Permission(by_entrants=True)
NOBODY = Principal(None)


def invited(event: Event, grants: invitations.Grants = "entry", **about: Any) -> str:
    """Make an invitation, and return its code."""
    event.do(services.invite, grants=grants, **about)
    return invitations.make(event.state.id, len(event.state.invitations))


def join(event: Event, code: str, who: Principal = NOBODY, name: str = "") -> None:
    services.join(slug=event.slug, who=who, code=code, name=name, permission=BY_INVITATION)


def test_whoever_has_the_link_enters_by_a_name_and_gets_a_code() -> None:
    event = Event(**REPORTED, visibility="private")
    event.step("open")
    code = invited(event, uses_max=2)

    join(event, code, name="Zoe")

    entrant = event.state.entrants[1]
    assert (entrant.name, entrant.account) == ("Zoe", None)
    assert codes.current(event.state, entrant)
    assert event.state.invitations[1].used == 1
    assert_verified(event)
    with refused("entry_not_eligible"):
        join(event, code, name="zoe")
    join(event, code, somebody())
    with refused("permission_denied"):
        join(event, code, name="One too many")


def test_a_link_counts_while_one_may_enter_until_it_ends_and_no_rollback_opens_it_again() -> None:
    event = Event(**REPORTED, capacity=2, late_entry=False)
    code = invited(event, uses_max=50, until=timezone.now() + timedelta(hours=1))
    with refused("entry_closed"):
        join(event, code, name="Ann")
    event.step("open")
    for name in ("Ann", "Bob", "Cleo"):
        join(event, code, name=name)
    assert event.state.entrants[3].presence is EntrantStatus.WAITING
    event.step("close-entry")
    with refused("entry_closed"):
        join(event, code, name="Dan")
    event.step("open-checkin")
    join(event, code, name="Dan")

    event.do(services.end, invitation=1)
    event.do(lifecycle.roll_back, to_version=2)

    assert event.state.invitations[1].has_ended
    with refused("permission_denied"):
        join(event, code, name="Eve")
    with refused("permission_denied"):
        join(event, "nonsense", name="Eve")
    with refused("not_found"):
        event.do(services.end, invitation=1)
    assert_verified(event)


def test_a_role_is_given_to_an_account_by_a_link_that_counts_once() -> None:
    event, helper = Event(**REPORTED), somebody()
    code = invited(event, "scorekeeper")
    with refused("permission_denied"):
        join(event, code, name="Zoe")

    with refused("scope_missing"):
        join(event, code, helper._replace(with_role=False))

    join(event, code, helper)

    assert event.state.role_of(helper.account) is Role.SCOREKEEPER
    with refused("permission_denied"):
        join(event, code, somebody())
    again = invited(event, "scorekeeper", uses_max=5)
    with refused("invalid"):
        join(event, again, helper)
    assert event.state.invitations[2].used == 0
    with refused("invalid"):
        event.do(services.invite, grants="judge", on_wall=True)
    with refused("invalid"):
        event.do(services.invite, grants="judge", until=timezone.now())


def test_ownership_is_handed_on_by_a_link() -> None:
    event, heir = Event(**REPORTED), somebody()

    join(event, invited(event, "organiser"), heir)
    event.do(lifecycle.give_role, who=heir, account=event.organiser.account, role=None)

    assert event.state.roles == {heir.account: Role.ORGANISER}


def test_on_a_phone_one_signs_up_with_a_name_and_is_led_to_the_own_code() -> None:
    console = Console()
    console.event.step("open")
    console.done("invite", grants="entry", on_wall="on", uses_max=200)
    page = console.look("/links")
    (at,) = set(re.findall(r'href="http://testserver(/tournaments/[^"]+/join/[^"]+)"', page))
    assert at in Client().get(f"/tournaments/{console.event.slug}/wall").content.decode()
    phone = Client()

    assert "Your name" in text(phone.get(at))
    refused_ = phone.post(at, {"name": "admin"})
    assert (refused_.status_code, "reserved" in text(refused_)) == (409, True)
    answer = phone.post(at, {"name": "Zoë"})

    entrant = console.event.state.entrants[1]
    code = codes.current(console.event.state, entrant)
    assert answer["Location"] == f"/tournaments/{console.event.slug}/code/{code}"
    assert "Zoë" in unescape(text(phone.get(answer["Location"])))
    assert "by invitation" in console.look("/log")
    console.done("end-invitation", invitation=1)
    assert "has ended" in text(phone.get(at))
    assert phone.get(f"{at}x").status_code == 404


def test_a_helper_opens_the_link_signed_in_and_is_on_the_staff() -> None:
    console = Console()
    console.done("invite", grants="judge", uses_max=1, hours=2)
    code = invitations.make(console.event.state.id, 1)
    at = f"/tournaments/{console.event.slug}/join/{code}"
    browser, account = member()

    assert "Sign in to help" in text(Client().get(at))
    assert "Help as" in text(browser.get(at))
    answer = browser.post(at, {"as": "account"})

    assert answer["Location"] == console.at
    assert console.event.state.role_of(account.pk) is Role.JUDGE


def test_organisers_alone_read_codes_by_the_api_and_whoever_has_one_joins_by_it() -> None:
    from tests.tournaments.test_api import new_organiser  # noqa: PLC0415

    organiser, other = new_organiser(), new_organiser()
    cup = "/tournaments/cup-of-links"
    plan = {"slug": "cup-of-links", "name": "Cup", "game": "stick-em", "play": "reported"}
    organiser.post("/tournaments", plan)
    organiser.post(f"{cup}/open", {})
    organiser.post(f"{cup}/invitations", {"grants": "entry", "uses_max": 3})

    assert other.get(f"{cup}/invitations/links").code == "permission_denied"
    (link,) = organiser.get(f"{cup}/invitations/links").body["results"]
    assert (link["open"], link["used"], link["uses_max"]) == (True, 0, 3)
    done = other.post(f"{cup}/join", {"code": link["code"]})

    assert done.body["my_entrant"] == 1
    assert other.post(f"{cup}/join", {"code": "nonsense"}).code == "permission_denied"
    told = Caller().get(f"{cup}/audit").response.content.decode()
    assert link["code"] not in told
    assert "digest" not in told


def test_conditions_say_which_is_not_met_and_by_how_much() -> None:
    ladder = ladders.opened()
    winner, loser = (Account.objects.get(username=somebody().name) for _ in range(2))
    rated = ladders.result([winner.username, loser.username], [1, 2])
    players = [f"account:{each.pk}" for each in (winner, loser)]
    ladders.record(ladder, structs.replace(rated, players=players))
    asked = {"ladder": ladder.slug, "rating_min": 1505, "rating_max": 1600}

    assert conditions.unmet(asked, winner.pk) is None
    assert re.search(r"at least 1505 .* is \d+ too low", conditions.unmet(asked, loser.pk) or "")
    lower = {"ladder": ladder.slug, "rating_max": 1505}
    assert re.search(r"at most 1505 .* is \d+ too high", conditions.unmet(lower, winner.pk) or "")
    games = {"ladder": ladder.slug, "games_min": 3}
    assert "takes 3 rated matches" in (conditions.unmet(games, winner.pk) or "")
    assert "there are 1 so far" in (conditions.unmet(games, winner.pk) or "")
    assert "there is none" in (conditions.unmet(asked, somebody().account) or "")
    assert conditions.unmet(lower, somebody().account) is None


def test_a_private_ladder_is_a_condition_for_those_who_may_know_of_it_alone() -> None:
    member = somebody()
    ladder = ladders.opened(visibility="private", members=[member.name])
    asked = {"ladder": ladder.slug, "rating_min": 1505}
    event = Event(**REPORTED)
    own = Event(member, **REPORTED)

    with refused("invalid") as refusal:
        event.do(conditions.set_conditions, asked=asked)
    own.do(conditions.set_conditions, asked=asked)

    assert [each.message for each in refusal.value.errors] == [f"there is no ladder {ladder.slug}"]
    assert own.state.conditions == asked


def test_who_does_not_meet_a_condition_is_entered_by_the_staff_with_a_reason() -> None:
    event, listed, other = Event(**REPORTED), somebody(), somebody()
    event.step("open")
    event.do(conditions.set_conditions, asked={"accounts": [listed.name]})

    event.do(entry.register, who=listed, newcomers=[Newcomer(listed.name, listed.account)])
    with refused("entry_not_eligible"):
        event.do(entry.register, who=other, newcomers=[Newcomer(other.name, other.account)])
    with refused("entry_not_eligible"):
        event.enter(Newcomer("Walk-in"))
    event.do(entry.register, newcomers=[Newcomer("Walk-in")], reason="our guest tonight")

    assert len(event.state.present) == 2
    with refused("invalid"):
        event.do(conditions.set_conditions, asked={"rating_min": 1500})
    with refused("invalid"):
        event.do(conditions.set_conditions, asked={"accounts": ["nobody-knows-me"]})
    event.do(conditions.set_conditions, asked={})
    event.enter(Newcomer("Another"))
    assert_verified(event)


def test_an_invitation_is_a_condition_that_the_link_meets() -> None:
    console = Console()
    console.event.step("open")
    console.done("set-conditions", invitation="on", accounts="")
    browser, account = member()
    slug = console.event.slug
    assert "An invitation is required" in text(browser.get(f"/tournaments/{slug}"))
    code = invited(console.event, uses_max=5)

    browser.post(f"/tournaments/{slug}/join/{code}", {"as": "account"})

    assert console.event.state.entrant_of(account.pk) is not None
