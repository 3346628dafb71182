"""What clocks and bots' turns cost while reviews run: the same measured without, and meanwhile.

Matches of one round are played to their end, and the decisions of everybody in them are to be
reviewed. Bots then answer people's moves, and clocks run out as in `clocks`, as many a second but
not for so long, with all these reviews in the queue. Bots are timed by turns: beside no reviews,
beside those of the process of low priority, and beside those of an ordinary worker.
"""

import itertools
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from statistics import quantiles
from uuid import UUID

from django.db.models import Sum

from accounts.tokens import actor_of
from analyses import services as analyses
from analyses.models import ATTEMPTS_MAX, Analysis
from api.problems import Problem
from eventstore import streams
from matches import selectors
from matches.events import KIND
from matches.services import moving
from matches.state import OVER
from tests.bench import clocks
from tests.bench.clocks import Worker
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import tables

REVIEWS = 50
GAME = "stick-em"
SEATS = 4
OPTIONS = {"rounds": 1}
CLOCKS = 400
CLOCK_S = 8
"""For as long as these take the reviews last."""
TURNS = 60
"""Turns of bots that are timed in each of three rounds, without reviews and meanwhile."""
ROUNDS = 3
PATIENCE_S = 120.0
POLL_S = 0.02

Matches = Mapping[UUID, Sequence[tables.Person]]
"""Who played them, by seat."""


def measure(  # noqa: PLR0913 - How much of everything.
    context: Context,
    *,
    reviews: int = REVIEWS,
    turns: int = TURNS,
    count: int = CLOCKS,
    clock_s: int = CLOCK_S,
    start: Worker = clocks.worker,
    ordinary: Worker = clocks.worker_of_all,
) -> Figures:
    """Return how late clocks and bots are without reviews that wait, and with them."""
    context.advance("playing what is to be reviewed")
    matches = played(reviews)
    (first, *_), *_ = matches.values()
    ask(matches, reviews)
    own: list[float] = []
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(ROUNDS):
        context.advance("timing bots")
        with _set_aside(), start():
            alone += bots_ms(first, turns)
        for found, workers in ((own, start), (beside, ordinary)):
            context.advance("timing bots beside reviews")
            with workers():
                await_work()
                found.extend(bots_ms(first, turns))
    late = clocks.measure(context, clocks=count, clock_s=clock_s, start=start)
    context.note(f"{waiting()} of {reviews} reviews were still waiting at the end.")
    percentiles = {"own": _p99(own), "alone": _p99(alone), "ordinary": _p99(beside)}
    return {
        "bot_turn_p99": Figure(percentiles["alone"], "ms"),
        "bot_turn_reviewing_p99": Figure.of("ms", percentiles, "own"),
        "clock_lateness_reviewing_p50": late["clock_lateness_p50"],
        "clock_lateness_reviewing_p99": late["clock_lateness_p99"],
    }


def _p99(values: Sequence[float]) -> float:
    return round(quantiles(values, n=100, method="inclusive")[98], 1)


@contextmanager
def _set_aside() -> Iterator[None]:
    """Have nobody find the reviews for a while."""
    waiting_since = Analysis.objects.filter(kind=Analysis.Kind.REVIEW, done_at=None)
    aside = list(waiting_since.values_list("pk", flat=True))
    rows = Analysis.objects.filter(pk__in=aside)
    rows.update(attempts=ATTEMPTS_MAX)
    try:
        yield
    finally:
        rows.update(attempts=0)


def await_work() -> None:
    """Wait until a part of a review has been made; raises TimeoutError."""
    before, give_up = _spent_ms(), time.monotonic() + PATIENCE_S
    while _spent_ms() == before:
        if time.monotonic() > give_up:
            message = "nobody reviews"
            raise TimeoutError(message)
        time.sleep(POLL_S)


def _spent_ms() -> int:
    return Analysis.objects.aggregate(spent=Sum("cpu_ms"))["spent"] or 0


def played(reviews: int) -> Matches:
    """Return matches that people have played to their end, enough to ask for so many reviews.

    Each has players of its own, since one asks for only so many reviews an hour.
    """
    groups = [tables.people(SEATS) for _ in range(ceil(reviews / SEATS))]
    return {_played(people): people for people in groups}


def ask(matches: Matches, reviews: int) -> None:
    """Ask for so many reviews of these matches."""
    for match_id, seat in list(itertools.product(matches, range(SEATS)))[:reviews]:
        account = matches[match_id][seat].player.account
        analyses.request_review(match_id=match_id, account_id=account, seat=seat)


def waiting() -> int:
    """Return how many reviews are not yet whole."""
    return Analysis.objects.filter(kind=Analysis.Kind.REVIEW, done_at=None).count()


def _played(people: Sequence[tables.Person]) -> UUID:
    """Return a match that people have played to its end at random."""
    match_id = UUID(tables.table(GAME, list(people), options=OPTIONS).match_id)
    rng = random.Random(match_id.int)
    while _move(match_id, people, rng):
        pass
    tables.free_states()
    return match_id


def _move(match_id: UUID, people: Sequence[tables.Person], rng: random.Random) -> bool:
    """Make a random move for one of these people, on the first seats; tell whether one had to."""
    acting = [seat for seat in selectors.match_page(match_id, None).to_act if seat < len(people)]
    for seat in acting[:1]:
        page = selectors.match_page(match_id, people[seat].player.account)
        try:
            moving.submit_move(
                match_id=match_id,
                player=people[seat].player,
                move=rng.choice(page.legal_moves),
                expected_version=page.version,
                **tables.command(),
            )
        except Problem as refusal:
            # Where several seats act at once, a bot may have been faster.
            if refusal.code != "version_conflict":
                raise
    return bool(acting)


def bots_ms(person: tables.Person, turns: int) -> list[float]:
    """Return how long so many moves of bots took, from what they follow, in milliseconds."""
    found: list[float] = []
    while len(found) < turns:
        match_id = tables.against_bots(GAME, person, SEATS - 1)
        _play_out(match_id, person)
        found += _bots_moves_ms(match_id, person)
    return found[:turns]


def _play_out(match_id: UUID, person: tables.Person) -> None:
    """Make a player's moves at random until the match is over; bots make theirs."""
    rng, give_up = random.Random(1), time.monotonic() + PATIENCE_S
    while selectors.match_page(match_id, None).status not in OVER:
        if not _move(match_id, [person], rng):
            time.sleep(POLL_S)
        if time.monotonic() > give_up:
            message = f"a match against bots took more than {PATIENCE_S:.0f} s"
            raise TimeoutError(message)


def _bots_moves_ms(match_id: UUID, person: tables.Person) -> list[float]:
    events = streams.load(KIND, match_id)
    own = actor_of(person.player.account)
    return [
        1000 * (event.at - earlier.at).total_seconds()
        for earlier, event in itertools.pairwise(events)
        if event.type == "card_played" and event.actor != own
    ]
