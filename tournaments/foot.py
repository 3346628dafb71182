"""Who stands at the foot of the standings: the disqualified, and who left before the end. Pure."""

from collections.abc import Callable

from tournaments.formats import registry
from tournaments.record import Entrant
from tournaments.state import EntrantStatus, StageState, TournamentState

LEFT = frozenset({EntrantStatus.DROPPED, EntrantStatus.ABSENT})


def disqualified(state: TournamentState) -> frozenset[Entrant]:
    """Return who ranks below all others, having been disqualified; nobody in edition 1."""
    if state.edition == 1:
        return frozenset()
    out = EntrantStatus.DISQUALIFIED
    return frozenset(each.number for each in state.entrants.values() if each.presence is out)


Planned = Callable[[int], int | None]
"""Returns how many rounds a stage, from 0, takes; None where that is open."""


def left_early(state: TournamentState, planned: Planned) -> frozenset[Entrant]:
    """Return who ranks below all who finished, having left with rounds still to play.

    In a bracket whoever leaves keeps the place that was reached, and in an arena one comes and
    goes; before edition 3 whoever had left kept the rank of the points.
    """
    if state.edition < 3:
        return frozenset()
    return frozenset(
        entrant
        for stage in state.stages
        for entrant in stage.entrants
        if state.entrants[entrant].presence in LEFT
        and _misses_rounds(state, stage, entrant, planned(stage.number))
    )


def _misses_rounds(
    state: TournamentState, stage: StageState, entrant: Entrant, planned: int | None
) -> bool:
    """Tell whether rounds of a stage were, or are to be, played after an entrant's last one."""
    settings = state.stage_settings(stage.number)
    form = registry.find(settings["format"])
    if form.eliminates or form.continuous:
        return False
    mine = [each for each in state.rounds if each.stage == stage.number and each.published]
    seen = [
        at
        for at, each in enumerate(mine, start=1)
        if entrant in each.byes or any(entrant in table.seats for table in each.tables)
    ]
    if max(seen, default=0) < len(mine):
        return True
    is_last = planned is not None and len(mine) >= planned
    return stage.ranking is None and not is_last


def at_foot(
    state: TournamentState, planned: Planned
) -> tuple[frozenset[Entrant], frozenset[Entrant]]:
    """Return those below all who finished, and below these the disqualified."""
    return left_early(state, planned), disqualified(state)
