"""A tournament in one screen: what the evening is, and a good default for all the rest."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from api.problems import FieldError
from games import registry as games
from web.matches.match_forms import CLOCKS
from web.messages import localise
from web.tournaments.console.details_form import TermsForm
from web.tournaments.console.picture_form import picture_field, read_picture
from web.tournaments.console.plan_fields import Settings, StartField
from web.tournaments.console.plans import completed
from web.tournaments.console.slugs import free_slug

ONLINE, IN_PERSON = "online", "in-person"
ROUNDS_MAX = 12
MINUTES_MIN, MINUTES_MAX = 5, 600
TARGET = 4
"""Players at a table, as far as the game allows."""


class QuickForm(TermsForm):
    """What one has to say of a tournament; every field but the name has an answer already."""

    kind = forms.ChoiceField(
        label=_("Where is it played?"),
        choices=[(IN_PERSON, _("In person")), (ONLINE, _("Online"))],
        initial=IN_PERSON,
        widget=forms.RadioSelect,
    )
    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(each.game, each.title) for each in games.current_games()],
        initial=lambda: games.current_games()[0].game,
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("Name"), max_length=120)
    about_starts_at = StartField(_("Begins"), _("In your own time zone."))
    about_place = forms.CharField(
        label=pgettext_lazy("of an event", "Place"), max_length=200, required=False
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=ROUNDS_MAX, initial=3)
    minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        min_value=MINUTES_MIN,
        max_value=MINUTES_MAX,
        initial=50,
        required=False,
    )
    clock = forms.ChoiceField(
        label=_("Time per decision"), choices=CLOCKS[1:], initial="120", required=False
    )
    bots = forms.ChoiceField(
        label=_("Participants"),
        choices=[("none", _("People")), ("allowed", _("People and bots"))],
        initial="none",
        required=False,
        widget=forms.RadioSelect,
    )
    picture = picture_field()

    def clean_picture(self) -> bytes | None:
        """Return the bytes of the picture, where there is one; refuse what is none."""
        return read_picture(self.cleaned_data["picture"])

    @property
    def terms(self) -> list[forms.BoundField]:
        """The fields that most evenings leave empty."""
        return [*(self[name] for name in TermsForm.base_fields), self["picture"]]

    @property
    def has_terms(self) -> bool:
        """Whether something is said in one of them, or wrong."""
        return any(field.errors or field.value() for field in self.terms)

    def clean(self) -> Settings:
        """Ask for the time that the kind of event needs."""
        said = self.cleaned_data
        if said.get("kind") == IN_PERSON and not said.get("minutes") and "minutes" in said:
            self.add_error("minutes", _("Enter the time."))
        return said

    def add_faults(self, faults: Sequence[FieldError], detail: str) -> None:
        """Put each fault that the services have found to its field."""
        for fault in faults:
            at = fault.field if fault.field in self.fields else None
            self.add_error(at, localise(fault.message))
        if not faults:
            self.add_error(None, detail)

    def settings(self) -> Settings:
        """Return the whole plan, once everything is valid."""
        said = self.cleaned_data
        rules = games.current_rules(said["game"])
        asked: Settings = {
            "slug": free_slug(said["name"]),
            "name": said["name"],
            "game": rules.game,
            "stages": [{"format": "pods", "options": {"rounds": said["rounds"]}}],
            "table": {
                "min": rules.seats_min,
                "target": max(rules.seats_min, min(TARGET, rules.seats_max)),
                "max": rules.seats_max,
            },
            "about": {
                name.removeprefix("about_"): said[name]
                for name in ("about_starts_at", "about_place", *TermsForm.base_fields)
            },
        }
        if said["kind"] == IN_PERSON:
            return completed({**asked, "play": "reported", "round_seconds": said["minutes"] * 60})
        online = {"clock": {"per_move": int(said["clock"] or 120)}, "bots": said["bots"] or "none"}
        return completed({**asked, **online})
