"""What a plan says of points, byes and tie-breaks, as a form that the plan's extends."""

from django import forms
from django.utils.translation import gettext as _

from tournaments.points import own as own_points
from tournaments.points import registry as points
from tournaments.points.core import PointsScheme
from tournaments.tiebreaks import registry as tiebreaks
from web.messages import localise
from web.tournaments.console.details_form import DetailsForm

TIEBREAKS_MAX = 8


class PointsForm(DetailsForm):
    """Points, byes, draws by agreement, and what breaks ties."""

    def add_points(self) -> None:
        """Add the fields, whose choices come from the registries."""
        self.fields["points"] = forms.ChoiceField(
            label=_("Points"),
            choices=[(each.id, _(each.title)) for each in self._schemes()],
            widget=forms.RadioSelect,
        )
        self.fields["points_own"] = forms.CharField(
            label=_("Points of your own"),
            max_length=own_points.LENGTH_MAX,
            required=False,
            help_text=_(
                "A list for each size of table, the first place first: 3: 5 1 0; 4: 5 1 0 0. With"
                " “; score / 1000 from 30000” the game's score counts as well."
            ),
            widget=forms.Textarea({"rows": 2}),
        )
        self._add_deals()
        self.fields["bye_points"] = forms.CharField(
            label=_("Points for a bye"),
            max_length=10,
            required=False,
            help_text=_("Leave empty for two thirds of a win."),
        )
        self.fields["byes_booked"] = forms.IntegerField(
            label=_("Byes that a player may book ahead"),
            min_value=0,
            max_value=20,
            required=False,
            help_text=_("Each is worth a draw; the staff may give others."),
        )
        self.fields["byes_booked_not_last"] = forms.IntegerField(
            label=_("Not in this many last rounds"), min_value=0, max_value=20, required=False
        )
        self.fields["redraws"] = forms.IntegerField(
            label=_("Redraws of a round"),
            min_value=0,
            max_value=20,
            required=False,
            help_text=_(
                "How often a round, the seeds or the lots may be drawn again although no people "
                "or results have changed. Everyone sees each redraw; after that the last draw "
                "counts again."
            ),
        )
        self.fields["agreed_draws"] = forms.BooleanField(
            label=_("Draws by agreement"),
            required=False,
            help_text=_(
                "The players of a table may agree to a draw before they play, where no one is"
                " knocked out. It is not rated."
            ),
        )
        self.fields["time_limit_rated"] = forms.BooleanField(
            label=_("Tables ended at their time limit are rated"), required=False, initial=True
        )
        self._add_tiebreaks()

    def _add_tiebreaks(self) -> None:
        known = [(each.id, _(each.title)) for each in tiebreaks.tiebreaks()]
        for number in range(1, TIEBREAKS_MAX + 1):
            self.fields[f"tiebreak_{number}"] = forms.ChoiceField(
                label=str(number), choices=[("", "-"), *known], required=False
            )

    def _add_deals(self) -> None:
        self.fields["deals"] = forms.ChoiceField(
            label=_("Deals"),
            choices=[
                ("", _("Each table has its own")),
                ("margin", _("The same for all tables of a round: margins are compared")),
                ("placing", _("The same for all tables of a round: places count")),
            ],
            required=False,
            help_text=_(
                "Where tables share a deal, everyone is compared with those who held the same "
                "cards, and the results of a round are shown once its last table has ended. The "
                "matches are not rated, and a bot takes over for players who run out of time. "
                "If margins are compared, a table is worth from 0 to 100 points: 50 is on a par "
                "with everyone else with the same cards."
            ),
        )
        self.fields["deals_shadow"] = forms.BooleanField(
            label=_("Bots play a deal that few tables have played, to compare margins with"),
            required=False,
            initial=True,
        )

    def some(self, *names: str) -> list[forms.BoundField]:
        """Return fields by name, those that there are."""
        return [self[name] for name in names if name in self.fields]

    @staticmethod
    def _schemes() -> list[PointsScheme | type[own_points.Chosen]]:
        return [*points.schemes_known(), own_points.Chosen]

    def point_choices(self) -> list[tuple[object, forms.boundfield.BoundWidget]]:
        """Return each points scheme with its button."""
        return list(zip(self._schemes(), self["points"], strict=True))

    def point_fields(self) -> list[forms.BoundField]:
        """Return what is said of points, byes and draws, one's own lists of points among it."""
        byes = ("bye_points", "byes_booked", "byes_booked_not_last")
        draws = ("redraws", "draw_beacon")
        return self.some("points_own", *byes, *draws, "agreed_draws", "time_limit_rated")

    def deal_fields(self) -> list[forms.BoundField]:
        """Return whether tables share deals, and how they are compared."""
        return self.some("deals", "deals_shadow")

    def deals_plan(self) -> dict[str, object]:
        """Return how tables share deals, with what that asks of matches; nothing if they do not."""
        said = self.cleaned_data
        if not said["deals"]:
            return {"deals": None}
        deals = {"share": "round", "compare": said["deals"], "shadow": said["deals_shadow"]}
        return {"deals": deals, "on_timeout": "bot"}

    def clean_points_own(self) -> str:
        """Return points of one's own as they are kept; refuse a text that describes none."""
        text = str(self.cleaned_data["points_own"]).strip()
        if self.cleaned_data.get("points") != own_points.Chosen.id:
            return text
        try:
            return own_points.parse(text).id
        except own_points.PointsError as error:
            raise forms.ValidationError(localise(error.message)) from error

    def clean_bye_points(self) -> int | None:
        """Return the units of a bye; None where it is not said."""
        text = str(self.cleaned_data["bye_points"]).strip().replace(",", ".")
        units = own_points.units_of(text) if text else None
        if text and (units is None or units < 0):
            raise forms.ValidationError(_("Enter points such as 1, 0.5 or 1/3."))
        return units

    def tiebreak_fields(self) -> list[forms.BoundField]:
        """Return the tie-breaks in their order."""
        return self.some(*(f"tiebreak_{number}" for number in range(1, TIEBREAKS_MAX + 1)))
