"""What the console says of tables that came to nothing: they wait for its reader, who decides."""

import re

import pytest

from tests.web.tournaments.consoles import NEW, Console, plan, planner
from tests.web.visitors import text
from tournaments import stage_queries
from tournaments.services import rounds, timing

pytestmark = pytest.mark.django_db

LEAGUE = {"format": "league", "options": {"days": 3, "overdue": "void"}}


@pytest.fixture
def console() -> Console:
    """Return the console of a tournament whose one table was not done in time."""
    found = Console(4, stages=[LEAGUE])
    found.event.start()
    found.event.do(rounds.pair)
    found.event.do(rounds.publish, number=1)
    due = found.event.round.due
    assert due is not None
    timing.tick(found.event.state.id, due)
    return found


def test_a_badge_on_every_page_and_what_comes_next_lead_to_a_table_to_be_decided(
    console: Console,
) -> None:
    table = f"{console.at}/tables/{console.table().id}"

    for page in ("", "/entrants", "/rounds/1", "/log"):
        assert re.search(rf'badge warn" href="{table}">1 table to be decided<', console.look(page))
    assert "Table 1 of round 1 was not done in time." in console.look()
    assert f'class="button" href="{table}">Decide on the table' in console.look()
    assert "Close round" not in console.look("/rounds/1")
    assert "1 table to be decided" in text(console.browser.get("/organise"))


def test_closing_the_round_over_it_is_refused_with_the_tables_number(console: Console) -> None:
    answer = console.do("close", number=1)

    page = text(console.browser.get(answer["Location"]))
    assert "Round 1 has tables without a result: 1." in page
    assert not console.event.round.closed


@pytest.mark.parametrize(("points", "units"), [("none", 0), ("bye", 80)])
def test_it_is_called_off_for_nothing_or_for_what_a_bye_brings(
    console: Console, points: str, units: int
) -> None:
    table = console.table().id
    page = console.look(f"/tables/{table}")
    link = f"{console.at}/do/void?table_id={table}&points={points}"

    asked = console.look("/do/void", table_id=table, points=points)
    console.done("void", table_id=table, points=points, confirmed="1")

    assert "No one gets points for it until you decide" in page
    assert link in page
    assert f'name="points" value="{points}"' in asked
    assert {line.points for line in stage_queries.lines_of(console.event.state)} == {units}
    assert "to be decided" not in console.look()


def test_players_and_onlookers_see_that_the_staff_decides(console: Console) -> None:
    assert "the staff decides" in text(console.browser.get(f"/tournaments/{console.event.slug}"))


def test_a_plan_does_not_offer_to_call_matches_off_when_the_time_runs_out() -> None:
    browser = planner()

    page = text(browser.get(f"{NEW}&template=stick-em-one-day-open"))
    answer = browser.post(NEW, plan(on_timeout="abort"))

    assert 'value="forfeit"' in page
    assert 'value="abort"' not in page
    assert answer.status_code == 400
