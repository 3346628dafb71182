"""Whoever follows a match learns of its start and its end; a free match tells nobody."""

from uuid import UUID, uuid4

import pytest

from agenda import runs
from agenda.models import DueRow
from cutpurse import subscriptions
from eventstore import streams, verification
from matches.commit import NEWS
from matches.models import Match
from matches.news import News
from matches.services import leaving
from matches.state import KIND, MatchState, Status
from tests.matches import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[News]:
    """Collect what the follower of ladders is told."""
    heard: list[News] = []
    monkeypatch.setattr(subscriptions, "FOLLOWERS", {"ladder": heard.append})
    return heard


def due(match_id: UUID) -> list[int]:
    """Return the versions of the news that wait."""
    rows = DueRow.objects.filter(kind=NEWS, subject=match_id)
    return list(rows.values_list("version", flat=True))


class TestAMatchOfALadder:
    def test_its_follower_is_told_of_the_start_and_of_the_end(self, heard: list[News]) -> None:
        ladder, players = uuid4(), tables.people(3)
        match_id = tables.opened(players[0], options={"rounds": 1}, belongs_to={"ladder": ladder})
        for player in players:
            tables.seat(match_id, player)
        started = due(match_id)
        runs.run_due_now()
        tables.play_out(match_id, players)
        ended = due(match_id)
        runs.run_due_now()

        assert [len(started), len(ended), len(due(match_id))] == [1, 1, 0]
        assert [(news.status, news.belongs_to) for news in heard] == [
            (Status.LIVE, {"ladder": ladder}),
            (Status.FINISHED, {"ladder": ladder}),
        ]
        assert [(each.name, each.account) for each in heard[1].sitting] == [
            (player.username, player.account) for player in players
        ]
        assert sorted(heard[1].result) == ["placings", "reason", "scores"]
        assert heard[1].version == ended[0] == Match.objects.get(id=match_id).version

    def test_moves_between_start_and_end_are_no_news(self) -> None:
        players = tables.people(3)
        match_id = tables.begun(players, belongs_to={"ladder": uuid4()})
        (version,) = due(match_id)
        first = tables.page(match_id)["to_act"][0]
        seen = tables.page(match_id, players[first])

        tables.move(match_id, players[first], seen["legal_moves"][0], seen["version"])

        assert due(match_id) == [version]

    def test_a_match_that_is_called_off_is_news(self, heard: list[News]) -> None:
        match_id = tables.begun(tables.people(3), belongs_to={"ladder": uuid4(), "table": uuid4()})

        leaving.void(match_id=match_id, actor="system", reason="test", key=tables.new_key())
        runs.run_due_now()

        assert [news.status for news in heard] == [Status.VOID]
        assert heard[0].result == {"reason": "test"}

    def test_its_stream_names_the_ladder_and_the_table_and_so_do_its_columns(self) -> None:
        owners = {"ladder": uuid4(), "table": uuid4()}

        match_id = tables.opened(tables.people(1)[0], belongs_to=owners)

        assert MatchState(match_id).fold(streams.load(KIND, match_id)).belongs_to == owners
        row = Match.objects.get(id=match_id)
        assert {"ladder": row.ladder_id, "table": row.table_id} == owners
        assert verification.check(KIND, match_id) == []


def test_a_free_match_is_no_news() -> None:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})

    tables.play_out(match_id, players)

    assert due(match_id) == []
    assert Match.objects.get(id=match_id).status == Status.FINISHED
