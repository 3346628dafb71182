"""The whole form of a plan: its settings and its stages, valid together or not at all."""

import re
from collections.abc import Sequence

import msgspec
from django import forms
from django.http import QueryDict

from api.problems import FieldError
from games import registry as games
from games.json_types import JsonMapping
from tournaments import plans
from tournaments.api.requests import NewTournament
from web.messages import localise
from web.tournaments.console import plan_form, stage_form
from web.tournaments.console.plan_fields import Settings
from web.tournaments.console.plan_form import PlanForm
from web.tournaments.console.stage_form import StageForm

STAGES_MAX = 8
PLACE = re.compile(r"stages\[(\d+)\]\.(\w+)")


class Plan:
    """The whole form: a plan and its stages, which are valid together or not at all."""

    def __init__(self, form: PlanForm, stages: Sequence[StageForm]) -> None:
        self.form = form
        self.stages = list(stages)

    @property
    def has_faults(self) -> bool:
        """Whether something is wrong with it."""
        return any(form.errors for form in (self.form, *self.stages))

    @property
    def settings(self) -> Settings:
        """The settings as services take them, once everything is valid."""
        return completed({**self.form.plan(), "stages": [each.plan() for each in self.stages]})

    def is_valid(self) -> bool:
        """Return whether every field is."""
        return not self.has_faults

    def add_faults(self, faults: Sequence[FieldError], detail: str) -> None:
        """Put each fault that the services have found to its field."""
        for fault in faults:
            at = PLACE.match(fault.field)
            if at and int(at[1]) < len(self.stages):
                stage = self.stages[int(at[1])]
                stage.add_error(stage.place(at[2]), localise(fault.message))
            else:
                self.form.add_error(self._field(fault.field), localise(fault.message))
        if not faults:
            self.form.add_error(None, detail)

    def _field(self, name: str) -> str | None:
        short = name.removeprefix("options.").partition(".")[0]
        wanted = {"table": "table_target", "tiebreaks": "tiebreak_1", "seats": "table_max"}
        for each in (wanted.get(short, short), f"option_{short}"):
            if each in self.form.fields:
                return each
        return None


def completed(asked: JsonMapping) -> Settings:
    """Return settings with the API's own defaults for what is not said, as services take them."""
    plain: Settings = msgspec.to_builtins(msgspec.convert(asked, NewTournament))
    return plain


def from_template(game: str, settings: JsonMapping) -> Settings:
    """Return complete settings from those of a template."""
    asked = {"slug": "new", "name": "new", "game": game, **settings}
    return {**plans.checked(completed(asked)), "name": "", "slug": ""}


def filled_form(settings: Settings, own: Settings | None = None) -> Plan:
    """Return the form with settings filled in, to be looked at and changed."""
    rules = games.current_rules(settings["game"])
    form = PlanForm(rules, own=own, initial=plan_form.initial(settings))
    stages = [
        StageForm(number, rules, initial=stage_form.initial(stage))
        for number, stage in enumerate(settings["stages"])
    ]
    return Plan(form, stages)


def sent(game: str, data: QueryDict, own: Settings | None = None) -> Plan:
    """Return the form as somebody has filled it in."""
    rules = games.current_rules(game)
    stages = [StageForm(number, rules, data) for number in range(stages_sent(data))]
    return Plan(PlanForm(rules, data, own=own), stages)


def stages_sent(data: QueryDict) -> int:
    """Return how many stages a filled form has."""
    text = data.get("stages", "1")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 1
    return min(max(1, number), STAGES_MAX)


def reshaped(game: str, data: QueryDict, own: Settings | None = None) -> Plan:
    """Return a filled form with a stage more or less, nothing else lost and nothing judged yet."""
    rules = games.current_rules(game)
    form = PlanForm(rules, own=own, initial=_filled(PlanForm(rules, own=own), data))
    filled = [_filled(StageForm(number, rules), data) for number in range(stages_sent(data))]
    change = data.get("change", "")
    if change == "add" and len(filled) < STAGES_MAX:
        filled.append({})
    gone = change.removeprefix("remove-")
    if gone.isdigit() and int(gone) < len(filled) and len(filled) > 1:
        del filled[int(gone)]
    return Plan(form, [StageForm(at, rules, initial=each) for at, each in enumerate(filled)])


def _filled(form: forms.Form, data: QueryDict) -> dict[str, object]:
    """Return what was filled into the fields of a form, as it was written."""
    return {
        name: field.widget.value_from_datadict(data, {}, form.add_prefix(name))
        for name, field in form.fields.items()
    }
