"""Whether a name and a password belong together, and what happens when a password changes."""

from functools import cache

from django.contrib.auth.hashers import check_password, get_hasher, make_password
from django.contrib.auth.models import AbstractBaseUser
from django.db.models.functions import Now
from django.utils.translation import gettext

from accounts import programs
from accounts.models import Account, EmailChange, Token

ENDS_TOKENS = "A new password revokes all API tokens of the account."


@cache
def dummy_hash(algorithm: str) -> str:
    """Return the hash, by a hasher, of a password that nobody has."""
    return make_password("nobody's password", hasher=algorithm)


def check_credentials(*, username: str, password: str) -> Account | None:
    """Return the account of a name and its password; None for a wrong one of either.

    An unknown name costs a hash too, so that the time does not tell which it was.
    """
    account = Account.objects.named(username).first()
    encoded = account.password if account else dummy_hash(get_hasher().algorithm)
    is_right = check_password(password, encoded)
    return account if account and is_right and account.is_active else None


class RevokeTokensOnChange:
    """Ends an account's tokens, and a change of its address, when its password changes.

    Stands in AUTH_PASSWORD_VALIDATORS.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Take any password: only the change matters."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:  # noqa: ARG002
        """Revoke the tokens that stand; Django calls this after saving the new password."""
        if user is not None:
            Token.objects.filter(account_id=user.pk, revoked_at=None).update(revoked_at=Now())
            EmailChange.objects.filter(account_id=user.pk).delete()
            programs.disconnect_all(user.pk)

    def get_help_text(self) -> str:
        """Return what a form says, in the reader's language."""
        return gettext(ENDS_TOKENS)
