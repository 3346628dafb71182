"""What clocks and bots' turns cost while reviews run: the same measured before, and meanwhile.

Matches are played to their end, and the decisions of a seat of each are to be reviewed. Bots then
answer people's moves, and clocks run out as in `clocks`, with all these reviews in the queue.
"""

import itertools
import random
import time
from collections.abc import Sequence
from statistics import quantiles
from uuid import UUID

from accounts.tokens import actor_of
from analyses import services as analyses
from analyses.models import Analysis
from api import limits
from eventstore import streams
from matches import selectors
from matches.events import KIND
from matches.services import moving
from matches.state import OVER
from tests.bench import clocks
from tests.bench.clocks import CLOCK_S, CLOCKS, Worker
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.rest import tables

REVIEWS = 50
GAME = "stick-em"
SEATS = 4
TURNS = 120
"""Turns of bots that are timed, before and meanwhile."""
PATIENCE_S = 120.0
POLL_S = 0.02


def measure(  # noqa: PLR0913 - How much of everything.
    context: Context,
    *,
    reviews: int = REVIEWS,
    turns: int = TURNS,
    count: int = CLOCKS,
    clock_s: int = CLOCK_S,
    start: Worker = clocks.worker,
) -> Figures:
    """Return how late clocks and bots are without reviews that wait, and with them."""
    context.advance("playing what is to be reviewed")
    people = tables.people(SEATS)
    asked = [_played(people) for _ in range(reviews)]
    context.advance("timing bots")
    with start():
        before = bots_ms(people[0], turns)
    for match_id in asked:
        # Whoever asks for one after the other has a limit; so many are asked for by many.
        limits.reset()
        account = people[0].player.account
        analyses.request_review(match_id=match_id, account_id=account, seat=0)
    context.advance("timing bots beside reviews")
    with start():
        meanwhile = bots_ms(people[0], turns)
    late = clocks.measure(context, clocks=count, clock_s=clock_s, start=start)
    waiting = Analysis.objects.filter(kind=Analysis.Kind.REVIEW, match__in=asked, done_at=None)
    context.note(f"{waiting.count()} of {reviews} reviews were still waiting at the end.")
    return {
        "bot_turn_p99": _p99(before),
        "bot_turn_reviewing_p99": _p99(meanwhile),
        "clock_lateness_reviewing_p50": late["clock_lateness_p50"],
        "clock_lateness_reviewing_p99": late["clock_lateness_p99"],
    }


def _p99(values: Sequence[float]) -> Figure:
    return Figure(round(quantiles(values, n=100, method="inclusive")[98], 1), "ms")


def _played(people: Sequence[tables.Person]) -> UUID:
    """Return a match that people have played to its end at random."""
    match_id = UUID(tables.table(GAME, list(people)).match_id)
    rng = random.Random(match_id.int)
    while _move(match_id, people, rng):
        pass
    tables.free_states()
    return match_id


def _move(match_id: UUID, people: Sequence[tables.Person], rng: random.Random) -> bool:
    """Make a random move for the first of these people who has to; tell whether one had."""
    for person in people:
        page = selectors.match_page(match_id, person.player.account)
        if page.my_seat in page.to_act:
            moving.submit_move(
                match_id=match_id,
                player=person.player,
                move=rng.choice(page.legal_moves),
                expected_version=page.version,
                **tables.command(),
            )
            return True
    return False


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
