"""What a search may know of a game besides its rules."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, ClassVar, Generic

from games.core import AnyRules, MoveT, Seat, StateT
from games.rewards import expected_scores

Random = Callable[[], float]
"""Returns a number from 0 up to 1."""


class Heuristic(Generic[StateT, MoveT]):
    """Knows nothing of a game: plays out by any moves, and reckons by the scores as they stand.

    A guide only ever gets imagined worlds, so it may look at all of them.
    """

    stops: ClassVar[frozenset[type]] = frozenset()
    """Types of the events after which a playout may be broken off; none: it never is."""
    stops_max: ClassVar[int] = 1
    """After how many of them it is."""
    shows: ClassVar[frozenset[type]] = frozenset()
    """Types of the events in which everybody sees what chance has brought, all of them open.

    The tree has a branch for each. Without them a decision is one for all that may have come up.
    """
    moves_max: ClassVar[int] = 400
    """After how many moves it is broken off wherever it stands."""
    lead: ClassVar[float] = 5.0
    """Points of a lead that may be expected to hold when a playout is broken off."""

    whim: ClassVar[float] = 0.3
    """How far from its judgement the moves of a playout may be, in the unit of `worth`."""

    trust: ClassVar[float] = 0.0
    """How many visits in the tree its judgement of a move counts for."""

    playouts: ClassVar[tuple[int, ...]] = (50, 200, 800)
    """How many playouts a move is worth to each level of search.

    There are only as many levels as are told apart: each leaves at least 55 % of the last behind.
    """

    worlds: ClassVar[tuple[int, int]] = (32, 200)
    """In how many worlds a review looks at a decision first, and in how many it confirms."""

    shown_share: ClassVar[float] = 1.0
    """What share of the difference of two moves a review tells of what its playouts say.

    Below 1 where less is left of it when bots play the match to its end: as measured, by no rule.
    """

    puzzle_worlds: ClassVar[tuple[int, int]] = (32, 200)
    """The same where puzzles are looked for: of them one a match is enough."""

    certainty: ClassVar[float] = 0.0
    """How many visits what it foresees counts for."""

    def expected_rewards(
        self,
        rules: AnyRules,  # noqa: ARG002
        state: StateT,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        legal: Sequence[MoveT],  # noqa: ARG002
    ) -> Sequence[float] | None:
        """Return what reward each move may be expected to bring, or None where nobody can tell.

        It is asked once a search, about the move to be made, so it may take as long as some
        playouts. Of what the seat cannot see it may use no more than what the seat can infer.
        """
        return None

    def conceals(self, state: StateT) -> bool:  # noqa: ARG002
        """Tell whether the move to be made is one that others who decide now are not shown."""
        return False

    def move_values(self, state: StateT, seat: Seat, legal: Sequence[MoveT]) -> Sequence[float]:  # noqa: ARG002
        """Return what each move seems to be worth to the seat, quickly, in the unit of `worth`."""
        return [0.0] * len(legal)

    def rollout_move(
        self, state: StateT, seat: Seat, legal: Sequence[MoveT], random: Random
    ) -> MoveT:
        """Return a likely move of the seat, quickly: the best but for a whim."""
        whim = self.whim
        best, best_value = legal[0], -inf
        for move, weight in zip(legal, self.move_values(state, seat, legal), strict=True):
            value = weight + whim * random()
            if value > best_value:
                best, best_value = move, value
        return best

    def rollout(self, rules: AnyRules, state: StateT, random: Random) -> Sequence[float] | None:  # noqa: ARG002
        """Return the rewards where playing on by `rollout_move` ends, or None: move by move.

        A short cut for a game that can do it faster: it changes the state as it likes, and comes
        to the same rewards from the same random numbers.
        """
        return None

    def evaluate(self, rules: AnyRules, state: StateT) -> Sequence[float]:
        """Return what each seat has when a playout is broken off; 1 apart is a good lead."""
        return [score / self.lead for score in rules.current_scores(state)]

    def prospects(self, rules: AnyRules, state: StateT) -> Sequence[float]:
        """Return the part of the others that each seat may be expected to leave behind.

        Always the same of a state, and the same whatever lies undrawn in which order.
        """
        return expected_scores(self.evaluate(rules, state))


AnyHeuristic = Heuristic[Any, Any]
