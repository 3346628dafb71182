"""The forms with which people come in: sign up, sign in."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import Account
from api.problems import Problem
from web.messages import localise

NAME_HELP = _("2 to 30 letters, digits, hyphens or underscores. Visible to everyone.")


class SignInForm(AuthenticationForm):
    """A name and its password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext("Name")
        self.fields["password"].label = gettext("Password")


class SignUpForm(forms.Form):
    """What makes an account."""

    username = forms.CharField(
        label=_("Name"),
        max_length=30,
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=256,
        help_text=_("At least 8 characters. Several unrelated words work well."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("E-mail (optional)"),
        required=False,
        help_text=_("Used only to reset your password. Never shown to anyone."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def register(self) -> Account | None:
        """Return the new account; None when it is refused, and the reasons stand in the form."""
        said = self.cleaned_data
        try:
            return services.register(
                username=said["username"], password=said["password"], email=said["email"]
            )
        except Problem as problem:
            for fault in problem.errors:
                self.add_error(fault.field, _wording(fault.code, fault.message))
            return None


def _wording(code: str, message: str) -> str:
    """Return the words for a fault; those of passwords come from Django in the reader's language.

    A name can only be taken or no name.
    """
    if code == "taken":
        return gettext("This name is taken.")
    return str(NAME_HELP) if message.startswith("must be 2 to 30") else localise(message)
