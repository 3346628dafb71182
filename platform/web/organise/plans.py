"""The form of a plan: everything about a tournament before it starts, built from the registries."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.problems import FieldError
from games import registry as games
from games.core import Rules
from games.options import Option, Value
from ratings.models import Ladder
from tournaments import plans
from tournaments.api.shapes import NewTournament
from tournaments.formats import registry as formats
from tournaments.formats.core import Format
from tournaments.models import Tournament
from tournaments.points import registry as points
from tournaments.tiebreaks import registry as tiebreaks
from web.forms import CLOCKS, ON_TIMEOUT, option_values, wording

STAGES_MAX = 8
TIEBREAKS_MAX = 8
SLUG_MAX = 60
KEPT = "kept"
"""The choice that leaves a clock as it is, which the form has no words for."""
OTHER_SIZES = ("table_min", "table_target", "table_max")
PLACE = re.compile(r"stages\[(\d+)\]\.(\w+)")

Settings = dict[str, Any]


class OptionField(forms.ChoiceField):
    """The values of an option of a game or a format; it knows them by their text."""

    def __init__(self, option: Option, **about: Any) -> None:
        self.values = {str(value): value for value in option_values(option)}
        self.worded = [(text, wording(value)) for text, value in self.values.items()]
        super().__init__(label=_(option.title), choices=self.worded, required=False, **about)


class ShownFormat(NamedTuple):
    """A format as the form of a stage offers it."""

    form: Format
    radio: forms.boundfield.BoundWidget
    fields: list[forms.BoundField]


def size_field(label: Any, low: int, high: int, empty: str = "") -> forms.TypedChoiceField:
    """Return a choice of how many sit at a table; `empty` names the choice that makes none."""
    numbers = [(number, str(number)) for number in range(low, high + 1)]
    return forms.TypedChoiceField(
        label=label,
        choices=[("", empty), *numbers] if empty else numbers,
        coerce=int,
        empty_value=None,
        required=not empty,
    )


class StageForm(forms.Form):
    """A stage: its format with its options, and how many go on into it."""

    def __init__(
        self,
        number: int,
        rules: Rules[Any, Any, Any],
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
                label=_("How many of the stage before go on"), min_value=2, max_value=2000
            )
        low, high = rules.seats_min, rules.seats_max
        for name, label in zip(OTHER_SIZES, (_("Least"), _("Wanted"), _("Most")), strict=True):
            self.fields[name] = size_field(label, low, high, _("as usual"))
        for each in self.known:
            for option in each.options:
                self.fields[_name(each, option)] = OptionField(option, initial=str(option.default))

    def clean(self) -> Settings:
        """Refuse sizes of tables that are named in part."""
        said = self.cleaned_data
        named = [bool(said.get(name)) for name in OTHER_SIZES]
        if any(named) and not all(named):
            self.add_error(OTHER_SIZES[1], _("Name all three sizes, or none."))
        return said

    def formats(self) -> Iterator[ShownFormat]:
        """Yield each format with its button and the fields of its options."""
        for form, radio in zip(self.known, self["format"], strict=True):
            yield ShownFormat(form, radio, [self[_name(form, each)] for each in form.options])

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
            "take": said.get("take"),
        }

    def _value(self, form: Format, option: str, text: str) -> Value:
        field = self.fields[f"{form.id}-{option}"]
        assert isinstance(field, OptionField)  # noqa: S101 - As made above.
        return field.values[text]

    def place(self, fault: str) -> str | None:
        """Return the field for a fault that the plan's check names; None for the whole."""
        places = {"format": "format", "take": "take", "table": "table_target"}
        return places.get(fault, "format")


def _name(form: Format, option: Option) -> str:
    return f"{form.id}-{option.name}"


class PlanForm(forms.Form):
    """A plan without its stages, which are forms of their own beside it."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    slug = forms.RegexField(
        regex=r"^[a-z0-9]+(-[a-z0-9]+)*$",
        label=gettext_lazy("Address"),
        min_length=3,
        max_length=SLUG_MAX,
        required=False,
        help_text=gettext_lazy("Small letters, digits and hyphens. Made from the name if empty."),
    )
    play = forms.ChoiceField(
        label=gettext_lazy("Where it is played"),
        choices=[
            ("matches", gettext_lazy("Here: a match opens for every table")),
            ("reported", gettext_lazy("Over the board: results are reported")),
        ],
        widget=forms.RadioSelect,
    )
    bots = forms.ChoiceField(
        label=gettext_lazy("Who takes part"),
        choices=[
            ("none", gettext_lazy("People")),
            ("allowed", gettext_lazy("People and bots")),
            ("only", gettext_lazy("Bots")),
        ],
        widget=forms.RadioSelect,
    )
    capacity = forms.IntegerField(
        label=gettext_lazy("Capacity"),
        min_value=2,
        max_value=2000,
        required=False,
        help_text=gettext_lazy("Whoever enters beyond it waits, and moves up. Empty: no limit."),
    )
    checkin = forms.BooleanField(
        label=gettext_lazy("Players check in; whoever has not is absent at the start"),
        required=False,
    )
    late_entry = forms.BooleanField(
        label=gettext_lazy("Late entry is possible in the first stage"), required=False
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        choices=[
            ("manual", gettext_lazy("You pair, publish and close each round")),
            ("auto", gettext_lazy("Rounds follow one another by themselves")),
        ],
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may look on at the matches"),
        choices=[
            ("public", gettext_lazy("Everybody")),
            ("private", gettext_lazy("Only the players")),
        ],
        widget=forms.RadioSelect,
    )
    on_timeout = forms.ChoiceField(label=gettext_lazy("When the time runs out"), choices=ON_TIMEOUT)
    table_min = forms.ChoiceField()
    table_target = forms.ChoiceField()
    table_max = forms.ChoiceField()

    def __init__(
        self,
        rules: Rules[Any, Any, Any],
        *args: Any,
        own: Settings | None = None,
        **about: Any,
    ) -> None:
        """Show the plan of `rules`' game; `own` is the tournament's as it stands, when it has."""
        super().__init__(*args, **about)
        self.rules = rules
        self.own = own or {}
        low, high = rules.seats_min, rules.seats_max
        self.fields["table_min"] = size_field(_("Least"), low, high)
        self.fields["table_target"] = size_field(_("Wanted"), low, high)
        self.fields["table_max"] = size_field(_("Most"), low, high)
        if own is not None:
            del self.fields["slug"]
        self._add_clock()
        self._add_ladder()
        self._add_points()
        for option in rules.options:
            field = OptionField(option)
            field.choices = [("", _("as usual")), *field.worded]
            self.fields[f"option_{option.name}"] = field

    def _add_clock(self) -> None:
        clocks: list[tuple[str, Any]] = list(CLOCKS)
        if clock_text(self.own.get("clock")) == KEPT:
            clocks.append((KEPT, _("as it is")))
        self.fields["clock"] = forms.ChoiceField(
            label=_("Time for each decision"), choices=clocks, required=False
        )

    def _add_ladder(self) -> None:
        ladders = Ladder.objects.filter(game=self.rules.game).order_by("name")
        self.fields["ladder"] = forms.ChoiceField(
            label=_("Counts on the ladder"),
            choices=[("", _("none")), *((each.slug, each.name) for each in ladders)],
            required=False,
        )

    def _add_points(self) -> None:
        self.fields["points"] = forms.ChoiceField(
            label=_("Points"),
            choices=[(each.id, _(each.title)) for each in points.schemes_known()],
            widget=forms.RadioSelect,
        )
        known = [(each.id, _(each.title)) for each in tiebreaks.tiebreaks()]
        for number in range(1, TIEBREAKS_MAX + 1):
            self.fields[f"tiebreak_{number}"] = forms.ChoiceField(
                label=str(number), choices=[("", "-"), *known], required=False
            )

    def some(self, *names: str) -> list[forms.BoundField]:
        """Return fields by name, those that there are."""
        return [self[name] for name in names if name in self.fields]

    def entry_fields(self) -> list[forms.BoundField]:
        """Return who takes part, and how they enter."""
        return self.some("play", "bots", "capacity", "checkin", "late_entry", "pace")

    def table_fields(self) -> list[forms.BoundField]:
        """Return the sizes of a table."""
        return self.some("table_min", "table_target", "table_max")

    def match_fields(self) -> list[forms.BoundField]:
        """Return what the matches are like."""
        options = [f"option_{each.name}" for each in self.rules.options]
        return self.some("clock", "on_timeout", "visibility", "ladder", *options)

    def point_choices(self) -> list[tuple[Any, forms.boundfield.BoundWidget]]:
        """Return each points scheme with its button."""
        return list(zip(points.schemes_known(), self["points"], strict=True))

    def tiebreak_fields(self) -> list[forms.BoundField]:
        """Return the tie-breaks in their order."""
        return self.some(*(f"tiebreak_{number}" for number in range(1, TIEBREAKS_MAX + 1)))

    def clean_slug(self) -> str:
        """Return the address: as asked, or made from the name."""
        asked = str(self.cleaned_data["slug"])
        if asked and Tournament.objects.filter(slug=asked).exists():
            raise forms.ValidationError(_("There is a tournament at that address already."))
        return asked or free_slug(self.cleaned_data.get("name", ""))

    def plan(self) -> Settings:
        """Return the plan without its stages, as it is asked for."""
        said = self.cleaned_data
        plain = ("name", "play", "bots", "capacity", "checkin", "late_entry", "pace")
        return {
            **{name: said[name] for name in (*plain, "visibility", "on_timeout", "points")},
            "slug": said.get("slug") or self.own["slug"],
            "game": self.rules.game,
            "options": self._options(),
            "clock": self._clock(),
            "ladder": said["ladder"] or None,
            "table": {name: said[f"table_{name}"] for name in ("min", "target", "max")},
            "tiebreaks": [said[each.name] for each in self.tiebreak_fields() if said[each.name]],
        }

    def _options(self) -> dict[str, Value]:
        fields = {each.name: self.fields[f"option_{each.name}"] for each in self.rules.options}
        return {
            name: field.values[self.cleaned_data[f"option_{name}"]]
            for name, field in fields.items()
            if isinstance(field, OptionField) and self.cleaned_data[f"option_{name}"]
        }

    def _clock(self) -> Any:
        text = self.cleaned_data["clock"]
        if text == KEPT:
            return self.own.get("clock")
        return {"per_move": int(text)} if text else None


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
        own = self.form.own
        before = dict(enumerate(own.get("stages", ())))
        stages = []
        for stage in self.stages:
            asked_of, was = stage.plan(), before.get(stage.number, {})
            # What the form has no field for stays, as long as the format does.
            kept = was if was.get("format") == asked_of["format"] else {}
            stages.append({**kept, **asked_of})
        asked = {**own, **self.form.plan(), "stages": stages}
        plain: Settings = msgspec.to_builtins(msgspec.convert(asked, NewTournament))
        return plain

    def is_valid(self) -> bool:
        """Return whether every field is."""
        return not self.has_faults

    def add_faults(self, faults: Sequence[FieldError], detail: str) -> None:
        """Put each fault that the services have found to its field."""
        for fault in faults:
            at = PLACE.match(fault.field)
            if at and int(at[1]) < len(self.stages):
                stage = self.stages[int(at[1])]
                stage.add_error(stage.place(at[2]), fault.message)
            else:
                self.form.add_error(self._field(fault.field), fault.message)
        if not faults:
            self.form.add_error(None, detail)

    def _field(self, name: str) -> str | None:
        short = name.removeprefix("options.")
        wanted = {"table": "table_target", "tiebreaks": "tiebreak_1", "seats": "table_max"}
        for each in (wanted.get(short, short), f"option_{short}"):
            if each in self.form.fields:
                return each
        return None


def clock_text(clock: Any) -> str:
    """Return the choice of the form that a clock is."""
    if not clock:
        return ""
    per_move = str(clock.get("per_move"))
    known = {seconds for seconds, _words in CLOCKS}
    return per_move if set(clock) == {"per_move"} and per_move in known else KEPT


def free_slug(name: str) -> str:
    """Return an address that is free, made from a name."""
    made = slugify(name)[: SLUG_MAX - 5].strip("-").replace("_", "-")
    stem = re.sub("-{2,}", "-", made)
    stem = stem if len(stem) > 2 else f"cup-{stem}".strip("-")
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (stem, *numbered) if each not in taken)


def from_template(game: str, settings: Mapping[str, Any]) -> Settings:
    """Return complete settings from those of a template."""
    asked = {"slug": "new", "name": "new", "game": game, **settings}
    whole: Settings = msgspec.to_builtins(msgspec.convert(asked, NewTournament))
    return {**plans.checked(whole), "name": "", "slug": ""}


def shown(settings: Settings, own: Settings | None = None) -> Plan:
    """Return the form with settings filled in, to be looked at and changed."""
    rules = games.current(settings["game"])
    form = PlanForm(rules, own=own, initial=initial(settings))
    stages = [
        StageForm(number, rules, initial=stage_initial(stage))
        for number, stage in enumerate(settings["stages"])
    ]
    return Plan(form, stages)


def initial(settings: Settings) -> dict[str, Any]:
    """Return what the fields of a plan show of settings."""
    table = settings["table"]
    broken = dict(enumerate(settings["tiebreaks"], start=1))
    return {
        **settings,
        **{f"table_{name}": value for name, value in table.items()},
        **{f"tiebreak_{number}": each for number, each in broken.items()},
        **{f"option_{name}": str(value) for name, value in settings["options"].items()},
        "clock": clock_text(settings["clock"]),
    }


def stage_initial(stage: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the fields of a stage show of it."""
    table: Mapping[str, int] = stage.get("table") or {}
    options = {f"{stage['format']}-{name}": str(value) for name, value in stage["options"].items()}
    sizes = {f"table_{name}": value for name, value in table.items()}
    return {"format": stage["format"], "take": stage.get("take"), **options, **sizes}


def sent(game: str, data: QueryDict, own: Settings | None = None) -> Plan:
    """Return the form as somebody has filled it in."""
    rules = games.current(game)
    stages = [StageForm(number, rules, data) for number in range(stages_sent(data))]
    return Plan(PlanForm(rules, data, own=own), stages)


def stages_sent(data: QueryDict) -> int:
    """Return how many stages a filled form has."""
    text = data.get("stages", "1")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 1
    return min(max(1, number), STAGES_MAX)


def reshaped(game: str, data: QueryDict, own: Settings | None = None) -> Plan:
    """Return a filled form with a stage more or less, nothing else lost and nothing judged yet."""
    rules = games.current(game)
    form = PlanForm(rules, own=own)
    form = PlanForm(rules, own=own, initial={name: data.get(name, "") for name in form.fields})
    filled = []
    for number in range(stages_sent(data)):
        names = StageForm(number, rules).fields
        filled.append({name: data.get(f"stage{number}-{name}", "") for name in names})
    change = data.get("change", "")
    if change == "add" and len(filled) < STAGES_MAX:
        filled.append({})
    gone = change.removeprefix("remove-")
    if gone.isdigit() and int(gone) < len(filled) and len(filled) > 1:
        del filled[int(gone)]
    return Plan(form, [StageForm(at, rules, initial=each) for at, each in enumerate(filled)])
