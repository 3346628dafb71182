"""What a format proposes in a tournament as it stands: for commands, and for who checks. Pure."""

from collections.abc import Callable, Sequence

from tournaments import stage_plan
from tournaments.formats.core import Pairing, Stage
from tournaments.record import Entrant
from tournaments.state import RoundState, TournamentState

Propose = Callable[[Stage], Pairing]
"""Asks the format."""


def around_booked(state: TournamentState, stage: Stage, propose: Propose) -> Pairing:
    """Return the next round of all who have not booked a bye for it."""
    booked = set(booked_now(state, stage))
    if not booked:
        return propose(stage)
    rest = tuple(each for each in stage.active if each not in booked)
    if not rest:
        return Pairing((), tuple(sorted(booked)))
    proposed = propose(type(stage)(**{**vars(stage), "active": rest}))
    return proposed._replace(byes=tuple(sorted({*proposed.byes, *booked})))


def around_pinned(
    round_: RoundState, stage: Stage, kept: set[Entrant], propose: Propose
) -> Pairing:
    """Return tables for all who are there, but for who stays at a pinned table or sits out."""
    out = round_.sitting_out & set(stage.active) - kept
    rest = tuple(each for each in stage.active if each not in kept | out)
    byes = tuple(sorted(out))
    if not rest:
        return Pairing((), byes)
    proposed = propose(type(stage)(**{**vars(stage), "active": rest}))
    return proposed._replace(byes=tuple(sorted({*proposed.byes, *byes})))


def booked_now(state: TournamentState, stage: Stage) -> Sequence[Entrant]:
    """Return who has booked a bye for the next round, of those who are there to be paired."""
    booked = state.booked.get(len(state.rounds) + 1, {})
    if len(state.rounds) >= rounds_with_byes(state)[1]:
        return ()
    return [each for each in stage.active if each in booked]


def rounds_with_byes(state: TournamentState) -> tuple[int, int]:
    """Return the first and the last round of the stage, through the tournament, that take byes.

    These are the rounds in which everybody plays or has a bye; none where the format knocks out,
    follows a schedule or has a clock. Before the start they are those of the first stage.
    """
    number = max(len(state.stages) - 1, 0)
    before = sum(each.stage < number for each in state.rounds)
    form, options = stage_plan.format_of(state, number), stage_plan.options_of(state, number)
    count = form.rounds_of_all(options)
    if count is None:
        planned = stage_plan.length_of(state, number).rounds
        count = 0 if planned is None else planned - bool(options.get("final"))
    return before + 1, before + count
