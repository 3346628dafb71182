"""How well rating systems tell who will come first: the default of ladders beside two libraries.

    python -m tests.ratings.prediction [--matches N] [--seeds N]

Before each match every pair at the table gets a chance; its log-loss is what the outcome costs, a
tie as half of either (0.693 is a coin). The first 30 % of the matches only teach. The libraries'
chances are far too bold as they come, so theirs are taken at their best: after the one factor that
fits all their matches best in hindsight. The default gets no such help. A ladder's own code rates,
with all that a new ladder has. Everything is seeded: the figures in docs/ladders.md are these.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from math import exp, log, sqrt
from statistics import NormalDist, fmean
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from openskill.models import BradleyTerryPart, PlackettLuce
from rich.console import Console
from rich.table import Table

from eventstore.events import Moment
from games import registry
from games.core import AnyRules
from ratings import stakes
from ratings.ladder import events as e
from ratings.ladder import fold
from ratings.ladder.settings import FOR_NEW, parsed
from ratings.ladder.state import State
from tests.ratings import fields
from tests.ratings.fields import MadeUp, Result

PLAYERS = 40
TEACHING = 0.3
A_DAY = 40
"""Matches of a field on one day: each player has about four."""
NEAR = 0.003
"""How near the default must come to the best of the libraries."""
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


class Forecast(NamedTuple):
    """What a system thought of a pair before a match, and what came of it."""

    lead: float
    """How far the first is ahead, in the unit of the system's curve."""
    score: float
    """1 when the first came before the other, 0.5 level, 0 behind."""


Run = Callable[[Sequence[Result]], list[list[Forecast]]]
"""Returns the forecasts of each match, in order."""


def pairs(result: Result) -> Iterator[tuple[int, int, float]]:
    """Yield two seats and what the first took of the point."""
    for one, other in combinations(range(len(result.places)), 2):
        behind = result.places[other] - result.places[one]
        yield one, other, 0.5 if behind == 0 else float(behind > 0)


def logistic(lead: float) -> float:
    """Return the chance that Elo's curve gives a lead, in units of 400 / ln 10 points."""
    return 1 / (1 + exp(-lead))


def ladder(settings: Mapping[str, object]) -> Run:
    """Return a ladder with settings, folding what has happened."""

    def run(results: Sequence[Result]) -> list[list[Forecast]]:
        state = State(uuid4())
        state.apply_settings(parsed({"game": "any", **settings, "name": "Field"}))
        curve = log(10) / (state.system.values["scale"] * 1000)
        first, found = state.system.initial(), []
        for number, result in enumerate(results):
            names = [f"p{player}" for player in result.players]
            known = [state.players.get(name) for name in names]
            ratings = [(first if each is None else each.mark).rating for each in known]
            found.append(
                [
                    Forecast(curve * (ratings[one] - ratings[other]), score)
                    for one, other, score in pairs(result)
                ]
            )
            event = e.MatchRated(
                match=str(UUID(int=number + 1)), players=names, names=names, places=result.places
            )
            at = BEGIN + timedelta(days=number // A_DAY)
            fold.evolve(state, event, Moment(number + 2, at, "system"))
        return found

    return run


def library(model: Any, rate: Callable[[Any, list[Any], list[int]], Any]) -> Run:
    """Return a library's model with normal strengths; `rate` returns teams of one."""

    def run(results: Sequence[Result]) -> list[list[Forecast]]:
        known = [first_of(model) for _ in range(PLAYERS)]
        found = []
        for result in results:
            table = [known[player] for player in result.players]
            found.append(
                [
                    Forecast(lead(table[one][0], table[other][0], model.beta), score)
                    for one, other, score in pairs(result)
                ]
            )
            rated = rate(model, table, result.places)
            for player, team in zip(result.players, rated, strict=True):
                known[player] = team
        return found

    return run


def first_of(model: Any) -> Any:
    """Return a newcomer as a team of one."""
    make = model.rating if hasattr(model, "rating") else model.create_rating
    return (make(),)


def lead(one: Any, other: Any, beta: float) -> float:
    """Return how many deviations of the difference of two performances one is ahead."""
    return float((one.mu - other.mu) / sqrt(2 * beta**2 + one.sigma**2 + other.sigma**2))


def systems(game: str | None) -> dict[str, tuple[Run, Callable[[float], float]]]:
    """Return those to be compared, the default first, each with the curve of its forecasts."""
    normal = NormalDist().cdf

    def weng_lin(model: Any, table: list[Any], places: list[int]) -> Any:
        return model.rate([list(team) for team in table], ranks=[float(each) for each in places])

    found: dict[str, tuple[Run, Callable[[float], float]]] = {
        "before": (ladder(FOR_NEW), logistic),
        "default": (ladder(stakes.for_new({"game": game or "any"})), logistic),
        "openskill": (library(BradleyTerryPart(window_size=6), weng_lin), normal),
        "openskill pl": (library(PlackettLuce(), weng_lin), normal),
    }
    if find_spec("trueskill") is not None:
        from trueskill import TrueSkill  # noqa: PLC0415 - An extra, not always there.

        def by_trueskill(model: Any, table: list[Any], places: list[int]) -> Any:
            return model.rate(table, ranks=places)

        found["trueskill"] = (library(TrueSkill(), by_trueskill), normal)
    return found


def loss(forecasts: Sequence[Forecast], curve: Callable[[float], float], factor: float) -> float:
    """Return the mean log-loss in nats of forecasts whose leads are taken by a factor."""
    total = 0.0
    for each in forecasts:
        chance = min(max(curve(factor * each.lead), 1e-9), 1 - 1e-9)
        total -= each.score * log(chance) + (1 - each.score) * log(1 - chance)
    return total / len(forecasts)


def best_factor(forecasts: Sequence[Forecast], curve: Callable[[float], float]) -> float:
    """Return the factor with the least loss, by the golden section."""
    low, high = 0.05, 3.0
    golden = (sqrt(5) - 1) / 2
    while high - low > 0.005:
        left, right = high - golden * (high - low), low + golden * (high - low)
        if loss(forecasts, curve, left) < loss(forecasts, curve, right):
            high = right
        else:
            low = left
    return (low + high) / 2


class Losses(NamedTuple):
    """The log-loss of a system over a field."""

    raw: float
    fitted: float


def measured(results: Sequence[Result], game: str | None) -> dict[str, Losses]:
    """Return the losses of every system over a field."""
    found = {}
    for name, (run, curve) in systems(game).items():
        rows = run(results)[int(TEACHING * len(results)) :]
        asked = [each for row in rows for each in row]
        factor = best_factor(asked, curve)
        found[name] = Losses(loss(asked, curve, 1.0), loss(asked, curve, factor))
    return found


class Field(NamedTuple):
    """Players of all levels and how to make their matches."""

    title: str
    game: str | None
    make: Callable[[int, int], Iterator[Result]]
    """By the number of matches and the seed."""


def _of_game(rules: AnyRules, count: int, seed: int) -> Iterator[Result]:
    return fields.played(rules, players=PLAYERS, count=count, seed=seed)


def _made_up(field: MadeUp, count: int, seed: int) -> Iterator[Result]:
    return fields.made_up(field, players=PLAYERS, count=count, seed=seed)


def all_fields() -> list[Field]:
    """Return the field of each game, and the made-up ones."""
    games = [
        Field(rules.game, rules.game, partial(_of_game, rules))
        for rules in registry.current_games()
    ]
    made_up = [Field(each.title, None, partial(_made_up, each)) for each in fields.MADE_UP]
    return games + made_up


def compared(field: Field, *, count: int, seeds: int) -> dict[str, Losses]:
    """Return the mean losses over fields drawn with different seeds."""
    found = [measured(list(field.make(count, seed)), field.game) for seed in range(1, seeds + 1)]
    return {
        name: Losses(
            fmean(each[name].raw for each in found), fmean(each[name].fitted for each in found)
        )
        for name in found[0]
    }


def behind(losses: Mapping[str, Losses]) -> float:
    """Return how much worse the default is than the best library after its factor."""
    others = [each.fitted for name, each in losses.items() if name not in {"default", "before"}]
    return losses["default"].raw - min(others)


def main(arguments: Sequence[str]) -> int:
    """Print a row for each field; return how many defaults are too far behind."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args(arguments)
    table, far = Table(title=f"log-loss of {options.matches} matches, mean of {options.seeds}"), 0
    for number, field in enumerate(all_fields()):
        losses = compared(field, count=options.matches, seeds=options.seeds)
        if not number:
            for heading in ("field", *losses, "default behind the best"):
                table.add_column(heading)
        far += behind(losses) > NEAR
        table.add_row(
            field.title,
            *(
                f"{each.raw:.4f}" if name in {"default", "before"} else f"{each.fitted:.4f}"
                for name, each in losses.items()
            ),
            f"{behind(losses):+.4f}",
        )
    Console(width=120).print(table)
    return far


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
