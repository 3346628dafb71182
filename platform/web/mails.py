"""Mails, written when the agenda sends them: no row and no log ever holds a link that opens.

The agenda's handlers stand in `web.jobs`. A mail goes out at least once; where the site does
not know its own address, none goes out.
"""

import hashlib
import json
from collections.abc import Mapping
from uuid import UUID

import structlog
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlencode, urlsafe_base64_encode

from accounts import email_changes, sign_in_proofs
from accounts.models import Account, EmailChange
from agenda import sql
from agenda.registry import Job
from api import limits
from api.problems import Problem
from notifications import turn_watch
from notifications.noting import note
from web import site

log = structlog.get_logger("cutpurse.mails")

PASSWORD_MAIL = "password_mail"  # noqa: S105 - A kind of the agenda.
TURN_MAILS = "turn_mails"
FOUND_MAIL = "found_mail"
EMAIL_LINK = "email_link"
SIGN_IN_LINK = "sign_in_link"


def spend_link(email: str) -> None:
    """Spend a mail with a link to an address, whoever asks for it; raises `rate_limited`."""
    digest = hashlib.sha256(email.casefold().encode()).hexdigest()[:32]
    limits.spend("mail", f"address {digest}")


def may_be_sent(email: str) -> bool:
    """Return whether another mail with a link may go to an address now, and spend it."""
    try:
        spend_link(email)
    except Problem:
        return False
    return True


def schedule_password_mail(*, account: Account, language: str) -> None:
    """Have a mail sent with which an account gets a new password; a later one replaces it."""
    now = timezone.now()
    payload = json.dumps({"language": language})
    version = int(now.timestamp())
    sql.schedule(kind=PASSWORD_MAIL, subject=account.pk, version=version, payload=payload)


def send_password_mail(due: Job) -> None:
    """Send the mail with the link to a new password."""
    asked = json.loads(due.payload)
    account = _reachable().filter(pk=due.subject).first()
    if account is None:
        return
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    page = reverse("web:new-password", args=[uid, default_token_generator.make_token(account)])
    context = {"account": account, "link": site.link(page)}
    _send("password", account, asked["language"], context)


def schedule_sign_in_link(*, account: Account, language: str, back_to: str) -> None:
    """Have a mail sent with which somebody signs in; a later one replaces it."""
    payload = json.dumps({"language": language, "next": back_to})
    version = int(timezone.now().timestamp())
    sql.schedule(kind=SIGN_IN_LINK, subject=account.pk, version=version, payload=payload)


def send_sign_in_link(due: Job) -> None:
    """Send the mail with the link that signs somebody in."""
    asked = json.loads(due.payload)
    account = _reachable().filter(pk=due.subject).first()
    if account is None:
        return
    page = reverse("web:follow-sign-in-link", args=[sign_in_proofs.proof(account)])
    query = "" if asked["next"] == "/" else f"?{urlencode({'next': asked['next']})}"
    context = {"account": account, "link": site.link(page + query)}
    _send("sign_in_link", account, asked["language"], context)


def send_security_mail(due: Job) -> None:
    """Send the mail that tells what has changed in how somebody signs in."""
    said = json.loads(due.payload)
    account = _reachable().filter(pk=said["account"]).first()
    if account is not None:
        context = {
            "account": account,
            "event": said["event"],
            "link": site.link(reverse("web:security")),
        }
        _send("security", account, said["language"], context)


def ask_for_email_link(*, change: EmailChange, language: str) -> None:
    """Have a mail sent to a new address with which it is confirmed."""
    sql.schedule(kind=EMAIL_LINK, subject=change.pk, version=0, payload=language)


def send_email_link(due: Job) -> None:
    """Send the mail with the link that confirms an address, unless it is no longer wanted."""
    change = EmailChange.objects.filter(pk=due.subject).select_related("account").first()
    if change is None:
        return
    page = reverse("web:confirm-email", args=[change.pk, email_changes.proof(change)])
    context = {"account": change.account, "link": site.link(page)}
    _send("email_link", change.account, due.payload, context, to=change.email)


def send_email_changed(due: Job) -> None:
    """Tell an address that another one is to take its place, or has."""
    said = json.loads(due.payload)
    account = Account.objects.filter(pk=said["account"], is_active=True).first()
    if account is not None:
        context = {"account": account, "event": said["event"]}
        _send("email_told", account, said["language"], context, to=said["to"])


def send_case_mail(due: Job) -> None:
    """Tell somebody that a case of theirs was decided; also whose account that has closed."""
    said = json.loads(due.payload)
    account = Account.objects.filter(pk=said["account"]).exclude(email="").first()
    if account is not None:
        context = {
            "account": account,
            "part": said["part"],
            "link": site.link(reverse("web:decisions")),
        }
        _send("case", account, account.language, context)


def hand_over_turns(_due: Job) -> None:
    """Have `notifications` look at turns: a row of a release before it, where anybody wants it."""
    turn_watch.watch()


def tell_of_match(due: Job) -> None:
    """Have somebody told that a match has begun, by a row of a release before `notifications`."""
    said = json.loads(due.payload)
    match = UUID(said["match"])
    about = {"people": [said["account"]]}
    note("match_started", stream=match, version=0, key=said["account"], about=about)


def _reachable() -> QuerySet[Account]:
    return Account.objects.filter(is_active=True).exclude(email="")


def _send(
    mail: str,
    account: Account,
    language: str,
    context: Mapping[str, object],
    *,
    to: str = "",
) -> None:
    """Send a mail to an account, or elsewhere; the first line of its template is the subject."""
    if not site.is_known():
        log.error("mail_not_sent", mail=mail, reason="SITE_URL is not set")
        return
    with translation.override(language or "en"):
        text = render_to_string(f"web/mails/{mail}.txt", {**context, "site": site.link("")})
        subject, _, body = text.partition("\n")
        parts = [(each, each.startswith(site.link(""))) for each in body.strip().split("\n\n")]
        html = render_to_string("web/mails/letter.html", {"subject": subject, "parts": parts})
    try:
        validate_email(to or account.email)
    except ValidationError:
        log.warning("mail_not_sent", mail=mail, reason="no address of mail")
        return
    letter = EmailMultiAlternatives(subject, body.strip() + "\n", to=[to or account.email])
    letter.attach_alternative(html, "text/html")
    letter.send()
