"""Calendars by iCalendar (RFC 5545): deadlines of matches and rounds, and tournaments ahead.

Each entry has the id of its stream as UID and the stream's version as SEQUENCE, so that a calendar
program takes the later one. Nothing of a match stands in it but its game and its deadline.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import Account
from matches import lobby
from notifications import links
from notifications.models import Follow, Preferences
from notifications.words import title_of
from tournaments import visibility
from tournaments.command_handler import load
from tournaments.models import Entrant, Tournament

CODE_LENGTH = 40
TOURNAMENT_LENGTH = timedelta(hours=3)
"""How long an event is shown that does not say when it ends."""
MOST = 200
OVER = ("finished", "cancelled")


def code(account: UUID, serial: int) -> str:
    """Return what opens an account's calendar without signing in; stored nowhere."""
    text = f"calendar:{account}:{serial}"
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()[
        :CODE_LENGTH
    ]


def path_of(row: Preferences) -> str:
    """Return the address of an account's own calendar."""
    account = UUID(str(row.account_id))
    return reverse("web:my-calendar", args=[account, code(account, row.calendar_serial)])


def opened(account: UUID, said: str) -> Account | None:
    """Return whose calendar an address opens; None for one that is not good, or no longer."""
    row = Preferences.objects.filter(account=account).first()
    serial = 0 if row is None else row.calendar_serial
    if not hmac.compare_digest(code(account, serial).encode(), said.encode()):
        return None
    return Account.objects.filter(pk=account, is_active=True).first()


def renew(*, account_id: UUID) -> None:
    """Give an account's calendar another address; the one before opens nothing."""
    row, _made = Preferences.objects.get_or_create(account_id=account_id)
    row.calendar_serial += 1
    row.save(update_fields=["calendar_serial"])


def of_account(account: Account, now: datetime) -> bytes:
    """Return the deadlines of somebody's matches and rounds, and the tournaments they are in."""
    entered = Entrant.objects.filter(account=account).exclude(presence="withdrawn")
    followed = Follow.objects.filter(account=account)
    mine = Tournament.objects.filter(pk__in=entered.values("tournament")) | (
        Tournament.objects.filter(pk__in=followed.values("tournament"))
    )
    rows = mine.filter(visibility.seen_by(account.pk)).distinct()[:MOST]
    events = [*_deadlines(account, now), *_of_tournaments(rows, now, account.pk)]
    return _calendar(account.username, events)


def of_tournament(row: Tournament, now: datetime) -> bytes:
    """Return one tournament: when it begins, and by when its rounds are to be played."""
    return _calendar(row.name, _of_tournaments([row], now, None))


def of_all(now: datetime) -> bytes:
    """Return all public tournaments that begin some time."""
    ahead = Tournament.objects.filter(visibility.seen_by(None)).exclude(status__in=OVER)
    rows = ahead.filter(settings__about__starts_at__isnull=False)[:MOST]
    return _calendar(_("Tournaments"), _of_tournaments(rows, now, None, with_rounds=False))


def _calendar(name: str, events: Iterable[Event]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//Cutpurse//Cutpurse//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", " ".join(name.split()))
    for each in events:
        calendar.add_component(each)
    content: bytes = calendar.to_ical()
    return content


def _deadlines(account: Account, now: datetime) -> Iterator[Event]:
    """Yield when somebody's turns run out of time."""
    for seat in lobby.turns(account.pk)[:MOST]:
        match = seat.match
        if match.deadline is not None:
            text = _("Your turn: %(game)s") % {"game": title_of(match.game)}
            path = reverse("web:match", args=[match.pk])
            yield _event(match.pk, match.version, text, match.deadline, now, path, timedelta(0))


def _of_tournaments(
    rows: Iterable[Tournament], now: datetime, account: UUID | None, *, with_rounds: bool = True
) -> Iterator[Event]:
    for row in rows:
        path = reverse("web:tournament", args=[row.slug])
        starts = row.settings.get("about", {}).get("starts_at")
        if starts is not None:
            begins = datetime.fromisoformat(str(starts))
            event = _event(row.pk, row.version, row.name, begins, now, path, TOURNAMENT_LENGTH)
            if row.status == "cancelled":
                event.add("status", "CANCELLED")
            yield event
        if with_rounds and row.status == "running" and row.round:
            yield from _of_round(row, now, account)


def _of_round(row: Tournament, now: datetime, account: UUID | None) -> Iterator[Event]:
    """Yield by when the running round is to be played: by everybody, or by who still has to."""
    state = load(row.pk)
    round_ = state.rounds[row.round - 1]
    if round_.due is None or round_.closed:
        return
    entrant = None if account is None else state.entrant_of(account)
    if account is not None:
        mine = [
            table
            for table in round_.tables
            if entrant is not None and entrant.number in table.seats and not table.done
        ]
        if not mine:
            return
    words = {"round": row.round, "tournament": row.name}
    text = _("Round %(round)s of %(tournament)s ends") % words
    path = reverse("web:tournament-round", args=[row.slug, row.round])
    name = f"{row.pk}-round-{row.round}"
    yield _event(name, row.version, text, round_.due, now, path, timedelta(0))


def _event(  # noqa: PLR0913, PLR0917 - The properties of an entry.
    uid: object, version: int, text: str, at: datetime, now: datetime, path: str, length: timedelta
) -> Event:
    event = Event()
    event.add("uid", str(uid))
    event.add("sequence", version)
    event.add("dtstamp", now)
    event.add("dtstart", at)
    if length:
        event.add("dtend", at + length)
    event.add("summary", " ".join(text.split()))
    if settings.SITE_URL:
        event.add("url", links.absolute(path))
    return event
