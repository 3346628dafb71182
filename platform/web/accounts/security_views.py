"""How somebody gets in, on one page: password, passkeys, second step, providers, sessions."""

import json
from typing import Any

from allauth.account.internal.flows.reauthentication import (
    is_reauthentication_required,
    raise_if_reauthentication_required,
)
from allauth.account.views import ReauthenticateView
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.base.views import ReauthenticateView as CodeAgainView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import (
    GenerateRecoveryCodesView,
    ViewRecoveryCodesView,
)
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    EditWebAuthnView,
    LoginWebAuthnView,
    ReauthenticateWebAuthnView,
    RemoveWebAuthnView,
)
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import SetPasswordForm
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic.edit import FormView

from accounts import entrance, selectors, services, telling, ways_in
from accounts.models import Account
from api import addresses, limits
from web import requests
from web.accounts import entering, provider_settings
from web.accounts.account_views import SECTION

Type = Authenticator.Type


@never_cache
def security(request: HttpRequest) -> HttpResponse:
    """Show by what ways one gets in, and where one is signed in."""
    me = requests.member(request)
    found = {each.type: each for each in Authenticator.objects.filter(user=me.pk)}
    codes = found.get(Type.RECOVERY_CODES)
    context = {
        "has_password": me.has_usable_password(),
        "may_drop_password": me.has_usable_password() and ways_in.may_drop_password(me),
        "is_confirmed": ways_in.is_confirmed(me),
        "passkeys": [_shown(each) for each in ways_in.passkeys(me.pk)],
        "has_passkeys": entering.has_name(request),
        "app": found.get(Type.TOTP),
        "has_codes": codes is not None,
        "codes_left": len(codes.wrap().get_unused_codes()) if codes else 0,
        "providers": _providers(me),
        "sessions": selectors.sessions(account_id=me.pk),
        "own_key": request.session.session_key,
        **SECTION,
    }
    return render(request, "web/accounts/security/index.html", context)


Linked = tuple[provider_settings.Provider, SocialAccount | None, str]


def _providers(me: Account) -> list[Linked]:
    """Return each provider with each sign-in there, and as whom it knows one; or with none."""
    found = list(SocialAccount.objects.filter(user=me.pk).order_by("pk"))
    return [
        (provider, link, _known_as(link))
        for provider in provider_settings.all_of_them()
        for link in [each for each in found if each.provider == provider.id] or [None]
    ]


def _known_as(link: SocialAccount | None) -> str:
    userinfo = link.extra_data.get("userinfo", {}) if link else {}
    return str(userinfo.get("preferred_username") or userinfo.get("email") or "")


def _shown(passkey: Authenticator) -> dict[str, object]:
    return {
        "pk": passkey.pk,
        "name": passkey.wrap().name,
        "created_at": passkey.created_at,
        "last_used_at": passkey.last_used_at,
        "lets_in_alone": ways_in.lets_in_alone(passkey),
    }


def _options(context: dict[str, Any]) -> str:
    """Return what a page's script asks the browser for."""
    return json.dumps(context.get("js_data", {}).get("request_options", {}))


class _OwnPage:
    """A page of the account's own, in the house's frame."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Say to which section the page belongs."""
        found: dict[str, object] = super().get_context_data(**kwargs)  # type: ignore[misc] # Of a mixin.
        return {**found, **SECTION}


class PasskeySignInPage(LoginWebAuthnView):
    """Let somebody in by a passkey alone; its script first asks what the browser is to sign."""

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Say what is to be signed; raises rate_limited."""
        limits.spend(entrance.BUCKET_BY_ADDRESS, f"address:{addresses.site(request)}")
        answer: HttpResponse = super().get(request, *args, **kwargs)
        return answer


class SecondStepPage(AuthenticateView):
    """Ask for a code or a passkey after the password."""

    template_name = "web/accounts/security/second_step.html"

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Say whether a passkey would do."""
        found = super().get_context_data(**kwargs)
        account = self.stage.login.user
        has_passkey = bool(ways_in.passkeys(account.pk))
        return {**found, "has_passkey": has_passkey, "options": _options(found)}


class PasswordAgainPage(_OwnPage, ReauthenticateView):
    """Ask for the password before something sensitive."""

    template_name = "web/accounts/security/again.html"


class CodeAgainPage(_OwnPage, CodeAgainView):
    """Ask for a code before something sensitive."""

    template_name = "web/accounts/security/again.html"


class PasskeyAgainPage(_OwnPage, ReauthenticateWebAuthnView):
    """Ask for a passkey before something sensitive."""

    template_name = "web/accounts/security/again_passkey.html"

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Give the page what its script asks the browser for."""
        found = super().get_context_data(**kwargs)
        return {**found, "options": _options(found)}


class AppPage(_OwnPage, ActivateTOTPView):
    """Give an app its key, and take its first code."""

    template_name = "web/accounts/security/app.html"


class AppOffPage(_OwnPage, DeactivateTOTPView):
    """Ask for no codes any more."""

    template_name = "web/accounts/security/app_off.html"


class CodesPage(_OwnPage, ViewRecoveryCodesView):
    """Show the recovery codes that are left."""

    template_name = "web/accounts/security/codes.html"


class NewCodesPage(_OwnPage, GenerateRecoveryCodesView):
    """Make new recovery codes in the place of the old ones."""

    template_name = "web/accounts/security/new_codes.html"


class NewPasskeyPage(_OwnPage, AddWebAuthnView):
    """Add a passkey that lets its person in alone, or a key for the second step only."""

    template_name = "web/accounts/security/new_passkey.html"

    @property
    def is_second_only(self) -> bool:
        """Whether it is to be a key for the second step only."""
        return bool(self.request.GET.get("for") == "second-step")

    def get_initial(self) -> dict[str, object]:
        """Begin with what was chosen."""
        return {**super().get_initial(), "passwordless": not self.is_second_only}

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Give the page what its script asks the browser for."""
        found = super().get_context_data(**kwargs)
        options = auth.begin_registration(self.request.user, not self.is_second_only)
        return {**found, "options": json.dumps(options), "is_second_only": self.is_second_only}


class PasskeyNamePage(_OwnPage, EditWebAuthnView):
    """Give a passkey another name."""

    template_name = "web/accounts/security/passkey_name.html"


class RemovePasskeyPage(_OwnPage, RemoveWebAuthnView):
    """Take a passkey away, unless nothing else lets its person in."""

    template_name = "web/accounts/security/remove_passkey.html"

    def form_valid(self, form: Form) -> HttpResponse:
        """Remove it, or say why not."""
        if not ways_in.has_another(self.get_object()):
            words = _(
                "This is your only way to sign in. Set a password or add another passkey first."
            )
            messages.error(self.request, words)
            return redirect("web:security")
        answer: HttpResponse = super().form_valid(form)
        return answer


class FirstPasswordPage(_OwnPage, FormView):  # type: ignore[type-arg] # Not generic at run time.
    """Set a password where there is none."""

    form_class = SetPasswordForm
    template_name = "web/accounts/password.html"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Lead who has a password to where it is changed."""
        if requests.member(request).has_usable_password():
            return redirect("web:password")
        if is_reauthentication_required(request, app="accounts"):
            if request.method == "POST":  # What was typed would be kept for later as it is.
                return redirect("web:first-password")
            raise ReauthenticationRequired
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, object]:
        """Give the form its account."""
        return {**super().get_form_kwargs(), "user": requests.member(self.request)}

    def form_valid(self, form: "SetPasswordForm[Account]") -> HttpResponse:
        """Save it; whoever is signed in elsewhere is signed out."""
        me = form.save()
        update_session_auth_hash(self.request, me)
        kept = self.request.session.session_key
        services.end_other_sessions(account_id=me.pk, kept=kept)
        telling.tell(me, "password_set")
        messages.success(self.request, _("You have a password now."))
        return redirect("web:security")


@never_cache
def drop_password(request: HttpRequest) -> HttpResponse:
    """Have no password any more, where something else lets its person in."""
    raise_if_reauthentication_required(request, app="accounts")
    me = requests.member(request)
    if not me.has_usable_password() or not ways_in.may_drop_password(me):
        return redirect("web:security")
    if request.method != "POST":
        return render(request, "web/accounts/security/drop_password.html", SECTION)
    services.drop_password(account_id=me.pk, kept=request.session.session_key)
    me.refresh_from_db()
    update_session_auth_hash(request, me)
    telling.tell(me, "password_dropped")
    messages.success(request, _("You no longer have a password."))
    return redirect("web:security")
