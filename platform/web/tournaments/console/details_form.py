"""What people want to know of an event before they come, as its organiser writes it."""

import re

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.api.requests import EventDetails
from web.tournaments.console.plan_fields import Settings, StartField
from web.tournaments.prizes import SHARED, prize_ranks

PARTS = EventDetails.__struct_fields__
PRIZE = re.compile(r"([1-9]\d{0,2})(?:\s*[-\N{EN DASH}]\s*([1-9]\d{0,2}))?\s*[:.)]\s*(\S.{0,159})")
PRIZES_MAX = 50


class TermsForm(forms.Form):
    """What it is like, what it costs, whom to ask, and by which rules."""

    about_description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    about_fee = forms.CharField(label=gettext_lazy("Fee"), max_length=80, required=False)
    about_contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("For example an e-mail address. Everyone can see it."),
    )
    about_rules_url = forms.URLField(
        label=gettext_lazy("Rules of the event"),
        max_length=300,
        required=False,
        assume_scheme="https",
        help_text=gettext_lazy("A link, if there are any."),
    )


class DetailsForm(TermsForm):
    """When and where, and what else there is to say; it may change at any time."""

    about_starts_at = StartField(gettext_lazy("Begins"), gettext_lazy("In your own time zone."))
    about_place = forms.CharField(
        label=pgettext_lazy("of an event", "Place"), max_length=200, required=False
    )
    about_prizes = forms.CharField(
        label=gettext_lazy("Prizes"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "One on a line, by final rank, such as “1: Trophy” or “2-4: Medal”."
        ),
    )
    about_prizes_shared = forms.ChoiceField(
        label=gettext_lazy("Players with the same rank"),
        choices=list(SHARED.items()),
        required=False,
    )

    def clean_about_prizes(self) -> list[Settings]:
        """Return the prizes by rank."""
        lines = [each.strip() for each in self.cleaned_data["about_prizes"].splitlines()]
        found = [PRIZE.fullmatch(each) for each in lines if each]
        if None in found or len(found) > PRIZES_MAX:
            raise forms.ValidationError(
                _("Write each prize on a line of its own, such as “1: Trophy” or “2-4: Medal”.")
            )
        return [
            {"first": int(each[1]), "last": int(each[2] or each[1]), "text": each[3]}
            for each in found
            if each is not None
        ]

    def clean_about_prizes_shared(self) -> str:
        """Return what equals win."""
        return self.cleaned_data["about_prizes_shared"] or "share"

    def about_fields(self) -> list[forms.BoundField]:
        """Return the fields of the details, in their order."""
        return [self[f"about_{name}"] for name in PARTS]

    def details(self) -> Settings:
        """Return the details as services take them."""
        said = {name: self.cleaned_data[f"about_{name}"] for name in PARTS}
        plain: Settings = msgspec.to_builtins(msgspec.convert(said, EventDetails))
        return plain


def initial_details(settings: Settings) -> dict[str, object]:
    """Return what the fields show of a tournament's settings; those of old have no details."""
    about = dict(settings.get("about", {}))
    about["prizes"] = "\n".join(prize_line(each) for each in about.get("prizes", []))
    return {f"about_{name}": value for name, value in about.items()}


def prize_line(prize: Settings) -> str:
    """Return a prize as a line of the form has it."""
    return f"{prize_ranks(prize)}: {prize['text']}"
