"""Ratings from nothing: 100,000 matches of four folded again, beside other libraries."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import cycle
from random import Random
from time import perf_counter
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from openskill.models import BradleyTerryPart, PlackettLuce

from api.idempotency import new_key
from eventstore import streams
from eventstore.events import Moment
from ratings.aggregate import LADDER
from ratings.ladder import events as e
from ratings.ladder import fold
from ratings.ladder.settings import parsed
from ratings.ladder.state import State
from ratings.models import Ladder
from ratings.services import managing
from ratings.services.commands import LadderCommand
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rounds import by_turns, repeated
from tests.eventstore import appending

MATCHES = 100_000
PLAYERS = 1000
SEATS = 4
BATCH = 500
"""Matches between two looks at the clock."""
SLOW_BATCH = 10
NO_PEER = "trueskill is not installed: no such anchor for ratings_rebuild"
AT = datetime(2026, 11, 21, tzinfo=UTC)
SETTINGS: dict[str, object] = {"name": "Bench", "game": "pickpocket", "clock": 60}

Match = tuple[Sequence[int], Sequence[int]]


def matches(count: int) -> list[Match]:
    """Return players and places of matches between players of different strength, with ties."""
    rng = Random(20261121)
    strength = [rng.gauss(0, 1) for _ in range(PLAYERS)]
    found: list[Match] = []
    for _ in range(count):
        table = rng.sample(range(PLAYERS), SEATS)
        scores = [round(2 * (strength[player] + rng.gauss(0, 1))) for player in table]
        found.append((table, [1 + sum(other > score for other in scores) for score in scores]))
    return found


def events(played: Sequence[Match]) -> list[e.MatchRated]:
    """Return matches as a ladder's events."""
    names = [f"p{number}" for number in range(PLAYERS)]
    keys = [f"guest:{name}" for name in names]
    return [
        e.MatchRated(
            match=str(UUID(int=number)),
            players=[keys[player] for player in table],
            names=[names[player] for player in table],
            places=list(places),
        )
        for number, (table, places) in enumerate(played, start=1)
    ]


def measure(context: Context, *, count: int = MATCHES) -> Figures:
    """Return matches per second, folded in memory, and from the stream in PostgreSQL."""
    played = matches(count)
    subjects = {
        "own": repeated(_own(events(played))),
        "openskill": repeated(_openskill(played, BradleyTerryPart(window_size=6))),
        "openskill_plackett_luce": repeated(_openskill(played, PlackettLuce())),
    }
    if find_spec("trueskill") is None:
        context.note(NO_PEER)
    else:
        subjects["trueskill"] = repeated(_trueskill(played))
    medians = by_turns(subjects, context.seconds, context.advance)
    ladder = _stored(events(played))
    stored = {"own": repeated(_loaded(ladder), perf_counter)}
    from_store = by_turns(stored, context.seconds, context.advance)
    return {
        "ratings_rebuild": Figure.of("matches/s", medians, "own"),
        "ratings_rebuild_postgres": Figure.of("matches/s", from_store, "own"),
    }


def _batches(played: Sequence[object], size: int) -> Iterator[tuple[int, int]]:
    """Yield where batches begin and end, for ever; each round begins at 0."""
    starts = range(0, len(played), size)
    return cycle([(start, min(start + size, len(played))) for start in starts])


def _empty() -> State:
    state = State(uuid4())
    state.apply_settings(parsed(SETTINGS))
    return state


def _own(rated: Sequence[e.MatchRated]) -> Callable[[], int]:
    bounds = _batches(rated, BATCH)
    state = _empty()

    def work() -> int:
        nonlocal state
        start, end = next(bounds)
        if start == 0:
            state = _empty()
        with fold.gc_paused():
            for number in range(start, end):
                fold.evolve(state, rated[number], Moment(number + 1, AT, "system"))
        return end - start

    return work


def _openskill(played: Sequence[Match], model: Any) -> Callable[[], int]:
    """Return the library at work; the first of its models is the one that ladders offer."""
    bounds = _batches(played, BATCH)
    ratings = [[model.rating()] for _ in range(PLAYERS)]

    def work() -> int:
        start, end = next(bounds)
        for table, places in played[start:end]:
            teams = [ratings[player] for player in table]
            rated = model.rate(teams, ranks=[float(place) for place in places])
            for player, team in zip(table, rated, strict=True):
                ratings[player] = team
        return end - start

    return work


def _trueskill(played: Sequence[Match]) -> Callable[[], int]:
    import trueskill  # noqa: PLC0415 - An extra, not always there.

    bounds = _batches(played, SLOW_BATCH)
    ratings = [(trueskill.Rating(),) for _ in range(PLAYERS)]

    def work() -> int:
        start, end = next(bounds)
        for table, places in played[start:end]:
            teams = [ratings[player] for player in table]
            for player, team in zip(table, trueskill.rate(teams, ranks=places), strict=True):
                ratings[player] = team
        return end - start

    return work


def _stored(rated: Sequence[e.MatchRated]) -> Ladder:
    """Return a ladder of the database whose stream holds the matches; its rows do not matter."""
    slug = f"bench-{uuid4().hex[:12]}"
    order = LadderCommand("system", "measured", new_key())
    ladder = managing.open_ladder(slug=slug, settings=SETTINGS, order=order)
    with transaction.atomic():
        for start in range(0, len(rated), BATCH):
            append(ladder, rated[start : start + BATCH])
    return ladder


def append(ladder: Ladder, some: Sequence[e.MatchRated]) -> None:
    """Append events to a ladder's stream."""
    new = [e.CATALOGUE.encode(event) for event in some]
    stored = appending.append(
        e.KIND,
        ladder.id,
        ladder.version,
        new,
        actor="system",
        key=new_key(),
        at=datetime.now(UTC),
    )
    ladder.version = stored[-1].version


def _loaded(ladder: Ladder) -> Callable[[], int]:
    def work() -> int:
        state = LADDER.fold(ladder.id, streams.load(e.KIND, ladder.id))
        return len(state.rated)

    return work
