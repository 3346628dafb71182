"""A real standby answers what may be a few seconds old, and the primary whatever it should not."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from django.core.signals import request_started
from django.db import connections, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts import services
from accounts.models import Account
from agenda import heartbeat
from agenda.heartbeat import Source
from cutpurse.embedded import home
from cutpurse.embedded.addresses import var_folder
from dumps import parts
from eventstore import prepared, standby_reads
from eventstore.replica import ALIAS, STANDBY
from matches.models import Match
from ratings import exporting
from ratings.models import Ladder
from tests.callers import Caller
from tests.failover.nodes import Database, Node, await_
from tests.matches import tables
from tests.ratings import ladders

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("DATABASE_URL" in os.environ, reason="no standby of the environment's"),
]

REPLAYED = "SELECT 1 WHERE pg_last_wal_replay_lsn() >= %s"
BEAT = "UPDATE agenda_heartbeat SET beat_at = beat_at + make_interval(secs => %s)"
OVER = "/api/v1/matches?status=finished&status=void"


@pytest.fixture(scope="module")
def node(running_servers: None, django_db_setup: str) -> Iterator[Node]:
    """Give a standby of the tests' own server, which follows it."""
    place = home.find(var_folder())
    node = Node(place, "reads")
    node.copy(Path(place.sockets.resolve()))
    yield node
    node.stop()


@pytest.fixture
def standby(node: Node, committed_db: None) -> Iterator[Database]:
    """Have the standby read from, and give a connection that may do everything to it."""
    description = deepcopy(connections.databases["default"])
    connections.databases[ALIAS] = description | {"HOST": str(node.sockets)}
    begin_request()
    heartbeat.beat(Source.WEB)
    with closing(node.admin()) as admin:
        caught_up(admin)
        yield admin
    with node.admin() as again:
        again.execute("SELECT pg_wal_replay_resume()")
    STANDBY.away_until = 0.0
    connections[ALIAS].close()
    del connections[ALIAS]
    del connections.databases[ALIAS]


def begin_request() -> None:
    """Be a thread whose request has just begun, in a process that has just started."""
    STANDBY.away_until = 0.0
    standby_reads.LAGGING.forget()
    request_started.send(sender=None)


def caught_up(admin: Database) -> None:
    """Wait until the standby has everything that the primary has."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn()::text")
        (position,) = cursor.fetchone()
    await_(lambda: admin.execute(REPLAYED, [position]).fetchone())


def played() -> UUID:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    tables.play_out(match_id, players)
    begin_request()
    return match_id


def who_answers(ask: Callable[[], object]) -> Mapping[str, bool]:
    """Return which databases are asked for matches."""
    with (
        CaptureQueriesContext(connections[ALIAS]) as there,
        CaptureQueriesContext(connections["default"]) as here,
    ):
        ask()
    asked = {"standby": there, "primary": here}
    return {
        name: any('FROM "matches_match"' in query["sql"] for query in queries)
        for name, queries in asked.items()
    }


def stamp(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def listed(address: str = OVER) -> list[str]:
    answer = Client().get(address)
    assert answer.status_code == 200, answer.content
    return [each["id"] for each in answer.json()["results"]]


def read_one(match_id: UUID) -> str:
    found = standby_reads.read(lambda: Match.objects.get(id=match_id))
    return str(found._state.db)  # noqa: SLF001 - Django's own name for where a row came from.


@pytest.mark.more
def test_lists_of_what_is_over_come_from_the_standby_and_others_from_the_primary(
    standby: Database,
) -> None:
    match_id = played()
    caught_up(standby)

    assert who_answers(listed) == {"standby": True, "primary": False}
    assert str(match_id) in listed()
    going = "/api/v1/matches?status=live&status=finished"
    assert who_answers(lambda: listed(going)) == {"standby": False, "primary": True}


@pytest.mark.more
def test_lists_that_reach_into_the_last_minute_lack_nothing_of_it(standby: Database) -> None:
    played()
    caught_up(standby)
    standby.execute("SELECT pg_wal_replay_pause()")
    match_id = played()
    now = datetime.now(UTC)
    since, soon = (stamp(now + timedelta(hours=hours)) for hours in (-1, 1))
    settled, recent = (stamp(now - timedelta(seconds=seconds)) for seconds in (90, 30))

    assert str(match_id) not in listed()
    for reaching in (f"&ended_since={since}", f"&ended_before={soon}"):
        assert str(match_id) in listed(OVER + reaching)
    reaching = f"{OVER}&ended_since={since}&ended_before={recent}"
    assert who_answers(lambda: listed(reaching)) == {"standby": False, "primary": True}
    before = f"{OVER}&ended_since={since}&ended_before={settled}"
    assert who_answers(lambda: listed(before)) == {"standby": True, "primary": False}


def test_ones_own_matches_are_never_missing_from_ones_own_list(standby: Database) -> None:
    standby.execute("SELECT pg_wal_replay_pause()")
    people = tables.people(3)
    match_id = tables.begun(people, options={"rounds": 1})
    tables.play_out(match_id, people)
    begin_request()
    me, other = people[0].username, people[1].username
    account = Account.objects.get(pk=people[0].account)
    token = services.issue_token(account=account, name="", scopes={"read"}).secret

    def of(player: str) -> list[str]:
        answer = Caller(token).get(f"{OVER}&player={player}")
        return [each["id"] for each in answer.body["results"]]

    of(other)  # Notes that the token has been used.
    assert of(me) == [str(match_id)]
    assert of(other) == []


def test_the_standbys_list_is_the_primarys_to_the_byte(standby: Database) -> None:
    played()
    caught_up(standby)

    from_standby = Client().get(OVER).content
    STANDBY.note_away()

    assert Client().get(OVER).content == from_standby


def test_after_a_write_of_the_same_request_the_primary_answers(standby: Database) -> None:
    match_id = played()
    caught_up(standby)
    assert read_one(match_id) == ALIAS

    prepared.answers_row(b"SELECT 1 WHERE $1::int = 1", [1])
    assert read_one(match_id) == "default"
    begin_request()
    assert read_one(match_id) == ALIAS
    Match.objects.filter(id=match_id).update(visibility="public")
    assert read_one(match_id) == "default"

    begin_request()
    with transaction.atomic():
        assert read_one(match_id) == "default"


def test_what_the_standby_lacks_the_primary_has(standby: Database) -> None:
    standby.execute("SELECT pg_wal_replay_pause()")
    match_id = played()

    assert standby_reads.may_ask()
    assert read_one(match_id) == "default"
    assert STANDBY.is_asked(), "it is behind, not away"


def test_a_standby_that_lags_is_not_asked_until_it_has_caught_up(standby: Database) -> None:
    standby.execute("SELECT pg_wal_replay_pause()")
    match_id = played()
    with connections["default"].cursor() as cursor:
        cursor.execute(BEAT, [standby_reads.LAG_MAX_S + 1])
    begin_request()

    assert who_answers(listed) == {"standby": False, "primary": True}
    assert str(match_id) in listed()

    standby.execute("SELECT pg_wal_replay_resume()")
    caught_up(standby)
    begin_request()
    assert who_answers(listed) == {"standby": True, "primary": False}


@pytest.mark.more
def test_rows_of_the_standby_are_changed_at_the_primary(standby: Database) -> None:
    match_id = played()
    caught_up(standby)
    row = standby_reads.read(lambda: Match.objects.get(id=match_id))

    row.save(update_fields=["visibility"])

    assert row._state.db == "default"  # noqa: SLF001 - as above.


def test_what_the_owner_has_read_stays_with_the_owner(committed_db: None) -> None:
    match_id = played()
    row = Match.objects.using("owner").get(id=match_id)
    router = standby_reads.Router()

    assert router.db_for_write(Match, instance=row) is None
    assert router.allow_relation(row, Match.objects.get(id=match_id)) is None
    assert router.allow_relation(row, row) is None


@pytest.mark.more
def test_a_standby_that_dies_is_not_missed(node: Node, standby: Database) -> None:
    match_id = played()
    caught_up(standby)
    before = listed()
    node.kill()

    assert listed() == before
    assert str(match_id) in before
    assert not STANDBY.is_asked()
    node.start()


@pytest.mark.more
def test_a_download_that_has_begun_ends_whole_without_the_standby(
    node: Node, standby: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "CHUNK", 2)
    ladder = ladders.opened()
    for _ in range(3):
        ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 3])
    whole = list(exporting.history(ladder))
    caught_up(standby)
    begin_request()

    with CaptureQueriesContext(connections[ALIAS]) as there:
        rows = exporting.history(ladder)
        begun = [next(rows) for _ in range(3)]
    assert there.captured_queries
    node.kill()

    assert [*begun, *rows] == whole
    assert len(whole) == 9
    node.start()


@pytest.mark.more
def test_whose_ratings_a_dump_tells_the_primary_says(
    standby: Database, tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_KEY = "a key of the site"
    match_id = played()
    ladder = ladders.opened(visibility="public")
    ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 3], match=str(match_id))
    caught_up(standby)

    def told() -> int:
        begin_request()
        files = parts.write(tmp_path, 1, [match_id]).files
        return sum(file.rows for file in files if file.table == "ratings")

    assert told() == 2 * 3, "of two formats"
    standby.execute("SELECT pg_wal_replay_pause()")
    Ladder.objects.filter(pk=ladder.pk).update(visibility="private")
    assert told() == 0


def test_without_a_standby_the_primary_answers(committed_db: None) -> None:
    begin_request()

    assert not standby_reads.may_ask()
    assert read_one(played()) == "default"
