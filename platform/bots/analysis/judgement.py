"""A decision of one seat, played out by its moves in imagined worlds.

All moves are played out in the same worlds (`Rules.determinise`) with the same chance: so what is
compared are the moves and not the worlds. The hidden truth never enters.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, Self

from bots import registry
from bots.analysis.recorded import Turn
from bots.chance import RandomChance
from bots.ismcts import Playout
from bots.search import guide_of
from games.core import AnyRules, Seat
from games.heuristic import AnyHeuristic
from games.observation import Observation

GREEDY = "greedy"
"""The bot whose move a good one is compared with."""

Columns = Sequence[Sequence[float]]
"""By move, what it leaves behind in each of some worlds, the same ones for all moves."""


class Difference(NamedTuple):
    """How much more one move brings than another, in parts of the others left behind."""

    value: float
    error: float
    worlds: int

    def times(self, share: float) -> "Difference":
        """Return such a share of it."""
        return Difference(self.value * share, self.error * share, self.worlds)


def difference_of(better: Sequence[float], worse: Sequence[float]) -> Difference:
    """Return the mean paired difference, with its standard error."""
    each = [one - other for one, other in zip(better, worse, strict=True)]
    error = stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0
    return Difference(fmean(each), float(error), len(each) if len(each) > 1 else 0)


def best_of(columns: Columns) -> int:
    """Return which move brings most."""
    return max(range(len(columns)), key=lambda number: fmean(columns[number]))


class Table:
    """What `Playout` asks of a search: the rules, a guide, and chance that can be repeated."""

    def __init__(self, rules: AnyRules, guide: AnyHeuristic, seed: int) -> None:
        rng = Random(seed)  # noqa: S311  # Equal on every machine.
        self.rules = rules
        self.guide = guide
        self.chance = RandomChance(rng)
        self.random = rng.random


class Judgement:
    """What a seat sees when it has to decide, and what may come of its moves."""

    def __init__(self, rules: AnyRules, seen: object, seat: Seat, rng: Random) -> None:
        self.rules = rules
        self.guide = guide_of(rules.game)
        self.seen = seen
        self.seat = seat
        self.rng = rng
        self.legal = list(rules.legal_moves(seen, seat))

    @classmethod
    def of(cls, rules: AnyRules, turn: Turn, version: str, match: str) -> Self:
        """Return that of a turn; the version of a method and the match's id seed the worlds."""
        assert turn.seat is not None  # noqa: S101 - The opening is no decision.
        key = f"{version}\0{match}\0{turn.seat}\0{turn.at}"
        rng = Random(sha256(key.encode()).digest())  # noqa: S311  # Equal on every machine.
        # A copy that the truth cannot be read from, whatever guides and bots look at.
        seen = rules.determinise(turn.before, turn.seat, RandomChance(rng))
        return cls(rules, seen, turn.seat, rng)

    def look(self, worlds: int) -> Columns:
        """Return what every move brings: foreseen by the guide, or played out in so many worlds."""
        foreseen = self.guide.expected_rewards(self.rules, self.seen, self.seat, self.legal)
        return self.play(self.legal, worlds) if foreseen is None else [[each] for each in foreseen]

    def play(self, moves: Sequence[object], worlds: int) -> Columns:
        """Return what each move leaves behind in each of so many worlds, the same for all."""
        rewards = list(self._rewards(moves, worlds))
        return [[each[number][self.seat] for each in rewards] for number in range(len(moves))]

    def mean_rewards(self, worlds: int) -> Sequence[Sequence[float]]:
        """Return by seat and legal move what each seat leaves behind, on average over worlds."""
        sums = [[0.0] * len(self.legal) for _ in self.rules.current_scores(self.seen)]
        for every in self._rewards(self.legal, worlds):
            for number, rewards in enumerate(every):
                for seat, reward in enumerate(rewards):
                    sums[seat][number] += reward
        return [[value / worlds for value in values] for values in sums]

    def _rewards(self, moves: Sequence[object], worlds: int) -> Iterator[Sequence[Sequence[float]]]:
        """Yield for each world what every seat leaves behind by each move."""
        for _ in range(worlds):
            world = self.rules.determinise(self.seen, self.seat, RandomChance(self.rng))
            seed = self.rng.getrandbits(64)
            yield [self._played_out(world.copy(), move, seed) for move in moves]

    def _played_out(self, world: object, move: object, seed: int) -> Sequence[float]:
        table = Table(self.rules, self.guide, seed)
        playout = Playout(table, world)
        return playout.finish(playout.make(self.seat, move), table.random)

    def greedy(self) -> int | None:
        """Return which of the moves the greedy bot would make; None where it does not play."""
        bot = registry.bot(GREEDY)
        if not bot.plays(self.rules.game):
            return None
        observed = Observation(self.rules, self.seen, self.seat, RandomChance(self.rng))
        chosen = bot.choose(observed, self.rng)
        return self.legal.index(self.rules.parse_move(self.seen, self.seat, chosen))
