"""The forms about who an entrant is, what they have paid, and who may enter."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import Account
from ratings.models import Ladder
from tournaments.services import entry
from tournaments.state import EntrantStatus, TournamentState
from web.tournaments.console.forms import ActForm, EntrantForm
from web.words import Words

PAYMENTS: Words = {
    "unpaid": pgettext_lazy("of a payment", "not paid"),
    "paid": pgettext_lazy("of a payment", "paid"),
    "waived": pgettext_lazy("of a payment", "waived"),
}


class RenameForm(EntrantForm):
    """What an entrant is called from now on, and why."""

    name = forms.CharField(label=gettext_lazy("New name"), max_length=entry.NAME_MAX)

    def arguments(self) -> dict[str, object]:
        """Return whose name, and which."""
        return {**super().arguments(), "name": self.cleaned_data["name"]}

    def clean(self) -> dict[str, object]:
        """Ask for the reason."""
        return _with_reason(self)


class MergeForm(EntrantForm):
    """Who is the same person, and why."""

    other = forms.TypedChoiceField(
        label=gettext_lazy("Was also entered as"), coerce=int, empty_value=None
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["other"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared above.
        own = str(self["entrant"].value() or "")
        field.choices = [
            (each.number, f"{each.number}. {each.name}")
            for each in state.entrants.values()
            if str(each.number) != own
            and each.bot is None
            and each.presence is not EntrantStatus.WITHDRAWN
        ]

    def arguments(self) -> dict[str, object]:
        """Return the two."""
        return {**super().arguments(), "other": self.cleaned_data["other"]}

    def clean(self) -> dict[str, object]:
        """Ask for the reason."""
        return _with_reason(self)


def _with_reason(form: ActForm) -> dict[str, object]:
    if not form.cleaned_data.get("reason"):
        form.add_error("reason", _("Enter the reason."))
    return form.cleaned_data


class PaymentForm(EntrantForm):
    """Whether somebody has paid, and how much."""

    payment = forms.ChoiceField(
        label=gettext_lazy("Payment"),
        choices=list(PAYMENTS.items()),
        initial="paid",
        widget=forms.RadioSelect,
    )
    amount = forms.CharField(label=gettext_lazy("Amount"), max_length=40, required=False)

    def arguments(self) -> dict[str, object]:
        """Return whose payment, and what of it."""
        said = self.cleaned_data
        return {**super().arguments(), "payment": said["payment"], "amount": said["amount"]}


class ConditionsForm(ActForm):
    """Who may enter by their own hand."""

    asked_first: ClassVar[bool] = True

    ladder = forms.ChoiceField(label=gettext_lazy("Ladder"), required=False)
    rating_min = forms.IntegerField(
        label=gettext_lazy("Rating, at least"), min_value=0, max_value=10_000, required=False
    )
    rating_max = forms.IntegerField(
        label=gettext_lazy("Rating, at most"), min_value=0, max_value=10_000, required=False
    )
    games_min = forms.IntegerField(
        label=gettext_lazy("Rated matches, at least"), min_value=1, max_value=10_000, required=False
    )
    accounts = forms.CharField(
        label=gettext_lazy("Only these accounts"),
        required=False,
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy("User names, one a line or with commas. Nobody else sees the list."),
    )
    invitation = forms.BooleanField(
        label=gettext_lazy("Only by an invitation link"), required=False
    )

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["ladder"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared above.
        rows = Ladder.objects.filter(game=state.settings["game"], visibility="public")
        field.choices = [("", _("none")), *rows.order_by("name").values_list("slug", "name")]
        for name in self.arguments_named:
            self.fields[name].initial = state.conditions.get(name)
        listed = Account.objects.filter(id__in=state.conditions.get("accounts", ()))
        names = listed.order_by("username").values_list("username", flat=True)
        self.fields["accounts"].initial = "\n".join(names)

    arguments_named = ("ladder", "rating_min", "rating_max", "games_min", "invitation")

    def arguments(self) -> dict[str, object]:
        """Return the conditions."""
        said = self.cleaned_data
        names = said["accounts"].replace(",", "\n").split("\n")
        accounts = [each.strip() for each in names if each.strip()]
        asked = {name: said[name] for name in self.arguments_named}
        return {"asked": {**asked, "accounts": accounts}}
