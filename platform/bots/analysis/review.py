"""Which decisions of a seat gave something away, and which gained, by what it could know.

Each decision with a choice is played out by every legal move in the same imagined worlds
(`bots.analysis.judgement`). Where a guide foresees what moves bring (`Heuristic.expected_rewards`),
that names the best move, and the first worlds have to say so too: what is foreseen looks less far.
It is confirmed in fresh worlds, by the best move and the made one alone, since the largest of many
figures is too large by luck. Of what playouts say, the share is told that is left when matches are
played on by others (`Heuristic.shown_share`).
"""

from typing import NamedTuple

from bots.analysis.judgement import Difference, Judgement, best_of, difference_of
from bots.analysis.recorded import Turn
from bots.search import guide_of
from games.core import AnyRules
from games.json_types import JsonObject

VERSION = "review/5"
EARLIER = ("review/4", "review/3", "review/2", "review/1")
"""Versions whose results are still read, the latest first, and made no more.

The fourth told all that playouts say, also where less is left by other players, and took what a
guide foresees for the first look, of which fresh worlds confirmed too little. The third told that
without playing it out. The second looked into fewer worlds first in a game, and missed more there.
The first foresaw less where a game's guide reckons ahead, and dealt pieces again that all had seen
taken.
"""

LEAST = 0.02
"""Of the others left behind; less is not worth a word."""
FORESEEN = 0.015
"""By what is foreseen; three quarters, since a judge that looks less far may see a little less."""
STANDS_OUT = 2.5
"""Standard errors by which a move has to be worse, or better, in the first worlds."""
CONFIRMED = 2.0
"""The same in the fresh ones."""


class Verdict(NamedTuple):
    """What is found of a decision."""

    at: int
    """The version of the match at which it was made."""
    made: JsonObject
    other: JsonObject
    """A better move; of a good one, what the greedy bot would have made."""
    is_good: bool
    difference: Difference


class Judged(NamedTuple):
    """A decision that was looked at."""

    is_candidate: bool
    """Whether it stood out in the first worlds."""
    verdict: Verdict | None
    """None where fresh worlds did not confirm it."""


def shown_share(game: str, version: str) -> float:
    """Return what share of the playouts' figures a review of a game by some version tells."""
    return 1.0 if version in EARLIER else guide_of(game).shown_share


def has_choice(rules: AnyRules, turn: Turn) -> bool:
    """Tell whether a turn's seat had more than one move."""
    return turn.seat is not None and len(rules.legal_moves(turn.before, turn.seat)) > 1


def judge(rules: AnyRules, turn: Turn, match: str) -> Judged:
    """Return what is found of a turn with a choice; the match's id seeds the worlds."""
    judgement = Judgement.of(rules, turn, VERSION, match)
    seen, seat, legal = judgement.seen, judgement.seat, judgement.legal
    screen, confirm = judgement.guide.worlds
    share = judgement.guide.shown_share
    columns = judgement.look(screen)
    best, made = best_of(columns), legal.index(turn.move)
    is_good = best == made
    other = judgement.greedy() if is_good else best
    if other is None or other == made:
        return Judged(is_candidate=False, verdict=None)
    first, second = (made, other) if is_good else (other, made)
    pair = [legal[first], legal[second]]
    found = difference_of(columns[first], columns[second])
    is_foreseen = not found.worlds
    if is_foreseen and found.value >= FORESEEN:
        found = difference_of(*judgement.play(pair, screen))
    if not _stands_out(found.times(share), STANDS_OUT):
        return Judged(is_candidate=False, verdict=None)
    found = difference_of(*judgement.play(pair, confirm)).times(share)
    if not _stands_out(found, CONFIRMED):
        return Judged(is_candidate=True, verdict=None)
    data = [rules.move_data(seen, seat, legal[number]) for number in (made, other)]
    return Judged(True, Verdict(turn.at - 1, data[0], data[1], is_good, found))


def _stands_out(found: Difference, errors: float) -> bool:
    return found.value >= LEAST and found.value > errors * found.error
