"""Which decisions of a seat gave something away, and which gained, by what it could know.

Each decision with a choice is played out by every legal move in the same imagined worlds
(`bots.analysis.judgement`). Where a guide foresees what moves bring (`Heuristic.expected_rewards`),
that tells what stands out. It is confirmed in fresh worlds, by the best move and the made one
alone, since the largest of many figures is too large by luck, and what is foreseen looks less far.
"""

from typing import Any, NamedTuple

from bots.analysis.judgement import Difference, Judgement, best_of, difference_of
from bots.analysis.recorded import Turn
from games.core import AnyRules

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


def has_choice(rules: AnyRules, turn: Turn) -> bool:
    """Tell whether a turn's seat had more than one move."""
    return turn.seat is not None and len(rules.legal_moves(turn.before, turn.seat)) > 1


def judge(rules: AnyRules, turn: Turn, match: str) -> Judged:
    """Return what is found of a turn with a choice; the match's id seeds the worlds."""
    judgement = Judgement.of(rules, turn, VERSION, match)
    seen, seat, legal = judgement.seen, judgement.seat, judgement.legal
    screen, confirm = judgement.guide.worlds
    columns = judgement.look(screen)
    best, made = best_of(columns), legal.index(turn.move)
    is_good = best == made
    other = judgement.greedy() if is_good else best
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
