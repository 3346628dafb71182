"""Byes that are booked before their round is paired: by entrants within limits, or by the staff."""

from typing import Literal, Unpack

from api.problems import Problem
from games.messages import Message
from tournaments import events as e
from tournaments import proposals, stage_records
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.record import Entrant
from tournaments.services import guards
from tournaments.state import PRESENT, EntrantStatus, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

Worth = Literal["none", "draw", "win"]
"""What a bye brings: nothing, or as much as a draw or a win at a table of the wanted size."""


def book(  # noqa: PLR0913 - The parts of a command.
    *,
    slug: str,
    who: Principal,
    entrant: int,
    number: int,
    worth: Worth = "draw",
    lifted: bool = False,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Book a bye for a round that is not paired yet, or lift that.

    Entrants may book draws as far as the plan lets them, and byes that bring nothing; the staff
    books any for others, and says why where the plan would not let them.
    """

    def decide(work: UnitOfWork) -> None:
        state = work.state
        found = guards.entrant(state, entrant)
        work.require_role_for(found.account, entrant)
        guards.require_not_over(state)
        if found.presence not in PRESENT | {EntrantStatus.WAITING}:
            text = Message(
                "%(name)s is already %(presence)s.",
                name=found.name,
                presence=found.presence.value,
            )
            raise Problem("entrant_dropped", text)
        last = _require_to_come(state, number)
        had = state.booked.get(number, {}).get(entrant)
        if lifted:
            if had is None:
                raise Problem("not_found", Message("No bye is booked for round %(n)s.", n=number))
            work.add(e.ByeBooked(entrant=entrant, round=number, units=had, lifted=True))
            return
        refusal = None if worth == "none" else _refusal(state, entrant, number, last, worth)
        if refusal is not None and not (_is_for_another(work, entrant) and work.context.reason):
            raise Problem("permission_denied", refusal)
        units = _units(state, worth)
        work.add(e.ByeBooked(entrant=entrant, round=number, units=units, lifted=False))

    return handle(slug=slug, who=who, decide=decide, **command)


def _is_for_another(work: UnitOfWork, entrant: Entrant) -> bool:
    return work.is_by_staff and work.own != entrant


def rounds_to_come(state: TournamentState) -> range:
    """Return the rounds of the stage that can still be booked a bye for."""
    first, last = proposals.rounds_with_byes(state)
    return range(max(first, len(state.rounds) + 1), last + 1)


def _require_to_come(state: TournamentState, number: int) -> int:
    """Return the last round that takes byes; raises Problem where this one takes none."""
    first, last = proposals.rounds_with_byes(state)
    if not first <= number <= last:
        text = Message("No bye can be booked for round %(n)s.", n=number)
        raise Problem("invalid", text, params={"first": first, "last": last})
    if number <= len(state.rounds):
        raise Problem("round_already_live", Message("Round %(n)s is already paired.", n=number))
    return last


def _refusal(
    state: TournamentState, entrant: Entrant, number: int, last: int, worth: Worth
) -> Message | None:
    """Return why an entrant may not book such a bye; None where they may."""
    most = int(state.settings.get("byes_booked", 0))
    closed = int(state.settings.get("byes_booked_not_last", 1))
    others = sum(
        units > 0
        for round_, booked in state.booked.items()
        for each, units in booked.items()
        if each == entrant and round_ != number
    )
    if worth == "win":
        return Message("Only the staff can give a bye that is worth a win, and must give a reason.")
    if others >= most:
        return Message("At most %(count)s byes with points can be booked here.", count=most)
    if number > last - closed:
        return Message(
            "No bye with points can be booked for the last %(count)s rounds.", count=closed
        )
    return None


def _units(state: TournamentState, worth: Worth) -> int:
    record = stage_records.record_of(state, stage=len(state.stages) - 1 if state.stages else None)
    return {"none": 0, "draw": record.draw, "win": record.win}[worth]
