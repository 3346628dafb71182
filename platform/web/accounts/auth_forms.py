"""The forms with which people come in: sign up, sign in."""

import re
from uuid import UUID

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import guests, invitations, names, services
from accounts.models import Account
from api.problems import Problem
from web.messages import localise

NAME_HELP = gettext_lazy("2 to 30 letters, digits, hyphens or underscores. Visible to everyone.")
NAME_MIN = 2
TAKEN = gettext_lazy("This name is taken.")


class SignInForm(AuthenticationForm):
    """A name and its password."""

    def __init__(self, request: HttpRequest | None = None, *args: object, **kwargs: object) -> None:
        super().__init__(request, *args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["password"].label = _("Password")


class SignUpForm(forms.Form):
    """What makes an account."""

    username = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=30,
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=256,
        help_text=gettext_lazy("At least 8 characters. Several unrelated words work well."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail (optional)"),
        required=False,
        help_text=gettext_lazy("Used only to reset your password. Never shown to anyone."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    invitation = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput())

    def is_valid(self) -> bool:
        """Return whether all fits; what was typed stays, but for a password that is refused."""
        fits = super().is_valid()
        widget = self.fields["password"].widget
        assert isinstance(widget, forms.PasswordInput)  # noqa: S101 - As declared above.
        widget.render_value = "password" not in self.errors
        return fits

    def clean(self) -> dict[str, object]:
        """Say of every field at once what is wrong with it; an empty one has been told of."""
        said = self.cleaned_data
        name, password = said.get("username", ""), said.get("password", "")
        found = services.sign_up_faults(
            username=name, password=password, email=said.get("email", "")
        )
        if "username" in said and any(each.field == "username" for each in found):
            self.add_error("username", name_fault(name))
        elif "username" in said and Account.objects.named(name).exists():
            self.add_error("username", str(TAKEN))
        weak = [localise(each.message) for each in found if each.field == "password"]
        if weak and "password" in said:
            self.add_error("password", [forms.ValidationError(each) for each in weak])
        return said

    def register(self, *, guest: UUID | None) -> Account | None:
        """Return the account, new or until now a guest's; None when it is refused after all."""
        said = self.cleaned_data
        wanted = {
            "username": said["username"],
            "password": said.get("password"),
            "email": said["email"],
        }
        invitation = said["invitation"]
        try:
            if guest is None:
                invitations.require(invitation)
                return services.save_invited(services.unsaved_account(**wanted), invitation)
            return guests.sign_up(account_id=guest, invitation=invitation, **wanted)
        except Problem as problem:
            if problem.code == "permission_denied":
                self.add_error(None, localise(problem.detail))
            for fault in problem.errors:
                self.add_error(fault.field, TAKEN)
            return None


class ProviderSignUpForm(SignUpForm):
    """What makes an account of somebody whom another site has named: no password."""

    def __init__(self, data: QueryDict | None, initial: dict[str, object]) -> None:
        super().__init__(data, initial=initial)
        del self.fields["password"]

    def is_valid(self) -> bool:
        """Return whether all fits."""
        return forms.Form.is_valid(self)


def name_fault(name: str) -> str:
    """Return in a sentence what is wrong with a name that is refused."""
    if len(name) < NAME_MIN:
        return _("A name needs at least %(least)s characters.") % {"least": NAME_MIN}
    foreign = sorted({each for each in name if not re.fullmatch(r"[A-Za-z0-9_-]", each)})
    if foreign:
        shown = ", ".join(_("a space") if each == " " else each for each in foreign)
        return _("A name cannot hold %(characters)s. Use letters from A to Z, digits, - and _.") % {
            "characters": shown
        }
    if names.fault(name) or name.lower().startswith(names.GONE):
        return localise(names.RESERVED)
    return str(TAKEN)
