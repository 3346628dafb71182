"""Seasons that close by plan: the moment is told beforehand, and the agenda keeps it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from agenda.models import DueRow
from agenda.registry import Job
from api.problems import Problem
from eventstore import verification
from ratings import jobs
from ratings.aggregate import SEASON_END
from ratings.models import Ladder
from ratings.services import corrections, managing
from tests.ratings import ladders

pytestmark = pytest.mark.django_db

END = datetime.now(UTC).replace(microsecond=0) + timedelta(days=30)


class Later:
    """A clock that stands at a later moment."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self, _zone: object) -> datetime:
        return self.at


def planned(**plan: object) -> Ladder:
    ladder = ladders.opened(season="Autumn")
    plan = {"at": END.isoformat(), "name": "Winter", "keep_percent": 0, **plan}
    managing.edit(ladder_id=ladder.id, changes={"season_end": plan}, order=ladders.order())
    return Ladder.objects.get(id=ladder.id)


def due_of(ladder: Ladder) -> DueRow | None:
    return DueRow.objects.filter(kind=SEASON_END, subject=ladder.id).first()


def run(ladder: Ladder) -> None:
    jobs.close_season(Job(SEASON_END, ladder.id, ladder.version, END, "", 0, None))


def test_a_season_closes_at_its_planned_moment_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ladder = planned()
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    row = due_of(ladder)
    assert row is not None
    assert row.due_at == END

    run(ladder)
    early = Ladder.objects.get(id=ladder.id).season
    monkeypatch.setattr("eventstore.command_handler.datetime", Later(END + timedelta(seconds=1)))
    run(ladder)
    run(ladder)
    after = Ladder.objects.get(id=ladder.id)

    assert early == 1
    assert (after.season, after.settings["season"]) == (2, "Winter")
    assert after.settings["season_end"]["at"] == ""
    assert [each.name for each in after.seasons.all()] == ["Autumn"]
    assert set(ladders.ratings(after).values()) == {1_500_000}
    assert due_of(after) is None
    assert verification.check("ladder", ladder.id) == []
    assert ladders.differences(after) == 0


def test_a_plan_that_is_moved_or_taken_back_takes_its_job_along() -> None:
    ladder = planned()
    moved = END + timedelta(days=7)

    managing.edit(
        ladder_id=ladder.id,
        changes={"season_end": {"at": moved.isoformat()}},
        order=ladders.order(),
    )
    row = due_of(ladder)
    managing.edit(ladder_id=ladder.id, changes={"season_end": {}}, order=ladders.order())

    assert row is not None
    assert row.due_at == moved
    assert due_of(ladder) is None


def test_a_season_closed_by_hand_leaves_no_plan() -> None:
    ladder = planned()

    managing.close_season(ladder_id=ladder.id, name="Frost", keep_percent=50, order=ladders.order())

    assert due_of(ladder) is None
    assert Ladder.objects.get(id=ladder.id).settings["season_end"]["at"] == ""


@pytest.mark.parametrize(
    "plan",
    [
        {"at": "2020-01-01T00:00:00Z"},
        {"at": "soon"},
        {"at": "2099-01-01T00:00:00"},
        {"name": "Autumn"},
        {"keep_percent": 101},
    ],
)
def test_a_plan_that_cannot_be_kept_is_refused(plan: dict[str, object]) -> None:
    with pytest.raises(Problem):
        planned(**plan)


def test_everyone_reads_beforehand_when_the_season_closes(client: Client) -> None:
    ladder = planned()

    page = client.get(f"/ladders/{ladder.slug}").content.decode()
    told = client.get(f"/api/v1/ladders/{ladder.slug}").json()

    assert "data-season-end" in page
    assert "Winter begins." in page
    assert told["season_end"]["name"] == "Winter"


def test_merges_stand_among_what_was_decided_about_a_player(client: Client) -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    ladders.played(ladder, ["anne", "bob"], [1, 2])
    corrections.merge(
        ladder_id=ladder.id, gone="anne", into="ann", order=ladders.order("one person")
    )

    page = client.get(f"/ladders/{ladder.slug}/players/guest:ann", follow=True).content.decode()

    assert "The matches of anne count for this player" in page
    assert "one person" in page
