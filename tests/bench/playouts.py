"""Random playouts: what a search or a bot asks of an engine."""

from importlib.util import find_spec

from games.core import AnyRules
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures, name
from tests.bench.randomness import playouts, unjudged
from tests.bench.rounds import by_short_turns, repeated

SEED = 20261121
PEERS = {"stick-em": "hearts"}
"""OpenSpiel's nearest game: of tricks, or else one of gathering and laying down sets."""
DEFAULT_PEER = "gin_rummy"


def measure(rules: AnyRules, context: Context) -> Figures:
    """Return moves per second in random playouts of a game, judged and not, the deal included."""
    subjects = {
        "own": repeated(playouts(rules, SEED)),
        "unjudged": repeated(unjudged(rules, SEED)),
    }
    if find_spec("pyspiel") is None:
        context.note("open-spiel is not installed: no anchor for playouts")
    else:
        from tests.bench.peers import open_spiel  # noqa: PLC0415 - An extra, not always there.

        peer = PEERS.get(rules.game, DEFAULT_PEER)
        subjects[f"open_spiel_{peer}_outcomes"] = repeated(open_spiel.by_outcomes(peer, SEED))
        subjects[f"open_spiel_{peer}_actions"] = repeated(open_spiel.by_actions(peer, SEED))
    medians = by_short_turns(subjects, context.seconds, context.advance)
    unjudged_rate = medians.pop("unjudged")
    return {
        name("playouts", rules): Figure.of("moves/s", medians, "own"),
        name("playouts_unjudged", rules): Figure.of(
            "moves/s", {**medians, "own": unjudged_rate}, "own"
        ),
    }
