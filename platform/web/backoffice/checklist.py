"""What a site still lacks before people come: the list on the admin's first page."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Account
from site_profile import selectors
from site_profile.models import SiteProfile

RESTORED_DAYS = 180
"""After this many days another backup should be restored to see that it can be."""
ARCHIVED_DAYS = 1
STAFF_MIN = 2
"""An appeal is decided by somebody else than the case."""
ARCHIVER = "SELECT last_archived_time FROM pg_stat_archiver"


class Missing(NamedTuple):
    """Something that is not there."""

    title: str
    what: str
    """What to do."""
    address: str = ""
    """Where; empty where the environment of the processes says it."""


def missing() -> list[Missing]:
    """Return what is not there, the most urgent first."""
    row = SiteProfile.objects.filter(pk=SiteProfile.ONLY).first() or SiteProfile()
    return [*_of_environment(), *_of_backups(row), *_of_profile(row), *_of_staff()]


def _command(row: SiteProfile, name: str) -> str:
    return reverse("admin:site_profile_siteprofile_do", args=[row.pk, name])


def _of_environment() -> Iterator[Missing]:
    if settings.DEBUG:
        yield Missing(_("DEBUG is on."), _("Unset it: errors show what nobody should see."))
    if not settings.SITE_URL:
        yield Missing(_("SITE_URL is not set."), _("Without it, no e-mails with links are sent."))
    if not settings.HTTPS:
        yield Missing(_("HTTPS is not on."), _("Set HTTPS=1 where strangers play, behind a proxy."))
    if not settings.EMAIL_HOST:
        yield Missing(
            _("Mail goes to files."),
            _("Set up the mail server, or nobody can reset a password."),
        )


def _of_backups(row: SiteProfile) -> Iterator[Missing]:
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(ARCHIVER)
        archived = (cursor.fetchone() or (None,))[0]
    if archived is None or archived < now - timedelta(days=ARCHIVED_DAYS):
        words = _("Back up the database: PostgreSQL has archived no WAL today.")
        yield Missing(_("No backup is known."), words)
    if row.restored_on is None or row.restored_on < now.date() - timedelta(days=RESTORED_DAYS):
        words = _("Restore one somewhere, and say when that was.")
        yield Missing(_("No backup was restored lately."), words, _command(row, "restored"))


def _of_profile(row: SiteProfile) -> Iterator[Missing]:
    if not row.name or row.name == selectors.NAME:
        yield Missing(_("The site has no name."), _("Name it."), _command(row, "look"))
    for name, title in (
        ("imprint", _("There is no imprint.")),
        ("privacy", _("There is no privacy page.")),
        ("terms", _("There are no terms of use.")),
        ("contact", _("There is no contact.")),
    ):
        if not getattr(row, name):
            yield Missing(title, _("Write it."), _command(row, "pages"))


def _of_staff() -> Iterator[Missing]:
    if Account.objects.filter(is_staff=True, is_active=True).count() < STAFF_MIN:
        words = _("Create a second staff account: someone else must decide appeals.")
        address = reverse("admin:accounts_account_changelist")
        yield Missing(_("There is only one member of the staff."), words, address)
