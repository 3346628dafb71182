"""An organiser who plays: the console says who decides about the own table."""

from typing import Any

import pytest

from tests.tournaments.events import somebody
from tests.web.tournaments.consoles import Console, browser_of
from tests.web.visitors import text
from tournaments.services import entry, lifecycle, results, rounds, timing
from tournaments.services.entry import Newcomer
from tournaments.state import Role

pytestmark = pytest.mark.django_db

LEAGUE = {"format": "league", "options": {"days": 3, "overdue": "void"}}


@pytest.fixture
def console() -> Console:
    """Return the console of an organiser at whose own table nobody has played in time."""
    found = Console(3, stages=[LEAGUE])
    event = found.event
    event.step("open")
    event.do(entry.register, newcomers=[Newcomer(event.organiser.name, event.organiser.account)])
    event.start()
    event.do(rounds.pair)
    event.do(rounds.publish, number=1)
    assert event.round.due is not None
    timing.tick(event.state.id, event.round.due)
    return found


def helper_of(console: Console) -> Any:
    helper = somebody("helper")
    console.event.do(lifecycle.give_role, account=helper.account, role=Role.JUDGE)
    return helper


def test_the_console_says_who_decides_about_the_own_table(console: Console) -> None:
    helper = helper_of(console)
    table = console.table().id

    for page in (console.look(), console.look(f"/tables/{table}")):
        assert (
            f"You play at this table, so you cannot decide on it. Those who can: {helper.name}."
            in (page)
        )
    assert "Decide on the table" not in console.look()
    assert "Call it off" not in console.look(f"/tables/{table}")
    assert "Enter result" not in console.look(f"/tables/{table}")
    theirs = browser_of(helper.account)
    assert "Call it off" in text(theirs.get(f"{console.at}/tables/{table}"))


def test_where_nobody_else_can_it_sends_to_an_admin_of_the_site(console: Console) -> None:
    assert "Ask an administrator of the site" in console.look(f"/tables/{console.table().id}")


def test_a_form_that_is_sent_all_the_same_is_refused_in_the_readers_language(
    console: Console,
) -> None:
    helper = helper_of(console)
    said = {"table_id": str(console.table().id), "points": "bye", "confirmed": "1"}
    about = {"version": console.event.state.version, **said}

    answer = console.browser.post(f"{console.at}/do/void", about, headers={"Accept-Language": "de"})

    assert f"Entscheiden können: {helper.name}." in text(answer)
    assert console.table().stopped is not None


def test_who_decides_instead_does_it_from_the_same_page(console: Console) -> None:
    helper = helper_of(console)

    console.event.do(results.void, who=helper, table_id=console.table().id, points="none")

    assert "You play at this table" not in console.look()
