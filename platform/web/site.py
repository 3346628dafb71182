"""Where links in mails lead: to `settings.SITE_URL`, never to what a request calls the site."""

from collections.abc import Sequence

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's name.

UNKNOWN = Warning(
    "SITE_URL is not set, so no mail with a link is sent: no new passwords, no turn mails.",
    hint="Set SITE_URL to the address under which people reach the site: https://play.example.org",
    id="cutpurse.W001",
)


def is_known() -> bool:
    """Return whether the site knows its own address, without which no mail can hold a link."""
    return bool(settings.SITE_URL)


def link(path: str) -> str:
    """Return the full address of a page, for a mail."""
    return f"{settings.SITE_URL}{path}"


@register(Tags.urls, deploy=True)
def address_is_set(**_options: object) -> Sequence[CheckMessage]:
    """Say so when the site does not know its own address (`manage.py check --deploy`)."""
    return () if is_known() else (UNKNOWN,)
