"""Fields of the form of a plan: values of options, sizes of tables, spans of time."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import forms
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.json_types import JsonObject
from games.options import Option, Value
from tournaments.formats.core import TEXT_MAX, TextOption
from tournaments.models import Series
from web.matches.match_forms import option_values, wording
from web.tournaments.plan import seconds

Settings = JsonObject
"""Settings of a tournament, or a part of them, as services take them."""
UTC_NAME = "UTC"

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Label: TypeAlias = "str | _StrPromise"
"""A text, translated now or where it is shown."""


SERIES_LISTED_MAX = 100


def series_choices(own: str | None = None) -> list[Series]:
    """Return the series that are not closed, the latest first, and the one that was chosen."""
    return list(Series.objects.filter(Q(closed=False) | Q(slug=own))[:SERIES_LISTED_MAX])


class Unit(NamedTuple):
    """A unit of time."""

    seconds: int
    words: Label


UNITS = (
    Unit(1, gettext_lazy("seconds")),
    Unit(60, gettext_lazy("minutes")),
    Unit(3600, gettext_lazy("hours")),
    Unit(86_400, gettext_lazy("days")),
)


LISTED_MAX = 60
"""With more numbers to choose from than this, one is typed: nobody wants to scroll there."""


class OptionField(forms.ChoiceField):
    """The values of an option of a game or a format; it knows them by their text."""

    def __init__(self, option: Option, initial: str | None = None) -> None:
        self.values = {str(value): value for value in option_values(option)}
        self.worded = [(text, wording(option, value)) for text, value in self.values.items()]
        widget = None
        if len(self.worded) > LISTED_MAX and all(text == words for text, words in self.worded):
            bounds = {"min": min(self.values, key=int), "max": max(self.values, key=int)}
            widget = forms.NumberInput(attrs=bounds)
        super().__init__(
            label=_(option.title),
            choices=self.worded,
            required=False,
            initial=initial,
            widget=widget,
        )

    def value(self, text: str) -> Value:
        """Return the value that a text stands for."""
        return self.values[text]


class TextOptionField(forms.CharField):
    """An option of a format that is written out."""

    def __init__(self, option: TextOption, initial: str | None = None) -> None:
        self.option = option
        super().__init__(
            label=_(option.title),
            max_length=TEXT_MAX,
            required=False,
            empty_value="",
            initial=initial,
            widget=forms.TextInput(attrs={"placeholder": wording(option, option.default)}),
        )

    def clean(self, value: object) -> str:
        """Refuse what is no value of the option."""
        text = self.option.kept(str(super().clean(value)))
        if not self.option.allows(text, 0):
            raise forms.ValidationError(_("Write it as in the example."), code="option")
        return text

    def value(self, text: str) -> Value:
        """Return the text itself."""
        return text


def option_field(option: Option, initial: str | None = None) -> OptionField | TextOptionField:
    """Return the field of an option of a format."""
    if isinstance(option, TextOption):
        return TextOptionField(option, initial)
    return OptionField(option, initial)


class SpanWidget(forms.MultiWidget):
    """A number and its unit, side by side."""

    def __init__(self) -> None:
        number = forms.NumberInput(attrs={"class": "span-number", "min": 0})
        unit = forms.Select(
            attrs={"class": "span-unit", "aria-label": gettext_lazy("Unit")},
            choices=[(str(each.seconds), each.words) for each in UNITS],
        )
        super().__init__([number, unit])

    def id_for_label(self, id_: str, index: str | None = None) -> str:  # noqa: ARG002
        """Return the id of the number, which the label of both names."""
        return f"{id_}_0"

    def decompress(self, value: int | None) -> list[int | str | None]:
        """Return a span in the largest unit that it is a whole number of."""
        if value is None:
            return [None, "60"]
        unit = max(each.seconds for each in UNITS if value % each.seconds == 0 or not value)
        return [value // unit, str(unit)] if value else [0, "1"]


class SpanField(forms.MultiValueField):
    """A span of time within bounds, in seconds; empty for none."""

    def __init__(self, label: Label, low: int, high: int, help_text: Label = "") -> None:
        number = forms.IntegerField(required=False, min_value=0)
        unit = forms.ChoiceField(choices=[(str(each.seconds), each.words) for each in UNITS])
        super().__init__(
            fields=(number, unit),
            widget=SpanWidget(),
            label=label,
            help_text=help_text,
            required=False,
            require_all_fields=False,
        )
        self.low, self.high = low, high

    def compress(self, data_list: list[int | str | None]) -> int | None:
        """Return the seconds; refuses what is out of bounds."""
        if not data_list or data_list[0] is None:
            return None
        span = int(data_list[0]) * int(data_list[1] or 0)
        if not self.low <= span <= self.high:
            bounds = {"low": seconds(self.low), "high": seconds(self.high)}
            words = _("Choose a time from %(low)s to %(high)s.")
            raise forms.ValidationError(words % bounds, code="span")
        return span


class StartWidget(forms.MultiWidget):
    """A date and time, and the zone that it is told in: the browser's, where scripts run."""

    def __init__(self) -> None:
        when = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__([when, forms.HiddenInput(attrs={"data-zone": ""})])

    def id_for_label(self, id_: str, index: str | None = None) -> str:  # noqa: ARG002
        """Return the id of the time."""
        return f"{id_}_0"

    def decompress(self, value: datetime | str | None) -> list[datetime | str]:
        """Return a moment in UTC, which the browser puts into its own zone."""
        if isinstance(value, str):
            value = datetime.fromisoformat(value)
        return ["" if value is None else value.astimezone(UTC).replace(tzinfo=None), UTC_NAME]


class StartField(forms.MultiValueField):
    """When something begins; empty for no time as yet."""

    def __init__(self, label: Label, help_text: Label = "") -> None:
        when = forms.CharField(required=False)
        zone = forms.CharField(required=False)
        super().__init__(
            fields=(when, zone),
            widget=StartWidget(),
            label=label,
            help_text=help_text,
            required=False,
            require_all_fields=False,
        )

    def compress(self, data_list: list[str]) -> datetime | None:
        """Return the moment; refuses what is no time, and an unknown zone."""
        if not data_list or not data_list[0]:
            return None
        try:
            when = datetime.fromisoformat(data_list[0])
            return when.replace(tzinfo=ZoneInfo(data_list[1] or UTC_NAME))
        except (ValueError, ZoneInfoNotFoundError):
            raise forms.ValidationError(_("Choose a date and a time."), code="start") from None


def size_field(label: Label, low: int, high: int, empty: str = "") -> forms.TypedChoiceField:
    """Return a choice of how many sit at a table; `empty` names the choice that makes none."""
    numbers = [(number, str(number)) for number in range(low, high + 1)]
    return forms.TypedChoiceField(
        label=label,
        choices=[("", empty), *numbers] if empty else numbers,
        coerce=int,
        empty_value=None,
        required=not empty,
    )
