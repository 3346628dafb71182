"""Search with hidden information: single-observer information set Monte Carlo tree search.

P. I. Cowling, E. J. Powley, D. Whitehouse: "Information Set Monte Carlo Tree Search", IEEE
Transactions on Computational Intelligence and AI in Games 4 (2), 2012: SO-ISMCTS. Each iteration
imagines a world that fits what the seat knows, and walks down one tree that all worlds share. A
move is judged against those iterations only in which it was legal at all: the count of those takes
the place of the parent's visits in the bandit's formula (section V-D of the paper).

Here the tree is one of moves alone: what chance or a hidden card adds to a move leads to the same
node, so that the tree stays small where much is drawn. Rewards are a share for each seat, so that
any number of seats, ties and second places are searched for alike.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Any, Protocol

from bots.chance import RandomChance
from games.core import AnyRules, Seat, placings
from games.heuristic import AnyHeuristic
from games.rewards import SLOPE, expected_scores, pairwise_scores

EXPLORATION = 0.25
"""How much the bandit is drawn to what it has seldom tried: about the rewards' deviation.

It is not measured in the search: whoever first tries a move that always brings the same would see
no deviation at all, and never try another.
"""

RIPE = 8
"""How often a decision is left to the guide before the tree learns of it.

Earlier it would only add moves that nobody makes to what those before it are judged by.
"""

SETTLES_EVERY = 32
"""After how many iterations it is asked whether more of them could change anything."""

SETTLES_FROM = 16
"""How often every move must have been tried before."""

SETTLED = 3.5
"""By how many standard errors the leading move must be ahead of every other.

Errors of two moves, as if they had been tried in worlds of their own; in common ones they differ by
less.
"""


class MoveNode:
    """A move in the tree: what came of it for the seat that made it."""

    __slots__ = ("after", "available", "prior", "reward", "seat", "squares", "visits")

    def __init__(self, seat: Seat, prior: float = 0.0) -> None:
        self.seat = seat
        self.prior = prior
        """How much less reward the guide expects of it than of the best move beside it."""
        self.visits = 0
        self.available = 0
        """Iterations that came to its parent when it was legal."""
        self.reward = 0.0
        self.squares = 0.0
        """The sum of the squares of its rewards, of a move to choose from."""
        self.after: dict[tuple[object, ...], DecisionNode] = {}
        """The decisions that may follow, by what everybody was shown in between."""

    def variance(self) -> float:
        """Return the variance of its mean reward."""
        mean = self.reward / self.visits
        return max(0.0, self.squares / self.visits - mean * mean) / self.visits


class DecisionNode:
    """A decision of a seat in the tree."""

    __slots__ = ("moves", "trust", "visits")

    def __init__(self, trust: float) -> None:
        self.visits = 0
        self.moves: dict[Hashable, MoveNode] = {}
        self.trust = trust
        """For how many visits of each move the guide's judgement counts."""


class Search:
    """One decision of one seat, thought through."""

    def __init__(
        self, rules: AnyRules, world: object, seat: Seat, guide: AnyHeuristic, rng: Random
    ) -> None:
        """Search for a seat's move in any state that it cannot tell from the true one."""
        self.rules = rules
        self.world = world
        self.seat = seat
        self.guide = guide
        self.trust = max(guide.trust, 0.01)
        self.chance = RandomChance(rng)
        self.random = rng.random
        self.root = MoveNode(seat)
        self.decision = self.root.after[()] = self._first()
        self._trials: Iterator[tuple[object, Hashable]] | None = None
        self.concealed: dict[tuple[object, ...], DecisionNode] = {}
        """Decisions that seats make without being shown the others', by the seat."""
        self.mean = [0.5] * len(rules.current_scores(world))
        """What reward each seat has had on average."""

    def best(self, iterations: int, is_over: Callable[[], bool] = bool) -> Any:
        """Return the move that is expected to bring most.

        is_over may end the search before so many iterations, but for the first one; so may the
        figures, where nothing can be expected to change any more. With no iterations it is the
        move that the guide foresees, or judges, to bring most.
        """
        legal = self.rules.legal_moves(self.world, self.seat)
        if len(legal) == 1:
            return legal[0]
        self._begin()
        for number in range(1, iterations + 1):
            self.iterate()
            if is_over() or (number % SETTLES_EVERY == 0 and self._is_settled()):
                break
        return self._leading(1)[0]

    def iterate(self) -> None:
        """Take the next move to be tried and its world, walk down the tree, play out, and tell."""
        if self._trials is None:
            self._trials = self.trials()
        world, move = next(self._trials)
        children = self.decision.moves
        for child in children.values():
            child.available += 1
        rules, guide = self.rules, self.guide
        playout = Playout(self, world)
        state, node = playout.state, children[move]
        path = [node]
        seat = playout.make(self.seat, move)
        shown = playout.shown
        while seat is not None:
            legal = rules.legal_moves(state, seat)
            if len(legal) == 1:
                seat = playout.make(seat, legal[0])
                shown += playout.shown
                continue
            conceals = guide.conceals(state)
            known, key = (self.concealed, (seat,)) if conceals else (node.after, shown)
            situation = known.get(key)
            if situation is None:
                situation = known[key] = DecisionNode(self.trust)
            situation.visits += 1
            if situation.visits <= RIPE:
                break
            chosen = self._select(situation, state, seat, legal)
            child = situation.moves[chosen]
            path.append(child)
            if not conceals:
                node = child
            seat = playout.make(seat, chosen)
            shown = playout.shown
        rewards = playout.finish(seat, self.random)
        for node in path:
            node.visits += 1
            node.reward += rewards[node.seat]
        path[0].squares += rewards[self.seat] ** 2
        self._note(rewards)

    def trials(self) -> Iterator[tuple[object, Hashable]]:
        """Yield what to try, for ever: a world, and a move to begin with in it.

        Sequential halving that may be broken off at any time (D. Sagers, M. H. M. Winands,
        D. J. N. J. Soemers: "Anytime Sequential Halving in Monte-Carlo Tree Search", 2024): all
        moves once, then the better half twice as often, and so on down to two; then again. Every
        move of a step is tried in the same worlds, so that none is ahead for being lucky with
        what is hidden.
        """
        self._begin()
        count = len(self.decision.moves)
        while True:
            size = count
            while size > 1:
                moves = self._leading(size)
                for _ in range(count // size):
                    world = self.rules.determinise(self.world, self.seat, self.chance)
                    for move in moves[:-1]:
                        yield world.copy(), move
                    yield world, moves[-1]
                size = (size + 1) // 2

    def _begin(self) -> None:
        """Add what there is to choose from to the tree."""
        children, seat = self.decision.moves, self.seat
        if not children:
            self._expand(children, self.world, seat, self.rules.legal_moves(self.world, seat))

    def _leading(self, count: int) -> list[Hashable]:
        """Return so many of the moves to choose from, the most promising first."""
        children = self.decision.moves
        return sorted(children, key=lambda move: -self.promise(children[move]))[:count]

    def promise(self, node: MoveNode) -> float:
        """Return what a move to choose from is expected to bring.

        The guide's judgement counts for some visits, so that it fades as the move's own figures
        come in.
        """
        trust = self.decision.trust
        return (node.reward + trust * self.mean[self.seat] + node.prior) / (node.visits + trust)

    def _is_settled(self) -> bool:
        """Tell whether the leading move is ahead of every other by far more than by chance."""
        children = self.decision.moves
        first, *others = [children[move] for move in self._leading(len(children))]
        return first.visits >= SETTLES_FROM and all(
            other.visits >= SETTLES_FROM
            and self.promise(first) - self.promise(other)
            > SETTLED * sqrt(first.variance() + other.variance())
            for other in others
        )

    def _first(self) -> DecisionNode:
        """Return the decision to be made, with what the guide foresees of it."""
        guide, seat = self.guide, self.seat
        legal = self.rules.legal_moves(self.world, seat)
        values = (
            guide.expected_rewards(self.rules, self.world, seat, legal) if len(legal) > 1 else None
        )
        decision = DecisionNode(self.trust if values is None else max(guide.certainty, 0.01))
        decision.visits = RIPE
        if values is not None:
            most = max(values)
            for move, value in zip(legal, values, strict=True):
                decision.moves[move] = MoveNode(seat, decision.trust * (value - most))
        return decision

    def _note(self, rewards: Sequence[float]) -> None:
        """Tell the bandit what rewards to expect."""
        self.root.visits += 1
        weight = 1 / self.root.visits
        for seat, reward in enumerate(rewards):
            self.mean[seat] += weight * (reward - self.mean[seat])

    def _select(
        self, situation: DecisionNode, state: object, seat: Seat, legal: Sequence[Hashable]
    ) -> Hashable:
        """Return the move to try now.

        UCB1 with the number of iterations in which the move was available (section V-D), and with
        the guide's judgement in place of its first few visits.
        """
        children, trust = situation.moves, situation.trust
        if any(move not in children for move in legal):
            self._expand(children, state, seat, legal)
        expected = trust * self.mean[seat]
        best, chosen = -inf, legal[0]
        for move in legal:
            child = children[move]
            child.available += 1
            visits = child.visits + trust
            value = (child.reward + expected + child.prior) / visits
            value += EXPLORATION * sqrt(log(child.available + 1) / visits)
            if value > best:
                best, chosen = value, move
        return chosen

    def _expand(
        self,
        children: dict[Hashable, MoveNode],
        state: object,
        seat: Seat,
        legal: Sequence[Hashable],
    ) -> None:
        """Add a child for each legal move that has none."""
        weights = self.guide.move_values(state, seat, legal)
        most = max(weights)
        for move, weight in zip(legal, weights, strict=True):
            if move not in children:
                children[move] = MoveNode(seat, self.trust * SLOPE * (weight - most))


class Table(Protocol):
    """What a playout needs: a search, or whoever plays out by themselves."""

    rules: AnyRules
    guide: AnyHeuristic
    chance: RandomChance


class Playout:
    """An imagined world that is played on until it is over or is broken off."""

    __slots__ = ("chance", "guide", "left", "moves", "over", "rules", "shown", "state", "stops")

    def __init__(self, search: "Table", state: object) -> None:
        self.rules = search.rules
        self.guide = search.guide
        self.chance = search.chance
        self.state = state
        self.stops = search.guide.stops
        self.left = search.guide.stops_max
        self.moves = search.guide.moves_max
        self.over = False
        self.shown: tuple[object, ...] = ()
        """What the last move has made everybody see, of the types that the guide names."""

    def make(self, seat: Seat, move: Hashable) -> Seat | None:
        """Make the move; return whose decision is next, None where the playout ends."""
        rules, state, stops = self.rules, self.state, self.stops
        events = rules.apply_move(state, seat, move, self.chance)
        for event in events:
            if type(event) in stops:
                self.left -= 1
        shows = self.guide.shows
        self.shown = tuple([event for event in events if type(event) in shows]) if shows else ()
        self.moves -= 1
        acting = rules.to_act(state)
        if not acting:
            self.over = True
            return None
        return acting[0] if self.left > 0 and self.moves > 0 else None

    def finish(self, seat: Seat | None, random: Callable[[], float]) -> Sequence[float]:
        """Play on by quick judgement from a seat's decision on, and return the rewards."""
        rules, state, guide = self.rules, self.state, self.guide
        while seat is not None:
            rewards = guide.rollout(rules, state, random)
            if rewards is not None:
                return rewards
            legal = rules.legal_moves(state, seat)
            seat = self.make(seat, guide.rollout_move(state, seat, legal, random))
        return self.rewards()

    def rewards(self) -> list[float]:
        """Return a share from 0 to 1 for each seat."""
        if self.over:
            return pairwise_scores(placings(self.rules.rank_keys(self.state)))
        return expected_scores(self.guide.evaluate(self.rules, self.state))
