"""Another e-mail address: it counts once it has been confirmed from there, and the old one is told.

The link that confirms follows from the row and from the account's password, so it is stored
nowhere, ends with a new password, and is good once: the row goes when it has been used.
"""

import json
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import get_language

from accounts import ways_in
from accounts.models import Account, EmailChange
from agenda import sql as agenda
from api.ids import uuid7
from api.problems import Problem
from games.messages import Message

LASTS = timedelta(days=1)
ASKED = "asked"
CHANGED = "changed"
EMAIL_TOLD = "email_told"
"""The agenda's kind for the mail to an old address."""


@transaction.atomic
def ask(*, account_id: UUID, email: str) -> EmailChange:
    """Note what address an account is to have, in place of another wish, and tell the old one."""
    account = Account.objects.select_for_update().get(pk=account_id)
    EmailChange.objects.filter(account=account).delete()
    change = EmailChange.objects.create(id=uuid7(), account=account, email=email)
    if account.email and account.email != email:
        _schedule_mail(account, account.email, ASKED)
    return change


def pending(*, account_id: UUID) -> EmailChange | None:
    """Return the address that an account waits for, if it waits for one."""
    return _standing().filter(account_id=account_id).first()


def proof(change: EmailChange) -> str:
    """Return what only a mail to the new address tells."""
    account = change.account
    value = f"{change.pk}:{account.pk}:{account.email}:{change.email}:{account.password}"
    return salted_hmac("accounts.email_changes.proof", value, algorithm="sha256").hexdigest()


def wanted(*, change_id: UUID, proof_given: str) -> EmailChange:
    """Return the change that a link confirms; raises not_found for one that is used or too old."""
    change = _standing().filter(pk=change_id).select_related("account").first()
    if change is None or not constant_time_compare(proof(change), proof_given):
        raise Problem("not_found", Message("This link has been used or has expired."))
    return change


@transaction.atomic
def confirm(*, change_id: UUID, proof_given: str) -> Account:
    """Give an account its new address; raises not_found like `wanted`."""
    Account.objects.select_for_update().filter(email_change=change_id).first()
    change = wanted(change_id=change_id, proof_given=proof_given)
    set_address(account_id=change.account_id, email=change.email)
    account = Account.objects.get(pk=change.account_id)
    ways_in.note_address(account, is_confirmed=True)
    return account


@transaction.atomic
def set_address(*, account_id: UUID, email: str) -> None:
    """Write an account's address, or none, as it stands from now on, and tell the old one."""
    account = Account.objects.select_for_update().get(pk=account_id)
    before, account.email = account.email, email
    account.save(update_fields=["email"])
    EmailChange.objects.filter(account=account).delete()
    ways_in.note_address(account, is_confirmed=False)
    if before and before != email:
        _schedule_mail(account, before, CHANGED)


def _schedule_mail(account: Account, address: str, event: str) -> None:
    """Have an address told that another one is to take its place, or has."""
    language = account.language or get_language() or "en"
    about = {"account": str(account.pk), "to": address, "event": event, "language": language}
    agenda.schedule(kind=EMAIL_TOLD, subject=uuid7(), version=0, payload=json.dumps(about))


def forget(*, account_id: UUID) -> None:
    """Drop what address an account waits for."""
    EmailChange.objects.filter(account_id=account_id).delete()


def purge() -> None:
    """Delete what was not confirmed in time."""
    EmailChange.objects.filter(asked_at__lt=timezone.now() - LASTS).delete()


def _standing() -> QuerySet[EmailChange]:
    return EmailChange.objects.filter(asked_at__gte=timezone.now() - LASTS, account__is_active=True)
