"""Which decisions of a match make a puzzle: one move is clearly best, and somebody missed it.

Every legal move is played out in the same imagined worlds, as for the review
(`bots.analysis.judgement`), and what stands out is looked at again in fresh ones. Here all of it is
asked of the best move and of each other one, with a wider margin, so that a solver can trust the
answer. A puzzle also tempts: the player, or else the bot `greedy`, made another move.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import NamedTuple

from bots.analysis.judgement import Columns, Difference, Judgement, best_of, difference_of
from bots.analysis.recorded import Recorded, Turn, turns
from bots.search import guide_of
from games.core import AnyRules, Seat
from games.heuristic import AnyHeuristic, Heuristic
from games.json_types import JsonObject

VERSION = "puzzle/1"

MARGIN = 0.05
"""Of the others left behind, by which the best move is ahead of every other one."""
CLEAR = 4.0
"""Standard errors by which it is, in the fresh worlds."""
STANDS_OUT = 2.0
"""The same in the first worlds, which decide only where to look again."""
CONFIRMED_BY = 2
"""How many times as many fresh worlds as a review takes."""
MOVES = range(3, 13)
"""So many moves leave a choice, can be told apart on a page, and are soon played out."""
FORESEEN_MOVES = range(2, 13)
"""The same where a guide foresees: its game asks little more than yes or no."""
DECISIONS_MAX = 16
"""Of a match that are played out, drawn by lot: one puzzle of a match is enough."""
FORESEEN_MAX = 64
"""The same where a guide foresees: that is quick, and few of such decisions make a puzzle."""


class Choice(NamedTuple):
    """A legal move, as clients send it, and how much less it brings than the best one."""

    move: JsonObject
    behind: Difference
    """All 0 of the best move."""


class Position(NamedTuple):
    """A decision that makes a puzzle."""

    at: int
    """The version of the match at which it had to be made."""
    seat: Seat
    made: JsonObject
    choices: Sequence[Choice]
    """Every legal move, in the order of the rules; one of them is the best."""


def looked_at(recorded: Recorded, match: str) -> list[Turn]:
    """Return the decisions of a match that may make puzzles, some of them, in order."""
    rules = recorded.rules
    is_foreseen = _foresees(guide_of(rules.game))
    moves = FORESEEN_MOVES if is_foreseen else MOVES
    found = [
        turn
        for turn in turns(recorded)
        if turn.seat is not None and len(rules.legal_moves(turn.before, turn.seat)) in moves
    ]
    most = FORESEEN_MAX if is_foreseen else DECISIONS_MAX
    rng = Random(sha256(f"{VERSION}\0{match}".encode()).digest())  # noqa: S311  # Equal everywhere.
    drawn = rng.sample(found, min(most, len(found)))
    return sorted(drawn, key=lambda turn: turn.at)


def position(rules: AnyRules, turn: Turn, match: str) -> Position | None:
    """Return the puzzle that a decision makes, if it makes one; the match's id seeds the worlds."""
    judgement = Judgement.of(rules, turn, VERSION, match)
    seen, seat, legal = judgement.seen, judgement.seat, judgement.legal
    screen, confirm = judgement.guide.puzzle_worlds
    columns = judgement.look(screen)
    best = best_of(columns)
    if not is_clear(columns, best, STANDS_OUT) or not _tempts(judgement, turn, best):
        return None
    # What is foreseen has no noise, but looks less far: playouts have to say the same.
    columns = judgement.play(legal, CONFIRMED_BY * confirm)
    if best_of(columns) != best or not is_clear(columns, best, CLEAR):
        return None
    choices = [
        Choice(rules.move_data(seen, seat, move), difference_of(columns[best], column))
        for move, column in zip(legal, columns, strict=True)
    ]
    return Position(turn.at - 1, seat, rules.move_data(seen, seat, turn.move), choices)


def is_clear(columns: Columns, best: int, errors: float) -> bool:
    """Tell whether a move is ahead of every other one by the margin and by so many errors."""
    others = [each for number, each in enumerate(columns) if number != best]
    found = (difference_of(columns[best], other) for other in others)
    return all(each.value >= MARGIN and each.value > errors * each.error for each in found)


def _foresees(guide: AnyHeuristic) -> bool:
    return type(guide).expected_rewards is not Heuristic.expected_rewards


def _tempts(judgement: Judgement, turn: Turn, best: int) -> bool:
    """Tell whether the player or the greedy bot made another move than the best."""
    return turn.move != judgement.legal[best] or judgement.greedy() != best
