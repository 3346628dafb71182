"""Tables to play at: every game with every number of seats and combination of options."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import combinations, product
from typing import Any

from games import registry
from games.chance import FairChance
from games.core import AnyRules, Event, Seat
from games.options import Value

Choices = tuple[tuple[str, Value], ...]
Choose = Callable[[AnyRules, Any, Seat, random.Random], Any]
"""From the rules, the state, a seat and a generator to the seat's move."""


@dataclass(frozen=True)
class Table:
    """A game with its set-up."""

    rules: AnyRules
    seats: int
    given: Choices = ()
    dataset: str | None = None

    def __str__(self) -> str:
        values = [f"{name}={value}" for name, value in self.given]
        return "-".join([self.rules.id, f"{self.seats}p", *values])

    def new_state(self) -> Any:
        """Return the state before the first event."""
        options = self.rules.check_options(self.seats, dict(self.given), self.dataset)
        return self.rules.new_state(self.seats, options, self.dataset or self.rules.datasets[0])


COMBINATIONS_MAX = 8
"""With more combinations of choices than this, a game is tried with every pair of them."""


def tables(rules: AnyRules) -> Iterator[Table]:
    """Yield every number of seats with every combination of choices, and each range's ends.

    Where there are too many combinations: every number of seats with all defaults, and every
    choice together with every other choice and with every number of seats.
    """
    every = {seats: combinations_at(rules, seats) for seats in seat_counts(rules)}
    if max(map(len, every.values())) > COMBINATIONS_MAX:
        yield from pairwise(rules, every)
        yield from ends(rules)
    else:
        yield from every_table(rules)


def every_table(rules: AnyRules) -> Iterator[Table]:
    """Yield every number of seats with every combination of choices, and each range's ends."""
    for seats in seat_counts(rules):
        yield from (Table(rules, seats, given) for given in combinations_at(rules, seats))
    yield from ends(rules)


def telling(rules: AnyRules) -> Iterator[Table]:
    """Yield few of the tables: with every number of seats, every choice and the ends of ranges.

    And the largest table with all the last choices together.
    """
    seen: set[tuple[str, Value]] = set()
    for table in tables(rules):
        shown = {("seats", table.seats), *table.given}
        if not shown <= seen:
            seen |= shown
            yield table
    yield Table(rules, rules.seats_max, combinations_at(rules, rules.seats_max)[-1])


def ends(rules: AnyRules) -> Iterator[Table]:
    """Yield every number of seats with both ends of every range, one at a time."""
    for seats in seat_counts(rules):
        for option in rules.options:
            for end in (option.low, option.high):
                if end is not None:
                    yield Table(rules, seats, ((option.name, end),))


def seat_counts(rules: AnyRules) -> range:
    """Return the numbers of seats that the game takes."""
    return range(rules.seats_min, rules.seats_max + 1)


def combinations_at(rules: AnyRules, seats: int) -> list[Choices]:
    """Return every combination of choices at that number of seats, the defaults first."""
    named = [
        [(option.name, choice) for choice in option.choices_at(seats)] for option in rules.options
    ]
    return list(product(*named))


def pairwise(rules: AnyRules, every: dict[int, list[Choices]]) -> Iterator[Table]:
    """Yield the defaults everywhere, then what covers the most pairs that nothing covers yet."""
    rows = {
        Table(rules, seats, given): frozenset(combinations((("seats", seats), *given), 2))
        for seats, chosen in every.items()
        for given in chosen
    }
    defaults = [Table(rules, seats, chosen[0]) for seats, chosen in every.items()]
    yield from defaults
    missing = set().union(*rows.values()).difference(*(rows[table] for table in defaults))
    while missing:
        best = max(rows, key=lambda table: len(rows[table] & missing))
        missing -= rows[best]
        yield best


def plain_tables() -> list[Table]:
    """Return every game with every number of seats and no option asked for."""
    return [
        Table(rules, seats)
        for rules in registry.all_rules()
        for seats in range(rules.seats_min, rules.seats_max + 1)
    ]


def any_legal_move(rules: AnyRules, state: Any, seat: Seat, rng: random.Random) -> Any:
    """Choose one of the legal moves."""
    return rng.choice(list(rules.legal_moves(state, seat)))


@dataclass
class Match:
    """A match that was played: its events, and the states in which somebody had to decide."""

    table: Table
    events: list[Event] = field(default_factory=list)
    states: list[tuple[int, Any]] = field(default_factory=list)
    """The state after that many events, at every decision and at the end."""

    @property
    def rules(self) -> AnyRules:
        """Return the rules that it was played by."""
        return self.table.rules

    @property
    def end(self) -> Any:
        """Return the last state."""
        return self.states[-1][1]

    def sample(self, count: int = 16) -> list[tuple[int, Any]]:
        """Return about so many of the states, spread over the match, with both ends."""
        step = max(1, len(self.states) // count)
        return [*self.states[:3], *self.states[3:-3:step], *self.states[-3:]]


DECISIONS_MAX = 20_000
"""A match of random moves that is longer than this does not end."""


def play(table: Table, seed: int, choose: Choose = any_legal_move) -> Match:
    """Return a match played to its end; equal seeds play equal matches."""
    rules, rng = table.rules, random.Random(seed)
    chance = FairChance(sha256(str(seed).encode()).digest())
    match, state = Match(table), table.new_state()

    def fold(events: Sequence[Event]) -> None:
        for event in events:
            rules.evolve(state, event)
            match.events.append(event)
        match.states.append((len(match.events), state.copy()))

    fold(rules.opening_events(state, chance))
    for _ in range(DECISIONS_MAX):
        acting = rules.to_act(state)
        if not acting:
            return match
        seat = rng.choice(acting)
        fold(rules.decide(state, seat, choose(rules, state, seat, rng), chance))
    message = f"{table} has not ended after {DECISIONS_MAX} decisions"
    raise AssertionError(message)


@cache
def played(table: Table) -> Match:
    """Return one match at the table, played once for all tests."""
    return play(table, seed=1)
