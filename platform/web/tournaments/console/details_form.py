"""What people want to know of an event before they come, as its organiser writes it."""

import msgspec
from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.api.requests import EventDetails
from web.tournaments.console.plan_fields import Settings, StartField

PARTS = EventDetails.__struct_fields__


class DetailsForm(forms.Form):
    """When and where, and what else there is to say; it may change at any time."""

    about_starts_at = StartField(gettext_lazy("Begins"), gettext_lazy("In your own time zone."))
    about_place = forms.CharField(
        label=pgettext_lazy("of an event", "Place"), max_length=200, required=False
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
    about_description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

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
    return {f"about_{name}": value for name, value in settings.get("about", {}).items()}
