"""Events that are held again: copied by hand, or made by the agenda, one next event at a time."""

import calendar
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, Unpack
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import transaction
from django.utils.text import slugify

from accounts import organisers
from accounts.models import Account
from api.ids import uuid7
from api.problems import Problem, invalid
from eventstore.canonical import format_timestamp
from games.messages import Message
from matches.services import opening
from matches.stream_refusals import version_conflict
from tournaments import events as e
from tournaments import plans
from tournaments.command_handler import (
    CommandOptions,
    CommandResult,
    create,
    find,
    handle,
    load,
)
from tournaments.events import Data
from tournaments.models import Tournament
from tournaments.services import lifecycle, pictures
from tournaments.state import Role, TournamentState
from tournaments.unit_of_work import PLATFORM, Principal, UnitOfWork, new_nonce

Every = Literal["", "weekly", "fortnightly", "monthly"]
DAYS = {"weekly": 7, "fortnightly": 14}
SLUG_MAX = 60
BEACONS = ("beacon", "draw_beacon")
"""The settings that only a site can have that takes public beacons."""


def set_repetition(
    *,
    slug: str,
    who: Principal,
    every: Every,
    zone: str = "UTC",
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Have the next event made and opened when this one begins; or, with no `every`, not."""
    try:
        ZoneInfo(zone)
    except (ValueError, ZoneInfoNotFoundError) as error:
        raise invalid("zone", Message("There is no time zone %(zone)s.", zone=zone)) from error

    def decide(work: UnitOfWork) -> None:
        state = work.state
        if state.next_event:
            text = Message(
                "The next event is already %(slug)s; set there whether it is repeated.",
                slug=state.next_event,
            )
            raise Problem("invalid", text, params={"slug": state.next_event})
        begins = state.begins_at
        if every and begins is None:
            text = Message("First enter when this event begins: the next one follows from it.")
            raise Problem("invalid", text)
        day = 0 if begins is None else begins.astimezone(ZoneInfo(zone)).day
        work.add(e.RepetitionSet(every=every, zone=zone, day=day))

    return handle(slug=slug, who=who, decide=decide, **command)


def following(begins: datetime, every: str, zone: str, day: int, now: datetime) -> datetime:
    """Return the first beginning after `now` of an event that is repeated.

    By the clock on the wall of the place, so that an evening at seven stays at seven; on the last
    day of a month that has no such day.
    """
    local = begins.astimezone(ZoneInfo(zone))
    step = 0
    found = begins
    while found <= max(now, begins):
        step += 1
        found = _later(local, every, day, step).astimezone(UTC)
    return found


def _later(local: datetime, every: str, day: int, step: int) -> datetime:
    if every in DAYS:
        return local + timedelta(days=DAYS[every] * step)
    month = local.month - 1 + step
    year, month = local.year + month // 12, month % 12 + 1
    last = calendar.monthrange(year, month)[1]
    return local.replace(year=year, month=month, day=min(day or local.day, last))


def copy(  # noqa: PLR0913 - What is new about a copy.
    *,
    slug: str,
    who: Principal,
    new_slug: str,
    name: str | None = None,
    begins: datetime | None = None,
    reason: str = "",
    expected_version: int | None = None,
    dry_run: bool = False,
) -> TournamentState:
    """Return a new tournament with the plan, the staff and the conditions of another.

    Everything but entrants and results; its organiser is the asker, who must be one of the other.
    """
    state = load(find(slug).id)
    if not who.of_site and state.role_of(who.account) is not Role.ORGANISER:
        text = Message("Only a %(role)s of this tournament may do this.", role="organiser")
        raise Problem("permission_denied", text)
    if expected_version is not None and expected_version != state.version:
        raise version_conflict(expected_version, state.version)
    settings = _settings(state, new_slug, begins)
    if name:
        settings["name"] = lifecycle.title(name)
    return create(
        tournament_id=uuid7(),
        who=who,
        settings=settings,
        first=lambda work: _staff_and_conditions(work, state),
        reason=reason,
        dry_run=dry_run,
    )


def _settings(state: TournamentState, slug: str, begins: datetime | None) -> Data:
    about = dict(state.settings.get("about", {}))
    about["starts_at"] = None if begins is None else format_timestamp(begins)
    kept = {**state.settings, "on_timeout": plans.on_timeout(state.settings)}
    if opening.beacon_fault() is not None:
        # The site has stopped taking beacons: the next event is held without, as its log shows.
        kept |= {each: False for each in BEACONS if each in kept}
    return plans.checked({**kept, "slug": slug, "about": about})


def _staff_and_conditions(work: UnitOfWork, state: TournamentState) -> None:
    for account, role in state.roles.items():
        if account not in work.state.roles:
            work.add(e.RoleGiven(account=str(account), role=role.value))
    if state.picture is not None and pictures.hold(state.picture.digest):
        work.add(state.picture)
    if state.conditions:
        work.add(e.ConditionsSet(conditions=state.conditions, nonce=new_nonce()))


def repeat(tournament_id: UUID) -> None:
    """Make and open the next event of one that has begun, unless there is one, or it was stopped.

    Safe to run late, twice or never: beginnings that have passed meanwhile are left out.
    """
    row = Tournament.objects.filter(id=tournament_id).first()
    if row is None:
        return
    new_id = uuid7()
    made: list[tuple[TournamentState, str, datetime]] = []

    def decide(work: UnitOfWork) -> None:
        state, made[:] = work.state, []
        begins = state.begins_at
        asked = state.repetition
        if asked is None or state.next_event or begins is None or begins > work.at:
            return
        if _owner(state) is None:
            work.add(e.RepetitionSet(every="", zone=asked.zone, day=0))
            return
        found = following(begins, asked.every, asked.zone, asked.day, work.at)
        slug = _free_slug(row.slug, found.astimezone(ZoneInfo(asked.zone)))
        made.append((state, slug, found))
        work.add(e.NextEventMade(tournament=str(new_id), slug=slug))

    with transaction.atomic():
        handle(slug=row.slug, who=PLATFORM, decide=decide)
        for state, slug, begins in made:
            _make(new_id, state, slug, begins)


def _make(new_id: UUID, state: TournamentState, slug: str, begins: datetime) -> None:
    """Open the stream of a next event, and its entry."""
    owner, repetition = _owner(state), state.repetition

    def first(work: UnitOfWork) -> None:
        _staff_and_conditions(work, state)
        if repetition is not None:
            work.add(repetition)
        work.add(e.EntryOpened())

    who = Principal(None if owner is None else owner.pk)
    create(tournament_id=new_id, who=who, settings=_settings(state, slug, begins), first=first)


def _owner(state: TournamentState) -> Account | None:
    """Return an organiser who may still make tournaments on this site."""
    ids: Sequence[UUID] = [each for each, role in state.roles.items() if role is Role.ORGANISER]
    rows = {each.pk: each for each in Account.objects.filter(id__in=ids, is_active=True)}
    return next(
        (rows[each] for each in ids if each in rows and organisers.may_organise(rows[each])), None
    )


def _free_slug(slug: str, begins: datetime) -> str:
    """Return an address made of that of the first event and the day of the next."""
    stem = re.sub(r"-\d{4}-\d{2}-\d{2}(-\d+)?$", "", slug)[: SLUG_MAX - 15].strip("-")
    dated = slugify(f"{stem}-{begins:%Y-%m-%d}")
    taken = set(Tournament.objects.filter(slug__startswith=dated).values_list("slug", flat=True))
    numbered = (f"{dated}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (dated, *numbered) if each not in taken)
