"""Telling somebody by mail what has changed in how they sign in; `web.mails` sends it."""

import json

from django.utils.translation import get_language

from accounts.models import Account
from agenda import sql as agenda
from api.ids import uuid7

KIND = "security_told"


def tell(account: Account, event: str) -> None:
    """Have a mail tell somebody of an event of `mails/security.txt`, if they have an address."""
    if account.email:
        language = account.language or get_language() or "en"
        payload = json.dumps({"account": str(account.pk), "event": event, "language": language})
        agenda.schedule(kind=KIND, subject=uuid7(), version=0, payload=payload)
