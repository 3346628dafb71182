"""Signing in by way of other sites (OpenID Connect), which the settings name.

Who somebody is there is the provider's own number (`sub`) and nothing else: not a name, and not an
address of mail, confirmed or not.
"""

from allauth.socialaccount.adapter import (
    DefaultSocialAccountAdapter,
    _build_apps_from_settings,
)
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.contrib.auth import logout
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.models import Account

KEPT = ("sub", "preferred_username", "email")
"""What is kept of what a provider tells: by what a person knows which sign-in of theirs it is."""


class ProviderAdapter(DefaultSocialAccountAdapter):
    """Providers of the settings alone, and as little as possible of what they tell."""

    error_messages = {  # noqa: RUF012 - As its base declares it.
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": gettext_lazy(
            "This is your only way to sign in. Set a password or add a passkey first."
        ),
    }

    def list_apps(
        self,
        request: HttpRequest,  # noqa: ARG002 - Its base's signature.
        provider: str | None = None,
        client_id: str | None = None,
    ) -> list[SocialApp]:
        """Return the providers of the settings; there are none in the database."""
        found = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Keep of what was told only by what a person knows it again.

        Nobody makes an account who is in already, but a guest, whose own it becomes.
        """
        is_new = not sociallogin.is_existing
        is_in = request.user.is_authenticated and not request.user.is_guest
        if is_new and is_in and sociallogin.state.get("process") != AuthProcess.CONNECT:
            logout(request)
        account = sociallogin.account
        user_data = account.get_provider_account().get_user_data() or {}
        account.extra_data = {
            "userinfo": {name: str(user_data[name])[:254] for name in KEPT if user_data.get(name)}
        }
        if account.pk:
            account.save(update_fields=["extra_data"])

    def serialize_instance(self, instance: Model) -> object:
        """Return what a session keeps of a row; of an account nothing but who it is."""
        if isinstance(instance, Account):
            return {"id": str(instance.pk)}
        return super().serialize_instance(instance)

    def deserialize_instance(self, model: type[Model], data: dict[str, str]) -> object:
        """Return what a session has kept."""
        if model is Account:
            return Account.objects.filter(pk=data["id"]).first() or Account(pk=data["id"])
        return super().deserialize_instance(model, data)

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: object) -> str:  # noqa: ARG002
        """Return where one goes who has linked a sign-in."""
        return reverse("web:security")

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:  # noqa: ARG002
        """Return no: everybody chooses a name."""
        return False

    def can_authenticate_by_email(self, login: SocialLogin, email: str) -> bool:  # noqa: ARG002
        """Return no: an address of mail proves nothing here."""
        return False

    def validate_disconnect(self, account: object, accounts: object) -> None:
        """Take any: `ways_in.may_unlink` has been asked."""
