"""Which decisions of a seat gave something away, and which gained, by what it could know.

Each decision with a choice is played out by every legal move in the same imagined worlds
(`Rules.determinise`), with the same chance for all: so what is compared are the moves and not the
worlds. The hidden truth never enters. Where a guide foresees what moves bring
(`Heuristic.expected_rewards`), that tells what stands out. It is confirmed in fresh worlds, by the
best move and the made one alone, since the largest of many figures is too large by luck, and what
is foreseen looks less far.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bots import registry
from bots.analysis.recorded import Turn
from bots.chance import RandomChance
from bots.ismcts import Playout
from bots.search import guide_of
from games.core import AnyRules, Seat
from games.heuristic import Heuristic
from games.observation import Observation

VERSION = "review/4"
EARLIER = ("review/3", "review/2", "review/1")
"""Versions whose results are still read, the latest first, and made no more.

The third took what a guide foresees without playing it out. The second looked into fewer worlds
first in a game, and missed more there. The first foresaw less where a game's guide reckons ahead,
and dealt pieces again that all had seen taken.
"""

LEAST = 0.02
"""Of the others left behind; less is not worth a word."""
STANDS_OUT = 2.5
"""Standard errors by which a move has to be worse, or better, in the first worlds."""
CONFIRMED = 2.0
"""The same in the fresh ones."""
GREEDY = "greedy"
"""The bot whose move a good one is compared with."""


class Difference(NamedTuple):
    """How much more one move brings than another, in parts of the others left behind."""

    value: float
    error: float
    worlds: int


class Verdict(NamedTuple):
    """What is found of a decision."""

    at: int
    """The version of the match at which it was made."""
    made: dict[str, Any]
    other: dict[str, Any]
    """A better move; of a good one, what the greedy bot would have made."""
    is_good: bool
    difference: Difference


class Judged(NamedTuple):
    """A decision that was looked at."""

    is_candidate: bool
    """Whether it stood out in the first worlds."""
    verdict: Verdict | None
    """None where fresh worlds did not confirm it."""


class Table:
    """What `Playout` asks of a search: the rules, a guide, and chance that can be repeated."""

    def __init__(self, rules: AnyRules, guide: Heuristic, seed: int) -> None:
        rng = Random(seed)  # noqa: S311  # Equal on every machine.
        self.rules = rules
        self.guide = guide
        self.chance = RandomChance(rng)
        self.random = rng.random


def has_choice(rules: AnyRules, turn: Turn) -> bool:
    """Tell whether a turn's seat had more than one move."""
    return turn.seat is not None and len(rules.legal_moves(turn.before, turn.seat)) > 1


def judge(rules: AnyRules, turn: Turn, match: str) -> Judged:
    """Return what is found of a turn with a choice; the match's id seeds the worlds."""
    assert turn.seat is not None  # noqa: S101 - The opening has no choice.
    guide, seat = guide_of(rules.game), turn.seat
    # A copy that the truth cannot be read from, whatever guides and bots look at.
    rng = Random(sha256(f"{VERSION}\0{match}\0{seat}\0{turn.at}".encode()).digest())  # noqa: S311
    seen = rules.determinise(turn.before, seat, RandomChance(rng))
    legal = list(rules.legal_moves(seen, seat))
    foreseen = guide.expected_rewards(rules, seen, seat, legal)
    judgement = Judgement(rules, guide, seen, seat, rng)
    screen, confirm = guide.worlds
    columns = judgement.play(legal, screen) if foreseen is None else [[each] for each in foreseen]
    best = max(range(len(legal)), key=lambda number: fmean(columns[number]))
    made = legal.index(turn.move)
    is_good = best == made
    other = judgement.greedy(legal) if is_good else best
    if other is None or other == made:
        return Judged(is_candidate=False, verdict=None)
    first, second = (made, other) if is_good else (other, made)
    found = difference_of(columns[first], columns[second])
    if not _stands_out(found, STANDS_OUT):
        return Judged(is_candidate=False, verdict=None)
    found = difference_of(*judgement.play([legal[first], legal[second]], confirm))
    if not _stands_out(found, CONFIRMED):
        return Judged(is_candidate=True, verdict=None)
    data = [rules.move_data(seen, seat, legal[number]) for number in (made, other)]
    return Judged(True, Verdict(turn.at - 1, data[0], data[1], is_good, found))


def _stands_out(found: Difference, errors: float) -> bool:
    return found.value >= LEAST and found.value > errors * found.error


def difference_of(better: Sequence[float], worse: Sequence[float]) -> Difference:
    """Return the mean paired difference, with its standard error."""
    each = [one - other for one, other in zip(better, worse, strict=True)]
    error = stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0
    return Difference(fmean(each), float(error), len(each) if len(each) > 1 else 0)


class Judgement:
    """One decision of one seat, played out."""

    def __init__(
        self, rules: AnyRules, guide: Heuristic, seen: Any, seat: Seat, rng: Random
    ) -> None:
        self.rules = rules
        self.guide = guide
        self.seen = seen
        self.seat = seat
        self.rng = rng

    def play(self, moves: Sequence[Any], worlds: int) -> list[list[float]]:
        """Return what each move leaves behind in each of so many worlds, the same for all."""
        columns: list[list[float]] = [[] for _ in moves]
        for _ in range(worlds):
            world = self.rules.determinise(self.seen, self.seat, RandomChance(self.rng))
            seed = self.rng.getrandbits(64)
            for move, column in zip(moves, columns, strict=True):
                column.append(self._played_out(world.copy(), move, seed))
        return columns

    def _played_out(self, world: Any, move: Any, seed: int) -> float:
        table = Table(self.rules, self.guide, seed)
        playout = Playout(table, world)
        return playout.finish(playout.make(self.seat, move), table.random)[self.seat]

    def greedy(self, legal: Sequence[Any]) -> int | None:
        """Return which of the moves the greedy bot would make; None where it does not play."""
        bot = registry.bot(GREEDY)
        if not bot.plays(self.rules.game):
            return None
        observed = Observation(self.rules, self.seen, self.seat, RandomChance(self.rng))
        chosen = bot.choose(observed, self.rng)
        return legal.index(self.rules.parse_move(self.seen, self.seat, chosen))
