"""Templates: plans to start from, which any usual number of entrants can play."""

import pytest

from api.problems import Problem
from games import registry as games
from tournaments import plans
from tournaments.formats import registry as formats
from tournaments.templates import Template, templates
from web.tournaments.console.plans import from_template

every_template = pytest.mark.parametrize("template", templates(), ids=lambda each: each.id)


def settings_of(template: Template) -> plans.Settings:
    """Return the part of the settings that says who can play, with every default."""
    stages = [
        {
            **stage,
            "take": stage.get("take"),
            "options": formats.find(stage["format"]).check_options(stage.get("options", {})),
        }
        for stage in template.settings["stages"]
    ]
    return {"table": template.settings["table"], "stages": stages}


def test_every_game_has_the_same_five() -> None:
    wanted = ("club-night", "one-day-open", "league-season", "same-cards", "bot-cup")

    found = {each.id for each in templates()}

    assert found == {f"{rules.game}-{each}" for rules in games.current_games() for each in wanted}


@every_template
def test_a_template_is_a_plan_as_it_stands(template: Template) -> None:
    found = from_template(template.game, template.settings)

    assert found["deals"] == template.settings.get("deals")
    assert (found["points"] == "margin") == (found["deals"] is not None)


@every_template
def test_a_template_takes_any_field_of_eight_to_eighty(template: Template) -> None:
    settings = settings_of(template)

    for entrants in range(8, 81):
        plans.require_fitting(settings, entrants)


@every_template
def test_a_template_refuses_a_single_entrant_and_says_what_is_possible(template: Template) -> None:
    with pytest.raises(Problem) as refusal:
        plans.require_fitting(settings_of(template), 1)

    assert refusal.value.code == "pairing_infeasible"
    assert "have" in str(refusal.value.detail) or "choose" in str(refusal.value.detail)
