"""Undo what one command has done to many, for as long as nothing has been built on it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Unpack
from uuid import UUID

from api.ids import uuid7
from api.problems import Problem
from eventstore import streams
from eventstore.events import StoredEvent
from games.messages import Message
from tournaments import events as e
from tournaments.aggregate import TOURNAMENT
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards
from tournaments.state import (
    EntrantState,
    EntrantStatus,
    Role,
    TournamentState,
    without_rolled_back,
)
from tournaments.unit_of_work import Principal, UnitOfWork, new_nonce

Reverse = Callable[[UnitOfWork, TournamentState, Any], None]
"""Adds what takes an event back; the state is that before its command. Raises Problem."""


FOR_GOOD = frozenset({"draw_shown", "deals_drawn", "history_bound"})
"""What needs no undoing: a draw, with which a publication may begin, counts for good."""


def events_of(events: Sequence[StoredEvent], version: int) -> list[StoredEvent]:
    """Return the events of the command that begins at a version, of all events of a stream.

    Empty where no command begins there, or a rollback has undone it.
    """
    found: list[StoredEvent] = []
    for each in events[version - 1 :] if version > 0 else ():
        if (each.key is not None) is bool(found):
            break
        found.append(each)
    counted = {each.version for each in without_rolled_back(events)}
    if not all(each.version in counted for each in found):
        return []
    return [each for each in found if each.type not in FOR_GOOD]


def last_command(events: Sequence[StoredEvent]) -> int:
    """Return the version of the first event of the last command; 0 where there is none."""
    return next((each.version for each in reversed(events) if each.key is not None), 0)


def is_for_taking_back(events: Sequence[StoredEvent]) -> bool:
    """Tell whether all that a command has done is of a kind that can be taken back."""
    return bool(events) and all(
        each.type in REVERSALS and COMES_WITH.get(each.type, events[0].type) == events[0].type
        for each in events
    )


def take_back(
    *, slug: str, who: Principal, version: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Undo what the command has done whose first event has a version.

    The events stay, and others follow that put things as they were. Raises built_on where
    something that happened since rests on it, and not_found where nothing can be taken back.
    """

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_not_over(state)
        events = streams.load(e.KIND, state.id)
        done = events_of(events, version)
        if not is_for_taking_back(done):
            text = Message("That cannot be undone.")
            raise Problem("not_found", text, params={"version": version})
        if done[0].type == "round_published":
            _require_no_seat_chosen(work, events[done[-1].version :])
        before = TOURNAMENT.fold(state.id, events[: version - 1])
        for each in reversed(done):
            event = e.CATALOGUE.decode(each.type, each.schema, each.body)
            REVERSALS[each.type](work, before, event)

    return handle(slug=slug, who=who, decide=decide, **command)


def _built_on(text: Message) -> Problem:
    return Problem("built_on", text)


def _moved_on(work: UnitOfWork, entrant: int) -> Problem:
    found = work.state.entrants[entrant]
    return _built_on(
        Message(
            "%(name)s is %(presence)s now, so this cannot be undone as one. Change each person"
            " instead.",
            name=found.name,
            presence=found.presence.value,
        )
    )


def _require(work: UnitOfWork, entrant: int, *presences: EntrantStatus) -> None:
    """Raise built_on unless an entrant stands where the command had left them."""
    if work.state.entrants[entrant].presence not in presences:
        raise _moved_on(work, entrant)


def _require_before_the_start(work: UnitOfWork) -> None:
    if work.state.stages:
        raise _built_on(
            Message("The tournament has started since, so who was there stays as it is.")
        )


def _require_same_rounds(work: UnitOfWork, before: TournamentState) -> None:
    if len(work.state.rounds) > len(before.rounds):
        text = Message(
            "Round %(round)s has been paired since, so this cannot be undone as one.",
            round=len(work.state.rounds),
        )
        raise _built_on(text)


def _entered(work: UnitOfWork, before: TournamentState, event: e.EntrantRegistered) -> None:
    work.require_role(Role.JUDGE)
    there = {EntrantStatus.ENTERED, EntrantStatus.WAITING}
    _require(work, event.entrant, *there, *([EntrantStatus.CHECKED_IN] if event.late else []))
    if not before.stages:
        _require_before_the_start(work)
    _require_same_rounds(work, before)
    left = e.EntrantDropped if work.state.stages else e.EntrantWithdrawn
    work.add(left(entrant=event.entrant))


def _penalised(work: UnitOfWork, _before: TournamentState, event: e.PenaltyGiven) -> None:
    """Give back what coming late has cost."""
    work.require_role(Role.JUDGE)
    work.add(e.PenaltyGiven(entrant=event.entrant, units=-event.units))


def _seeded(work: UnitOfWork, before: TournamentState, event: e.SeedsAssigned) -> None:
    """Seed those who had seeds as before; newcomers lose theirs with their places."""
    work.require_role(Role.JUDGE)
    _require_before_the_start(work)
    seeds = {each.number: each.seed for each in before.entrants.values() if each.seed}
    if [each.number for each in _by_seed(work.state) if each.number in event.order] != event.order:
        raise _built_on(Message("The entrants have been seeded again since."))
    if seeds:
        order = sorted(seeds, key=lambda each: seeds[each])
        work.add(e.SeedsAssigned(method="manual", order=order, random_seed=""))


def _by_seed(state: TournamentState) -> list[EntrantState]:
    return sorted((each for each in state.entrants.values() if each.seed), key=lambda x: x.seed)


def _checked_in(work: UnitOfWork, _before: TournamentState, event: e.EntrantCheckedIn) -> None:
    _require_before_the_start(work)
    _require(work, event.entrant, EntrantStatus.CHECKED_IN)
    work.add(e.EntrantCheckedOut(entrant=event.entrant))


def _checked_out(work: UnitOfWork, _before: TournamentState, event: e.EntrantCheckedOut) -> None:
    _require_before_the_start(work)
    _require(work, event.entrant, EntrantStatus.ENTERED)
    work.add(e.EntrantCheckedIn(entrant=event.entrant))


def _withdrawn(work: UnitOfWork, before: TournamentState, event: e.EntrantWithdrawn) -> None:
    work.require_role(Role.JUDGE)
    _require_before_the_start(work)
    _require(work, event.entrant, EntrantStatus.WITHDRAWN)
    had = before.entrants[event.entrant]
    if had.presence is EntrantStatus.WAITING or _is_there_again(work.state, event.entrant):
        raise _moved_on(work, event.entrant)
    capacity = work.state.settings["capacity"]
    if capacity is not None and len(work.state.present) >= capacity:
        text = Message("The places have been given to others since; enter them again instead.")
        raise _built_on(text)
    work.add(e.EntrantReadded(entrant=event.entrant))
    if had.presence is EntrantStatus.ENTERED:
        work.add(e.EntrantCheckedOut(entrant=event.entrant))


def _is_there_again(state: TournamentState, entrant: int) -> bool:
    """Tell whether somebody who had left has entered anew, by name or account."""
    own = state.entrants[entrant]
    return any(
        each.number != entrant
        and each.presence is not EntrantStatus.WITHDRAWN
        and (
            each.name.casefold() == own.name.casefold()
            or (own.account is not None and each.account == own.account)
        )
        for each in state.entrants.values()
    )


def _dropped(work: UnitOfWork, before: TournamentState, event: e.EntrantDropped) -> None:
    work.require_role(Role.JUDGE)
    _require(work, event.entrant, EntrantStatus.DROPPED)
    _require_same_rounds(work, before)
    work.add(e.EntrantReadded(entrant=event.entrant))


def _payment(work: UnitOfWork, before: TournamentState, event: e.PaymentMarked) -> None:
    work.require_role(Role.SCOREKEEPER)
    now = work.state.entrants[event.entrant]
    if (now.payment, now.amount) != (event.payment, event.amount):
        text = Message("The payment of %(name)s has been noted again since.", name=now.name)
        raise _built_on(text)
    had = before.entrants[event.entrant]
    work.add(
        e.PaymentMarked(
            entrant=event.entrant, payment=had.payment, amount=had.amount, nonce=new_nonce()
        )
    )


def _published(work: UnitOfWork, _before: TournamentState, event: e.RoundPublished) -> None:
    """Make a round a draft again while its players have done nothing on it."""
    work.require_role(Role.ORGANISER)
    guards.require_rounds(work.state)
    round_ = guards.live(work.state, event.round)
    if event.round < len(work.state.rounds):
        text = Message("Round %(round)s has been paired since.", round=len(work.state.rounds))
        raise _built_on(text)
    if any(each.done or each.versions or each.stopped for each in round_.tables):
        text = Message("Results of round %(round)s have come in since.", round=event.round)
        raise _built_on(text)
    if round_.clock is not None:
        text = Message("The clock of round %(round)s has been started since.", round=event.round)
        raise _built_on(text)
    for number, table in enumerate(round_.tables, 1):
        has_news = table.agreements or table.penalties or table.is_called
        if has_news or not guards.stays_untouched(table):
            raise _acted(number)
    work.excused = all(each.match is None for each in round_.tables if work.own in each.seats)
    work.add(e.RoundUnpublished(round=event.round, tables=[str(uuid7()) for _ in round_.tables]))


def _acted(number: int) -> Problem:
    return _built_on(Message("Something has happened at table %(table)s since.", table=number))


def _require_no_seat_chosen(work: UnitOfWork, since: Sequence[StoredEvent]) -> None:
    """Raise built_on where a player of a final has chosen a seat, and not just been given one."""
    counted = without_rolled_back(since)
    numbers = {str(each.id): number for number, each in enumerate(work.state.rounds[-1].tables, 1)}
    for each in counted:
        event = e.CATALOGUE.decode(each.type, each.schema, each.body)
        if isinstance(event, e.SeatChosen) and not event.by_default and event.table in numbers:
            raise _acted(numbers[event.table])


def _together(_work: UnitOfWork, _before: TournamentState, _event: object) -> None:
    """Add nothing: what undoes the first event of the command undoes this one."""


def _confirmed(work: UnitOfWork, before: TournamentState, event: e.ResultRecorded) -> None:
    """Have a reported result wait for somebody at the table again."""
    work.require_role(Role.SCOREKEEPER)
    found, had = work.state.table(UUID(event.table)), before.table(UUID(event.table))
    report = None if had is None else had[1].reported
    if found is None or report is None or event.source != "report":
        raise Problem("not_found", Message("That cannot be undone."))
    round_, table = found
    if round_.closed or len(work.state.rounds) > round_.number:
        text = Message("Round %(round)s is over, so its results stay.", round=round_.number)
        raise _built_on(text)
    same = table.places == tuple(event.places) and table.source == "report" and not table.void
    if not same:
        number = round_.tables.index(table) + 1
        raise _built_on(Message("Table %(table)s has been changed since.", table=number))
    work.add(
        e.ResultTakenBack(
            table=event.table, by=report.by, places=report.places, scores=report.scores
        )
    )


REVERSALS: Mapping[str, Reverse] = {
    "entrant_registered": _entered,
    "penalty_given": _penalised,
    "seeds_assigned": _seeded,
    "entrant_checked_in": _checked_in,
    "entrant_checked_out": _checked_out,
    "entrant_withdrawn": _withdrawn,
    "entrant_dropped": _dropped,
    "payment_marked": _payment,
    "round_published": _published,
    "seats_offered": _together,
    "seat_chosen": _together,
    "result_recorded": _confirmed,
}
"""By type of event; what has no reversal cannot be taken back, nor what came with it."""
COMES_WITH = {
    "penalty_given": "entrant_registered",
    "seeds_assigned": "entrant_registered",
    "seats_offered": "round_published",
    "seat_chosen": "round_published",
}
"""What can be taken back only as a part of the command that began with the other."""
