"""By what ways an account can be entered: a password, passkeys, providers, a link by mail."""

from collections.abc import Mapping
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts import second_step
from accounts.models import Account

PASSKEY = Authenticator.Type.WEBAUTHN


def passkeys(account_id: UUID) -> list[Authenticator]:
    """Return the passkeys of an account, the oldest first."""
    return list(Authenticator.objects.filter(user=account_id, type=PASSKEY).order_by("pk"))


def lets_in_alone(passkey: Authenticator) -> bool:
    """Return whether a passkey takes no name and no password."""
    return bool(passkey.wrap().is_passwordless)


def can_be_asked(account: Account) -> bool:
    """Return whether somebody who is signed in can show again who they are, without a sign-in."""
    return account.has_usable_password() or bool(
        Authenticator.objects.filter(user=account.pk).exists()
    )


def linked(account_id: UUID) -> QuerySet[SocialAccount]:
    """Return an account's sign-ins at other sites by which people may sign in here."""
    apps: list[Mapping[str, str]] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]  # type: ignore[assignment] # Its values are of several types.
    named = [each["provider_id"] for each in apps]
    found: QuerySet[SocialAccount] = SocialAccount.objects.filter(user=account_id)
    return found.filter(provider__in=named)


def has_another(authenticator: Authenticator) -> bool:
    """Return whether an account can still be entered without one of its keys."""
    if authenticator.type != PASSKEY or not lets_in_alone(authenticator):
        return True
    account: Account = authenticator.user
    return (
        account.has_usable_password()
        or _takes_links(account)
        or linked(account.pk).exists()
        or any(lets_in_alone(each) for each in passkeys(account.pk) if each.pk != authenticator.pk)
    )


def may_unlink(link: SocialAccount) -> bool:
    """Return whether an account can still be entered without one of its sign-ins elsewhere."""
    account: Account = link.user
    return (
        account.has_usable_password()
        or _takes_links(account)
        or linked(account.pk).exclude(pk=link.pk).exists()
        or any(map(lets_in_alone, passkeys(account.pk)))
    )


def _takes_links(account: Account) -> bool:
    """Return whether links by mail reach an account, as far as anybody has shown."""
    return bool(settings.SITE_URL) and is_confirmed(account)


def may_drop_password(account: Account) -> bool:
    """Return whether an account has a way in that its person holds beside the password.

    A link by mail is not one: whoever reads the mail has it too.
    """
    return linked(account.pk).exists() or any(lets_in_alone(each) for each in passkeys(account.pk))


def is_confirmed(account: Account) -> bool:
    """Return whether somebody has shown that they read mail at the account's address."""
    return bool(
        EmailAddress.objects.filter(
            user=account.pk, email=account.email.lower(), verified=True
        ).exists()
    )


@transaction.atomic
def note_address(account: Account, *, is_confirmed: bool) -> None:
    """Write the account's one address, or none, where programs of others are told of it."""
    EmailAddress.objects.filter(user=account.pk).exclude(email=account.email.lower()).delete()
    if account.email:
        EmailAddress.objects.update_or_create(
            user=account,
            email=account.email.lower(),
            defaults={"primary": True, "verified": is_confirmed},
        )


def erase(account_id: UUID) -> None:
    """Forget every way into an account."""
    second_step.end(account_id)
    SocialAccount.objects.filter(user=account_id).delete()
    EmailAddress.objects.filter(user=account_id).delete()
