"""Matches are rated once each while whoever rates them is killed again and again."""

import os
import signal
import time
from random import Random
from uuid import UUID

import pytest
from django.db import connection

from agenda import sql as agenda
from api.ids import uuid7
from matches.commit import NEWS
from matches.models import Match, Seat
from matches.services import turns
from ratings.models import Ladder, RatedMatch, RatingChange
from tests import processes
from tests.matches import tables
from tests.ratings import ladders

MATCHES = int(os.environ.get("SETTLE_MATCHES", "120"))
"""Enough for some kills; `SETTLE_MATCHES=1000 pytest tests/e2e/test_settling.py` takes longer."""
PATIENCE_S = 240.0 + MATCHES


def ended_match(ladder: Ladder) -> UUID:
    """Return a match of two bots that has been played to its end."""
    (opener,) = tables.people(1)
    match_id = tables.opened(opener, 2, game="pickpocket", belongs_to={"ladder": ladder.id})
    for bot in ("greedy", "random"):
        tables.seat_bot(match_id, opener, bot)
    while (match := Match.objects.get(id=match_id)).status == "live":
        turns.play_bots(match_id, match.version)
    return match_id


def again(match_id: UUID) -> UUID:
    """Return another match that ended in the same way, with its news on the agenda."""
    match = Match.objects.get(id=match_id)
    seat_rows = list(Seat.objects.filter(match=match_id))
    match.pk = uuid7()
    match.save(force_insert=True)
    for seat_row in seat_rows:
        seat_row.pk, seat_row.match_id = None, match.pk
        seat_row.save(force_insert=True)
    agenda.schedule(kind=NEWS, subject=match.pk, version=match.version)
    return match.pk


def rated(ladder: Ladder) -> int:
    """Return how many matches the ladder has, as committed by now."""
    connection.close()
    return RatedMatch.objects.filter(ladder=ladder, status="rated").count()


@pytest.mark.long
def test_each_match_is_rated_once_while_the_worker_is_killed_at_random(
    committed_db: None, environment: dict[str, str]
) -> None:
    ladder = ladders.opened()
    first = ended_match(ladder)
    ids = {first, *(again(first) for _ in range(MATCHES - 1))}
    rng = Random(9)
    kills = 0
    give_up = time.monotonic() + PATIENCE_S
    while rated(ladder) < MATCHES and time.monotonic() < give_up:
        with processes.worker(environment) as worker:
            # A batch is one transaction; it dies in the midst of the one after the first.
            before = rated(ladder)
            while rated(ladder) == before and time.monotonic() < give_up:
                assert worker.poll() is None, "the worker died by itself"
                time.sleep(0.01)
            time.sleep(0.1 * rng.random())
            os.killpg(worker.pid, signal.SIGKILL)
            kills += 1

    assert kills > 1
    assert set(RatedMatch.objects.filter(ladder=ladder).values_list("match", flat=True)) == ids
    assert RatingChange.objects.filter(ladder=ladder).count() == 2 * MATCHES
    assert Ladder.objects.get(id=ladder.id).version == 1 + MATCHES
    assert set(ladder.standings.values_list("games", flat=True)) == {MATCHES}
    assert ladders.differences(ladder) == 0
