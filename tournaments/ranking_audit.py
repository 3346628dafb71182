"""Whether the rankings that a recorded tournament has kept follow from its results. Pure.

What was paired under another version of a format than this program has is not ranked again.
"""

from tournaments import events as e
from tournaments import stage_plan, stage_queries
from tournaments.audit_steps import Step
from tournaments.state import TournamentState


def of_stage(step: Step) -> str | None:
    """Tell what is wrong with the ranking of a stage that is complete."""
    event = step.event
    assert isinstance(event, e.StageCompleted)  # noqa: S101 - As registered.
    what = f"the ranking of stage {event.stage + 1}"
    return _fault(step.state, event.ranking, event.stage, what)


def of_all(step: Step) -> str | None:
    """Tell what is wrong with the final ranking."""
    event = step.event
    assert isinstance(event, e.TournamentFinished)  # noqa: S101 - As registered.
    return _fault(step.state, event.ranking, None, "the final ranking")


def _fault(state: TournamentState, kept: list[int], stage: int | None, what: str) -> str | None:
    if not _is_known(state):
        return None
    found = [line.entrant for line in stage_queries.lines_of(state, stage)]
    places = enumerate(zip(kept, found, strict=False), start=1)
    wrong = next(((place, one, other) for place, (one, other) in places if one != other), None)
    if wrong is not None:
        place, one, other = wrong
        return f"{what} has {one} at place {place}, by the results it is {other}"
    if len(kept) != len(found):
        return f"{what} has {len(kept)} entrants, by the results there are {len(found)}"
    return None


def _is_known(state: TournamentState) -> bool:
    """Tell whether all rounds were paired by formats of the versions that this program has."""
    forms = [stage_plan.format_of(state, number) for number in range(len(state.stages))]
    return all(
        each.pairing.algorithm == f"{forms[each.stage].id}@{forms[each.stage].version}"
        for each in state.rounds
    )
