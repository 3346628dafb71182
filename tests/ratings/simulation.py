"""Who leads a ladder when somebody plays against themselves, and how regulars fare: real ratings.

    python -m tests.ratings.simulation

folds made-up results with the ladder's own code, as it rated before matches among the same players
lost weight, and as it does now. Everything is seeded: the figures in docs/ladders.md are these.
"""

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import NamedTuple
from uuid import UUID, uuid4

from rich.console import Console
from rich.table import Table

from eventstore.events import Moment
from ratings.ladder import events as e
from ratings.ladder import fold
from ratings.ladder.settings import FOR_NEW, parsed
from ratings.ladder.state import Player, State, ranked

BEGIN = datetime(2026, 1, 1, 18, tzinfo=UTC)
BEFORE = {"name": "Before", "game": "pickpocket", "clock": 60}
NOW = {**BEFORE, "name": "Now", **FOR_NEW}
CHEAT = "cheat"
PLAYED = 30
"""Decisions of somebody who plays a match to its end."""

Result = tuple[datetime, e.MatchRated]


class Ladder:
    """A ladder in memory, and who plays on it how well."""

    def __init__(self, settings: dict[str, object]) -> None:
        self.state = State(uuid4())
        self.state.apply_settings(parsed(settings))
        self._versions = count(2)

    def take(self, results: Sequence[Result]) -> "Ladder":
        """Rate results one after another."""
        for at, event in results:
            fold.evolve(self.state, event, Moment(next(self._versions), at, "system"))
        return self

    def player(self, name: str) -> Player:
        """Return a player by name."""
        return self.state.players[name]

    def rank(self, name: str) -> int | None:
        """Return the rank of a player; None for whom no match has counted."""
        listed = [each for each in self.state.players.values() if each.games]
        return {each.name: rank for rank, each in ranked(self.state.settings.kind, listed)}.get(
            name
        )


class Matches:
    """Makes results, each with an id of its own."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self._ids = count(1)

    def played(self, at: datetime, strength: dict[str, float], names: Sequence[str]) -> Result:
        """Return a match in which each does as well as the strength and some luck have it."""
        done = [strength[name] + 200 * self.rng.gauss(0, 1) for name in names]
        places = [1 + sum(other > mine for other in done) for mine in done]
        return at, self.result(names, places, [PLAYED] * len(names))

    def thrown(self, at: datetime, loser: str, *, moves: int) -> Result:
        """Return a match of two that is given up after so many decisions."""
        return at, self.result([CHEAT, loser], [1, 2], [moves, moves], left=[1])

    def result(
        self, names: Sequence[str], places: list[int], moves: list[int], left: Sequence[int] = ()
    ) -> e.MatchRated:
        """Return a result."""
        return e.MatchRated(
            match=str(UUID(int=next(self._ids))),
            players=list(names),
            names=list(names),
            places=places,
            moves=list(moves),
            left=list(left),
        )


def club(size: int, spread: float) -> dict[str, float]:
    """Return regulars by their true strength, the best first."""
    middle = (size - 1) / 2
    return {f"p{number:02}": 1500 + spread * (middle - number) for number in range(size)}


def seasons_of(
    matches: Matches, strength: dict[str, float], *, days: int, a_day: int, table: int
) -> Iterator[Result]:
    """Yield what regulars play: some tables each evening, drawn anew each time."""
    for day in range(days):
        for number in range(a_day):
            at = BEGIN + timedelta(days=day, minutes=number)
            yield matches.played(at, strength, matches.rng.sample(list(strength), table))


class Attack(NamedTuple):
    """How somebody plays against accounts of their own."""

    title: str
    socks: int
    losses: int
    """In all, by turns."""
    moves: int
    """Before each is given up."""
    days: int = 1
    friends: bool = False
    """Whether the accounts have first met each other, to be known."""


ATTACKS = (
    Attack("8 accounts, 40 losses at once", 8, 40, 0),
    Attack("8 accounts, 40 losses after 3 moves", 8, 40, 3),
    Attack("8 accounts, 320 losses after 3 moves", 8, 320, 3),
    Attack("1 account, 40 losses after 3 moves", 1, 40, 3),
    Attack("8 accounts, 40 losses a day for 30 days", 8, 1200, 3, 30),
    Attack("8 accounts that know each other, 40 losses", 8, 40, 3, friends=True),
)


def attacked(attack: Attack, settings: dict[str, object]) -> tuple[float, int | None, float]:
    """Return rating and rank of the cheat, and the rating of the best of the others."""
    matches = Matches(1)
    regulars = club(24, 25)
    ladder = Ladder(settings)
    ladder.take(list(seasons_of(matches, regulars, days=30, a_day=12, table=4)))
    start = BEGIN + timedelta(days=31)
    socks = [f"sock{number}" for number in range(attack.socks)]
    if attack.friends:
        equals = dict.fromkeys(socks, 1500.0)
        pairs = [(one, other) for one in socks for other in socks if one < other]
        ladder.take([matches.played(start, equals, pair) for pair in pairs])
    for number in range(attack.losses):
        day = start + timedelta(days=1 + number * attack.days // attack.losses, seconds=number)
        ladder.take([matches.thrown(day, socks[number % attack.socks], moves=attack.moves)])
    best = max(ladder.player(name).rating for name in regulars) / 1000
    return ladder.player(CHEAT).rating / 1000, ladder.rank(CHEAT), best


class Fairness(NamedTuple):
    """How near a ladder comes to the truth."""

    error: float
    """Root of the mean square of rating minus strength, both about their means."""
    order: float
    """The share of pairs of players that stand in the right order."""
    steps: float
    """The mean points that a rating moves in a match."""


def fairness(ladder: Ladder, strength: dict[str, float]) -> Fairness:
    """Compare ratings with the strengths that results were made from."""
    ratings = {name: ladder.player(name).rating / 1000 for name in strength}
    shift = (sum(ratings.values()) - sum(strength.values())) / len(strength)
    errors = [(ratings[name] - shift - strength[name]) ** 2 for name in strength]
    names = sorted(strength, key=lambda name: -strength[name])
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    right = sum(ratings[one] > ratings[other] for one, other in pairs)
    last = ladder.state.outcomes[-100:]
    moved = [
        abs(change.rating_after - change.rating_before)
        for each in last
        for change in each.changes()
    ]
    return Fairness(
        (sum(errors) / len(errors)) ** 0.5, right / len(pairs), sum(moved) / len(moved) / 1000
    )


class Club(NamedTuple):
    """Regulars who meet each other all the time."""

    title: str
    size: int
    table: int
    days: int
    a_day: int
    later: tuple[str, float] | None = None
    """Who has another strength two thirds through, or joins then."""


CLUBS = (
    Club("6 who play 6 tables of 4 daily for 90 days", 6, 4, 90, 6),
    Club("4 who play 4 tables of 4 daily for 180 days", 4, 4, 180, 4),
    Club("12 who play 8 tables of 2 daily for 90 days", 12, 2, 90, 8),
    Club("30 who play 10 tables of 4 daily for 30 days", 30, 4, 30, 10),
    Club("6, 4 tables of 4 daily; one of 1650 joins", 6, 4, 90, 4, ("newcomer", 1650.0)),
    Club("6, 4 tables of 4 daily; the last gains 200", 6, 4, 90, 4, ("p05", 1550.0)),
)
SEEDS = range(10)


def regulars(about: Club, settings: dict[str, object], seed: int) -> tuple[Fairness, float]:
    """Return how fair a ladder is to a club, and how far off who has changed is, if anybody."""
    matches = Matches(seed)
    strength = club(about.size, 60)
    ladder = Ladder(settings)
    if about.later is None:
        play = {"days": about.days, "a_day": about.a_day, "table": about.table}
        return fairness(ladder.take(list(seasons_of(matches, strength, **play))), strength), 0.0
    name, points = about.later
    joined = {**strength, name: points}
    for day in range(about.days):
        playing = joined if day >= about.days * 2 // 3 else strength
        for number in range(about.a_day):
            at = BEGIN + timedelta(days=day, minutes=number)
            table = matches.rng.sample(list(playing), about.table)
            ladder.take([matches.played(at, playing, table)])
    ratings = {each: ladder.player(each).rating / 1000 for each in joined}
    shift = (sum(ratings.values()) - sum(joined.values())) / len(joined)
    return fairness(ladder, joined), ratings[name] - shift - points


def told() -> Iterator[Table]:
    """Yield the tables of figures."""
    table = Table("against oneself", "before", "rank", "now", "rank", "best of the others now")
    for attack in ATTACKS:
        old, old_rank, _ = attacked(attack, BEFORE)
        new, new_rank, best = attacked(attack, NOW)
        cells = (f"{old:.0f}", str(old_rank), f"{new:.0f}", str(new_rank or "none"), f"{best:.0f}")
        table.add_row(attack.title, *cells)
    yield table
    table = Table("a club", "off before", "off now", "in order before", "in order now", "a match")
    for about in CLUBS:
        old_ones = [regulars(about, BEFORE, seed) for seed in SEEDS]
        new_ones = [regulars(about, NOW, seed) for seed in SEEDS]
        means = [
            Fairness(
                *(sum(each) / len(each) for each in zip(*(one for one, _ in ones), strict=True))
            )
            for ones in (old_ones, new_ones)
        ]
        old_mean, new_mean = means
        steps = f"{old_mean.steps:.1f} / {new_mean.steps:.1f}"
        figures = (f"{old_mean.error:.0f}", f"{new_mean.error:.0f}")
        orders = (f"{old_mean.order:.1%}", f"{new_mean.order:.1%}")
        table.add_row(about.title, *figures, *orders, steps)
        if about.later is not None:
            off = [sum(each for _, each in ones) / len(ones) for ones in (old_ones, new_ones)]
            table.add_row(f"  {about.later[0]} alone", f"{off[0]:+.0f}", f"{off[1]:+.0f}")
    yield table


def main() -> int:
    """Print the tables."""
    console = Console(width=120)
    for table in told():
        console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
