"""The form of a plan without its stages, built from the registries."""

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry as games
from games.core import AnyRules
from games.options import Value
from matches import time_control as clocks
from matches.events import GATHER_MAX, GATHER_S
from ratings.models import Ladder
from tournaments import drawing
from tournaments.models import Tournament
from tournaments.points import own as own_points
from tournaments.points import registry as points
from tournaments.points.core import in_points
from web.matches.match_forms import (
    CLOCKS,
    ON_TIMEOUT_OF_CUPS,
    beacon_field,
    draw_beacon_field,
    rules_field,
)
from web.tournaments.console.details_form import initial_details
from web.tournaments.console.plan_fields import (
    OptionField,
    Settings,
    SpanField,
    series_choices,
    size_field,
)
from web.tournaments.console.points_form import PointsForm
from web.tournaments.console.slugs import SLUG_MAX, free_slug
from web.tournaments.plan import seconds

ROUND_MIN, ROUND_MAX = 60, 366 * 86_400
"""Seconds that a round may be meant to take."""
PLAIN = (
    *("name", "play", "bots", "capacity", "checkin", "round_seconds", "late_entry"),
    *("agreed_draws", "time_limit_rated", "beacon", "draw_beacon"),
    "choose_seats",
    *("late_points", "disqualified", "pace", "visibility", "on_timeout"),
)
"""Settings that a field of the same name gives as they are."""
NUMBERS = ("byes_booked", "byes_booked_not_last", "redraws", "gather")
"""Settings that an empty field leaves as they are by default."""
CLOCK_PARTS = ("bank", "increment", "disconnect")
"""What a clock may have beside the time for each decision."""


class PlanForm(PointsForm):
    """A plan without its stages, which are forms of their own beside it."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    slug = forms.RegexField(
        regex=r"^[a-z0-9]+(-[a-z0-9]+)*$",
        label=gettext_lazy("Slug"),
        min_length=3,
        max_length=SLUG_MAX,
        required=False,
        help_text=gettext_lazy(
            "Lower-case letters, digits and hyphens. Made from the name if empty."
        ),
    )
    play = forms.ChoiceField(
        label=gettext_lazy("Where matches are played"),
        choices=[
            ("matches", gettext_lazy("Here: a match opens for every table")),
            ("reported", gettext_lazy("In person: players report results")),
        ],
        widget=forms.RadioSelect,
    )
    bots = forms.ChoiceField(
        label=gettext_lazy("Participants"),
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
        help_text=gettext_lazy("Further entrants join the waiting list. Leave empty for no limit."),
    )
    checkin = forms.BooleanField(
        label=gettext_lazy("Players check in; those who do not are absent at the start"),
        required=False,
    )
    late_entry = forms.BooleanField(
        label=gettext_lazy("Late entry is possible in the first stage"), required=False
    )
    late_points = forms.ChoiceField(
        label=gettext_lazy("Late entrants get, for every missed round"),
        choices=[
            ("none", gettext_lazy("nothing")),
            ("bye", gettext_lazy("the points of a bye")),
        ],
    )
    disqualified = forms.ChoiceField(
        label=gettext_lazy("Results of disqualified entrants"),
        choices=[("stand", gettext_lazy("they stay")), ("void", gettext_lazy("they are void"))],
    )
    round_seconds = SpanField(
        gettext_lazy("Time for a round"),
        ROUND_MIN,
        ROUND_MAX,
        gettext_lazy("From its publication. Leave empty for no deadline."),
    )
    choose_seats = SpanField(
        gettext_lazy("Time to choose a seat at a final"),
        10,
        7 * 86_400,
        gettext_lazy("The better seed chooses first. Leave empty to have the seats drawn."),
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Automation"),
        choices=[
            ("manual", gettext_lazy("Manual: you pair, publish and close each round")),
            ("auto", gettext_lazy("Automatic: rounds are paired, published and closed for you")),
        ],
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can watch the matches"),
        choices=[
            ("public", gettext_lazy("Everyone")),
            ("private", gettext_lazy("Only the players")),
        ],
        widget=forms.RadioSelect,
    )
    on_timeout = forms.ChoiceField(
        label=gettext_lazy("When a player runs out of time"), choices=ON_TIMEOUT_OF_CUPS
    )
    table_min = forms.ChoiceField()
    table_target = forms.ChoiceField()
    table_max = forms.ChoiceField()

    def __init__(
        self,
        rules: AnyRules,
        data: QueryDict | None = None,
        *,
        own: Settings | None = None,
        initial: dict[str, object] | None = None,
    ) -> None:
        """Show the plan of `rules`' game; `own` is the tournament's as it stands, when it has."""
        super().__init__(data, initial=initial)
        self.rules = rules
        self.own = own or {}
        low, high = rules.seats_min, rules.seats_max
        self.fields["table_min"] = size_field(_("Minimum"), low, high)
        self.fields["table_target"] = size_field(_("Preferred"), low, high)
        self.fields["table_max"] = size_field(_("Maximum"), low, high)
        if own is not None:
            del self.fields["slug"]
        self._add_clock()
        self._add_chance()
        self._add_ladder()
        self.fields["seed_by_series"] = forms.ChoiceField(
            label=_("Seeds by the standings of a series at the start"),
            choices=[
                ("", _("none")),
                *(
                    (each.slug, each.name)
                    for each in series_choices(self.own.get("seed_by_series"))
                ),
            ],
            required=False,
        )
        self.add_points()
        self.fields["rules"] = rules_field(rules.game)
        for option in rules.options:
            field = OptionField(option)
            field.choices = [("", _("default")), *field.worded]
            self.fields[f"option_{option.name}"] = field

    def _add_clock(self) -> None:
        choices: list[tuple[str, object]] = list(CLOCKS)
        own = (self.own.get("clock") or {}).get("per_move")
        if own and str(own) not in dict(choices):
            choices.append((str(own), seconds(own)))
        self.fields["clock"] = forms.ChoiceField(
            label=_("Time per decision"), choices=choices, required=False
        )
        labels = (
            _("Time bank per match"),
            _("Increment per decision"),
            _("Disconnection allowance per match"),
        )
        helps = (
            _("Beyond the time for each decision, or without one, as on a chess clock."),
            _("Only with a time bank and no time limit per decision."),
            _("The clock stops for this long, until the player is back."),
        )
        for name, label, text in zip(CLOCK_PARTS, labels, helps, strict=True):
            self.fields[f"clock_{name}"] = SpanField(label, *clocks.BOUNDS[name], text)

    def _add_chance(self) -> None:
        self.fields["chance"] = forms.ChoiceField(
            label=_("Chance of the deals"),
            choices=[
                ("offered", _("from the players who are there")),
                ("required", _("from everyone")),
            ],
            required=False,
            help_text=_(
                "Each player's device adds chance that nobody else knows, so no one can choose a"
                " deal. If it must come from everyone, a player who is not there loses the match,"
                " and built-in bots cannot enter."
            ),
        )
        self.fields["gather"] = SpanField(
            _("Wait for the players before the deal"),
            0,
            GATHER_MAX,
            _("At most, once a table is full; at least a minute where everyone must be there."),
        )
        self.fields["beacon"] = beacon_field(is_on=bool(self.own.get("beacon")))
        is_on = bool(self.own.get("draw_beacon"))
        self.fields["draw_beacon"] = draw_beacon_field(is_on=is_on)

    def _add_ladder(self) -> None:
        ladders = Ladder.objects.filter(game=self.rules.game).order_by("name")
        if self.own:
            # An organiser, who may be no staff of the site, learns of no private ladder here.
            ladders = ladders.filter(Q(visibility="public") | Q(slug=self.own.get("ladder")))
        self.fields["ladder"] = forms.ChoiceField(
            label=_("Rated on the ladder"),
            choices=[("", _("none")), *((each.slug, each.name) for each in ladders)],
            required=False,
        )

    def entry_fields(self) -> list[forms.BoundField]:
        """Return who takes part, and how they enter."""
        entry = self.some("play", "bots", "capacity", "checkin", "late_entry", "late_points")
        return [
            *entry,
            *self.some("pace", "round_seconds", "choose_seats", "seed_by_series", "disqualified"),
        ]

    def table_fields(self) -> list[forms.BoundField]:
        """Return the sizes of a table."""
        return self.some("table_min", "table_target", "table_max")

    def match_fields(self) -> list[forms.BoundField]:
        """Return what the matches are like."""
        options = [f"option_{each.name}" for each in self.rules.options]
        parts = [f"clock_{name}" for name in CLOCK_PARTS]
        versions = ["rules"] if len(games.versions(self.rules.game)) > 1 else []
        return self.some(
            *("clock", *parts, "on_timeout", "chance", "gather", "beacon"),
            *("visibility", "ladder", *options, *versions),
        )

    def clean_slug(self) -> str:
        """Return the address: as asked, or made from the name."""
        asked = str(self.cleaned_data["slug"])
        if asked and Tournament.objects.filter(slug=asked).exists():
            raise forms.ValidationError(_("A tournament already uses that slug."))
        return asked or free_slug(self.cleaned_data.get("name", ""))

    def clean(self) -> Settings:
        """Refuse a clock whose parts do not go together."""
        said = self.cleaned_data
        bank, increment, disconnect = (said.get(f"clock_{name}") for name in CLOCK_PARTS)
        per_move = int(said.get("clock") or 0)
        is_here = said.get("play") == "matches" and said.get("bots") != "only"
        if is_here and not (per_move or bank or self.own):
            self.add_error(
                "clock",
                _("Choose a time; without one, a player who never comes holds everyone up."),
            )
        if increment is not None and per_move:
            words = _("Only with a time bank and no time limit per decision.")
            self.add_error("clock_increment", words)
        elif (increment or disconnect) and not (bank or per_move):
            self.add_error("clock_bank", _("Enter the time."))
        if disconnect and per_move >= clocks.SLOW_PER_MOVE:
            words = _("Not for time limits of a day or more per decision: use vacations instead.")
            self.add_error("clock_disconnect", words)
        return said

    def plan(self) -> Settings:
        """Return the plan without its stages, as it is asked for."""
        said = self.cleaned_data
        is_own = said["points"] == own_points.Chosen.id
        return {
            **{name: said[name] for name in PLAIN},
            "slug": said.get("slug") or self.own["slug"],
            "game": self.rules.game,
            "rules": said.get("rules") or None,
            "options": self._options(),
            "clock": self._clock(),
            "chance": said["chance"] or "offered",
            "ladder": said["ladder"] or None,
            "seed_by_series": said["seed_by_series"] or None,
            "table": {name: said[f"table_{name}"] for name in ("min", "target", "max")},
            "about": self.details(),
            "points": said["points_own"] if is_own else said["points"],
            "bye_points": said["bye_points"],
            **{name: said[name] for name in NUMBERS if said[name] is not None},
            **self.deals_plan(),
            "tiebreaks": [said[each.name] for each in self.tiebreak_fields() if said[each.name]],
        }

    def _options(self) -> dict[str, Value]:
        fields = {each.name: self.fields[f"option_{each.name}"] for each in self.rules.options}
        return {
            name: field.values[self.cleaned_data[f"option_{name}"]]
            for name, field in fields.items()
            if isinstance(field, OptionField) and self.cleaned_data[f"option_{name}"]
        }

    def _clock(self) -> dict[str, int] | None:
        """Return the clock as asked for; which parts go together is for the services to say."""
        said = self.cleaned_data
        parts = {name: said[f"clock_{name}"] for name in CLOCK_PARTS}
        clock = {name: value for name, value in parts.items() if value is not None}
        if said["clock"]:
            clock["per_move"] = int(said["clock"])
        elif "bank" in clock:
            clock.setdefault("increment", 0)
        return clock or None


def initial(settings: Settings) -> dict[str, object]:
    """Return what the fields of a plan show of settings."""
    table, clock = settings["table"], settings["clock"] or {}
    is_own, bye = ":" in settings["points"], settings.get("bye_points")
    broken = dict(enumerate(settings["tiebreaks"], start=1))
    deals = settings.get("deals") or {}
    # Margins are no choice of their own: they come with the deals.
    is_margin = settings["points"] == points.MARGIN.id
    plain = points.SCHEMES[0].id if is_margin else settings["points"]
    return {
        **settings,
        **{f"table_{name}": value for name, value in table.items()},
        **{f"tiebreak_{number}": each for number, each in broken.items()},
        **{f"option_{name}": str(value) for name, value in settings["options"].items()},
        **{f"clock_{name}": clock.get(name) for name in CLOCK_PARTS},
        **initial_details(settings),
        "points": own_points.Chosen.id if is_own else plain,
        "deals": deals.get("compare", ""),
        "deals_shadow": deals.get("shadow", True),
        "points_own": settings["points"] if is_own else "",
        "bye_points": "" if bye is None else in_points(bye),
        "byes_booked": settings.get("byes_booked", 0),
        "redraws": drawing.redraws_of(settings),
        "chance": settings.get("chance", "offered"),
        "gather": settings.get("gather", GATHER_S),
        "beacon": settings.get("beacon", False),
        "draw_beacon": settings.get("draw_beacon", False),
        "time_limit_rated": settings.get("time_limit_rated", True),
        "byes_booked_not_last": settings.get("byes_booked_not_last", 1),
        "clock": str(clock.get("per_move", "")),
    }
