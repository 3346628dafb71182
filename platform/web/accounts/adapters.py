"""How the house does what `allauth` leaves to it: words, mails, addresses, and who may come in.

The settings name these classes. Accounts are made and changed by `accounts.services` alone.
"""

import base64
import hashlib
import time

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
    get_authentication_records,
)
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import sanctions, second_step, telling, ways_in
from accounts.models import Account
from api import addresses
from site_profile import selectors as site_profile
from web.accounts.case_views import BANNED
from web.guest_sessions import BACKEND

RECENT_S = settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
SECRETS_SALT = b"web.accounts.adapters.second_step:"

SAID = {
    "mfa/messages/totp_activated.txt": gettext_lazy(
        "Signing in now needs a code from your app too."
    ),
    "mfa/messages/totp_deactivated.txt": gettext_lazy("Signing in no longer needs a code."),
    "mfa/messages/webauthn_added.txt": gettext_lazy("The passkey has been added."),
    "mfa/messages/webauthn_removed.txt": gettext_lazy("The passkey has been removed."),
    "mfa/messages/recovery_codes_generated.txt": gettext_lazy(
        "You have new recovery codes. Keep them where you can find them without this device."
    ),
    "socialaccount/messages/account_connected.txt": gettext_lazy("You can sign in there now."),
    "socialaccount/messages/account_connected_updated.txt": gettext_lazy(
        "You can sign in there already."
    ),
    "socialaccount/messages/account_connected_other.txt": gettext_lazy(
        "That sign-in belongs to another account here. Nothing has changed."
    ),
    "socialaccount/messages/account_disconnected.txt": gettext_lazy(
        "You can no longer sign in there."
    ),
}
"""What a person is told, by the name of the template that it stands for; of the rest, nothing."""
MAILED = {
    "mfa/email/totp_activated": "app_on",
    "mfa/email/totp_deactivated": "app_off",
    "mfa/email/webauthn_added": "passkey_added",
    "mfa/email/webauthn_removed": "passkey_removed",
    "mfa/email/recovery_codes_generated": "codes_renewed",
    "socialaccount/email/account_connected": "provider_added",
    "socialaccount/email/account_disconnected": "provider_removed",
}
"""What a mail tells of, by the name of the template that it stands for."""
SHOWN = (AUTHENTICATION_METHODS_SESSION_KEY, _AUTHENTICATION_METHODS_USER_SESSION_KEY)
"""Where a session keeps how somebody has shown who they are."""
WRONG_CODE = gettext_lazy("That code is wrong, or has been used.")


class AccountAdapter(DefaultAccountAdapter):
    """Sign-ins, and asking once more before something sensitive."""

    error_messages = {  # noqa: RUF012 - As its base declares it.
        **DefaultAccountAdapter.error_messages,
        "incorrect_password": gettext_lazy("That is not your current password."),
        "incorrect_code": WRONG_CODE,
    }

    def login(self, request: HttpRequest, user: Account) -> None:
        """Sign somebody in."""
        user.backend = BACKEND
        super().login(request, user)

    def pre_login(
        self, request: HttpRequest, user: Account, **about: object
    ) -> HttpResponse | None:
        """Keep out whose account is closed; who is in already leaves, a guest for a second step."""
        answer: HttpResponse | None = super().pre_login(request, user, **about)
        is_other = request.user.is_authenticated and request.user.pk != user.pk
        if answer is None and is_other and (not _is_guest(request) or second_step.is_on(user.pk)):
            kept = {name: request.session[name] for name in SHOWN if name in request.session}
            logout(request)
            request.session.update(kept)
        return answer

    def logout(self, request: HttpRequest) -> None:
        """Sign nobody out who comes back from another site: `pre_login` does where it must."""

    def respond_user_inactive(self, request: HttpRequest, user: Account) -> HttpResponse:
        """Lead whom a ban keeps out to what was decided, and others back."""
        if sanctions.is_banned(user.pk):
            request.session[BANNED] = str(user.pk)
            return redirect("web:decisions")
        messages.error(request, _("This account is closed."))
        return redirect("web:sign-in")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return where a request comes from."""
        return addresses.client_address(request)

    def add_message(  # noqa: PLR0913, PLR0917 - Its base's signature.
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, object] | None = None,  # noqa: ARG002
        extra_tags: str = "",  # noqa: ARG002
        message: str | None = None,
    ) -> None:
        """Tell a person something in the house's own words, or nothing."""
        words = message or SAID.get(message_template or "")
        if words:
            messages.add_message(request, level, str(words))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Account,
        context: dict[str, object] | None = None,  # noqa: ARG002
        email: str | None = None,  # noqa: ARG002
    ) -> None:
        """Have a mail tell somebody what has changed in how they sign in."""
        telling.tell(user, MAILED[template_prefix])

    def is_reauthentication_required(self, *, app: str, **_kwargs: object) -> bool:  # noqa: ARG002
        """Return whether a person must be asked again.

        Who has neither a password nor a key can only sign in anew, and has done so just now.
        """
        user = self.request.user
        if ways_in.can_be_asked(user):
            return True
        signed_in = get_authentication_records(self.request, user)
        return not signed_in or time.time() - signed_in[-1]["at"] > RECENT_S

    def get_reauthentication_methods(self, user: Account) -> list[dict[str, str]]:
        """Return how a person can be asked again, by what they have."""
        found = [
            {**each, "description": METHODS[each["id"]]}
            for each in super().get_reauthentication_methods(user)
        ]
        found.sort(key=lambda each: [*METHODS].index(each["id"]))
        again = {
            "id": "again",
            "description": str(_("Sign in again")),
            "url": reverse("web:sign-in-again"),
        }
        return found or [again]


def _is_guest(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_guest


METHODS = {
    "reauthenticate": gettext_lazy("Use your password"),
    "mfa_reauthenticate:webauthn": gettext_lazy("Use a passkey"),
    "mfa_reauthenticate": gettext_lazy("Use a code from your app, or a recovery code"),
}
"""In the order in which they are offered."""


class SecondStepAdapter(DefaultMFAAdapter):
    """Keys and codes."""

    error_messages = {  # noqa: RUF012 - As its base declares it.
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": WRONG_CODE,
        "cannot_delete_authenticator": gettext_lazy(
            "This is your only way to sign in. Set a password or add another passkey first."
        ),
        "cannot_generate_recovery_codes": gettext_lazy(
            "Recovery codes stand in for an app or a passkey, but you have neither."
        ),
    }

    def get_totp_label(self, user: Account) -> str:
        """Return under what name an app lists the account."""
        return user.username

    def get_totp_issuer(self) -> str:
        """Return under what name an app lists the site."""
        return str(site_profile.current().name)

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code of a key as a drawing."""
        drawn = segno.make(url, error="m", micro=False)
        return str(drawn.svg_inline(border=3, omitsize=True, light="#fff"))

    def encrypt(self, text: str) -> str:
        """Return a key as it is stored: only the site itself can read it."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return a key that was stored."""
        return _box().decrypt(encrypted_text.encode()).decode()

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Return whether an account has another way in than a key."""
        return ways_in.has_another(authenticator)

    def generate_authenticator_name(self, user: Account, type: str) -> str:  # noqa: A002 - Its base's name.
        """Return what a new key is called until its person says."""
        count = Authenticator.objects.filter(user=user.pk, type=type).count()
        return _("Passkey %(number)s") % {"number": count + 1}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return for whom passkeys are: the site's address, which SITE_URL says where it is set."""
        given = super().get_public_key_credential_rp_entity()
        return {**given, "name": str(site_profile.current().name)}

    def _get_user_identifier(self, user: Account) -> str:
        return user.username


def _box() -> MultiFernet:
    """Return what encrypts with the site's key, and also reads what earlier keys have encrypted."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (hashlib.sha256(SECRETS_SALT + force_bytes(key)).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
