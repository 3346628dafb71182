"""What a result has to be before it is reported or recorded: refusals that name both sides."""

from collections.abc import Collection, Sequence

from api.problems import Problem
from games import registry as games
from games.messages import Message
from tournaments import best_of as best_of_rules
from tournaments import stage_plan
from tournaments.points import registry as schemes
from tournaments.record import Entrant
from tournaments.scores import contradiction, places_by
from tournaments.state import TableState, TournamentState


def checked(  # noqa: PLR0913 - the parts of a result
    state: TournamentState,
    table: TableState,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
    absent: Collection[Entrant] = (),
    *,
    drawn: int = 0,
    is_cut_short: bool = False,
) -> tuple[int, ...]:
    """Return the places of a result that people have given; raises Problem.

    A duel of several matches must be decided by its score, unless it is cut short; `drawn` is how
    many of them nobody has won.

    Without places they follow from the scores. A place that contradicts the scores is refused,
    but for those who did not come, or who had left the table's match.
    """
    if best_of_table(state, table) > 1 and not absent:
        found = _checked_score(table, places, scores)
        fault = _score_fault(state, table, scores or (), drawn=drawn, is_cut_short=is_cut_short)
        if fault is not None:
            raise Problem("invalid", fault)
        return found
    if drawn:
        text = Message("drawn is for duels of several matches.")
        raise Problem("invalid", text)
    if places is None and scores is not None and len(scores) == len(table.seats):
        places = places_by(scores)
    if places is None:
        raise Problem("invalid", Message("placings are needed, or scores from which they follow"))
    require_form(state, table, places, scores)
    if scores is not None:
        _require_agreement(state, table, places, scores, {*absent, *table.gone})
    return tuple(places)


def needs_scores(state: TournamentState, table: TableState) -> bool:
    """Tell whether a result needs scores: those of the game, or how many matches each has won."""
    return schemes.find(state.settings["points"]).needs_scores or best_of_table(state, table) > 1


def best_of_table(state: TournamentState, table: TableState) -> int:
    """Return how many matches a table has at most; 1 where the one match decides."""
    found = state.table(table.id)
    assert found is not None  # noqa: S101 - The table is one of the tournament.
    return stage_plan.best_of(state, found[0].stage)


def is_decided(
    state: TournamentState, table: TableState, scores: Sequence[int], *, drawn: int = 0
) -> bool:
    """Tell whether a score decides a duel of several matches."""
    return _score_fault(state, table, scores, drawn=drawn, is_cut_short=False) is None


def _score_fault(
    state: TournamentState,
    table: TableState,
    scores: Sequence[int],
    *,
    drawn: int,
    is_cut_short: bool,
) -> Message | None:
    found = state.table(table.id)
    assert found is not None  # noqa: S101 - The table is one of the tournament.
    stage = found[0].stage
    return best_of_rules.fault(
        scores,
        stage_plan.best_of(state, stage),
        must_have_winner=stage_plan.format_of(state, stage).eliminates,
        drawn=drawn,
        is_cut_short=is_cut_short,
    )


def sum_of_table(state: TournamentState, table: TableState) -> int:
    """Return how many matches of a table are added up; 1 where nothing is."""
    found = state.table(table.id)
    assert found is not None  # noqa: S101 - The table is one of the tournament.
    return stage_plan.sum_of(state, found[0].stage)


def require_match(
    state: TournamentState, table: TableState, said: int | None, *possible: int
) -> None:
    """Raise Problem unless a result is of a match that it can be of, where several are added up."""
    length = sum_of_table(state, table)
    if length == 1 and said is not None:
        text = Message("match is for tables that add up several matches.")
        raise Problem("invalid", text)
    if length > 1 and said not in possible:
        numbers = list(possible)
        text = Message(
            "Name the match of this table: match may be %(numbers)s now.", numbers=numbers
        )
        raise Problem("result_locked" if said else "invalid", text, params={"match": numbers})


def _checked_score(
    table: TableState, places: Sequence[int] | None, scores: Sequence[int] | None
) -> tuple[int, ...]:
    """Return the places that follow from how many matches each has won; raises Problem."""
    if scores is None:
        text = Message("scores are needed: how many matches each has won")
        raise Problem("invalid", text)
    if len(scores) != len(table.seats):
        size = len(table.seats)
        raise Problem(
            "invalid", Message("placings and scores need %(size)s values, one a seat", size=size)
        )
    won = places_by(scores)
    if places is not None and tuple(places) != won:
        text = Message(
            "The places contradict the score %(score)s: leave the places out.",
            score=best_of_rules.text(scores),
        )
        raise Problem("invalid", text)
    return won


def require_form(
    state: TournamentState,
    table: TableState,
    places: Sequence[int],
    scores: Sequence[int] | None,
) -> None:
    """Raise Problem unless every seat has its value, and places count from 1."""
    size = len(table.seats)
    if len(places) != size or (scores is not None and len(scores) != size):
        raise Problem(
            "invalid", Message("placings and scores need %(size)s values, one a seat", size=size)
        )
    expected = [1 + sum(other < place for other in places) for place in places]
    if list(places) != expected:
        text = Message(
            "placings must count from 1, equals sharing a place: %(wanted)s, not %(given)s",
            wanted=str(expected),
            given=str(list(places)),
        )
        raise Problem("invalid", text)
    if scores is None and schemes.find(state.settings["points"]).needs_scores:
        raise Problem("invalid", Message("scores are needed: they are this tournament's points"))


def _require_agreement(
    state: TournamentState,
    table: TableState,
    places: Sequence[int],
    scores: Sequence[int],
    out: Collection[Entrant],
) -> None:
    kept = [seat for seat, each in enumerate(table.seats) if each not in out]
    share = games.current_rules(state.settings["game"]).equal_scores_share
    found = contradiction(
        [places[seat] for seat in kept], [scores[seat] for seat in kept], equal_share=share
    )
    if found is None:
        return
    first, second = (kept[each] for each in found)
    text = Message(
        "The places contradict the scores: %(first)s has %(score)s and place %(place)s, "
        "%(second)s has %(other_score)s and place %(other_place)s. Correct one of them, or "
        "leave the scores out.",
        first=state.name(table.seats[first]),
        score=scores[first],
        place=places[first],
        second=state.name(table.seats[second]),
        other_score=scores[second],
        other_place=places[second],
    )
    raise Problem("invalid", text, params={"seats": [first, second]})
