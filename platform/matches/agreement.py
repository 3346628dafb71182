"""What the players of a match may decide by agreeing on it, and where that is not theirs. Pure."""

from typing import Literal

from matches.state import MatchState

WhyBarred = Literal["tournament", "rated", "deal"]

PEOPLE_MIN = 2
"""How many people it takes to agree on anything in a rated match."""
GOES_ON_MIN = 2
"""A match goes on for this many people; a bot then plays for whoever left."""
BARRED = ("abort", "pause")
"""What may be barred; to go on is everybody's right."""


def barred(state: MatchState, what: str) -> WhyBarred | None:
    """Return why players cannot decide something by a vote: `tournament`, `rated`, `deal`; or None.

    Others have a stake in such a match: a table of a tournament is its staff's to call off or to
    stop, a deal that others play as well is played once and within its time, and whoever plays
    against bots alone, or has made the others leave, could undo a loss. What stands still may
    always go on.
    """
    if what not in BARRED:
        return None
    if "table" in state.belongs_to:
        return "tournament"
    if "deal" in state.belongs_to:
        return "deal"
    if "ladder" not in state.belongs_to:
        return None
    people = [
        seat_state
        for seat_state in state.seat_states.values()
        if seat_state.is_person and not seat_state.program
    ]
    there = [seat_state for seat_state in people if not seat_state.left]
    enough = len(there) >= PEOPLE_MIN and (what != "abort" or len(there) == len(people))
    return None if enough else "rated"


def is_reached(state: MatchState, what: str) -> bool:
    """Return whether all have agreed on something, where that is theirs to decide."""
    return state.agreed(what) and barred(state, what) is None


def all_barred(state: MatchState) -> dict[str, WhyBarred]:
    """Return everything that players cannot decide by a vote, with why."""
    found = {what: barred(state, what) for what in BARRED}
    return {what: why for what, why in found.items() if why is not None}


def goes_on(state: MatchState) -> bool:
    """Return whether enough are left to play for something, once somebody has gone.

    In a rated match built-in bots are players, too: whoever leaves must not end it for a friend who
    is ahead of them.
    """
    people = len(state.people())
    has_bots = any(not seat_state.is_person for seat_state in state.seat_states.values())
    return people >= GOES_ON_MIN or ("ladder" in state.belongs_to and has_bots and people > 0)
