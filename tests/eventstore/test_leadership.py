"""A primary whose place a standby has taken denies nothing that the new one has acknowledged."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from uuid import UUID

import psycopg
import pytest
from django.db import connection, transaction
from psycopg import sql

from api.problems import Problem
from cutpurse.embedded import home, postgres
from cutpurse.embedded.addresses import var_folder
from eventstore import leadership
from matches.actors import Player
from matches.command_handler import CommandResult
from tests.callers import new_player
from tests.failover.nodes import ANY_STANDBY, Database, Node, await_
from tests.matches import tables
from tests.ratings.admins import new_admin, open_ladder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("DATABASE_URL" in os.environ, reason="no standby of the environment's"),
]

FOLLOWED = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'"
WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
END = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

Ask = partial[CommandResult]


class Cluster:
    """The tests' own server, and a standby without which it acknowledges nothing."""

    def __init__(self, standby: Node, primary: Database) -> None:
        self.standby = standby
        self.primary = primary
        self._host = connection.settings_dict["HOST"]

    def take_over(self) -> None:
        """Let the standby take the place of the primary, which notices nothing."""
        self.standby.promote()
        self.go_on()

    def go_on(self) -> None:
        """Let this thread's connection lead to the server that is the primary now."""
        self._connect(str(self.standby.sockets))

    def go_back(self) -> None:
        """Let this thread's connection lead to the server that was the primary."""
        self._connect(self._host)

    def _connect(self, host: str) -> None:
        connection.close()
        connection.settings_dict["HOST"] = host


@pytest.fixture
def cluster(running_servers: None, committed_db: None) -> Iterator[Cluster]:
    place = home.find(var_folder())
    sockets = str(place.sockets.resolve())
    standby = Node(place, "successor")
    standby.copy(Path(sockets))
    name = postgres.SUPERUSER
    role = sql.Identifier(connection.settings_dict["USER"])
    with psycopg.connect(host=sockets, user=name, dbname=name, autocommit=True) as primary:
        # The servers of the tests wait for no disk, nor for that of another.
        primary.execute(sql.SQL("ALTER ROLE {} SET synchronous_commit = on").format(role))
        standby.set(primary, "synchronous_standby_names", ANY_STANDBY)
        await_(lambda: primary.execute(FOLLOWED).fetchone())
        cluster = Cluster(standby, primary)
        cluster.go_back()
        yield cluster
        cluster.go_back()
        standby.set(primary, "synchronous_standby_names", "")
        primary.execute(sql.SQL("ALTER ROLE {} RESET synchronous_commit").format(role))
    standby.thaw()
    standby.stop()


def next_move(match_id: UUID, players: list[Player]) -> Ask:
    """Return a move that may be sent as often as one likes, with the same key."""
    (seat, *_) = tables.page(match_id)["to_act"]
    seen = tables.page(match_id, players[seat])
    move = Random(1).choice(seen["legal_moves"])
    given = match_id, players[seat], move, seen["version"]
    return partial(tables.move, *given, key=tables.new_key())


def refusal(ask: Callable[[], object]) -> Problem:
    with pytest.raises(Problem) as refused:
        ask()
    return refused.value


@pytest.mark.more
def test_a_move_that_the_new_primary_has_is_not_denied_by_the_old_one(cluster: Cluster) -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    cluster.take_over()
    next_move(match_id, players)()
    move = next_move(match_id, players)
    told = tables.body(move())

    cluster.go_back()
    refused = refusal(move)

    # Not 409 with a version below the one that was sent.
    assert (refused.code, refused.status) == ("unavailable", 503)
    assert refused.headers["Retry-After"] == "1"
    cluster.go_on()
    again = move()
    assert again.replayed
    assert tables.body(again) == told


@pytest.mark.long
def test_nor_is_a_match_that_was_opened_since(cluster: Cluster) -> None:
    players = tables.people(3)
    cluster.take_over()
    move = next_move(tables.begun(players), players)
    move()

    cluster.go_back()

    assert refusal(move).code == "unavailable"


@pytest.mark.more
def test_a_move_that_no_standby_has_is_not_acknowledged_when_it_is_sent_again(
    cluster: Cluster,
) -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    version = tables.page(match_id)["version"]
    move = next_move(match_id, players)
    cluster.standby.freeze()
    with ThreadPoolExecutor(1) as other:
        answer = other.submit(refusal, move)
        await_(lambda: cluster.primary.execute(WAITING).fetchone())
        # What waits is ended, as by a restart: the move is on this server's disk, and visible.
        cluster.primary.execute(END)
        assert answer.result().code == "unavailable"
    assert tables.page(match_id)["version"] > version

    assert refusal(move).code == "unavailable"

    cluster.standby.thaw()
    await_(lambda: cluster.primary.execute(FOLLOWED).fetchone())
    assert move().replayed


def test_a_primary_with_its_standby_refuses_what_it_should(cluster: Cluster) -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    move = next_move(match_id, players)
    move()

    late = next_move(match_id, players)
    next_move(match_id, players)()

    assert refusal(late).code == "version_conflict"
    assert move().replayed


@pytest.mark.long
def test_nor_is_a_rated_opening_answered_from_the_history_of_the_past(cluster: Cluster) -> None:
    slug, ann = open_ladder(new_admin()), new_player()
    asked = {"game": "pickpocket", "seats": 2, "ladder": slug}
    ask = partial(ann.post, "/matches", asked, tables.new_key())
    assert ask().status == 201
    cluster.take_over()

    cluster.go_back()

    assert ask().code == "unavailable"


def transactions() -> int:
    """Return up to which number transactions that write have been numbered."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
        return int(cursor.fetchone()[0])


@pytest.mark.usefixtures("committed_db")
def test_a_server_without_a_standby_proves_nothing_and_writes_nothing() -> None:
    before = transactions()

    leadership.prove()

    assert transactions() == before


@pytest.mark.usefixtures("committed_db")
def test_within_a_transaction_the_connection_is_left_alone() -> None:
    with transaction.atomic():
        before = transactions()
        leadership.prove()
        assert transactions() == before
