"""How a tournament is planned in the console, and its plan changed until the start."""

import re
from html import unescape

import pytest

from tests.web.tournaments.consoles import NEW, Console, plan, planner
from tests.web.visitors import text
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_is_planned_from_a_template() -> None:
    browser = planner()

    offered = text(browser.get("/organise/new/template?game=pickpocket"))
    assert "template=pickpocket-one-day-open" in offered
    page = text(browser.get(f"{NEW}&template=stick-em-one-day-open"))
    assert re.search(r'value="4" selected>4</option>', page), "four rounds, as the template has it"
    answer = browser.post(NEW, plan(checkin="on", capacity="9", tiebreak_2="lots"))

    made = Tournament.objects.get(slug=answer["Location"].removeprefix("/organise/"))
    assert made.slug == "friday-night"
    assert made.settings["stages"][0]["options"]["rounds"] == 2
    assert (made.settings["capacity"], made.settings["checkin"]) == (9, True)
    assert made.settings["tiebreaks"] == ["wins", "lots"]
    assert "Friday night" in text(browser.get("/organise"))


def test_faults_of_a_plan_stand_beside_their_fields_and_nothing_is_lost() -> None:
    browser = planner()
    wrong = plan(name="Kept name", table_min="6", tiebreak_2="wins", clock="30")

    answer = browser.post(NEW, wrong)

    page = unescape(text(answer))
    assert answer.status_code == 400
    assert 'value="Kept name"' in page
    assert '<option value="30" selected>' in page
    assert re.search(r"id_table_target_error.*?must be min <= target <= max", page, re.DOTALL)
    assert re.search(r"id_tiebreak_1_error.*?at most once", page, re.DOTALL)
    assert not Tournament.objects.filter(name="Kept name").exists()


@pytest.mark.more
def test_a_stage_is_added_and_taken_away_without_judging_the_rest() -> None:
    browser = planner()

    more = text(browser.post(NEW, plan(name="", change="add")))
    assert "Stage 2" in more
    assert "This field is required" not in more
    fewer = text(
        browser.post(NEW, plan(stages="2", **{"stage1-format": "knockout"}, change="remove-0"))
    )

    assert "Stage 2" not in fewer
    assert re.search(r'value="knockout"[^>]* checked', fewer), "the second stage is the first now"


def test_the_plan_is_changed_until_the_start() -> None:
    console = Console(4)
    page = console.look("/settings")
    assert 'name="name" value="Cup"' in page
    version = console.event.state.version
    answer = console.browser.post(f"{console.at}/settings", plan(name="Cup 2", version=version))
    assert answer.status_code == 302
    assert console.event.state.settings["name"] == "Cup 2"
    stale = console.browser.post(f"{console.at}/settings", plan(name="Cup 3", version=version))
    assert stale.status_code == 400
    assert 'value="Cup 3"' in text(stale), "what was written is still there"
    console.event.start()

    assert "its settings are fixed" in console.look("/settings")
    assert console.browser.post(f"{console.at}/settings", plan()).status_code == 403


@pytest.mark.more
def test_other_rules_of_a_game_are_planned_and_stay() -> None:
    browser = planner()
    page = text(browser.get("/organise/new/plan?game=pickpocket"))
    assert "an order for each player" in page
    assert 'name="rules"' not in text(browser.get(NEW))

    answer = browser.post(
        "/organise/new/plan?game=pickpocket", plan(game="pickpocket", rules="pickpocket@2")
    )

    where = answer["Location"]
    made = Tournament.objects.get(slug=where.removeprefix("/organise/"))
    assert made.settings["rules"] == "pickpocket@2"
    assert '<option value="pickpocket@2" selected>' in text(browser.get(f"{where}/settings"))


@pytest.mark.more
def test_points_of_ones_own_and_of_a_bye_are_planned_and_shown_again() -> None:
    browser = planner()
    lists = "3: 5 1; 4: 5 1 0 0; 5: 5 1; 6: 5 1"
    own = {"points": "own", "points_own": lists, "bye_points": "2,5"}

    wrong = browser.post(NEW, plan(**{**own, "points_own": "4: 1 5", "bye_points": "many"}))
    page = unescape(text(wrong))
    assert wrong.status_code == 400
    assert re.search(r"id_points_own_error.*?must not have fewer points", page, re.DOTALL)
    assert re.search(r"id_bye_points_error.*?Enter points such as", page, re.DOTALL)
    answer = browser.post(NEW, plan(**own))

    made = Tournament.objects.get(slug=answer["Location"].removeprefix("/organise/"))
    kept = "3: 5 1 0; 4: 5 1 0 0; 5: 5 1 0 0 0; 6: 5 1 0 0 0 0"
    assert (made.settings["points"], made.settings["bye_points"]) == (kept, 300)
    shown = text(browser.get(f"/organise/{made.slug}/settings"))
    assert f">{kept}</textarea>" in re.sub(r">\s+", ">", shown)
    assert 'name="bye_points" value="2.5"' in shown
