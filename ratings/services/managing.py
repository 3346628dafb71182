"""Open ladders, edit them, let them rest, and close their seasons."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import IntegrityError
from django.utils.text import slugify
from msgspec import structs

from accounts import names
from accounts.models import Account
from api import preconditions
from api.ids import uuid7
from eventstore.command_handler import handle
from games import registry as games
from games.core import OptionsError, UnknownGameError
from games.messages import Message
from matches.services.opening import beacon_fault
from ratings import refusals, stakes, wells
from ratings.aggregate import LADDER, Work
from ratings.correction_answers import Consequences
from ratings.ladder import events as e
from ratings.ladder.settings import (
    CLOCK_MAX,
    CLOCK_MIN,
    Settings,
    SettingsError,
    edited,
    parsed,
)
from ratings.ladder_rows import LadderState, new_row
from ratings.models import Ladder
from ratings.services import seasons
from ratings.services.commands import LadderCommand, carry_out, require_reason

SLUG_MAX = 60


def checked(data: Mapping[str, object]) -> Settings:
    """Return settings that make a ladder of a game that there is; raises invalid."""
    try:
        settings = parsed(data)
    except SettingsError as error:
        raise refusals.invalid_fields(error.errors) from error
    try:
        rules = games.current_rules(settings.game)
    except UnknownGameError as error:
        known = sorted(each.game for each in games.current_games())
        raise refusals.invalid(
            "game", Message("must be one of %(choices)s", choices=known)
        ) from error
    players = settings.players
    if players.min < rules.seats_min or players.max > rules.seats_max:
        text = Message(
            "%(game)s is for %(least)s to %(most)s players",
            game=rules.title,
            least=rules.seats_min,
            most=rules.seats_max,
        )
        raise refusals.invalid("players", text)
    try:
        for count in range(players.min, players.max + 1):
            rules.check_options(count, settings.options, None)
    except OptionsError as error:
        found = [(f"options.{field}", text) for field, text in error.errors]
        raise refusals.invalid_fields(found) from error
    return settings


def with_members(settings: Settings) -> Settings:
    """Return settings with their members' names as the accounts have them; raises invalid."""
    found = {name: Account.objects.named(name).first() for name in settings.members}
    unknown = [name for name, account in found.items() if account is None]
    if unknown:
        raise refusals.invalid(
            "members", Message("nobody has an account called %(name)s", name=unknown[0])
        )
    names = sorted({account.username for account in found.values() if account is not None})
    return structs.replace(settings, members=names)


def require_clock(settings: Settings) -> None:
    """Raise invalid unless the settings have a clock by which a rated match can be played."""
    if not settings.has_clock():
        text = Message(
            "must be the seconds for a decision, from %(least)s to %(most)s: without a clock"
            " a player in a bad position would never have to move",
            least=CLOCK_MIN,
            most=CLOCK_MAX,
        )
        raise refusals.invalid("clock", text)


def require_beacon(settings: Settings) -> None:
    """Raise invalid where deals are to wait for a beacon that the site does not take."""
    if settings.beacon and (fault := beacon_fault()) is not None:
        raise refusals.invalid("beacon", fault)


def named(settings: Mapping[str, object]) -> dict[str, str]:
    """Return the names among settings as they are kept; raises invalid for what is no name."""
    found = {
        field: names.canonical(text)
        for field in ("name", "season")
        if isinstance(text := settings.get(field), str) and text
    }
    faults = [(field, fault) for field, name in found.items() if (fault := names.fault(name))]
    if faults:
        raise refusals.invalid_fields(faults)
    return found


def open_ladder(*, slug: str, settings: Mapping[str, object], order: LadderCommand) -> Ladder:
    """Open a ladder and return it; raises invalid. In a dry run it is checked and not saved."""
    wanted = with_members(checked(stakes.for_new({**settings, **named(settings)})))
    require_clock(wanted)
    require_beacon(wanted)
    seasons.require_plan(Ladder(), wanted)
    if slug != slugify(slug) or not 1 <= len(slug) <= SLUG_MAX:
        text = Message("must be 1 to %(limit)s of a-z, 0-9 and -", limit=SLUG_MAX)
        raise refusals.invalid("slug", text)
    if Ladder.objects.filter(slug=slug).exists():
        raise refusals.invalid("slug", Message("is taken; choose another"))
    rules = games.current_rules(wanted.game).id

    def open_it(state: LadderState, work: Work) -> None:
        well = wells.fresh(work, state.id)
        opened = e.LadderOpened(slug=slug, settings=wanted.as_data(), rules=rules, well=well)
        work.add(structs.replace(opened, reason=order.reason))

    try:
        result = handle(
            LADDER, uuid7(), order.context, open_it, expected_version=0, dry_run=order.dry_run
        )
    except IntegrityError as error:
        raise refusals.invalid("slug", Message("is taken; choose another")) from error
    return new_row(result.state)


def edit(
    *,
    ladder_id: UUID,
    changes: Mapping[str, object],
    order: LadderCommand,
    seen: Collection[str] | None = None,
) -> Consequences:
    """Change settings for what comes after; raises invalid.

    Raises precondition_failed when `seen`, the tags of settings that the admin has seen, are not of
    those that hold.
    """

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        tag = preconditions.tag_of(ladder.settings)
        if seen is not None and tag not in seen:
            raise preconditions.failed(version=ladder.version, tag=tag)
        if not changes:
            raise refusals.invalid("changes", Message("name at least one setting"))
        try:
            # What was named before the rule keeps its name.
            new = {name: each for name, each in changes.items() if each != ladder.settings[name]}
            after = edited(parsed(ladder.settings), {**seasons.canonical(changes), **named(new)})
        except SettingsError as error:
            raise refusals.invalid_fields(error.errors) from error
        checked(after.as_data())
        if "members" in changes:
            after = with_members(after)
        if "clock" in changes:
            require_clock(after)
        if "beacon" in changes:
            require_beacon(after)
        if "season_end" in changes:
            seasons.require_plan(ladder, after)
        data = after.as_data()
        changed = {name: data[name] for name in changes}
        work.add(e.LadderEdited(changes=changed, reason=require_reason(order)))

    return carry_out(ladder_id, decide, order)


def pause(*, ladder_id: UUID, paused: bool, order: LadderCommand) -> Consequences:
    """Let a ladder rest, or go on: while it rests no new matches begin, and running ones count."""

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        if ladder.is_paused == paused:
            raise refusals.invalid(
                "paused", Message("is %(value)s already", value=str(paused).lower())
            )
        kind = e.LadderPaused if paused else e.LadderResumed
        work.add(kind(reason=require_reason(order)))

    return carry_out(ladder_id, decide, order)


def close_season(
    *,
    ladder_id: UUID,
    name: str,
    keep_percent: int,
    order: LadderCommand,
) -> Consequences:
    """Archive the standings and begin the next season, with a part of every lead kept."""
    name = named({"name": name}).get("name", name)

    def decide(state: LadderState, work: Work) -> None:
        ladder = state.row
        if not 0 <= keep_percent <= 100:
            raise refusals.invalid(
                "keep_percent",
                Message(
                    "must be from %(least)s to %(most)s, not %(given)s",
                    least=0,
                    most=100,
                    given=keep_percent,
                ),
            )
        used = [ladder.settings["season"], *ladder.seasons.values_list("name", flat=True)]
        if name in used:
            raise refusals.invalid("name", Message("a season of this ladder already has that name"))
        try:
            edited(parsed(ladder.settings), {"season": name})
        except SettingsError as error:
            raise refusals.invalid_fields([("name", error.errors[0][1])]) from error
        why = require_reason(order)
        closed = e.SeasonClosed(next=name, keep_percent=keep_percent, reason=why)
        seasons.close(work, ladder, closed)

    return carry_out(ladder_id, decide, order)
