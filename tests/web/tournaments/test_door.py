"""Somebody who stands at the door: checks people in and out, and sees nothing but their names."""

import re
from typing import Any

import pytest

from tests.tournaments.events import assert_verified, refused
from tests.web.tournaments.consoles import Console, browser_of
from tests.web.visitors import member, text
from tournaments import selectors
from tournaments.api.commands import COMMANDS
from tournaments.services import identities, lifecycle, rounds
from tournaments.state import EntrantStatus, Role
from tournaments.unit_of_work import Principal

pytestmark = pytest.mark.django_db
OTHER_PAGES = (
    *("/settings", "/entrants/1", "/codes", "/links", "/payments", "/again", "/seeds"),
    *("/rounds/1", "/standings", "/log", "/staff"),
)


class Door:
    """Somebody who was given the door of an evening by a link."""

    def __init__(self, console: Console) -> None:
        console.done("invite", grants="doorkeeper", uses_max=1, hours=24)
        (at,) = re.findall(r'href="http://testserver(/[^"]+/join/[^"]+)"', console.look("/links"))
        self.client, account = member()
        self.who = Principal(account.pk, account.username)
        self.list = self.client.post(at, follow=True)
        self.at = console.at

    def look(self, page: str = "") -> str:
        return str(self.client.get(f"{self.at}{page}").content.decode())

    def do(self, act: str, **said: object) -> int:
        return int(self.client.post(f"{self.at}/do/{act}", said).status_code)


def presences(console: Console) -> list[str]:
    return [each.presence.value for each in console.event.state.entrants.values()]


def test_a_link_gives_the_door_where_people_are_checked_in_and_out_again() -> None:
    console = Console(3, checkin=True)
    console.event.step("open-checkin")
    door = Door(console)
    assert console.event.state.role_of(door.who.account) is Role.DOORKEEPER
    assert "Not here yet: 3" in door.list.content.decode()

    assert door.do("check-in", entrant=2) == 302
    assert "1 of 3 are here" in door.look()
    assert presences(console) == ["entered", "checked_in", "entered"]
    assert door.do("check-in-all") == 302
    assert "3 of 3 are here" in door.look("/entrants")
    assert door.do("check-out", entrants="2") == 302

    assert presences(console) == ["checked_in", "entered", "checked_in"]
    lines = console.look("/log")
    assert door.who.name in lines
    assert_verified(console.event)


def test_the_door_opens_no_other_page_and_no_other_act() -> None:
    console = Console(8, checkin=True)
    console.event.step("open-checkin")
    door = Door(console)
    assert [door.do(act) for act in ("start", "enter", "payment", "give-role")] == [403] * 4
    assert door.do("check-in-all") == 302
    console.event.do(lifecycle.start)
    console.event.do(rounds.pair)

    answers = {door.client.get(f"{door.at}{page}").status_code for page in OTHER_PAGES}
    assert answers <= {403, 404}
    kept = door.client.get(f"{door.at}/offline").json()["pages"]
    assert {door.client.get(each).status_code for each in kept} == {200}
    assert door.do("check-in", entrant=1) == 302
    assert "Check-in is not open" in door.look()
    assert {each.id for each in COMMANDS.values() if each.role is Role.DOORKEEPER} == {
        *("check-in", "check-in-all", "check-out", "take-back")
    }


def test_the_door_sees_neither_drafts_nor_payments_and_decides_no_table() -> None:
    console = Console(8)
    event = console.event
    account = member()[1]
    door = Principal(account.pk, account.username)
    console.done("give-role", account=account.username, role="doorkeeper")
    event.do(identities.mark_payment, entrant=1, payment="paid", amount="10")
    event.start()
    event.do(rounds.pair)

    shown = selectors.page(event.state, door.account)
    assert (shown.my_role, shown.rounds) == (Role.DOORKEEPER, [])
    assert {each.payment for each in shown.entrants} == {None}
    event.do(rounds.publish, number=1)
    table = event.round.tables[0]
    about: dict[str, Any] = {"slug": event.slug, "who": door, "table_id": table.id}
    with refused("permission_denied"):
        COMMANDS["report"].give(**about, places=[1, 2, 3, 4], scores=None)
    with refused("permission_denied"):
        COMMANDS["call-judge"].give(**about)
    page = text(browser_of(account.pk).get(f"/tournaments/{event.slug}/tables/{table.id}"))
    assert 'name="place_' not in page


def test_the_door_undoes_its_check_ins_and_no_payment() -> None:
    console = Console(2, checkin=True)
    event = console.event
    event.step("open-checkin")
    door = Door(console)
    paid = event.state.version + 1
    event.do(identities.mark_payments, entrants=[1, 2], payment="paid", amount="10")
    here = event.state.version + 1
    door.do("check-in-all")

    door.do("take-back", first=paid, version=event.state.version)
    assert [each.payment for each in event.state.entrants.values()] == ["paid"] * 2
    assert presences(console) == ["checked_in"] * 2
    door.do("take-back", first=here, version=event.state.version)

    assert presences(console) == ["entered"] * 2
    assert [each.amount for each in event.state.entrants.values()] == ["10"] * 2
    assert_verified(event)


def test_the_door_is_handed_on_and_becomes_more() -> None:
    console = Console(2)
    door = Door(console)
    name = door.who.name

    console.done("give-role", account=name, role="scorekeeper")
    assert console.event.state.role_of(door.who.account) is Role.SCOREKEEPER
    assert door.client.get(f"{door.at}/log").status_code == 200
    console.done("take-role", account=name)

    assert door.client.get(door.at).status_code == 404
    assert EntrantStatus.ENTERED.value in presences(console)
