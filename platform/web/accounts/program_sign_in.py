"""How the house does what `allauth.idp.oidc` leaves to it: words, claims and addresses."""

import secrets
from collections.abc import Iterable

from allauth.account.models import EmailAddress
from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import Account
from games.json_types import JsonObject
from web import site

ALLOWED = {
    "play": _("Take seats, make moves, resign, and do everything else that you do at tables"),
    "read": _(
        "See what you can see, including private matches, your own cards, your friends, and "
        "what the staff has decided about you"
    ),
    "organise": _("Run tournaments in which you have a role, with the rights of that role"),
    "notify": _("Set what you are notified of, and where"),
    "openid": _("Recognise you each time you come back"),
    "profile": _("See your name on this site"),
    "email": _("See your e-mail address"),
}
"""What a program may do or know, in plain words."""


class ProgramAdapter(DefaultOIDCAdapter):
    """Programs of others."""

    scope_display = ALLOWED

    def generate_client_secret(self) -> str:
        """Return a secret of chance."""
        return secrets.token_urlsafe(32)

    def get_issuer(self) -> str:
        """Return the site's own address, whatever a request calls it."""
        return site.link("") or str(super().get_issuer())

    def get_claims(
        self,
        purpose: str,  # noqa: ARG002
        user: Account,
        client: Client,
        scopes: Iterable[str],
        email: str | None = None,  # noqa: ARG002
        **_kwargs: object,
    ) -> JsonObject:
        """Return what a program is told of a person: a number, a name, an address of mail."""
        claims: JsonObject = {"sub": self.get_user_sub(client, user)}
        if "profile" in scopes:
            claims |= {"preferred_username": user.username, "name": user.username}
            if settings.SITE_URL:
                claims["profile"] = site.link(f"/players/{user.username}")
        if "email" in scopes and user.email:
            confirmed = EmailAddress.objects.filter(
                user=user.pk, email=user.email.lower(), verified=True
            )
            claims |= {"email": user.email, "email_verified": confirmed.exists()}
        return claims
