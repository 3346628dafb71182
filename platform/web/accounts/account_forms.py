"""The forms of one's own account."""

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from accounts import entrance
from accounts.models import Account
from api import idempotency
from api.scopes import DEFAULT_SCOPES, SCOPES, STAFF_SCOPES
from web import requests, site

PASSWORD_LENGTH_MAX = 256
DAY_S = 24 * 3600
NO_MAILS = _(
    "This site cannot send e-mails yet, because its own address is not set. Please tell its staff."
)
SCOPE_WORDS = {
    "play": _("take seats and make moves"),
    "bot": _("act as a bot"),
    "read": _("read everything you can see"),
    "organise": _("manage tournaments in which you have a role"),
    "ladder": _("manage ladders"),
    "admin": _("manage other people's matches"),
    "account": _("revoke your other tokens and turn the account into a bot's"),
    "notify": _("set what you are notified of, and where"),
}


class PasswordResetForm(forms.Form):
    """The address to which a link to a new password goes."""

    email = forms.EmailField(
        label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(
        label=_("Name"), max_length=100, help_text=_("A label to help you recognise it later.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"), widget=forms.CheckboxSelectMultiple, initial=DEFAULT_SCOPES
    )
    expires_in = forms.TypedChoiceField(
        label=_("Expires after"),
        coerce=int,
        choices=[
            (7 * DAY_S, _("a week")),
            (30 * DAY_S, _("30 days")),
            (365 * DAY_S, _("a year")),
        ],
        initial=30 * DAY_S,
    )
    key = forms.CharField(widget=forms.HiddenInput, initial=idempotency.new_key, required=False)

    def __init__(self, account: Account, data: QueryDict | None = None) -> None:
        super().__init__(data)
        scopes = self.fields["scopes"]
        assert isinstance(scopes, forms.MultipleChoiceField)  # noqa: S101 - As declared above.
        scopes.choices = [
            (scope, SCOPE_WORDS[scope])
            for scope in SCOPES
            if account.is_staff or scope not in STAFF_SCOPES
        ]


class OwnPassword(forms.Form):
    """The password, once more, before something that a stolen session must not do.

    Who has none is led to where they show by a key, or by signing in again, who they are.
    """

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=PASSWORD_LENGTH_MAX,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, data: QueryDict | None) -> None:
        super().__init__(data)
        self.request = request
        if not requests.member(request).has_usable_password():
            raise_if_reauthentication_required(request, app="accounts")
            del self.fields["password"]

    def clean_password(self) -> str:
        """Refuse a wrong password; raises `rate_limited` after many."""
        given = str(self.cleaned_data["password"])
        if not entrance.is_own_password(self.request, requests.member(self.request), given):
            raise forms.ValidationError(_("That is not your current password."), code="wrong")
        return given


class NewEmail(OwnPassword):
    """Where somebody is to be reached, or nowhere, and the password."""

    email = forms.EmailField(
        label=_("New e-mail address"),
        required=False,
        help_text=_("We will send a link there. Leave it empty to remove your address."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    field_order = ("email", "password")

    def clean_email(self) -> str:
        """Refuse the address that is there already, and links that could lead nowhere."""
        given = str(self.cleaned_data["email"])
        if given == requests.member(self.request).email:
            raise forms.ValidationError(_("We already have this address."), code="same")
        if given and not site.is_known():
            raise forms.ValidationError(NO_MAILS, code="unknown")
        return given
