"""Mails, written when the agenda sends them: no row and no log ever holds a link that opens.

The agenda's handlers stand in `web.jobs`. A mail goes out at least once; where the site does
not know its own address, none goes out.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import timedelta
from uuid import UUID, uuid5

import structlog
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.db.models import F, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts import email_changes
from accounts.models import Account, EmailChange
from agenda import sql
from agenda.registry import Job
from api import limits
from api.problems import Problem
from matches import lobby
from matches.integration_events import MatchNotice
from matches.models import Seat
from matches.state import Status
from ratings.models import Call
from web import site
from web.ratings import playing

log = structlog.get_logger("cutpurse.mails")

PASSWORD_MAIL = "password_mail"  # noqa: S105 - A kind of the agenda.
TURN_MAILS = "turn_mails"
FOUND_MAIL = "found_mail"
EMAIL_LINK = "email_link"
ROUND = UUID("018f0000-0000-7000-8000-000000000001")
"""The one subject of turn mails: a round over all who want them."""
ROUND_EVERY = timedelta(minutes=5)
PATIENCE = timedelta(minutes=10)
"""How long a turn waits before it is mailed: whoever is there has moved by then."""
MAILS_MAX = 100
"""Mails of one round; the next one goes on."""


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


def schedule_turn_mails() -> None:
    """Have rounds of turn mails go out from now on, as long as anybody wants them."""
    due_at = timezone.now() + ROUND_EVERY
    version = int(due_at.timestamp())
    sql.schedule(kind=TURN_MAILS, subject=ROUND, version=version, due_at=due_at)


def send_turn_mails(_due: Job) -> None:
    """Mail everybody who wants it and whose turn has waited for a while, once for each wait."""
    wanting = _reachable().filter(mail_turns=True)
    if not wanting.exists():
        return
    if site.is_known():
        _mail_turns(wanting)
    schedule_turn_mails()


def _mail_turns(wanting: QuerySet[Account]) -> None:
    """Mail those of a round who have something to be told."""
    now = timezone.now()
    # Whoever was mailed longest ago comes first, so that every round reaches others.
    patient = wanting.filter(Q(turn_mailed_at=None) | Q(turn_mailed_at__lt=now - PATIENCE))
    sent = 0
    for account in patient.order_by(F("turn_mailed_at").asc(nulls_first=True)).iterator():
        since = account.turn_mailed_at
        waits = [
            seat
            for seat in lobby.turns(account.pk)
            if seat.match.updated_at < now - PATIENCE
            and (since is None or seat.match.updated_at > since - PATIENCE)
        ]
        calls = [
            each
            for each in playing.open_challenges(account.pk)
            if each.may_answer
            and each.row.made_at < now - PATIENCE
            and (since is None or each.row.made_at > since - PATIENCE)
        ]
        if waits or calls:
            context = {"account": account, "seats": waits, "calls": calls}
            _send("turns", account, account.language, context)
            Account.objects.filter(pk=account.pk).update(turn_mailed_at=now)
            sent += 1
        if sent == MAILS_MAX:
            break


def announce_match(notice: MatchNotice) -> None:
    """Have the players of a match that a ladder has put together told that it has begun."""
    if notice.status is not Status.LIVE or not Call.objects.filter(match=notice.match).exists():
        return
    accounts = [each.account for each in notice.sitting if each.account is not None]
    people = Account.objects.filter(pk__in=accounts, is_bot=False).values_list("pk", flat=True)
    schedule_found_mails(match=notice.match, accounts=people)


def schedule_found_mails(*, match: UUID, accounts: Iterable[UUID]) -> None:
    """Have everybody told who wants it that a match that was looked for has begun.

    A row each, in the transaction of the news that the match has begun: a process that
    dies between two mails repeats none that has gone out.
    """
    wanting = _reachable().filter(pk__in=list(accounts), mail_found=True)
    for account in wanting.values_list("pk", flat=True):
        payload = json.dumps({"match": str(match), "account": str(account)})
        sql.schedule(kind=FOUND_MAIL, subject=_letter(match, account), version=0, payload=payload)


def send_match_mail(due: Job) -> None:
    """Mail somebody that a match has begun, unless it is over or no longer wanted."""
    said = json.loads(due.payload)
    account = _reachable().filter(pk=said["account"], mail_found=True).first()
    seats = Seat.objects.filter(match=said["match"], account=said["account"], left=False)
    seat = seats.filter(match__status=Status.LIVE.value).select_related("match").first()
    if account is None or seat is None:
        return
    ladder = Call.objects.select_related("ladder").get(match=seat.match_id).ladder
    context = {"account": account, "seat": seat, "ladder": ladder}
    _send("found", account, account.language, context, letter=str(due.subject))


def _reachable() -> QuerySet[Account]:
    return Account.objects.filter(is_active=True).exclude(email="")


def _letter(match: UUID, account: UUID) -> UUID:
    """Return the one subject of the mail about a match to an account."""
    return uuid5(match, str(account))


def _send(  # noqa: PLR0913 - Mails that differ.
    mail: str,
    account: Account,
    language: str,
    context: Mapping[str, object],
    *,
    letter: str = "",
    to: str = "",
) -> None:
    """Send a mail to an account, or elsewhere; the first line of its template is the subject.

    Who gets a letter twice, since a process died as it went out, is shown it once by programs that
    go by the `Message-ID`.
    """
    if not site.is_known():
        log.error("mail_not_sent", mail=mail, reason="SITE_URL is not set")
        return
    with translation.override(language or "en"):
        text = render_to_string(f"web/mails/{mail}.txt", {**context, "site": site.link("")})
    subject, _, body = text.partition("\n")
    headers = {"Message-ID": f"<{letter}@cutpurse>"} if letter else {}
    EmailMessage(subject, body.strip() + "\n", to=[to or account.email], headers=headers).send()
