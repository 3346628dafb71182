"""The forms about who an entrant is, what they have paid, and who may enter."""

from collections.abc import Mapping
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import Account
from ratings.models import Ladder
from tournaments.state import EntrantStatus, TournamentState
from web.tournaments.console.forms import ActForm, EntrantForm
from web.tournaments.console.many_forms import SeveralForm
from web.words import Words

PAYMENTS: Words = {
    "unpaid": pgettext_lazy("of a payment", "not paid"),
    "paid": pgettext_lazy("of a payment", "paid"),
    "waived": pgettext_lazy("of a payment", "waived"),
}


class RenameForm(EntrantForm):
    """What an entrant is called from now on, and why."""

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

    def clean(self) -> dict[str, object]:
        """Ask for the reason."""
        return _with_reason(self)


def _with_reason(form: ActForm) -> dict[str, object]:
    if not form.cleaned_data.get("reason"):
        form.add_error("reason", _("Enter the reason."))
    return form.cleaned_data


class PaymentMarkForm(ActForm):
    """What has become of a fee."""

    payment = forms.ChoiceField(
        label=gettext_lazy("Payment"),
        choices=list(PAYMENTS.items()),
        initial="paid",
        widget=forms.RadioSelect,
    )


class PaymentForm(PaymentMarkForm, EntrantForm):
    """Whether somebody has paid."""


class PaymentsForm(PaymentMarkForm, SeveralForm):
    """Whether those have paid who are ticked."""


class ConditionsForm(ActForm):
    """Who may enter by their own hand."""

    asked_first: ClassVar[bool] = True

    ladder = forms.ChoiceField(label=gettext_lazy("Ladder"), required=False)
    accounts = forms.CharField(
        label=gettext_lazy("Only these accounts"),
        required=False,
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy("User names, one a line or with commas. Nobody else sees the list."),
    )
    field_order = ("ladder", "rating_min", "rating_max", "games_min", "accounts", "invitation")

    def _set_up(self, state: TournamentState) -> None:
        super()._set_up(state)
        field = self.fields["ladder"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - As declared above.
        rows = Ladder.objects.filter(game=state.settings["game"], visibility="public")
        field.choices = [("", _("none")), *rows.order_by("name").values_list("slug", "name")]
        for name in self.field_order:
            self.fields[name].initial = state.conditions.get(name)
        listed = Account.objects.filter(id__in=state.conditions.get("accounts", ()))
        names = listed.order_by("username").values_list("username", flat=True)
        self.fields["accounts"].initial = "\n".join(names)

    def said(self) -> Mapping[str, object]:
        """Return the conditions, the accounts one by one."""
        names = self.cleaned_data["accounts"].replace(",", "\n").split("\n")
        return {**super().said(), "accounts": [each.strip() for each in names if each.strip()]}
