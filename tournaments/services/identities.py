"""Who an entrant is: another name, and two entrants who are one person."""

from collections.abc import Sequence
from typing import Literal, Unpack

from accounts import names
from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import stage_plan, stage_queries
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import entry, guards, lifecycle
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantState, EntrantStatus, Status, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork, new_nonce

Payment = Literal["paid", "unpaid", "waived"]


def rename(
    *, slug: str, who: Principal, entrant: int, name: str, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Call an entrant otherwise, at any time; it takes a reason."""
    (renamed,) = entry.named([Newcomer(name)])

    def decide(work: UnitOfWork) -> None:
        found = guards.entrant(work.state, entrant)
        _require_reason(work)
        if found.bot is not None:
            raise Problem("invalid", Message("A bot keeps its name."))
        if found.name == renamed.name:
            raise Problem("invalid", Message("This is already the name."))
        for each in work.state.entrants.values():
            is_other = each is not found and each.presence is not EntrantStatus.WITHDRAWN
            if is_other and names.key(each.name) == names.key(renamed.name):
                text = Message(
                    "%(name)s has already entered, as entrant %(number)s.",
                    name=renamed.name,
                    number=each.number,
                )
                raise Problem("entry_not_eligible", text, params={"entrant": each.number})
        work.add(e.EntrantRenamed(entrant=entrant, name=renamed.name))

    return handle(slug=slug, who=who, decide=decide, **command)


def merge(
    *, slug: str, who: Principal, entrant: int, other: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Make two entrants one, who has what both have done; after the end too, with a reason."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        kept, gone = guards.entrant(state, entrant), guards.entrant(state, other)
        _require_reason(work)
        if state.status is Status.CANCELLED:
            guards.require_not_over(state)
        if work.own in {entrant, other}:
            work.refuse_own({entrant, other})
        _require_one_person(kept, gone)
        _require_apart(state, kept, gone)
        was_over = state.status is Status.FINISHED
        if was_over:
            work.add(e.TournamentReopened())
        work.add(e.EntrantsMerged(entrant=entrant, other=other))
        if was_over:
            _finish_again(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_reason(work: UnitOfWork) -> None:
    if not work.context.reason:
        raise Problem("invalid", Message("Give a reason: it is kept in the log."))


def _require_one_person(kept: EntrantState, gone: EntrantState) -> None:
    """Raise Problem for two who cannot be one person."""
    is_same = kept is gone
    is_bot = kept.bot is not None or gone.bot is not None
    if is_same or is_bot or {kept.presence, gone.presence} & {EntrantStatus.DISQUALIFIED}:
        raise Problem("invalid", Message("These two cannot be merged."))
    if gone.presence is EntrantStatus.WITHDRAWN:
        raise Problem(
            "entrant_dropped",
            Message(
                "%(name)s is already %(presence)s.", name=gone.name, presence=gone.presence.value
            ),
        )
    if kept.account is not None and gone.account is not None:
        text = Message("Both play with accounts of their own, so they are two people.")
        raise Problem("invalid", text)


def _require_apart(state: TournamentState, kept: EntrantState, gone: EntrantState) -> None:
    """Raise Problem where both have sat in one round, or where a stage was laid out for both."""
    for round_ in state.rounds:
        seated = {each for table in round_.tables for each in table.seats}
        if {kept.number, gone.number} <= seated:
            text = Message(
                "Both sit at tables of round %(round)s, so they are two people.",
                round=round_.number,
            )
            raise Problem("invalid", text)
    for stage in state.stages:
        both = {kept.number, gone.number} <= set(stage.began)
        form = stage_plan.format_of(state, stage.number)
        if both and (stage.number or not form.allows_late_entry):
            text = Message(
                "The schedule of %(format)s was made for both of them; drop one instead.",
                format=form.title,
            )
            raise Problem("invalid", text)


def _finish_again(work: UnitOfWork) -> None:
    """Rank the last stage and the tournament anew."""
    stage = len(work.state.stages) - 1
    ranking = [line.entrant for line in stage_queries.lines_of(work.state, stage)]
    work.add(e.StageCompleted(stage=stage, ranking=ranking))
    lifecycle.append_finish(work)


def mark_payment(
    *,
    slug: str,
    who: Principal,
    entrant: int,
    payment: Payment,
    amount: str = "",
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Note whether an entrant has paid, at any time."""

    def decide(work: UnitOfWork) -> None:
        _note_payment(work, entrant, payment, amount)

    return handle(slug=slug, who=who, decide=decide, **command)


def mark_payments(
    *,
    slug: str,
    who: Principal,
    entrants: Sequence[int],
    payment: Payment,
    amount: str = "",
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Note for several entrants whether they have paid, all or nobody."""

    def decide(work: UnitOfWork) -> None:
        for each in dict.fromkeys(entrants):
            _note_payment(work, each, payment, amount)

    return handle(slug=slug, who=who, decide=decide, **command)


def _note_payment(work: UnitOfWork, entrant: int, payment: Payment, amount: str) -> None:
    found = guards.entrant(work.state, entrant)
    said = amount.strip() if payment == "paid" else ""
    if (found.payment, found.amount) != (payment, said):
        work.add(e.PaymentMarked(entrant=entrant, payment=payment, amount=said, nonce=new_nonce()))
