"""How far the answers of puzzles can be trusted: each is asked once more, in many other worlds.

`python -m tests.bots.puzzled pickpocket --matches 40 --kept FILE` plays matches of greedy bots, one
seat of which makes a random move one time in five, and looks through them for puzzles. In 1,000
worlds more, the best move should be the same, and clearly. Every match is a line of the file, and
is not played again. Of a match every puzzle is counted; a site takes the first.
"""

import random
from collections.abc import Sequence
from hashlib import sha256
from time import process_time
from typing import NamedTuple

from bots.analysis import puzzle
from bots.analysis.judgement import Judgement, best_of, difference_of
from bots.analysis.puzzle import Position
from bots.analysis.recorded import Recorded
from tests.bots.kept import measure
from tests.bots.reviewed import SEATS, played

WORLDS = 1000


class Looked(NamedTuple):
    """What came of one match."""

    looked: int
    puzzles: int
    same: int
    """Puzzles whose answer is the best move of other worlds too."""
    ahead: int
    """Those in which it is ahead of every other move by more than 2 standard errors there."""
    seconds: float


def again(recorded: Recorded, found: Position, key: str) -> tuple[bool, bool]:
    """Return whether the answer is best in other worlds, and clearly so."""
    rules = recorded.rules
    state = recorded.table()
    for version, event in recorded.events:
        if version > found.at:
            break
        rules.evolve(state, event)
    rng = random.Random(sha256(f"{key}/{found.at}".encode()).digest())
    judgement = Judgement(rules, state, found.seat, rng)
    columns = judgement.play(judgement.legal, WORLDS)
    best = min(range(len(columns)), key=lambda number: found.choices[number].behind.value)
    others = [
        difference_of(columns[best], column)
        for number, column in enumerate(columns)
        if number != best
    ]
    return best_of(columns) == best, all(each.value > 2 * each.error for each in others)


def looked(game: str, number: int) -> Looked:
    """Look through one match, and ask of each puzzle again."""
    recorded, _planted = played(game, f"puzzled/{game}/{number}")
    begun = process_time()
    turns = puzzle.looked_at(recorded, str(number))
    positions = [puzzle.position(recorded.rules, turn, str(number)) for turn in turns]
    seconds = process_time() - begun
    found = [each for each in positions if each is not None]
    asked = [again(recorded, each, f"again/{number}") for each in found]
    same, ahead = (sum(column) for column in zip(*asked, strict=True)) if asked else (0, 0)
    return Looked(len(turns), len(found), same, ahead, seconds)


def report(game: str, matches: Sequence[Looked]) -> str:
    """Return what the matches tell."""
    total = [sum(column) for column in zip(*matches, strict=True)]
    decisions, puzzles, same, ahead, seconds = total
    return (
        f"{game}, {SEATS[game]} seats, {len(matches)} matches, {decisions} decisions,"
        f" {puzzle.VERSION}\n"
        f"{puzzles} puzzles; in {WORLDS} other worlds the answer of {same} is best again, and of"
        f" {ahead} by more than 2 standard errors\n"
        f"{seconds / len(matches):.2f} processor seconds a match\n"
    )


if __name__ == "__main__":
    measure(Looked, SEATS, looked, report)
