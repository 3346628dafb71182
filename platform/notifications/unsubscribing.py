"""The link in a mail that ends mails of its kind by one press (RFC 8058)."""

from typing import NamedTuple, cast
from uuid import UUID

from django.core import signing

from notifications.kinds import CHOOSABLE, Kind

SALT = "notifications.unsubscribe"


class Wish(NamedTuple):
    """Whose mails of which kind are to end."""

    account: UUID
    kind: Kind


def proof(account: UUID, kind: Kind) -> str:
    """Return what the link holds; it does nothing but end mails, and is good for ever."""
    return signing.dumps([account.hex, kind], salt=SALT)


def wish(text: str) -> Wish | None:
    """Return what a link asks for; None for one that we have not made."""
    try:
        account, kind = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        return None
    return Wish(UUID(account), cast("Kind", kind)) if kind in CHOOSABLE else None
