"""How far a review can be believed: matches with planted random moves, judged a third time.

`python -m tests.bots.reviewed pickpocket --matches 20 --kept FILE` plays matches of greedy bots,
one seat of which makes a random move one time in five. That seat's decisions are reviewed. What is
shown is compared once more in many fresh worlds: how many of the mistakes hold, whether intervals
cover that figure, and how many of the planted moves that cost something are found. Every match is
a line of the file, and is not played again.
"""

import random
from collections.abc import Sequence
from hashlib import sha256
from time import process_time
from typing import Any, NamedTuple

from bots import registry
from bots.analysis import review
from bots.analysis.judgement import Difference, Judgement, best_of, difference_of
from bots.analysis.recorded import Recorded, Turn, turns
from bots.analysis.review import Verdict
from bots.chance import RandomChance
from games import registry as games
from games.core import AnyRules
from games.observation import Observation
from tests.bots.kept import measure
from tests.bots.recordings import record, rng_of

SEATS = {"pickpocket": 4, "stick-em": 4, "sticky-fingers": 4, "second-story": 3}
OPTIONS: dict[str, dict[str, Any]] = {"stick-em": {"rounds": 1}}
PLANTED = 0.2
WORLDS = 1000


class Looked(NamedTuple):
    """What came of one match."""

    judged: int
    candidates: int
    confirmed: int
    sound: int
    """Shown mistakes that a third look finds to cost something."""
    covered: int
    """Shown mistakes whose interval holds the third figure."""
    planted: int
    """Planted moves that a third look finds to cost a fiftieth of the others and more."""
    found: int
    """Those of them that are shown."""
    seconds: float
    large: int = 0
    """Planted moves that a third look finds to cost a tenth and more."""
    large_found: int = 0


LARGE = 0.1
"""Of the others left behind: what a first look in so few worlds can hardly miss."""


def played(game: str, deal: str) -> tuple[Recorded, set[int]]:
    """Return a match whose first seat makes random moves now and then, and their versions."""
    rules, rng = games.current_rules(game), rng_of(deal)
    greedy = registry.bot("greedy")
    planted = set()

    def choose(state: object, seat: int, at: int) -> object:
        chosen = greedy.choose(Observation(rules, state, seat, RandomChance(rng)), rng)
        best = move = rules.parse_move(state, seat, chosen)
        if seat == 0 and rng.random() < PLANTED:
            move = rng.choice(list(rules.legal_moves(state, seat)))
        if move != best:
            planted.add(at)
        return move

    recorded, _end = record(rules, SEATS[game], OPTIONS.get(game, {}), deal, choose)
    return recorded, planted


def judgement(rules: AnyRules, turn: Turn, key: str) -> Judgement:
    """Return a fresh look at a turn, in worlds of a key's own."""
    assert turn.seat is not None
    rng = random.Random(sha256(f"{key}/{turn.at}".encode()).digest())
    return Judgement(rules, turn.before, turn.seat, rng)


def compare(rules: AnyRules, turn: Turn, verdict: Verdict, key: str) -> Difference:
    """Return how much more the better move of a mistake brings, in many other worlds."""
    moves = [
        rules.parse_move(turn.before, turn.seat or 0, move)
        for move in (verdict.other, verdict.made)
    ]
    found = judgement(rules, turn, key)
    return difference_of(*found.play(moves, WORLDS)).times(found.guide.shown_share)


def regret(rules: AnyRules, turn: Turn, key: str) -> Difference:
    """Return what the made move gave away: the best is found in some worlds, told in others."""
    found = judgement(rules, turn, key)
    best = found.legal[best_of(found.play(found.legal, WORLDS // 5))]
    if best == turn.move:
        return Difference(0.0, 0.0, WORLDS)
    there = difference_of(*found.play([best, turn.move], WORLDS // 5))
    return there.times(found.guide.shown_share)


def looked(game: str, number: int) -> Looked:
    """Review one match, and judge what the review says."""
    recorded, planted = played(game, f"reviewed/{game}/{number}")
    rules = recorded.rules
    judged = candidates = confirmed = sound = covered = costly = found = 0
    large = large_found = 0
    seconds = 0.0
    for turn in turns(recorded):
        if turn.seat != 0 or not review.has_choice(rules, turn):
            continue
        begun = process_time()
        result = review.judge(rules, turn, str(number))
        seconds += process_time() - begun
        judged += 1
        verdict = result.verdict
        is_mistake = verdict is not None and not verdict.is_good
        candidates += result.is_candidate and (verdict is None or is_mistake)
        confirmed += is_mistake
        if is_mistake and verdict is not None:
            again = compare(rules, turn, verdict, f"3/{number}")
            sound += again.value > 0
            off = (verdict.difference.error**2 + again.error**2) ** 0.5
            covered += abs(again.value - verdict.difference.value) <= 1.96 * off
        if turn.at in planted:
            cost = regret(rules, turn, f"4/{number}")
            is_costly = cost.value >= review.LEAST and cost.value > 2 * cost.error
            costly += is_costly
            found += is_mistake and is_costly
            large += is_costly and cost.value >= LARGE
            large_found += is_mistake and is_costly and cost.value >= LARGE
    figures = (judged, candidates, confirmed, sound, covered, costly, found, seconds)
    return Looked(*figures, large, large_found)


def report(game: str, matches: Sequence[Looked]) -> str:
    """Return what the matches tell."""
    total = [sum(column) for column in zip(*matches, strict=True)]
    judged, candidates, confirmed, sound, covered, costly, found, seconds, *big = total
    return (
        f"{game}, {SEATS[game]} seats, {len(matches)} matches, {judged} decisions of one seat,"
        f" {review.VERSION}\n"
        f"{candidates} stood out, {confirmed} were confirmed; of these {sound} cost something in"
        f" {WORLDS} other worlds, and the intervals of {covered} hold what they cost there\n"
        f"{costly} planted moves cost something, of which {found} are shown; {big[0]} cost a tenth"
        f" and more, of which {big[1]} are\n"
        f"{seconds / len(matches):.2f} processor seconds a seat and match\n"
    )


if __name__ == "__main__":
    measure(Looked, SEATS, looked, report)
