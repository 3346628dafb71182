"""What clocks and bots' turns cost while reviews run: the same measured before, and meanwhile.

Matches of one round are played to their end, and the decisions of everybody in them are to be
reviewed. Bots then answer people's moves, and clocks run out as in `clocks`, as many a second but
not for so long, with all these reviews in the queue.
"""

import itertools
import random
import time
from collections.abc import Mapping, Sequence
from math import ceil
from statistics import quantiles
from uuid import UUID

from accounts.tokens import actor_of
from analyses import services as analyses
from analyses.models import Analysis
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
TURNS = 120
"""Turns of bots that are timed, before and meanwhile."""
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
) -> Figures:
    """Return how late clocks and bots are without reviews that wait, and with them."""
    context.advance("playing what is to be reviewed")
    matches = played(reviews)
    (first, *_), *_ = matches.values()
    context.advance("timing bots")
    with start():
        before = bots_ms(first, turns)
    ask(matches, reviews)
    context.advance("timing bots beside reviews")
    with start():
        meanwhile = bots_ms(first, turns)
    late = clocks.measure(context, clocks=count, clock_s=clock_s, start=start)
    context.note(f"{waiting()} of {reviews} reviews were still waiting at the end.")
    return {
        "bot_turn_p99": _p99(before),
        "bot_turn_reviewing_p99": _p99(meanwhile),
        "clock_lateness_reviewing_p50": late["clock_lateness_p50"],
        "clock_lateness_reviewing_p99": late["clock_lateness_p99"],
    }


def _p99(values: Sequence[float]) -> Figure:
    return Figure(round(quantiles(values, n=100, method="inclusive")[98], 1), "ms")


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
