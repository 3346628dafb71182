"""Who enters: newcomers, their names, and whom a tournament takes."""

from collections.abc import Sequence
from typing import NamedTuple, Unpack
from uuid import UUID

from django.db.models import Q
from msgspec import UNSET

from accounts import guests, names, sanctions
from accounts.models import Account
from api.problems import Problem
from bots import registry as bots
from games.messages import Message
from matches import sharing
from tournaments import events as e
from tournaments import plans, shared_deals, stage_plan, stage_records
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import conditions, guards
from tournaments.state import EntrantStatus, Status, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

NAME_MAX = 60
INVITED_AT = frozenset({Status.ENTRY, Status.CHECKIN})
"""When an invitation to enter counts before the start."""


class Newcomer(NamedTuple):
    """Somebody who is to be entered."""

    name: str
    account: UUID | None = None
    bot: str | None = None
    rating: int = 0
    club: str = ""
    shares: bool = False
    """Whether the client of somebody who enters by their own hand adds chance to deals."""


def register(
    *, slug: str, who: Principal, newcomers: Sequence[Newcomer], **command: Unpack[CommandOptions]
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


def enter(work: UnitOfWork, newcomer: Newcomer, *, is_self: bool, is_invited: bool = False) -> None:
    """Add one registration; raises Problem.

    Whoever is invited may still enter by their own hand while others check in.
    """
    state = work.state
    guards.require_not_over(state)
    late = bool(state.stages)
    if late:
        require_late_entry(state)
    elif is_self and state.status not in (INVITED_AT if is_invited else {Status.ENTRY}):
        text = Message(
            "Entry is not open: the tournament is %(status)s. Ask an organiser.",
            status=state.status.value,
        )
        raise Problem("entry_closed", text)
    require_new(state, newcomer)
    require_eligible(state, newcomer)
    if newcomer.bot is None:
        conditions.require(work, newcomer.account, is_self=is_self, is_invited=is_invited)
    if is_self and newcomer.account is not None and plans.requires_chance(state.settings):
        sharing.require(newcomer.account, says_so=newcomer.shares)
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
            club=newcomer.club or UNSET,
        )
    )
    if late and not full:
        _make_up_for_missed(work, len(state.entrants))


def _make_up_for_missed(work: UnitOfWork, entrant: int) -> None:
    """Give a late entry the points of a bye for every round missed, where the plan says so."""
    state = work.state
    missed = sum(round_.published for round_ in state.rounds)
    if state.settings.get("late_points", "none") == "bye" and missed:
        units = missed * stage_records.record_of(state, stage=len(state.stages) - 1).bye_points
        work.add(e.PenaltyGiven(entrant=entrant, units=-units))


def require_late_entry(state: TournamentState) -> None:
    """Raise late_entry_closed where nobody may enter after the start."""
    is_past = len(state.stages) > 1 or state.stages[0].ranking is not None
    if not state.settings["late_entry"] or is_past:
        text = Message(
            "Late entry is closed: the tournament has started, or is past its first stage."
        )
        raise Problem("late_entry_closed", text)
    form = stage_plan.format_of(state, 0)
    if not form.allows_late_entry:
        text = Message(
            "%(format)s takes no new entrants once it has started; substitute a player instead.",
            format=form.title,
        )
        raise Problem("late_entry_closed", text)


def require_new(state: TournamentState, newcomer: Newcomer) -> None:
    """Raise Problem for somebody who is entered already, or has no name."""
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
                "%(name)s has already entered, as entrant %(number)s.",
                name=newcomer.name,
                number=each.number,
            )
            raise Problem("entry_not_eligible", text, params={"entrant": each.number})


def require_eligible(state: TournamentState, newcomer: Newcomer) -> None:
    """Raise Problem for somebody whom the settings keep out."""
    welcome = state.settings["bots"]
    if newcomer.account is not None and guests.is_guest(newcomer.account):
        _refuse_guest(state)
    if newcomer.account is not None and shared_deals.plan_of(state.settings) is not None:
        _require_one_person(newcomer.account, newcomer.name)
    if newcomer.account is not None and sanctions.is_barred(newcomer.account):
        text = Message("%(name)s is barred from events on this site.", name=newcomer.name)
        raise Problem("entry_not_eligible", text)
    if newcomer.bot is not None:
        if welcome == "none":
            raise Problem("bots_not_allowed", Message("Bots may not take part in this tournament."))
        if plans.requires_chance(state.settings):
            raise Problem("shares_needed", Message("A bot adds nothing to the chance."))
        _require_bot(newcomer.bot, state.settings["game"])
    elif welcome == "only":
        raise Problem("entry_not_eligible", Message("This tournament is for bots only."))
    elif state.settings["play"] == "matches" and newcomer.account is None:
        text = Message(
            "%(name)s has no account here, and the matches are played here.", name=newcomer.name
        )
        raise Problem("entry_not_eligible", text)


def _require_one_person(account_id: UUID, name: str) -> None:
    """Raise Problem for an account whose owner may play the same deals by another one."""
    account = Account.objects.get(pk=account_id)
    if account.is_guest:
        text = Message("Sign up to enter: in this tournament many tables play one deal.")
        raise Problem("guests_not_allowed", text)
    if account.is_bot:
        text = Message("%(name)s is a program, whose owner could play the same deals.", name=name)
        raise Problem("bots_not_allowed", text)


def require_persons(state: TournamentState) -> None:
    """Raise Problem where tables share deals and somebody present may play them twice."""
    if shared_deals.plan_of(state.settings) is None:
        return
    accounts = {state.entrants[each].account: each for each in state.present}
    doubtful = Account.objects.filter(pk__in=[each for each in accounts if each is not None])
    for found in doubtful.filter(Q(is_guest=True) | Q(is_bot=True)).order_by("pk")[:1]:
        name = state.name(accounts[found.pk])
        if found.is_guest:
            text = Message("%(name)s is a guest, who could play the same deals again.", name=name)
            raise Problem("guests_not_allowed", text)
        _require_one_person(found.pk, name)


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
    if bot not in [each.id for each in bots.bots_for(game)]:
        offered = " or ".join([each.id for each in bots.bots_offered(game)])
        raise Problem(
            "invalid", Message("bot: must be %(bots)s, not %(bot)s", bots=offered, bot=bot)
        )
