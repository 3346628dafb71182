"""What is told of a match after its end: luck, reviews of all seats, puzzles, and partiality.

Of a match between greedy bots at four seats. Some decisions are looked at, drawn by lot, and stand
for all of it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from bots import registry as bots
from bots.analysis import luck, partiality, puzzle, review
from bots.analysis.recorded import Recorded, Turn, turns
from bots.chance import RandomChance
from games import registry
from games.core import AnyRules
from games.observation import Observation
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures, name
from tests.bench.randomness import seats_of, unjudged
from tests.bench.rounds import by_turns, cycled, repeated
from tests.bots.recordings import record, rng_of

MATCH = "bench"
SEED = 20261127


class Analysed(NamedTuple):
    """An analysis of the whole match, in parts that can be done by themselves."""

    kind: str
    parts: list[Callable[[], int]]


def measure(context: Context) -> Figures:
    """Return the processor time of each analysis of a match, beside a match of random moves."""
    figures: Figures = {}
    for rules in registry.current_games():
        figures |= of_game(rules, context)
    return figures


def of_game(rules: AnyRules, context: Context) -> Figures:
    """Return the same of one game."""
    found = list(analyses(rules, greedy_match(rules)))
    played = unjudged(rules, SEED)
    subjects = {
        **{each.kind: repeated(cycled(each.parts)) for each in found},
        "random_match": repeated(lambda: bool(played())),
    }
    rates = by_turns(subjects, context.seconds, context.advance)
    anchor = 1000 / rates["random_match"]
    return {
        name(each.kind, rules): Figure.of(
            "ms", {"own": 1000 * len(each.parts) / rates[each.kind], "random_match": anchor}, "own"
        )
        for each in found
    }


def greedy_match(rules: AnyRules) -> Recorded:
    """Return a match of greedy bots, always the same one."""
    greedy, rng = bots.bot("greedy"), rng_of(MATCH)

    def choose(state: object, seat: int, _at: int) -> object:
        chosen = greedy.choose(Observation(rules, state, seat, RandomChance(rng)), rng)
        return rules.parse_move(state, seat, chosen)

    recorded, _end = record(rules, seats_of(rules), {}, MATCH, choose)
    return recorded


def analyses(rules: AnyRules, match: Recorded) -> Iterator[Analysed]:
    """Yield what is told of a match of the game."""
    reckoning = luck.reckoning_of(rules.game, match.seats)
    if reckoning is not None:
        yield Analysed("luck", [partial(_one, luck.draws, match, MATCH, reckoning)])
    decisions = [turn for turn in turns(match) if review.has_choice(rules, turn)]
    yield Analysed("review", _parts(rules, review.judge, decisions))
    yield Analysed("puzzles", _parts(rules, puzzle.position, puzzle.looked_at(match, MATCH)))
    yield Analysed("partiality", _parts(rules, partiality.decision, decisions))


def _parts(
    rules: AnyRules, method: Callable[..., object], decisions: Iterable[Turn]
) -> list[Callable[[], int]]:
    parts: list[Callable[[], int]] = [
        partial(_one, method, rules, turn, MATCH) for turn in decisions
    ]
    Random(SEED).shuffle(parts)
    return parts


def _one(method: Callable[..., object], *given: object) -> int:
    method(*given)
    return 1
