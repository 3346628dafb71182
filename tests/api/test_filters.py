"""Lists are narrowed by state, rules, tournament, player and time, and events come in pages."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.callers import Caller, new_name, new_player
from tests.matches.tables import begun, opened, people, play_out
from tests.tournaments.events import Event, run_all
from tests.tournaments.test_api import done, made, new_organiser

pytestmark = pytest.mark.django_db


def ids(path: str, **asked: Any) -> list[str]:
    """Return the ids of a list."""
    answer = Caller().get(f"{path}?{urlencode(asked, doseq=True)}")
    assert answer.status == 200, answer.body
    return [each["id"] for each in answer.body["results"]]


def moment(ago: timedelta = timedelta()) -> str:
    return (datetime.now(UTC) - ago).isoformat()


class TestMatches:
    def test_are_listed_by_several_states(self) -> None:
        players = people(3)
        waiting, live, over = opened(players[0]), begun(players), begun(players)
        play_out(over, players)
        name = players[0].username

        def found(*states: str) -> set[str]:
            return set(ids("/matches", player=name, status=states))

        assert found("live") == {str(live)}
        assert found("live", "finished") == {str(live), str(over)}
        assert found() == {str(live), str(over)}
        assert str(waiting) in ids("/matches", status=["open", "void"])
        assert Caller().get("/matches?status=live&status=asleep").code == "invalid"

    def test_are_listed_by_their_rules(self) -> None:
        match = begun(people(3))
        rules = Caller().get(f"/matches/{match}").body["rules"]

        assert str(match) in ids("/matches", rules=rules)
        assert ids("/matches", rules="stick-em@999") == []

    def test_are_listed_by_time_with_the_first_moment_and_without_the_last(self) -> None:
        players = people(3)
        match = begun(players)
        play_out(match, players)
        shown = Caller().get(f"/matches?player={players[0].username}").body["results"][0]

        def found(**asked: str) -> bool:
            return ids("/matches", player=players[0].username, **asked) == [str(match)]

        for word in ("opened", "ended"):
            at = datetime.fromisoformat(shown[f"{word}_at"])
            assert found(**{f"{word}_since": at.isoformat()})
            assert not found(**{f"{word}_since": (at + timedelta(seconds=1)).isoformat()})
            assert found(**{f"{word}_before": (at + timedelta(seconds=1)).isoformat()})
            assert not found(**{f"{word}_before": at.isoformat()})

    @pytest.mark.parametrize(
        "given", ["yesterday", "2026-01-01", "2026-01-01T00:00:00", "0", "0.5", "1e9"]
    )
    def test_a_moment_says_its_offset(self, given: str) -> None:
        assert Caller().get(f"/matches?opened_since={given}").code == "invalid"

    def test_of_a_tournament_are_listed_by_its_slug(self) -> None:
        cup = Event(bots="only").enter_bots(6).start()
        cup.pair()
        run_all()

        found = ids("/matches", tournament=cup.slug)

        assert sorted(found) == sorted(str(table.match) for table in cup.round.tables)
        assert len(found) == 2
        assert Caller().get("/matches?tournament=no-such-cup").code == "not_found"

    def test_of_a_tournament_that_is_planned_are_for_its_staff(self) -> None:
        organiser = new_organiser()
        slug = made(organiser).rpartition("/")[2]

        assert organiser.get(f"/matches?tournament={slug}").body["results"] == []
        assert Caller().get(f"/matches?tournament={slug}").code == "not_found"


class TestTournaments:
    def test_are_listed_by_state_entrant_and_time(self) -> None:
        organiser, name = new_organiser(), new_name()
        player = new_player(name=name)
        cup, other = made(organiser), made(organiser)
        for each in (cup, other):
            done(organiser.post(f"{each}/open", {}))
        assert player.post(f"{cup}/entrants", {}).status == 200
        id_ = done(Caller().get(cup))["id"]

        assert ids("/tournaments", player=name) == [id_]
        assert ids("/tournaments", player=name, status=["entry", "running"]) == [id_]
        assert ids("/tournaments", player=name, status="finished") == []
        assert ids("/tournaments", player="nobody-by-this-name") == []
        assert ids("/tournaments", player=name, created_since=moment(timedelta(hours=1))) == [id_]
        assert ids("/tournaments", player=name, created_before=moment(timedelta(hours=1))) == []


class TestEvents:
    def test_come_in_pages_that_join_without_gap_or_repeat(self) -> None:
        players = people(3)
        match = begun(players)
        play_out(match, players)
        whole = Caller().get(f"/matches/{match}/events").body

        read: list[Any] = []
        at = f"/matches/{match}/events?limit=7"
        while at:
            page = Caller().get(at).body
            assert len(page["results"]) <= 7
            assert page["version"] == whole["version"]
            read += page["results"]
            at = page["next"] and page["next"].removeprefix("http://testserver")

        assert read == whole["results"]
        assert whole["next"] is None
        assert len(read) == whole["version"]

    def test_the_last_page_that_is_full_is_the_last(self) -> None:
        match = begun(people(3))
        version = Caller().get(f"/matches/{match}/events").body["version"]

        assert Caller().get(f"/matches/{match}/events?limit={version}").body["next"] is None

    @pytest.mark.parametrize("limit", ["0", "1001", "x"])
    def test_a_page_has_a_size(self, limit: str) -> None:
        match = begun(people(3))

        assert Caller().get(f"/matches/{match}/events?limit={limit}").code == "invalid"
