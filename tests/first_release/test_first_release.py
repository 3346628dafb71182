"""What was played under the first release is whole, and shows what it showed."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from cutpurse import verify
from eventstore import verification
from games.core import ALL
from matches import archive, selectors
from matches.actors import Player
from matches.aggregate import CACHE
from matches.events import KIND
from matches.models import Match, Seat
from ratings.ladder.events import KIND as LADDER
from ratings.models import Ladder
from ratings.services import managing
from tests.callers import Caller
from tests.first_release import frozen
from tests.matches import tables
from tests.ratings import ladders

TOLD = frozen.told()
every_log = pytest.mark.parametrize("log", frozen.LOGS, ids=lambda log: log.name.split(".")[0])


def differences(then: object, now: object, at: str = "") -> Iterator[str]:
    """Yield where an answer lacks what it told, or tells something else; it may tell more."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name, value in then.items():
            if name in now:
                yield from differences(value, now[name], f"{at}/{name}")
            else:
                yield f"{at}/{name} is gone"
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from differences(one, other, f"{at}/{number}")
    elif then != now:
        yield f"{at} was {then!r}, and is {now!r}"


@pytest.mark.parametrize(
    ("then", "now", "told"),
    [
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "new": 2}], "new": 3}, []),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, ["/a/0/b was 1, and is 2"]),
        ({"a": 1, "b": None}, {"a": 1}, ["/b is gone"]),
        ([1, 2], [1], [" was [1, 2], and is [1]"]),
    ],
)
def test_what_is_gone_or_something_else_is_a_difference(
    then: object, now: object, told: list[str]
) -> None:
    assert list(differences(then, now)) == told


@every_log
def test_a_log_verifies_offline(log: Path, tmp_path: Path) -> None:
    path = frozen.unpacked(log, tmp_path)

    assert verify.main([str(path)]) == 0


@every_log
@pytest.mark.django_db
def test_a_log_comes_in_and_goes_out_as_it_was(log: Path, tmp_path: Path) -> None:
    path = frozen.unpacked(log, tmp_path)

    match_id = archive.import_file(path)

    assert verification.check(KIND, match_id) == []
    assert "".join(archive.log_lines(match_id, ALL)) == path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def running_site(django_db_setup: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), frozen.site():
        yield


@pytest.fixture
def site(running_site: None) -> Iterator[None]:
    """Give the database of the first release, after today's migrations, for one test."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    CACHE.clear()


@pytest.mark.more
@pytest.mark.usefixtures("site")
class TestTheDatabase:
    def test_every_stream_verifies_and_every_row_is_that_of_a_rebuild(self) -> None:
        output = StringIO()

        call_command("verify", stdout=output)

        assert output.getvalue().endswith(" 0 faults\n")
        assert {kind for kind, _ in verification.everything()} == {
            "ladder",
            "match",
            "tournament",
            "vacation",
        }

    def test_the_api_tells_what_it_told(self) -> None:
        found = []
        for path, then in TOLD.answers.items():
            now = Caller().get(path)
            assert now.status == 200, path
            found += [f"{path}: {each}" for each in differences(then, now.body)]

        assert found == []

    def test_every_seat_sees_what_it_saw(self) -> None:
        found = []
        for who, then in TOLD.seats.items():
            match, account = map(UUID, who.split())
            now = msgspec.to_builtins(selectors.match_page(match, account))
            found += [f"{who}: {each}" for each in differences(then, now)]

        assert found == []

    def test_every_match_has_its_pages(self) -> None:
        for match in Match.objects.all():
            addresses = [f"/matches/{match.pk}"]
            if match.started_at is not None:
                addresses.append(f"/matches/{match.pk}/replay")
            for address in addresses:
                assert Client().get(address).status_code == 200, address

    def test_what_was_being_played_is_played_to_its_end(self) -> None:
        live = list(Match.objects.filter(status="live").order_by("game"))
        games = [match.game for match in live]
        assert games == ["pickpocket", "second-story", "stick-em", "sticky-fingers"]

        for match in live:
            seats = Seat.objects.filter(match=match).order_by("seat")
            players = [Player(seat.account_id, seat.player) for seat in seats if seat.account_id]
            tables.play_out(match.pk, players)

            assert tables.page(match.pk)["status"] == "finished"
            assert verification.check(KIND, match.pk) == []
            assert tables.log_findings(match.pk) == []

    def test_a_ladder_ends_its_season_as_it_was_and_begins_the_next_with_a_well(self) -> None:
        found = list(Ladder.objects.all())
        assert found
        for ladder in found:
            assert (ladder.well, ladder.slots) == ("", 0)
            managing.close_season(
                ladder_id=ladder.id, name="after", keep_percent=50, order=ladders.order()
            )

            assert Ladder.objects.get(id=ladder.id).well
            assert verification.check(LADDER, ladder.id) == []
