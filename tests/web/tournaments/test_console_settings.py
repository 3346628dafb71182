"""The form of a plan offers whatever the API takes, and gives it back as it was."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from django import forms
from pytest_django import Settings

from games import registry as games
from matches.answers import ClockShape
from tests.web.tournaments.consoles import NEW, Console, plan, planner
from tests.web.visitors import member, text
from tournaments.api.requests import NewTournament, StagePlan
from tournaments.models import Tournament
from web.tournaments.console.plan_form import PlanForm
from web.tournaments.console.stage_form import StageForm

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

GROUPS = {"stage0-format": "round_robin", "stages": "2", "stage1-format": "knockout"}
"""Two stages, of which the second takes whom the plan says."""


def fields_for(names: set[str], fields: Mapping[str, forms.Field]) -> set[str]:
    """Return those of the API's names that have a field, or several with their name before."""
    return {
        name
        for name in names
        if any(field == name or field.startswith((f"{name}_", f"{name[:-1]}_")) for field in fields)
    }


def choices_of(field: forms.BoundField) -> set[str]:
    return {str(choice.data["value"]) for choice in field.subwidgets}


def made(**changes: Any) -> dict[str, Any]:
    """Return the settings of a tournament that is planned by the form."""
    answer = planner().post(NEW, plan(**changes))
    assert answer.status_code == 302, re.findall(r'class="fault".*', text(answer))
    slug = answer["Location"].removeprefix("/organise/")
    settings: dict[str, Any] = Tournament.objects.get(slug=slug).settings
    return settings


def test_every_time_and_policy_of_a_plan_is_chosen_in_the_form() -> None:
    settings = made(
        play="matches",
        round_seconds_0="90",
        round_seconds_1="60",
        late_points="bye",
        disqualified="void",
        redraws="3",
        chance="required",
        gather_0="5",
        gather_1="60",
        clock="30",
        clock_bank_0="10",
        clock_bank_1="60",
        clock_disconnect_0="45",
        clock_disconnect_1="1",
    )

    assert (settings["round_seconds"], settings["redraws"]) == (5400, 3)
    assert (settings["late_points"], settings["disqualified"]) == ("bye", "void")
    assert settings["clock"] == {"per_move": 30, "bank": 600, "disconnect": 45}
    assert (settings["chance"], settings["gather"]) == ("required", 300)


def test_a_plan_has_deals_wait_for_a_beacon_where_the_site_takes_one(settings: Settings) -> None:
    rules = games.current_games()[0]
    assert PlanForm(rules).fields["beacon"].disabled
    assert not PlanForm(rules, own={"beacon": True}).fields["beacon"].disabled
    assert made(play="matches", clock="30", beacon="on")["beacon"] is False
    settings.BEACON = "drand http://127.0.0.1:1"

    assert made(play="matches", clock="30", beacon="on")["beacon"] is True


def test_a_plan_has_draws_wait_for_a_beacon_also_where_results_are_reported(
    settings: Settings,
) -> None:
    rules = games.current_games()[0]
    assert PlanForm(rules).fields["draw_beacon"].disabled
    assert not PlanForm(rules, own={"draw_beacon": True}).fields["draw_beacon"].disabled
    settings.BEACON = "drand http://127.0.0.1:1"

    found = made(play="reported", draw_beacon="on")
    assert (found["draw_beacon"], found["beacon"]) == (True, False)


def test_a_clock_may_have_time_for_the_whole_match_alone() -> None:
    settings = made(clock="", clock_bank_0="1", clock_bank_1="3600")

    assert settings["clock"] == {"bank": 3600, "increment": 0}


def test_who_goes_on_is_named_by_codes_or_by_how_many() -> None:
    named = made(**GROUPS, **{"stage1-sources": "1, 4, 3 2"})
    counted = made(**GROUPS, **{"stage1-take": "4"})

    assert named["stages"][1]["sources"] == ["1", "4", "3", "2"]
    assert named["stages"][1]["take"] == 4
    assert (counted["stages"][1]["sources"], counted["stages"][1]["take"]) == (None, 4)


def test_the_form_of_a_plan_has_a_field_for_whatever_the_api_takes() -> None:
    rules = games.current_games()[0]
    form, stage = PlanForm(rules), StageForm(1, rules)

    whole = set(NewTournament.__struct_fields__) - {"game", "stages"}
    assert fields_for(whole, form.fields) == whole
    parts = set(ClockShape.__struct_fields__) - {"per_move"}
    assert {f"clock_{name}" for name in parts} <= set(form.fields), "the others are in `clock`"
    of_stage = set(StagePlan.__struct_fields__) - {"options"}
    assert fields_for(of_stage, stage.fields) == of_stage
    for known in stage.known:
        assert {f"{known.id}-{each.name}" for each in known.options} <= set(stage.fields)


def test_the_form_of_a_plan_offers_every_choice_of_the_api() -> None:
    form = PlanForm(games.current_games()[0])
    hints = get_type_hints(NewTournament, include_extras=False)
    chosen = {name: hint for name, hint in hints.items() if get_origin(hint) is Literal}

    assert len(chosen) > 5
    for name, hint in chosen.items():
        assert choices_of(form[name]) == set(get_args(hint)), name


def test_a_plan_that_is_saved_unchanged_stays_as_it_is() -> None:
    clock = {"bank": 5400, "increment": 7, "disconnect": 60}
    stages = [
        {"format": "round_robin", "table": {"min": 3, "target": 3, "max": 4}},
        {"format": "knockout", "sources": ["1", "4", "3", "2"]},
    ]
    console = Console(8, stages=stages, clock=clock, round_seconds=86_400, late_points="bye")
    before = console.event.state.settings

    console.browser.post(f"{console.at}/settings", fields_shown(console.look("/settings")))

    after = console.event.state
    assert after.settings == before
    assert after.version > 1


def fields_shown(page: str) -> dict[str, str]:
    """Return what a browser would send of the form of a plan."""
    form = page[page.index('<div class="plan-form') :]
    found: dict[str, str] = {}
    for field in re.findall(r"<input [^>]*>", form):
        said = dict(re.findall(r'(\w+)="([^"]*)"', field))
        is_off = said.get("type") in {"radio", "checkbox"} and " checked" not in field
        if "name" in said and not is_off:
            found[said["name"]] = unescape(said.get("value", "on" if "checkbox" in field else ""))
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else re.findall(r'value="([^"]*)"', options)[0]
    return found


@pytest.mark.parametrize(
    ("field", "said", "words"),
    [
        ("round_seconds_0", {"round_seconds_1": "1"}, "Choose a time from 1 minute to 366 days."),
        ("clock_bank_0", {"clock_bank_1": "86400"}, "Choose a time from 1 second to 30 days."),
        ("stage1-take", {**GROUPS, "stage1-take": ""}, "Enter how many advance, or list them."),
        ("stage1-sources", GROUPS, "must name sources such as B2"),
        ("stage0-arena-minutes", {"stage0-format": "arena"}, "Select a valid choice."),
    ],
)
def test_a_time_out_of_bounds_or_a_place_that_is_none_is_refused_beside_its_field(
    field: str, said: dict[str, str], words: str
) -> None:
    given = {
        "stage1-sources": "Z2 Z2",
        "clock_bank_0": "31",
        "round_seconds_0": "59",
        "stage0-arena-minutes": "1441",
    }
    wrong = {name: value for name, value in given.items() if name == field}

    answer = planner().post(NEW, plan(name="Never made", **{**said, **wrong}))

    assert answer.status_code == 400
    page = unescape(text(answer))
    at = f"id_{field.removesuffix('_0')}_error"
    assert re.search(rf'id="{at}">.*?{re.escape(words)}', page, re.DOTALL)
    assert not Tournament.objects.filter(name="Never made").exists()


def test_one_of_a_thousand_numbers_is_typed_and_one_of_a_few_is_chosen_from_a_list() -> None:
    form = StageForm(0, games.current_games()[0])

    minutes, rounds = str(form["arena-minutes"]), str(form["lives-rounds"])

    assert minutes.startswith("<input")
    assert {'type="number"', 'min="1"', 'max="1440"', 'value="60"'} < set(minutes.split())
    assert rounds.startswith("<select")


def test_players_read_on_the_tournaments_page_which_times_there_are() -> None:
    console = Console(4, clock={"bank": 600, "increment": 5}, round_seconds=5400)
    console.done("open")

    page = unescape(text(member()[0].get(f"/tournaments/{console.event.slug}")))

    for fact in ("Time bank per match", "10 minutes", "5 seconds", "90 minutes"):
        assert fact in page
