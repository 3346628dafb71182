"""The settings of a ladder as a form: fields and limits are those of `Settings`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from api import form_fields
from games import registry as games
from games.json_types import JsonMapping, JsonObject
from games.options import Option, Value
from ratings.ladder.meetings import Repeats
from ratings.ladder.settings import (
    CLOCK_MAX,
    CLOCK_MIN,
    FOR_NEW,
    Challenges,
    Players,
    SeasonEnd,
    Settings,
)
from ratings.systems import registry
from web.matches.match_forms import option_values, wording
from web.ratings.console.labels import CHOICES, GROUPS, HINTS, LABELS, PARAMETERS

NESTED: Mapping[str, type[msgspec.Struct]] = {
    "players": Players,
    "challenges": Challenges,
    "repeats": Repeats,
    "season_end": SeasonEnd,
}
"""Settings that are structs; their fields stand in the form as `players__min`."""
BY_KIND = {"challenges": "challenge", "points": "points", "best_of": "points"}
"""Settings that only one kind of ladder has a use for."""
APART = ("game", "kind", "system", "parameters", "options", "members")
"""Settings whose fields are made by hand, or were chosen before."""
JOINT = "__"
MEMBERS_MAX = 1000


class SettingsForm(forms.Form):
    """Settings of a ladder of a game, kind and system, which never change."""

    def __init__(
        self, fixed: Mapping[str, str], data: QueryDict | None, *, holds: JsonMapping
    ) -> None:
        super().__init__(data)
        self.fixed = dict(fixed)
        self._holds = holds
        self._options: dict[str, dict[str, Value]] = {}
        skip = {*APART, *NESTED, *(each for each, kind in BY_KIND.items() if kind != self.kind)}
        self._add("", Settings, skip, holds)
        for name, struct in NESTED.items():
            if BY_KIND.get(name, self.kind) == self.kind:
                self._add(f"{name}{JOINT}", struct, (), holds.get(name) or {})
        if "points" in self.fields:
            self.fields["points"] = form_fields.NumbersField(
                required=False, initial=", ".join(map(str, holds.get("points", ())))
            )
        self._add_repeats()
        self._add_season_end()
        self._add_members()
        self._add_parameters()
        for option in games.current_rules(self.fixed["game"]).options:
            self._add_option(option)
        clock = self.fields["clock"]
        assert isinstance(clock, forms.IntegerField)  # noqa: S101 - As Settings has it.
        self.fields["clock"] = forms.IntegerField(
            min_value=CLOCK_MIN, max_value=CLOCK_MAX, initial=clock.initial
        )
        for name, field in self.fields.items():
            self._word(name, field)

    @property
    def kind(self) -> str:
        """The kind of the ladder."""
        return self.fixed["kind"]

    def _add(
        self, prefix: str, struct: type[msgspec.Struct], skip: Collection[str], holds: JsonMapping
    ) -> None:
        for name, field in form_fields.fields_of(struct, skip).items():
            field.initial = holds.get(name, field.initial)
            self.fields[prefix + name] = field

    def _add_repeats(self) -> None:
        holds = self._holds.get("repeats", FOR_NEW["repeats"])
        self.fields["repeats"] = forms.BooleanField(required=False, initial=holds is not None)
        for name in list(self.fields):
            if name.startswith(f"repeats{JOINT}"):
                self.fields[name].required = False

    def _add_season_end(self) -> None:
        at = (self._holds.get("season_end") or {}).get("at", "")
        self.fields[f"season_end{JOINT}at"] = forms.DateTimeField(
            required=False,
            initial=datetime.fromisoformat(at) if at else None,
            widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        )
        self.fields[f"season_end{JOINT}name"].required = False

    def _add_members(self) -> None:
        self.fields["members"] = forms.CharField(
            required=False,
            max_length=MEMBERS_MAX * 90,
            initial="\n".join(self._holds.get("members", ())),
            widget=forms.Textarea(attrs={"rows": 4}),
        )

    def _add_parameters(self) -> None:
        system = registry.system(self.fixed["system"])
        holds = self._holds.get("parameters", {})
        for each in system.parameters:
            if each.name != "provisional_games":
                self.fields[f"parameters{JOINT}{each.name}"] = forms.IntegerField(
                    min_value=each.least,
                    max_value=each.most,
                    initial=holds.get(each.name, each.default),
                )

    def _add_option(self, option: Option) -> None:
        values = self._options[option.name] = {str(v): v for v in option_values(option)}
        held = self._holds.get("options", {}).get(option.name)
        self.fields[f"options{JOINT}{option.name}"] = forms.ChoiceField(
            label=_(option.title),
            choices=[
                ("", _("default")),
                *((text, wording(option, values[text])) for text in values),
            ],
            required=False,
            initial="" if held is None else str(held),
        )

    def _word(self, name: str, field: forms.Field) -> None:
        parameter = name.removeprefix(f"parameters{JOINT}")
        if parameter != name:
            field.label = str(PARAMETERS.get(parameter, parameter.replace("_", " ")))
        elif name in LABELS:
            field.label = str(LABELS[name])
        field.help_text = str(HINTS.get(name, ""))
        if name in CHOICES:
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - What has choices.
            field.choices = [(key, str(words)) for key, words in CHOICES[name].items()]

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField], bool]]:
        """Yield headings with their fields, and whether people rarely need them."""
        for heading, names, is_rare in GROUPS:
            found = [
                self[name]
                for name in self.fields
                if name.partition(JOINT)[0] in names and name not in {"reason", "slug"}
            ]
            if found:
                is_open = any(each.errors for each in found)
                yield str(heading), found, is_rare and not is_open

    def settings(self) -> dict[str, object]:
        """Return the settings that were filled in, as services take them."""
        found: JsonObject = dict(self.fixed)
        for name, value in self.cleaned_data.items():
            head, joint, tail = name.partition(JOINT)
            if joint and head == "options":
                if value:
                    found.setdefault(head, {})[tail] = self._options[tail][value]
            elif joint:
                found.setdefault(head, {})[tail] = value
            elif name not in {"reason", "slug", "repeats"}:
                found[name] = value
        found.setdefault("options", {})
        at = found["season_end"]["at"]
        found["season_end"]["at"] = "" if at is None else at.isoformat().replace("+00:00", "Z")
        if not self.cleaned_data["repeats"]:
            found["repeats"] = None
        elif isinstance(found.get("repeats"), Mapping):
            given = {key: each for key, each in found["repeats"].items() if each is not None}
            found["repeats"] = msgspec.to_builtins(msgspec.convert(given, Repeats))
        found["members"] = [
            line.strip() for line in self.cleaned_data["members"].splitlines() if line.strip()
        ]
        if "points" in self.fields:
            found["points"] = self.cleaned_data["points"] or []
        return found

    def changes(self) -> dict[str, object]:
        """Return the settings that differ from those that hold."""
        return {
            name: value
            for name, value in self.settings().items()
            if name not in self.fixed and self._full(name, value) != self._holds.get(name)
        }

    def _full(self, name: str, value: Any) -> object:
        """Return a setting as the ladder has it; parameters by default may stay unsaid."""
        if name != "parameters":
            return value
        own = self._holds.get("parameters", {})
        defaults = {
            each.name: each.default for each in registry.system(self.fixed["system"]).parameters
        }
        changed = {key: each for key, each in value.items() if key in own or each != defaults[key]}
        return own if {**defaults, **changed} == {**defaults, **own} else changed

    def add_faults(self, errors: Sequence[tuple[str, str]]) -> None:
        """Put what a service has refused to the fields that it is about."""
        for path, text in errors:
            name = path.replace(".", JOINT)
            name = name if name in self.fields else name.partition(JOINT)[0]
            self.add_error(name if name in self.fields else None, text)
