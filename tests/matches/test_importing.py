"""A match that was played elsewhere comes in whole or not at all, and is nobody's here."""

from io import StringIO
from pathlib import Path
from threading import Thread
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.test import Client

from accounts.models import Account
from eventstore import streams, verification
from eventstore.models import Event
from games.core import ALL
from matches import archive, lobby, logs, match_lists, selectors
from matches.actors import Player
from matches.aggregate import CACHE
from matches.events import KIND
from matches.models import DealSeed, Match, Seat
from matches.services import turns
from tests.matches import tables, wild
from tests.matches.forging import forged
from tests.samples import sampled

pytestmark = pytest.mark.slow

OLD_LOG = Path(__file__).parent / "recorded" / "chain-1.ndjson"
LADDER, TABLE = UUID(int=8), UUID(int=9)
SAID = b"This match was played elsewhere"


def elsewhere(belongs_to: dict[str, UUID] | None = None) -> tuple[UUID, list[str], list[str]]:
    """Return a match of another installation: its id, its log, and the names of its players."""
    with transaction.atomic():
        players = tables.people(3)
        if belongs_to is None:
            match_id = tables.begun(players, options={"rounds": 1})
            tables.play_out(match_id, players)
        else:
            match_id = by_bots(players[0], belongs_to)
            while turns.play_bots(match_id, Match.objects.get(id=match_id).version):
                pass
        lines = list(archive.log_lines(match_id, ALL))
        # What is rolled back has never been.
        transaction.set_rollback(True)
    CACHE.clear()
    return match_id, lines, [player.username for player in players]


def by_bots(opener: Player, belongs_to: dict[str, UUID]) -> UUID:
    """Return a match that bots play for somebody; where it is rated its seats go by lot."""
    match_id = tables.opened(opener, 3, belongs_to=belongs_to, options={"rounds": 1})
    for _ in range(3):
        tables.seat_bot(match_id, opener)
    return match_id


def rows(match_id: UUID) -> list[int]:
    """Return how many rows of each kind there are of a match."""
    return [
        Event.objects.filter(stream_id=match_id).count(),
        Match.objects.filter(id=match_id).count(),
        Seat.objects.filter(match=match_id).count(),
        DealSeed.objects.filter(match=match_id).count(),
    ]


@pytest.mark.django_db
def test_an_imported_match_verifies_and_says_what_it_is() -> None:
    match_id, lines, _ = elsewhere()

    assert archive.import_log(lines) == match_id

    assert verification.check(KIND, match_id) == []
    assert Match.objects.get(id=match_id).imported_at is not None
    assert selectors.match_page(match_id, None).imported
    assert SAID in Client().get(f"/matches/{match_id}").content
    assert SAID in Client().get(f"/matches/{match_id}/replay").content
    listed = Client().get("/api/v1/matches").json()["results"]
    assert [row["imported"] for row in listed if row["id"] == str(match_id)] == [True]
    assert list(archive.log_lines(match_id, ALL)) == lines


@pytest.mark.django_db
def test_a_match_that_was_played_here_is_not_marked() -> None:
    match_id = tables.begun(tables.people(3))

    assert not selectors.match_page(match_id, None).imported
    assert SAID not in Client().get(f"/matches/{match_id}").content


@pytest.mark.django_db
@pytest.mark.parametrize("when", [None, "2026-11-21T10:00:00Z"])
def test_a_row_that_says_wrongly_where_a_match_was_played_is_named(when: str | None) -> None:
    match_id = archive.import_file(OLD_LOG) if when is None else tables.begun(tables.people(3))

    Match.objects.filter(id=match_id).update(imported_at=when)

    assert "imported" in verification.check(KIND, match_id)[0].text


@pytest.mark.django_db
def test_whoever_has_the_name_of_an_imported_player_is_somebody_else() -> None:
    match_id, lines, names = elsewhere()
    account = Account.objects.create(username=names[0])

    archive.import_log(lines)

    assert set(Seat.objects.filter(match=match_id).values_list("account", flat=True)) == {None}
    assert not lobby.played(by=account.pk, viewer=account.pk).exists()
    assert lobby.by_game(account.pk) == []
    found = match_lists.listed(account.pk, game=None, status=None, player=names[0])
    assert not found.filter(id=match_id).exists()
    assert f"/players/{names[0]}".encode() not in Client().get(f"/matches/{match_id}").content


@pytest.mark.django_db
@pytest.mark.parametrize("belongs_to", [{"ladder": LADDER}, {"table": TABLE}])
def test_an_imported_match_counts_for_nothing_here(belongs_to: dict[str, UUID]) -> None:
    match_id, lines, _ = elsewhere(belongs_to)

    archive.import_log(lines)

    row = Match.objects.get(id=match_id)
    assert (row.ladder_id, row.table_id) == (None, None)
    assert verification.check(KIND, match_id) == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM agenda_due WHERE subject = %s", [match_id])
        assert cursor.fetchone() == (0,)


@pytest.mark.django_db
def test_a_match_comes_in_once() -> None:
    match_id, lines, _ = elsewhere()
    archive.import_log(lines)
    before = rows(match_id)

    with pytest.raises(archive.AlreadyHereError, match="here already"):
        archive.import_log(lines)

    assert rows(match_id) == before
    assert verification.check(KIND, match_id) == []


@pytest.mark.more
@pytest.mark.django_db
def test_a_match_that_is_being_played_here_is_left_alone() -> None:
    with transaction.atomic():
        players = tables.people(3)
        live = tables.begun(players)
        moment = transaction.savepoint()
        tables.play_out(live, players)
        lines = list(archive.log_lines(live, ALL))
        # As if the site had been restored from a backup of the time when it was still played.
        transaction.savepoint_rollback(moment)
    CACHE.clear()
    before = rows(live)

    with pytest.raises(archive.AlreadyHereError):
        archive.import_log(lines)

    assert rows(live) == before
    tables.play_out(live, players)
    assert verification.check(KIND, live) == []


@pytest.mark.django_db
def test_a_log_that_is_given_the_id_of_another_match_is_refused() -> None:
    match_id, lines, _ = elsewhere()
    live = tables.begun(tables.people(3))

    for of in (live, UUID(int=match_id.int + 1), UUID(int=7)):
        with pytest.raises(logs.LogError, match=r"should be (round_began|hands_dealt)|id was made"):
            archive.import_log(forged(lines, of=of))

    assert rows(match_id) == [0, 0, 0, 0]


@pytest.mark.django_db
def test_what_a_row_could_not_hold_leaves_nothing_behind() -> None:
    match_id, lines, _ = elsewhere()
    # A stream without its row, as a lost row would leave it: the import must not build on it.
    _, events = logs.parse(lines)
    streams.adopt(KIND, match_id, events[:1])

    with pytest.raises(archive.AlreadyHereError):
        archive.import_log(lines)

    assert rows(match_id) == [1, 0, 0, 0]


@pytest.mark.django_db
def test_files_that_are_refused_are_named_one_a_line(tmp_path: Path) -> None:
    bad, missing = tmp_path / "bad.ndjson", tmp_path / "none.ndjson"
    bad.write_text('{"match":null}\n')
    output = StringIO()

    with pytest.raises(CommandError, match="3 of 4"):
        call_command(
            "import_log", str(bad), str(missing), str(tmp_path), str(OLD_LOG), stdout=output
        )

    said = output.getvalue().splitlines()
    assert [" refused: " in line for line in said] == [True, True, True, False]
    assert not any(word in output.getvalue() for word in ("Error", "Errno", "Traceback"))


@pytest.mark.more
@pytest.mark.django_db
@pytest.mark.parametrize("seed", sampled(range(2000, 2003), 2001))
def test_a_wild_match_comes_in_as_it_went_out(seed: int) -> None:
    with transaction.atomic():
        match_id = wild.play("stick-em", seed)
        lines = list(archive.log_lines(match_id, ALL))
        transaction.set_rollback(True)
    CACHE.clear()

    archive.import_log(lines)

    assert verification.check(KIND, match_id) == []
    assert list(archive.log_lines(match_id, ALL)) == lines


@pytest.mark.more
@pytest.mark.usefixtures("committed_db")
def test_of_imports_at_the_same_time_one_is_carried_out() -> None:
    # A match of its own: in the database for commits another test may have brought in the old log.
    match_id, lines, _ = elsewhere()
    said: list[str] = []

    def bring_in() -> None:
        try:
            said.append(str(archive.import_log(lines)))
        except archive.AlreadyHereError:
            said.append("refused")
        finally:
            connections.close_all()

    threads = [Thread(target=bring_in) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(said) == sorted([str(match_id), "refused", "refused", "refused"])
    assert verification.check(KIND, match_id) == []
