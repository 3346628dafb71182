"""Notifications by e-mail: plain and HTML, with the link that ends them."""

import smtplib
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import BadHeaderError
from django.core.validators import validate_email
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import Account
from notifications import links, unsubscribing
from notifications.kinds import Kind
from notifications.outcomes import SENT, Outcome
from notifications.words import Words

NO_SITE = Outcome("again", "no_site_url")
PERMANENT = 500
"""From this answer on an SMTP server will not take the mail tomorrow either (RFC 5321, 4.2.1)."""
CLOSING = 421
"""With this answer a server ends the connection (RFC 5321, 3.8)."""


class Letter(NamedTuple):
    """A mail to one person."""

    kind: Kind
    subject: str
    items: Sequence[Words]
    name: str
    """By which programs know it when it comes a second time (`Message-ID`)."""


class Post:
    """Sends mails over one connection, which opens with the first of them."""

    def __init__(self) -> None:
        self._connection = get_connection()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_how: object) -> None:
        with suppress(smtplib.SMTPException, OSError):
            self._connection.close()

    def send(self, account: Account, letter: Letter) -> Outcome:
        """Send a mail in the active language; a wrong address or name holds up nothing else."""
        if not settings.SITE_URL:
            return NO_SITE
        try:
            validate_email(account.email)
            message = _composed(account, letter, self._connection)
            # Opened here, or Django would open one for each mail.
            self._connection.open()
            message.send()
        except (ValidationError, BadHeaderError):
            return Outcome("failed", "invalid_address")
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _text in error.recipients.values()]
            return self._refused(codes[0] if codes else PERMANENT)
        except smtplib.SMTPResponseException as error:
            return self._refused(error.smtp_code)
        except (smtplib.SMTPException, OSError):
            self._hang_up()
            return Outcome("again", "unreachable")
        return SENT

    def _refused(self, code: int) -> Outcome:
        if code == CLOSING:
            self._hang_up()
        return Outcome("failed" if code >= PERMANENT else "again", "answer", code)

    def _hang_up(self) -> None:
        """Have the next mail open a connection of its own: this one is of no more use."""
        with suppress(smtplib.SMTPException, OSError):
            self._connection.close()


def _composed(
    account: Account, letter: Letter, connection: BaseEmailBackend
) -> EmailMultiAlternatives:
    end = links.absolute(
        reverse("web:unsubscribe", args=[unsubscribing.proof(account.pk, letter.kind)])
    )
    subject = " ".join(letter.subject.split())
    items = [(each, links.absolute(each.path)) for each in letter.items]
    context = {
        "account": account,
        "subject": subject,
        "items": items,
        "unsubscribe": end,
        "settings": links.absolute(reverse("web:notifications")),
    }
    message = EmailMultiAlternatives(
        subject,
        render_to_string("notifications/mail.txt", context).strip() + "\n",
        to=[account.email],
        headers={
            "Message-ID": f"<{letter.name}@cutpurse>",
            "List-Unsubscribe": f"<{end}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
        connection=connection,
    )
    message.attach_alternative(render_to_string("notifications/mail.html", context), "text/html")
    return message
