"""Who takes part: register, check in, drop, come back, be replaced, be punished."""

import csv
import io
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from accounts import guests, names
from accounts.models import Account
from api import spreadsheets
from api.problems import FieldError, Problem, field_error
from bots import registry as bots
from games.messages import Message, join
from tournaments import events as e
from tournaments import stage_queries
from tournaments.command_handler import CommandResult, handle
from tournaments.record import UNITS
from tournaments.services import guards
from tournaments.state import PRESENT, EntrantState, EntrantStatus, Status, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

CSV_ROWS_MAX = 2000
NAME_MAX = 60
Results = Literal["stand", "void"]
"""What becomes of the results of somebody who is disqualified."""


class Newcomer(NamedTuple):
    """Somebody who is to be entered."""

    name: str
    account: UUID | None = None
    bot: str | None = None
    rating: int = 0


def register(
    *, slug: str, who: Principal, newcomers: Sequence[Newcomer], **command: Any
) -> CommandResult:
    """Enter newcomers: oneself while entry is open, others as an organiser at any time.

    All or none. Over the capacity they come on the waiting list, in order. Once the tournament
    runs, a late entry plays from the next round on, where the settings allow that.
    """
    found = named(newcomers)

    def decide(work: UnitOfWork) -> None:
        for newcomer in found:
            is_self = newcomer.account is not None and newcomer.account == who.account
            work.require_role_for(newcomer.account)
            enter(work, newcomer, is_self=is_self)

    return handle(slug=slug, who=who, decide=decide, **command)


def named(newcomers: Sequence[Newcomer]) -> list[Newcomer]:
    """Return newcomers with their names as they are kept; raises Problem for what is no name.

    A built-in bot may be called like itself, and an account like itself, whatever its name.
    """
    found = [each._replace(name=names.canonical(each.name)) for each in newcomers]
    faults = names.faults({each.name for each in found if each.bot is None})
    accounts = Account.objects.in_bulk(each.account for each in found if each.name in faults)
    for each in found:
        own = accounts[each.account].username if each.account in accounts else ""
        fault = names.fault(each.name, bot=each.bot) if each.bot else faults.get(each.name)
        if fault and own.casefold() != each.name.casefold():
            raise Problem("invalid", Message("%(name)s: %(fault)s", name=each.name, fault=fault))
    return found


def enter(work: UnitOfWork, newcomer: Newcomer, *, is_self: bool) -> None:
    """Add one registration; raises Problem."""
    state = work.state
    guards.require_not_over(state)
    late = bool(state.stages)
    if late:
        _require_late_entry(state)
    elif is_self and state.status is not Status.ENTRY:
        text = Message(
            "Entry is not open: the tournament is %(status)s. Ask an organiser.",
            status=state.status.value,
        )
        raise Problem("entry_closed", text)
    _require_new(state, newcomer)
    _require_eligible(state, newcomer)
    capacity = state.settings["capacity"]
    full = capacity is not None and len(state.present) >= capacity
    work.add(
        e.EntrantRegistered(
            entrant=len(state.entrants) + 1,
            name=newcomer.name,
            account=None if newcomer.account is None else str(newcomer.account),
            bot=newcomer.bot,
            rating=newcomer.rating,
            waiting=full,
            late=late and not full,
        )
    )
    if late and not full:
        _make_up_for_missed(work, len(state.entrants))


def _make_up_for_missed(work: UnitOfWork, entrant: int) -> None:
    """Give a late entry the points of a bye for every round missed, where the plan says so."""
    state = work.state
    missed = sum(round_.published for round_ in state.rounds)
    if state.settings.get("late_points", "none") == "bye" and missed:
        units = missed * stage_queries.record_of(state, stage=len(state.stages) - 1).bye_points
        work.add(e.PenaltyGiven(entrant=entrant, units=-units))


def _require_late_entry(state: TournamentState) -> None:
    if not state.settings["late_entry"] or len(state.stages) > 1:
        text = Message(
            "Late entry is closed: the tournament has started, or is past its first stage."
        )
        raise Problem("late_entry_closed", text)
    form = stage_queries.format_of(state, 0)
    if not form.allows_late_entry:
        text = Message(
            "%(format)s takes no new entrants once it has started; substitute a player instead.",
            format=form.title,
        )
        raise Problem("late_entry_closed", text)


def _require_new(state: TournamentState, newcomer: Newcomer) -> None:
    if not 1 <= len(newcomer.name.strip()) <= NAME_MAX:
        raise Problem(
            "invalid", Message("name must have 1 to %(limit)s characters", limit=NAME_MAX)
        )
    for each in state.entrants.values():
        if each.presence is EntrantStatus.WITHDRAWN:
            continue
        same = newcomer.account is not None and newcomer.account == each.account
        if same or names.key(each.name) == names.key(newcomer.name):
            text = Message(
                "%(name)s is entered already, as entrant %(number)s.",
                name=newcomer.name,
                number=each.number,
            )
            raise Problem("entry_not_eligible", text, params={"entrant": each.number})


def _require_eligible(state: TournamentState, newcomer: Newcomer) -> None:
    welcome = state.settings["bots"]
    if newcomer.account is not None and guests.is_guest(newcomer.account):
        _refuse_guest(state)
    if newcomer.bot is not None:
        if welcome == "none":
            raise Problem("bots_not_allowed", Message("Bots may not take part in this tournament."))
        _require_bot(newcomer.bot, state.settings["game"])
    elif welcome == "only":
        raise Problem("entry_not_eligible", Message("This tournament is for bots only."))
    elif state.settings["play"] == "matches" and newcomer.account is None:
        text = Message(
            "%(name)s has no account here, and the matches are played here.", name=newcomer.name
        )
        raise Problem("entry_not_eligible", text)


def _refuse_guest(state: TournamentState) -> None:
    """Raise Problem where matches are rated, or where guests do not sit down with strangers."""
    if state.settings.get("ladder") is not None:
        raise Problem(
            "guests_not_allowed",
            Message(
                "Guests are not rated, and this tournament is. Sign up to enter; you keep your"
                " matches."
            ),
        )
    if not guests.may_meet_strangers():
        raise Problem(
            "guests_not_allowed", Message("Sign up to enter a tournament; you keep your matches.")
        )


def _require_bot(bot: str, game: str) -> None:
    """Raise Problem when no such bot plays the game."""
    known = [each.id for each in bots.bots_for(game)]
    if bot not in known:
        raise Problem(
            "invalid",
            Message("bot: must be %(bots)s, not %(bot)s", bots=" or ".join(known), bot=bot),
        )


def from_csv(text: str, *, needs_accounts: bool) -> list[Newcomer]:
    """Return the newcomers of a CSV file with the columns name, account, bot and rating.

    Only name is required; without `account`, a name of an account is taken for it. Raises Problem
    with an error for every faulty line.
    """
    reader = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), strict=True)
    errors: list[FieldError] = []
    found: list[Newcomer] = []
    try:
        rows = [_as_written(row) for row in reader]
    except csv.Error as error:
        raise Problem(
            "invalid",
            Message(
                "The file is not valid CSV: %(fault)s, line %(line)s.",
                fault=str(error),
                line=reader.line_num,
            ),
        ) from error
    if not reader.fieldnames or "name" not in reader.fieldnames:
        raise Problem(
            "invalid", Message("The first line must name the columns: name, account, bot, rating.")
        )
    if len(rows) > CSV_ROWS_MAX:
        raise Problem(
            "invalid",
            Message(
                "A file has %(limit)s entrants at most, not %(count)s.",
                limit=CSV_ROWS_MAX,
                count=len(rows),
            ),
        )
    wanted = {(row.get("account") or row["name"] or "").strip() for row in rows}
    accounts = {
        account.username.casefold(): account
        for account in Account.objects.filter(username__in=wanted)
    }
    for line, row in enumerate(rows, start=2):
        newcomer = _newcomer(row, accounts, f"line {line}", errors)
        if needs_accounts and newcomer.account is None and newcomer.bot is None:
            errors.append(
                field_error(f"line {line}", "unknown", Message("names no account and no bot"))
            )
        found.append(newcomer)
    _refuse_names(found, errors)
    keys = [names.key(newcomer.name) for newcomer in found]
    for line, key in enumerate(keys, start=2):
        if keys.index(key) != line - 2:
            errors.append(
                field_error(f"line {line}", "double", Message("names the same player twice"))
            )
    if errors:
        lines = join("; ", (join(" ", (each.field, each.message)) for each in errors[:5]))
        raise Problem(
            "invalid", Message("%(lines)s. Nobody was entered.", lines=lines), errors=errors
        )
    return found


def _as_written(row: dict[str, Any]) -> dict[str, Any]:
    """Return a line without what an export has put before cells that could be formulas."""
    return {
        name: spreadsheets.read(cell.strip()) if isinstance(cell, str) else cell
        for name, cell in row.items()
    }


def _refuse_names(found: Sequence[Newcomer], errors: list[FieldError]) -> None:
    """Add an error for every line with a stranger's name that is none."""
    strangers = [each.name for each in found if each.account is None and each.bot is None]
    faults = names.faults([name for name in strangers if name])
    for line, newcomer in enumerate(found, start=2):
        if newcomer.name in faults:
            errors.append(field_error(f"line {line}", "invalid", faults[newcomer.name]))


def _newcomer(
    row: dict[str, Any], accounts: dict[str, Account], line: str, errors: list[FieldError]
) -> Newcomer:
    name = names.canonical((row["name"] or "").strip())
    bot = (row.get("bot") or "").strip() or None
    text = (row.get("rating") or "0").strip()
    if not 1 <= len(name) <= NAME_MAX:
        errors.append(
            field_error(
                line,
                "invalid",
                Message("needs a name of 1 to %(limit)s characters", limit=NAME_MAX),
            )
        )
    if not text.isascii() or not text.isdigit() or len(text) > 5:
        errors.append(
            field_error(
                line,
                "invalid",
                Message("has the rating %(text)s, no whole number", text=repr(text[:20])),
            )
        )
        text = "0"
    account = None
    if bot is None:
        asked = (row.get("account") or "").strip()
        account = accounts.get((asked or name).casefold())
        if asked and account is None:
            errors.append(
                field_error(
                    line,
                    "unknown",
                    Message("names an account %(name)s that is not there", name=asked),
                )
            )
    return Newcomer(name, None if account is None else account.pk, bot, int(text))


def check_in(*, slug: str, who: Principal, entrant: int, **command: Any) -> CommandResult:
    """Say that an entrant is there: oneself while check-in is open, or the staff."""

    def decide(work: UnitOfWork) -> None:
        found = guards.entrant(work.state, entrant)
        work.require_role_for(found.account)
        if work.state.stages or work.state.status is not Status.CHECKIN:
            raise Problem("checkin_closed", Message("Check-in is not open; an organiser opens it."))
        if found.presence is not EntrantStatus.ENTERED:
            text = Message(
                "%(name)s is %(presence)s, and cannot check in.",
                name=found.name,
                presence=found.presence.value,
            )
            raise Problem("checkin_closed", text)
        work.add(e.EntrantCheckedIn(entrant=entrant))

    return handle(slug=slug, who=who, decide=decide, **command)


def leave(*, slug: str, who: Principal, entrant: int, **command: Any) -> CommandResult:
    """Withdraw before the start, or drop after it; who waits moves up before the start."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        found = guards.entrant(state, entrant)
        work.require_role_for(found.account)
        guards.require_not_over(state)
        if found.presence not in PRESENT | {EntrantStatus.WAITING}:
            raise Problem(
                "entrant_dropped",
                Message(
                    "%(name)s is %(presence)s already.",
                    name=found.name,
                    presence=found.presence.value,
                ),
            )
        if state.stages:
            work.add(e.EntrantDropped(entrant=entrant))
            return
        work.add(e.EntrantWithdrawn(entrant=entrant))
        promote(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def promote(work: UnitOfWork) -> None:
    """Move those who wait up, in the order of entry, as far as there is room."""
    capacity = work.state.settings["capacity"]
    for each in list(work.state.entrants.values()):
        if each.presence is not EntrantStatus.WAITING:
            continue
        if capacity is None or len(work.state.present) < capacity:
            work.add(e.EntrantPromoted(entrant=each.number))


def re_add(*, slug: str, who: Principal, entrant: int, **command: Any) -> CommandResult:
    """Let somebody who has dropped, or was absent, play again from the next round on."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        back = {EntrantStatus.DROPPED, EntrantStatus.ABSENT}
        if found.presence not in back:
            text = Message(
                "%(name)s is %(presence)s; only an entrant who dropped out can come back.",
                name=found.name,
                presence=found.presence.value,
            )
            raise Problem("entrant_dropped", text)
        if work.state.stages and entrant not in work.state.stages[-1].entrants:
            _require_late_entry(work.state)
        work.add(e.EntrantReadded(entrant=entrant))

    return handle(slug=slug, who=who, decide=decide, **command)


def no_show(*, slug: str, who: Principal, entrant: int, **command: Any) -> CommandResult:
    """Record that somebody did not come, and drop them from the next round on."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = _present(work.state, entrant)
        work.add(e.NoShowRecorded(entrant=found.number))
        work.add(e.EntrantDropped(entrant=found.number))

    return handle(slug=slug, who=who, decide=decide, **command)


def substitute(
    *, slug: str, who: Principal, entrant: int, by: Newcomer, **command: Any
) -> CommandResult:
    """Let somebody else play on in an entrant's place, with its points, from the next round on."""
    (by,) = named([by])

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = _present(work.state, entrant)
        _require_new(work.state, by)
        _require_eligible(work.state, by)
        work.add(
            e.EntrantSubstituted(
                entrant=found.number,
                before=found.name,
                name=by.name,
                account=None if by.account is None else str(by.account),
                bot=by.bot,
            )
        )

    return handle(slug=slug, who=who, decide=decide, **command)


def disqualify(
    *, slug: str, who: Principal, entrant: int, results: Results | None = None, **command: Any
) -> CommandResult:
    """Take somebody out for good.

    The results stand, or are void, as the command or else the plan says. Void ones leave everybody
    else's points of earlier rounds alone: the entrant's own are taken away, and at a table of the
    round that is open, which has its result, the others move up.
    """

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        if found.presence is EntrantStatus.DISQUALIFIED:
            raise Problem(
                "entrant_dropped", Message("%(name)s is disqualified already.", name=found.name)
            )
        work.add(e.EntrantDisqualified(entrant=entrant))
        policy = results or work.state.settings.get("disqualified", "stand")
        if policy == "void":
            _void_results(work, entrant)

    return handle(slug=slug, who=who, decide=decide, **command)


def _void_results(work: UnitOfWork, entrant: int) -> None:
    round_ = work.state.round
    for table in round_.tables if round_ is not None and not round_.closed else ():
        if entrant in table.seats and table.places is not None:
            own = table.seats.index(entrant)
            places = [
                len(table.seats) if seat == own else place - (place > table.places[own])
                for seat, place in enumerate(table.places)
            ]
            work.add(
                e.ResultRecorded(
                    table=str(table.id),
                    places=[1 + sum(other < place for other in places) for place in places],
                    scores=None if table.scores is None else list(table.scores),
                    source="override",
                )
            )
    units = stage_queries.record_of(work.state).points.get(entrant, 0)
    left = units - work.state.entrants[entrant].penalty
    if left > 0:
        work.add(e.PenaltyGiven(entrant=entrant, units=left))


def penalise(
    *, slug: str, who: Principal, entrant: int, units: int, **command: Any
) -> CommandResult:
    """Take points away: whole units, UNITS to a point; a line of its own in the standings."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        found = guards.entrant(work.state, entrant)
        if not units or abs(units) > 1000 * UNITS:
            raise Problem(
                "invalid", Message("units must be a whole number other than 0, 120 to a point")
            )
        work.add(e.PenaltyGiven(entrant=found.number, units=units))

    return handle(slug=slug, who=who, decide=decide, **command)


def _present(state: TournamentState, number: int) -> EntrantState:
    found = guards.entrant(state, number)
    if found.presence not in PRESENT:
        raise Problem(
            "entrant_dropped",
            Message("%(name)s is %(presence)s.", name=found.name, presence=found.presence.value),
        )
    return found
