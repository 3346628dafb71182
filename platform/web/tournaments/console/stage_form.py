"""The form of a stage: its format with its options, its tables, and who goes on into it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.core import AnyRules
from games.json_types import JsonMapping, JsonObject
from games.options import Option, Value
from tournaments import best_of
from tournaments.formats import registry as formats
from tournaments.formats.core import Format
from web.tournaments.console.plan_fields import (
    OptionField,
    TextOptionField,
    option_field,
    size_field,
)

OTHER_SIZES = ("table_min", "table_target", "table_max")

TAKE_MAX = 2000
SUM_MAX = 12
SOURCES_LENGTH_MAX = 8_000
"""Characters of all codes together."""

Settings = JsonObject


class ShownFormat(NamedTuple):
    """A format as the form of a stage offers it."""

    form: Format
    radio: forms.boundfield.BoundWidget
    fields: list[forms.BoundField]


class StageForm(forms.Form):
    """A stage: its format with its options, and how many go on into it."""

    def __init__(
        self,
        number: int,
        rules: AnyRules,
        data: QueryDict | None = None,
        initial: Settings | None = None,
    ) -> None:
        super().__init__(data, prefix=f"stage{number}", initial=initial)
        self.number = number
        self.known = formats.formats()
        self.fields["format"] = forms.ChoiceField(
            label=_("Format"),
            choices=[(each.id, _(each.title)) for each in self.known],
            widget=forms.RadioSelect,
            initial=self.known[0].id,
        )
        if number:
            self.fields["take"] = forms.IntegerField(
                label=_("Players who advance from the previous stage"),
                min_value=2,
                max_value=TAKE_MAX,
                required=False,
            )
            self.fields["sources"] = forms.CharField(
                label=_("Or the players who advance, best seed first"),
                max_length=SOURCES_LENGTH_MAX,
                required=False,
                help_text=_(
                    "B2 is the second of group B, best3-1 the best third of all groups, 7 the"
                    " seventh of the stage."
                ),
            )
        self._add_matches()
        low, high = rules.seats_min, rules.seats_max
        for name, label in zip(
            OTHER_SIZES, (_("Minimum"), _("Preferred"), _("Maximum")), strict=True
        ):
            self.fields[name] = size_field(label, low, high, _("default"))
        for each in self.known:
            for option in each.options:
                self.fields[_name(each, option)] = option_field(option, initial=str(option.default))

    def _add_matches(self) -> None:
        """Add the fields of how many matches a table has."""
        self.fields["best_of"] = forms.TypedChoiceField(
            label=_("Matches of a duel"),
            choices=[
                (each, _("best of %(n)s") % {"n": each} if each > 1 else _("one match decides"))
                for each in best_of.LENGTHS
            ],
            coerce=int,
            required=False,
            empty_value=None,
            help_text=_(
                "For tables of exactly two: a lead that the other player cannot make up wins the"
                " table. The first seat changes hands after every match; each match is rated"
                " separately."
            ),
        )
        self.fields["sum_of"] = forms.IntegerField(
            label=_("Matches at each table"),
            min_value=1,
            max_value=SUM_MAX,
            required=False,
            help_text=_(
                "For tables of any size: all of them are played, and their points are added up."
                " The first seat changes hands after every match. Empty: one match."
            ),
        )

    def clean(self) -> Settings:
        """Refuse sizes of tables that are named in part, and a stage that takes nobody."""
        said = self.cleaned_data
        named = [bool(said.get(name)) for name in OTHER_SIZES]
        if any(named) and not all(named):
            self.add_error(OTHER_SIZES[1], _("Enter all three sizes, or none."))
        if "take" in self.fields and not self.errors and not (said["take"] or said["sources"]):
            self.add_error("take", _("Enter how many advance, or list them."))
        return said

    def clean_sources(self) -> list[str] | None:
        """Return the codes that are named, None where there are none."""
        return self.cleaned_data["sources"].replace(",", " ").split() or None

    def formats(self) -> Iterator[ShownFormat]:
        """Yield each format with its button and the fields of its options."""
        for form, radio in zip(self.known, self["format"], strict=True):
            yield ShownFormat(form, radio, [self[_name(form, each)] for each in form.options])

    def takers(self) -> list[forms.BoundField]:
        """Return the fields of who goes on into it; none for the first stage."""
        return [self[name] for name in ("take", "sources") if name in self.fields]

    def sizes(self) -> list[forms.BoundField]:
        """Return the fields of other sizes of tables than the tournament's."""
        return [self[name] for name in OTHER_SIZES]

    def plan(self) -> Settings:
        """Return the stage as it is asked for."""
        said = self.cleaned_data
        chosen = formats.find(said["format"])
        given = {each.name: said[_name(chosen, each)] for each in chosen.options}
        sizes = {name.removeprefix("table_"): said[name] for name in OTHER_SIZES}
        return {
            "format": chosen.id,
            "options": {
                name: self._value(chosen, name, text) for name, text in given.items() if text
            },
            "table": sizes if all(sizes.values()) else None,
            "best_of": said["best_of"] or 1,
            "sum_of": said["sum_of"] or 1,
            "take": None if said.get("sources") else said.get("take"),
            "sources": said.get("sources"),
        }

    def _value(self, form: Format, option: str, text: str) -> Value:
        field = self.fields[f"{form.id}-{option}"]
        assert isinstance(field, OptionField | TextOptionField)  # noqa: S101 - As made above.
        return field.value(text)

    def place(self, fault: str) -> str | None:
        """Return the field for a fault that the plan's check names; None for the whole."""
        places = {
            "best_of": "best_of",
            "sum_of": "sum_of",
            "take": "take",
            "sources": "sources",
            "table": "table_target",
        }
        wanted = places.get(fault, "format")
        return wanted if wanted in self.fields else "format"


def _name(form: Format, option: Option) -> str:
    return f"{form.id}-{option.name}"


def initial(stage: JsonMapping) -> dict[str, object]:
    """Return what the fields of a stage show of it."""
    table: Mapping[str, int] = stage.get("table") or {}
    options = {f"{stage['format']}-{name}": str(value) for name, value in stage["options"].items()}
    sizes = {f"table_{name}": value for name, value in table.items()}
    named = " ".join(stage.get("sources") or ())
    take = None if named else stage.get("take")
    length = stage.get("best_of", 1)
    added_up = stage.get("sum_of", 1)
    about = {"format": stage["format"], "best_of": length, "take": take, "sources": named}
    return {**about, "sum_of": None if added_up == 1 else added_up, **options, **sizes}
