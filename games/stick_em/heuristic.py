"""What a search knows of Stick 'Em: a round at a time, and whom a trick hurts."""

from collections.abc import Sequence

from games.core import Seat
from games.heuristic import Heuristic
from games.stick_em.cards import COLOUR, NUMBER
from games.stick_em.events import RoundScored
from games.stick_em.model import PAIN, State
from games.stick_em.scoring import STRENGTH, WORTH

RIVAL = 0.4
"""What a point that a rival loses is worth; there are several rivals and one winner."""

RID = 0.06
"""What it is worth to be rid of a point of one's own pain colour."""

SPITE = 2.5
"""What each later player is expected to add to a trick, in points against whoever wins it."""

LOW = 0.05
"""What it is worth, by its number, to lead a card early that may win a trick late."""

STRONGEST = max(map(max, STRENGTH))


class StickEmHeuristic(Heuristic):
    """Breaks playouts off when a round is scored: scores stand only then."""

    stops = frozenset({RoundScored})
    lead = 6.0
    trust = 8.0
    whim = 0.3

    def move_values(self, state: State, seat: Seat, legal: Sequence[int]) -> Sequence[float]:
        """Return the points that each card may bring, as pain card, as lead or in a trick."""
        if state.phase == PAIN:
            return [-NUMBER[card] / self.lead for card in legal]
        weigh = _follow if state.trick else _begin
        return [points / self.lead for points in weigh(state, seat, legal)]


def _begin(state: State, seat: Seat, legal: Sequence[int]) -> list[float]:
    """Return what it brings to lead each card: any other colour will beat it."""
    own = WORTH[COLOUR[state.pain[seat]]]
    return [LOW * NUMBER[card] - 4 * RID * min(0, own[card]) for card in legal]


def _follow(state: State, seat: Seat, legal: Sequence[int]) -> list[float]:
    """Return what each card brings in the trick: to take it, or to let its winner have it."""
    trick, pain = state.trick, state.pain
    strengths = STRENGTH[COLOUR[trick[0]]]
    highest, position = max([(strengths[card], -position) for position, card in enumerate(trick)])
    own = WORTH[COLOUR[pain[seat]]]
    his = WORTH[COLOUR[pain[(state.trick_leader - position) % state.seats]]]
    after = state.seats - len(trick) - 1
    taken = sum([own[card] for card in trick]) - SPITE * after
    lost = -RIVAL * sum([his[card] for card in trick])
    points = []
    for card in legal:
        if strengths[card] > highest:
            wins = (strengths[card] / STRONGEST) ** after
            points.append(wins * (taken + own[card]) + (1 - wins) * (lost - RIVAL))
        else:
            points.append(lost - RIVAL * his[card] - RID * min(0, own[card]))
    return points


HEURISTIC = StickEmHeuristic()
