"""A dispute in the console: first of all, side by side, decided with a reason that is told."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.tournaments.events import somebody
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db


def test_two_versions_are_compared_and_one_is_made_the_result_with_a_reason() -> None:
    console = Console()
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    console.event.enter(*(Newcomer(who.name, who.account) for who in people))
    console.event.start()
    console.event.pair()
    console.event.report(0, [1, 2, 3], who=people[0])
    assert "two versions" not in console.look()
    console.event.report(0, [2, 1, 3], who=people[1])

    desk = console.look()
    assert re.search(r"Table 1: two versions of the result\..*?Next step", desk, re.DOTALL)
    assert f"{people[0].name} says 1, 2, 3" in desk
    table = str(console.table().id)
    page = console.look(f"/tables/{table}")
    assert page.count('class="differs"') == 4, "two seats in each of the versions"
    said = {"table_id": table, "place_0": 2, "place_1": 1, "place_2": 3}
    nothing_said = console.do("correct", **said)
    assert "Say why you decide as you do" in unescape(text(nothing_said))
    console.done("correct", **said, reason="Both agreed at the desk")

    assert console.table().places == (2, 1, 3)
    seen = unescape(text(Client().get(f"/tournaments/{console.event.slug}/tables/{table}")))
    assert "The staff has decided: “Both agreed at the desk”" in seen
    assert "Table 1: versions differ" not in console.look()


def test_somebody_who_did_not_come_is_ticked() -> None:
    console = Console(4)
    console.event.start()
    console.event.pair()
    table = console.table()
    winner, *away = table.seats
    asked = console.look("/do/forfeit", table_id=table.id)
    assert "Who did not come?" in asked

    page = console.done("forfeit", table_id=table.id, absent=away)

    assert "The forfeit has been recorded." in page
    assert console.table().absent == tuple(away)
    assert "did not come" in console.look(f"/tables/{table.id}")
    assert "Did not come:" in console.look("/log")
    assert console.event.ranking()[0] == winner
