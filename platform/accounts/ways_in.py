"""By what ways an account can be entered: a password, passkeys, providers, a link by mail."""

from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction

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


def has_another(authenticator: Authenticator) -> bool:
    """Return whether an account can still be entered without one of its keys."""
    account: Account = authenticator.user
    return (
        account.has_usable_password()
        or bool(account.email)
        or SocialAccount.objects.filter(user=account.pk).exists()
        or any(lets_in_alone(each) for each in passkeys(account.pk) if each.pk != authenticator.pk)
    )


def may_drop_password(account: Account) -> bool:
    """Return whether an account has a way in that its person holds beside the password.

    A link by mail is not one: whoever reads the mail has it too.
    """
    return SocialAccount.objects.filter(user=account.pk).exists() or any(
        lets_in_alone(each) for each in passkeys(account.pk)
    )


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
