"""Every benchmark by name; those of a game are there once for every game."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from games import registry
from tests.bench.context import Context
from tests.bench.figures import Figures, name

JOURNEYS = (
    *("lesson", "rematch", "first_match", "report_decision_appeal"),
    *("club_night", "online_cup"),
)


class Benchmark(NamedTuple):
    """Something that can be measured."""

    name: str
    run: Callable[[Context], Figures]
    needs_servers: bool = False


def benchmarks() -> list[Benchmark]:
    """Return all benchmarks, the shortest first."""
    rules = registry.current_games()
    return [
        *(Benchmark(name("fold", each), _late("fold", each)) for each in rules),
        *(Benchmark(name("playouts", each), _late("playouts", each)) for each in rules),
        Benchmark("analyses", _late("analyses")),
        Benchmark("verify", _late("verify")),
        *(Benchmark(f"pods_{players}", _late("pods", players)) for players in (64, 256, 1000)),
        *(
            Benchmark(name("fold_postgres", each), _late("fold_postgres", each), needs_servers=True)
            for each in rules
        ),
        Benchmark("clock_lateness", _late("clocks"), needs_servers=True),
        Benchmark("clock_lateness_reviewing", _late("reviewing"), needs_servers=True),
        Benchmark("ratings_rebuild", _late("ratings_rebuild"), needs_servers=True),
        Benchmark("growth", _late("growth"), needs_servers=True),
        Benchmark("page_bytes", _late("pages"), needs_servers=True),
        Benchmark("frames_dropped", _late("frames"), needs_servers=True),
        *(
            Benchmark(f"journey_{journey}", _late("journeys", journey), needs_servers=True)
            for journey in JOURNEYS
        ),
        Benchmark("rest_moves", _late("rest.moves"), needs_servers=True),
        Benchmark("rest_moves_reviewing", _late("rest.reviewing"), needs_servers=True),
        Benchmark("group_commit", _late("rest.group_commit"), needs_servers=True),
        Benchmark("cold_start", _late("cold_start"), needs_servers=True),
        Benchmark("fanout_p99", _late("fanout"), needs_servers=True),
        Benchmark("notify_p99", _late("notify"), needs_servers=True),
    ]


def _late(module: str, *arguments: Any) -> Callable[[Context], Figures]:
    """Return the `measure` of a module that is imported as it runs, when Django is set up."""

    def run(context: Context) -> Figures:
        measure = import_module(f"tests.bench.{module}").measure
        figures: Figures = partial(measure, *arguments)(context)
        return figures

    return run
