"""What a search knows of Stick 'Em: a round at a time, and whom a trick hurts."""

from collections.abc import Sequence

from games.core import AnyRules, Seat, placings
from games.heuristic import Heuristic, Random
from games.rewards import pairwise_scores
from games.stick_em.cards import NUMBER
from games.stick_em.events import RoundScored
from games.stick_em.model import OVER, PAIN, PLAY, State
from games.stick_em.playout import begin, follow, play_round


class StickEmHeuristic(Heuristic[State, int]):
    """Breaks playouts off when a round is scored: scores stand only then."""

    stops = frozenset({RoundScored})
    lead = 6.0
    trust = 8.0
    whim = 0.3
    playouts = (50, 800)
    worlds = (64, 200)
    shown_share = 0.5

    def conceals(self, state: State) -> bool:
        """Tell whether pain cards are picked, which all do at once (SE-19)."""
        return state.phase == PAIN

    def move_values(self, state: State, seat: Seat, legal: Sequence[int]) -> Sequence[float]:
        """Return the points that each card may bring, as pain card, as lead or in a trick."""
        if state.phase == PAIN:
            return [-NUMBER[card] / self.lead for card in legal]
        weigh = follow if state.trick else begin
        return [points / self.lead for points in weigh(state, seat, legal)]

    def rollout(self, rules: AnyRules, state: State, random: Random) -> Sequence[float] | None:
        """Return what the round comes to, played on at once; None while pain cards are picked."""
        if state.phase != PLAY:
            return None
        play_round(state, random, self.whim, self.lead)
        if state.phase == OVER:
            return pairwise_scores(placings(state.totals))
        return self.prospects(rules, state)


HEURISTIC = StickEmHeuristic()
