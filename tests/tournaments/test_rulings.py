"""What the staff decides of a table while its match ends: it is rated so, or not at all."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.db import connection, transaction

from agenda import runs
from eventstore import verification
from matches import integration_events
from matches.actors import Player
from matches.models import Match
from ratings.models import Ladder, RatedMatch, RatingChange
from ratings.services import settling
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.events import Event, assert_verified, run_all, somebody
from tournaments.services import forfeits, results
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENCE_S = 30
WAITING = "SELECT count(*) FROM pg_locks WHERE pid = %s AND NOT granted"


class Played(NamedTuple):
    """A tournament's table whose match has ended, and nobody has heard of it yet."""

    event: Event
    ladder: Ladder
    table: UUID
    match: UUID
    seats: tuple[int, ...]


def played(**plan: Any) -> Played:
    ladder = ladders.opened(game="second-story", players={"min": 2, "max": 2}, moves_min=0)
    duels = {"game": "second-story", "table": {"min": 2, "target": 2, "max": 2}}
    event = Event(**duels, ladder=ladder.slug, **plan)
    people = [somebody(name) for name in ("ann", "bob")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    run_all()
    table = event.round.tables[0]
    assert table.match is not None
    seated = [people[number - 1] for number in table.seats]
    players = [Player(who.account, who.name) for who in seated if who.account is not None]
    tables.play_out(table.match, players)
    assert Match.objects.get(id=table.match).status == "finished"
    return Played(event, ladder, table.id, table.match, table.seats)


def counted(it: Played) -> tuple[str, str, list[int]]:
    row = RatedMatch.objects.get(match=it.match)
    changes = RatingChange.objects.filter(match=it.match).order_by("seat")
    return row.status, row.reason, list(changes.values_list("place", flat=True))


def test_a_forfeit_that_comes_before_the_rating_rates_nobody() -> None:
    it = played()

    it.event.do(forfeits.forfeit, table_id=it.table, absent=[it.seats[0]])
    run_all()

    assert counted(it) == ("not_rated", "forfeited", [])
    assert verification.check("ladder", it.ladder.id) == []
    assert_verified(it.event)


@pytest.mark.parametrize("places", [[1, 2], [2, 1]])
def test_a_result_of_the_staff_that_comes_before_the_rating_is_rated(places: list[int]) -> None:
    it = played()

    it.event.do(results.override, table_id=it.table, places=places, scores=None)
    run_all()

    assert counted(it) == ("rated", "", places)


def test_a_table_called_off_before_the_rating_rates_nobody() -> None:
    it = played()

    it.event.do(results.void, table_id=it.table)
    run_all()

    assert counted(it) == ("not_rated", "void", [])


@contextmanager
def beside(work: Callable[[], Any]) -> Iterator[Callable[[], bool]]:
    """Have work done by another connection; yield whether it waits for a lock, or is done."""
    pids: list[int] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                pids.append(cursor.fetchone()[0])
            work()
        except BaseException as failure:  # noqa: BLE001 - Raised again where the test sees it.
            failures.append(failure)
        finally:
            connection.close()

    def has_come_as_far_as_it_can() -> bool:
        if not thread.is_alive():
            return True
        with connection.cursor() as cursor:
            cursor.execute(WAITING, [pids[0] if pids else 0])
            return bool(cursor.fetchone()[0])

    thread = threading.Thread(target=run)
    thread.start()
    yield has_come_as_far_as_it_can
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    assert failures == []


def test_a_forfeit_in_the_middle_of_the_rating_rates_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    it = played()
    entered = threading.Event()
    onwards = threading.Event()

    def pause(_notice: integration_events.MatchNotice) -> None:
        entered.set()
        assert onwards.wait(PATIENCE_S)

    told = {
        **integration_events._subscribers,  # noqa: SLF001 - Nobody but a test stops in between.
        "ladder": [settling.rate_match, pause],
    }
    monkeypatch.setattr(integration_events, "_subscribers", told)

    def publish() -> None:
        with transaction.atomic():
            integration_events.publish(it.match)

    def forfeit() -> None:
        it.event.do(forfeits.forfeit, table_id=it.table, absent=[it.seats[0]])

    with beside(publish):
        assert entered.wait(PATIENCE_S)
        with beside(forfeit) as waits:
            until(waits)
            onwards.set()
    runs.run_due_now()

    assert counted(it)[0] != "rated"
    assert verification.check("ladder", it.ladder.id) == []
    assert_verified(it.event)


def until(holds: Callable[[], bool]) -> None:
    """Ask again and again until something holds; each question takes a trip to the database."""
    for _ in range(200_000):
        if holds():
            return
    pytest.fail("it never came to that")
