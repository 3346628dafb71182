"""The forms with which matches are opened."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from accounts import guests
from beacons import source
from games import registry
from games.core import AnyRules
from games.options import Option, Value
from matches.models import Match
from web import bot_names
from web.games.registry import about

CLOCKS = (
    ("", gettext_lazy("no limit")),
    ("30", gettext_lazy("30 seconds")),
    ("120", gettext_lazy("2 minutes")),
    ("600", gettext_lazy("10 minutes")),
    ("86400", gettext_lazy("1 day")),
    ("259200", gettext_lazy("3 days")),
)
"""Seconds for each decision, and how people call them."""
ON_TIMEOUT = (
    ("auto", gettext_lazy("a default move is made")),
    ("bot", gettext_lazy("a bot plays on")),
    ("forfeit", gettext_lazy("the player is placed last")),
    ("abort", gettext_lazy("the match is called off")),
)
ON_TIMEOUT_OF_CUPS = tuple(each for each in ON_TIMEOUT if each[0] != "abort")
"""What a tournament's plan may choose from: nobody may turn a loss into a table without result."""
PEOPLE = "people"
"""The choice of opponents that waits for people."""
SEATS_USUAL = 3


def _seats(rules: AnyRules) -> forms.TypedChoiceField:
    numbers = range(rules.seats_min, rules.seats_max + 1)
    return forms.TypedChoiceField(
        label=gettext_lazy("Players"),
        choices=[(number, str(number)) for number in numbers],
        coerce=int,
        initial=min(max(SEATS_USUAL, rules.seats_min), rules.seats_max),
        widget=forms.RadioSelect,
    )


def rules_field(game: str) -> forms.ChoiceField:
    """Return the choice among the rules of a game, its usual ones first."""
    usual, *others = registry.versions(game)
    return forms.ChoiceField(
        label=_("Order of draws"),
        choices=[
            ("", _(usual.variant or usual.id)),
            *((each.id, _(each.variant or each.id)) for each in others),
        ],
        required=False,
        help_text=_(
            "The odds are the same either way. With an order for each player, what you draw "
            "does not depend on how much the others draw."
        ),
    )


def beacon_field(*, is_on: bool = False) -> forms.BooleanField:
    """Return whether deals wait for a public beacon; where a site takes none, one may end that."""
    words = _(
        "The number is published elsewhere once the seats are taken, so nobody alone can "
        "choose the cards, not even the site. The cards are dealt about 20 seconds later."
    )
    return _beacon_field(_("Deal with a public random number"), words, is_on=is_on)


def draw_beacon_field(*, is_on: bool = False) -> forms.BooleanField:
    """Return the same of the draws of a tournament."""
    words = _(
        "The number is published elsewhere once everything that a draw depends on is fixed, so "
        "nobody alone can choose lots, seeds or pairings, not even the site. Each draw takes about "
        "20 seconds longer."
    )
    return _beacon_field(_("Draw with a public random number"), words, is_on=is_on)


def _beacon_field(label: str, words: str, *, is_on: bool) -> forms.BooleanField:
    return forms.BooleanField(
        label=label,
        required=False,
        disabled=source.of_site() is None and not is_on,
        help_text=words,
    )


class QuickStartForm(forms.Form):
    """A match against bots at once: how many, and how strong."""

    def __init__(self, rules: AnyRules, data: Mapping[str, object] | None = None) -> None:
        super().__init__(data, auto_id=f"{rules.game}_%s")
        self.fields["seats"] = _seats(rules)
        choices = bot_names.choices(rules.game)
        self.fields["bot"] = forms.ChoiceField(
            label=gettext_lazy("Bots"),
            choices=choices,
            initial=choices[0][0],
            widget=forms.RadioSelect,
        )
        self.fields["short"] = forms.BooleanField(required=False, widget=forms.HiddenInput)
        self.game = rules.game

    def options(self) -> Mapping[str, Value]:
        """Return the options: as usual, or those of a short match."""
        short: Mapping[str, Value] = about(self.game, "SHORT")
        return short if self.cleaned_data["short"] else {}


def _visibilities(*, is_shut: bool) -> list[tuple[str, str]]:
    """Return who may see and join a match; strangers not at one that is shut, as a guest's is."""
    private = (Match.Visibility.PRIVATE.value, _("Only people with the link"))
    return [private] if is_shut else [(Match.Visibility.PUBLIC.value, _("Everyone")), private]


class NewMatchForm(forms.Form):
    """Everything that may be chosen about a match; the fields of options are the game's own."""

    def __init__(
        self, rules: AnyRules, data: Mapping[str, object] | None = None, *, is_guest: bool = False
    ) -> None:
        super().__init__(data)
        self.rules = rules
        self.fields["seats"] = _seats(rules)
        self.fields["opponents"] = forms.ChoiceField(
            label=_("Opponents"),
            choices=[
                (PEOPLE, _("People")),
                *((bot, _("Bots: %s") % level) for bot, level in bot_names.choices(rules.game)),
            ],
            help_text=_("A match with other people starts once every seat is taken."),
        )
        self.fields["clock"] = forms.ChoiceField(
            label=_("Time per decision"), choices=CLOCKS, required=False
        )
        self.fields["on_timeout"] = forms.ChoiceField(
            label=_("When a player runs out of time"), choices=ON_TIMEOUT
        )
        self.fields["visibility"] = forms.ChoiceField(
            label=_("Who can watch and join"),
            choices=_visibilities(is_shut=is_guest and not guests.may_meet_strangers()),
        )
        self.fields["start"] = forms.ChoiceField(
            label=pgettext("when a match starts", "Start"),
            choices=[
                (Match.Start.FULL, _("As soon as all seats are taken")),
                (Match.Start.MANUAL, _("When I start it")),
            ],
        )
        if source.of_site() is not None:
            self.fields["beacon"] = beacon_field()
        if len(rules.datasets) > 1:
            self.fields["dataset"] = forms.ChoiceField(
                label=_("Material"), choices=[(each, each) for each in rules.datasets]
            )
        if len(registry.versions(rules.game)) > 1:
            self.fields["rules"] = rules_field(rules.game)
        self.offered = {option.name: option for option in rules.options}
        self.values: dict[str, dict[str, Value]] = {}
        for option in rules.options:
            self._add_option(option)

    def _add_option(self, option: Option) -> None:
        values = option_values(option)
        self.values[option.name] = {str(value): value for value in values}
        self.fields[f"option_{option.name}"] = forms.ChoiceField(
            label=_(option.title),
            choices=[
                ("", _("default")),
                *((str(value), wording(option, value)) for value in values),
            ],
            required=False,
        )

    def option_fields(self) -> list[forms.BoundField]:
        """Return the fields of the game's own options, and of its rules."""
        options = [self[f"option_{option.name}"] for option in self.rules.options]
        return [*options, self["rules"]] if "rules" in self.fields else options

    def common_fields(self) -> list[forms.BoundField]:
        """Return the fields that every game has."""
        return [
            field
            for field in self
            if field.name != "rules" and not field.name.startswith("option_")
        ]

    def options(self) -> dict[str, Value]:
        """Return the options that were chosen, by name; the rest is as usual."""
        chosen = {name: self.cleaned_data[f"option_{name}"] for name in self.values}
        return {name: self.values[name][text] for name, text in chosen.items() if text}

    def per_move(self) -> dict[str, int] | None:
        """Return the clock as it is asked for."""
        seconds = self.cleaned_data["clock"]
        return {"per_move": int(seconds)} if seconds else None

    def add_faults(self, faults: list[tuple[str, str]]) -> None:
        """Put each fault that the rules have found to its field."""
        for name, text in faults:
            if name in self.offered:
                self.add_error(f"option_{name}", self._allowed(self.offered[name]))
            else:
                self.add_error(name if name in self.fields else None, text)

    def _allowed(self, option: Option) -> str:
        """Return what may be chosen for an option at the number of seats that was chosen."""
        allowed = [
            wording(option, value)
            for value in self.values[option.name].values()
            if option.allows(value, self.cleaned_data["seats"])
        ]
        said = {"choices": ", ".join(allowed)}
        return _("With this number of players, choose one of: %(choices)s.") % said


def option_values(option: Option) -> list[Value]:
    """Return every value that an option may have at some number of seats, the default first."""
    values: list[Value] = [*option.choices]
    for some in option.by_seats.values():
        values += some
    if option.low is not None and option.high is not None:
        values += range(option.low, option.high + 1)
    # By their text, since True equals 1.
    return list({str(value): value for value in values}.values())


def wording(option: Option, value: Value) -> str:
    """Return the words for a value of an option."""
    if label := option.label(value):
        return _(label)
    if value is True:
        return _("yes")
    if value is False:
        return _("no")
    return str(value)


def seats_wording(low: int, high: int) -> str:
    """Return the words for how many may play."""
    if low == high:
        return ngettext("%(n)s player", "%(n)s players", low) % {"n": low}
    return _("%(low)s to %(high)s players") % {"low": low, "high": high}
