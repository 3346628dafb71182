"""Matches of a double elimination that nobody plays, since somebody has left: as tables to draw."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments import stage_plan, stage_queries
from tournaments.formats.double_elimination import Bracket, DoubleElimination
from tournaments.state import RoundState
from web.tournaments.layout import Node, Row
from web.tournaments.page_context import TournamentContext
from web.tournaments.tables import words_of

GONE = "\N{EN DASH}"


def of_round(visit: TournamentContext, round_: RoundState) -> list[Node]:
    """Return the walkovers that were found when a round was paired."""
    if isinstance(stage_plan.format_of(visit.state, round_.stage), DoubleElimination):
        return _nodes(visit, round_.stage, round_.walkovers) if round_.walkovers else []
    return [
        Node(
            f"{_('Walkover')} · {words_of(key)}",
            (winner,),
            (Row(visit.people[winner].name, goes_on=True),),
            "walkover",
            key=key,
        )
        for key, winner in round_.walkovers.items()
        if winner is not None
    ]


def at_the_end(visit: TournamentContext, number: int) -> list[Node]:
    """Return those that no round follows: the last ones of a stage that is over."""
    if not isinstance(stage_plan.format_of(visit.state, number), DoubleElimination):
        return []
    bracket = _bracket(visit, number)
    return [] if bracket.ready else _nodes(visit, number, bracket.new_walkovers)


def _bracket(visit: TournamentContext, number: int) -> Bracket:
    return Bracket(stage_queries.stage_of(visit.state, number=number))


def _nodes(visit: TournamentContext, number: int, keys: Iterable[str]) -> list[Node]:
    bracket = _bracket(visit, number)
    own = visit.own
    nodes = []
    for key in keys:
        winner = bracket.outcomes[key].winner
        gone = [each for each, fell in bracket.fell.items() if fell == key]
        seats = tuple(each for each in (winner, *gone) if each is not None)
        rows = tuple(
            Row(
                visit.people[each].name,
                goes_on=each == winner,
                is_mine=own is not None and each == own.number,
                sign="" if each == winner else GONE,
                note="" if each == winner else _("has left"),
            )
            for each in seats
        )
        title = f"{_('Walkover')} · {key}"
        nodes.append(Node(title, seats, rows, "walkover", key=key))
    return nodes
