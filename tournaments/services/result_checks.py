"""What a result has to be before it is reported or recorded: refusals that name both sides."""

from collections.abc import Collection, Sequence

from api.problems import Problem
from games import registry as games
from games.messages import Message
from tournaments.points import registry as schemes
from tournaments.record import Entrant
from tournaments.scores import contradiction, places_by
from tournaments.state import TableState, TournamentState


def checked(
    state: TournamentState,
    table: TableState,
    places: Sequence[int] | None,
    scores: Sequence[int] | None,
    absent: Collection[Entrant] = (),
) -> tuple[int, ...]:
    """Return the places of a result that people have given; raises Problem.

    Without places they follow from the scores. A place that contradicts the scores is refused,
    but for those who did not come, or who had left the table's match.
    """
    if places is None and scores is not None and len(scores) == len(table.seats):
        places = places_by(scores)
    if places is None:
        raise Problem("invalid", Message("placings are needed, or scores from which they follow"))
    require_form(state, table, places, scores)
    if scores is not None:
        _require_agreement(state, table, places, scores, {*absent, *table.gone})
    return tuple(places)


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
        "The places contradict the scores: %(first)s has %(score)s and place %(place)s,"
        " %(second)s has %(other_score)s and place %(other_place)s. Put one of them right, or"
        " leave the scores out.",
        first=state.name(table.seats[first]),
        score=scores[first],
        place=places[first],
        second=state.name(table.seats[second]),
        other_score=scores[second],
        other_place=places[second],
    )
    raise Problem("invalid", text, params={"seats": [first, second]})
