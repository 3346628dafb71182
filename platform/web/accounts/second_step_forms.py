"""The forms of keys and codes: those of `allauth`, with the house's words and limits."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.forms import ReauthenticateForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as CodeAgain
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import characters, entrance, second_step
from api import addresses, limits
from web.accounts.account_forms import PASSWORD_LENGTH_MAX
from web.messages import localise

NAME_LENGTH_MAX = 50
WRONG = gettext_lazy("That passkey is not one for this account on this site.")
STUMBLES = (AttributeError, IndexError, KeyError, TypeError, ValueError, struct.error)
"""Over what the reader of passkeys stumbles where one has not the form of one."""
CODE_LENGTH_MAX = 20


def code_input() -> forms.TextInput:
    """Return where somebody types a code."""
    return forms.TextInput(
        attrs={
            "autocomplete": "one-time-code",
            "autocapitalize": "none",
            "inputmode": "numeric",
        }
    )


@contextmanager
def understood() -> Iterator[None]:
    """Refuse a passkey's answer that is wrong, or none at all."""
    try:
        yield
    except (forms.ValidationError, *STUMBLES) as error:
        raise forms.ValidationError(WRONG, code="incorrect_code") from error


def clean_name(given: str) -> str:
    """Return what a key is to be called; raises ValidationError."""
    name = characters.canonical(given)
    if fault := characters.fault(name):
        raise forms.ValidationError(localise(fault), code="invalid")
    return name


class CodeForm(AuthenticateForm):
    """A code of the app, or a recovery code, after the password."""

    code = forms.CharField(
        label=gettext_lazy("Code"), max_length=CODE_LENGTH_MAX, widget=code_input()
    )

    def clean_code(self) -> str:
        """Refuse a wrong code; raises `rate_limited` after many."""
        second_step.spend_try(context.request, self.user)
        return str(super().clean_code())


class CodeAgainForm(CodeAgain):
    """The same from somebody who is signed in."""

    code = forms.CharField(
        label=gettext_lazy("Code"), max_length=CODE_LENGTH_MAX, widget=code_input()
    )

    def clean_code(self) -> str:
        """Refuse a wrong code; raises `rate_limited` after many."""
        second_step.spend_try(context.request, self.user)
        return str(super().clean_code())


class FirstCodeForm(ActivateTOTPForm):
    """The first code of a new app, which shows that it has the key."""

    code = forms.CharField(
        label=gettext_lazy("Code that the app shows"),
        max_length=CODE_LENGTH_MAX,
        widget=code_input(),
    )

    def clean_code(self) -> str:
        """Refuse a wrong code, and use up a right one; raises `rate_limited` after many."""
        second_step.spend_try(context.request, self.user)
        code = str(super().clean_code())
        TOTP(Authenticator(user=self.user))._mark_code_used(code)  # noqa: SLF001 - As a sign-in by it does.
        return code


class PasskeyForm(AuthenticateWebAuthnForm):
    """A passkey after the password."""

    def clean_credential(self) -> object:
        """Refuse a wrong one; raises `rate_limited` after many."""
        second_step.spend_try(context.request, self.user)
        with understood():
            return super().clean_credential()


class PasskeySignInForm(LoginWebAuthnForm):
    """A passkey in the place of name and password."""

    def clean_credential(self) -> object:
        """Refuse a wrong one; raises `rate_limited` for an address with very many."""
        limits.spend(entrance.BUCKET_BY_ADDRESS, f"address:{addresses.site(context.request)}")
        with understood():
            return super().clean_credential()


class PasskeyAgainForm(ReauthenticateWebAuthnForm):
    """A passkey of somebody who is signed in."""

    def clean_credential(self) -> object:
        """Refuse a wrong one; raises `rate_limited` after many."""
        second_step.spend_try(context.request, self.user)
        with understood():
            return super().clean_credential()


class NewPasskeyForm(AddWebAuthnForm):
    """A new passkey and what it is to be called."""

    passwordless = forms.BooleanField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        required=False,
        max_length=NAME_LENGTH_MAX,
        help_text=gettext_lazy("To tell it apart from others: the device it is on, for example."),
    )

    def clean(self) -> dict[str, object]:
        """Refuse what is no new passkey of this site."""
        with understood():
            said: dict[str, object] = super().clean()
            return said

    def clean_name(self) -> str:
        """Return the name, or one of our own for none."""
        return clean_name(super().clean_name())


class PasskeyNameForm(EditWebAuthnForm):
    """What a passkey is to be called."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH_MAX)

    def clean_name(self) -> str:
        """Refuse a name with characters that do not show."""
        return clean_name(str(self.cleaned_data["name"]))


class PasswordAgainForm(ReauthenticateForm):
    """The password, once more."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        max_length=PASSWORD_LENGTH_MAX,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_password(self) -> str:
        """Refuse a wrong password; raises `rate_limited` after many."""
        given = str(self.cleaned_data["password"])
        if not entrance.is_own_password(context.request, self.user, given):
            raise forms.ValidationError(_("That is not your current password."), code="wrong")
        return given
