"""What a link in a mail proves: that somebody reads mail at the account's address.

It follows from the account, so it is stored nowhere: it is good for a quarter of an hour, and ends
with the next sign-in, with a new password and with a new address.
"""

from uuid import UUID

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Account

SALT = "accounts.sign_in_proofs"
LASTS_S = 15 * 60


def proof(account: Account) -> str:
    """Return what only a mail to an account's address tells."""
    return signing.dumps([str(account.pk), _mark(account)], salt=SALT)


def _mark(account: Account) -> str:
    """Return what changes with each sign-in, with the password and with the address."""
    value = f"{account.pk}:{account.last_login}:{account.password}:{account.email}"
    return salted_hmac(SALT, value, algorithm="sha256").hexdigest()[:32]


def account_of(given: str) -> Account | None:
    """Return whom a link lets in; None for one that is used, too old or made up."""
    try:
        account_id, mark = signing.loads(given, salt=SALT, max_age=LASTS_S)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    account = Account.objects.filter(pk=UUID(account_id), is_active=True).first()
    fits = account is not None and constant_time_compare(_mark(account), mark)
    return account if fits and account is not None and account.email else None
