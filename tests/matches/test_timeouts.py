"""What happens at zero: every row of the tables of docs/clocks.md, played."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from eventstore import streams, verification
from games.core import placings
from matches.actors import Player
from matches.command_handler import CommandResult
from matches.events import KIND
from matches.models import Match
from matches.services import leaving, pausing
from matches.services.turns import expire_clock, play_bots
from tests.matches import tables
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

SHORT = {"rounds": 1}
MINUTE = {"per_move": 60}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def begun(players: list[Player], policy: str, **wanted: Any) -> UUID:
    """Return a match of people who have a minute for each move."""
    wanted = {"clock": MINUTE, "options": SHORT, **wanted}
    return tables.begun(players, on_timeout=policy, **wanted)


def all_but(match_id: UUID, players: list[Player], absent: int) -> None:
    """Have everybody choose a pain card but one."""
    for seat, player in enumerate(players):
        if seat != absent:
            seen = tables.page(match_id, player)
            tables.move(match_id, player, seen["legal_moves"][0], seen["version"])


def pair(policy: str) -> tuple[UUID, list[Player]]:
    """Return a match of two in a game that two can play."""
    players = tables.people(2)
    match_id = tables.begun(players, on_timeout=policy, clock=MINUTE, game="pickpocket", options={})
    return match_id, players


def come_back(match_id: UUID, player: Player) -> CommandResult:
    return leaving.come_back(
        match_id=match_id, player=player, key=tables.new_key(), fingerprint=b""
    )


def play_to_the_end(match_id: UUID) -> None:
    """Have bots play, and time run out for all others."""
    while (match := Match.objects.get(id=match_id)).status == "live":
        play_bots(match_id, match.version)
        if Match.objects.get(id=match_id).version == match.version:
            tables.expire(match_id)


def ended(match_id: UUID) -> dict[str, Any]:
    """Return how a match ended; its history must prove itself here and offline."""
    assert verification.check(KIND, match_id) == []
    assert tables.log_findings(match_id) == []
    page = tables.page(match_id)
    return {"status": page["status"], **page["result"]}


class TestTimeUp:
    def test_auto_makes_the_neutral_move_and_the_table_decides(self, players: list[Player]) -> None:
        match_id = begun(players, "auto")
        all_but(match_id, players, absent=2)
        before = tables.page(match_id)["version"]

        tables.expire(match_id)

        assert tables.types(match_id, before)[:2] == ["seat_timed_out", "pain_chosen"]
        play_to_the_end(match_id)
        assert ended(match_id)["reason"] == "played_out"

    def test_bot_plays_on_and_who_never_returns_is_last(self, players: list[Player]) -> None:
        match_id = begun(players, "bot")
        all_but(match_id, players, absent=1)
        before = tables.page(match_id)["version"]

        tables.expire(match_id)

        assert tables.types(match_id, before) == ["seat_timed_out", "seat_replaced"]
        seat = tables.page(match_id)["seats"][1]
        assert (seat["bot"], seat["away"], seat["left"]) == ("greedy", True, False)
        play_to_the_end(match_id)
        result = ended(match_id)
        assert (result["status"], result["reason"]) == ("finished", "played_out")
        assert result["placings"][1] == 3

    def test_who_returns_plays_on_and_the_table_decides(self, players: list[Player]) -> None:
        match_id = begun(players, "bot")
        all_but(match_id, players, absent=1)
        tables.expire(match_id)
        seen = tables.page(match_id, players[1])
        assert seen["legal_moves"] == []
        with refused("clock_expired"):
            tables.move(match_id, players[1], {}, seen["version"])

        come_back(match_id, players[1])

        with refused("permission_denied"):
            come_back(match_id, players[1])
        assert tables.deadline(match_id) - Match.objects.get(id=match_id).updated_at == timedelta(
            seconds=60
        )
        tables.play_out(match_id, players)
        result = ended(match_id)
        assert result["placings"] == list(placings(result["scores"]))

    def test_forfeit_places_the_seat_last_and_a_bot_plays_on_for_two_or_more(
        self, players: list[Player]
    ) -> None:
        match_id = begun(players, "forfeit")
        all_but(match_id, players, absent=0)

        tables.expire(match_id)

        seat = tables.page(match_id)["seats"][0]
        assert (seat["bot"], seat["left"]) == ("greedy", True)
        with refused("seat_not_yours"):
            come_back(match_id, players[0])
        play_bots(match_id, tables.page(match_id)["version"])
        rest = [players[1], players[2]]
        while tables.page(match_id)["status"] == "live":
            for player in rest:
                seen = tables.page(match_id, player)
                if seen["legal_moves"]:
                    tables.move(match_id, player, seen["legal_moves"][0], seen["version"])
            play_bots(match_id, tables.page(match_id)["version"])
        result = ended(match_id)
        assert (result["reason"], result["placings"][0]) == ("played_out", 3)

    def test_forfeit_ends_a_match_of_two(self) -> None:
        match_id, _ = pair("forfeit")
        (late,) = tables.page(match_id)["to_act"]

        tables.expire(match_id)

        result = ended(match_id)
        assert (result["status"], result["reason"]) == ("finished", "forfeited")
        assert (result["placings"][late], result["placings"][1 - late]) == (2, 1)

    def test_abort_calls_the_match_off(self, players: list[Player]) -> None:
        match_id = begun(players, "abort")
        all_but(match_id, players, absent=2)

        tables.expire(match_id)

        assert ended(match_id) == {
            "status": "void",
            "placings": None,
            "scores": None,
            "reason": "seat 2 ran out of time",
        }

    def test_two_that_run_out_at_the_same_moment_share_the_last_place(
        self, players: list[Player]
    ) -> None:
        match_id = begun(players, "forfeit")
        all_but_two = tables.page(match_id, players[1])
        tables.move(match_id, players[1], all_but_two["legal_moves"][0], all_but_two["version"])

        tables.expire(match_id)

        result = ended(match_id)
        assert (result["reason"], result["placings"]) == ("forfeited", [2, 1, 2])

    def test_two_whom_bots_replace_at_the_same_moment_share_the_place_behind_the_other(
        self, players: list[Player]
    ) -> None:
        match_id = begun(players, "bot")
        seen = tables.page(match_id, players[1])
        tables.move(match_id, players[1], seen["legal_moves"][0], seen["version"])
        tables.expire(match_id)

        while tables.page(match_id)["status"] == "live":
            play_bots(match_id, tables.page(match_id)["version"])
            seen = tables.page(match_id, players[1])
            if seen["legal_moves"]:
                tables.move(match_id, players[1], seen["legal_moves"][0], seen["version"])

        result = ended(match_id)
        assert (result["reason"], result["placings"]) == ("played_out", [2, 1, 2])

    @pytest.mark.parametrize("policy", ["bot", "forfeit"])
    def test_when_nobody_has_come_the_match_is_void(
        self, players: list[Player], policy: str
    ) -> None:
        match_id = begun(players, policy)

        tables.expire(match_id)

        assert tables.types(match_id)[-4:] == ["seat_timed_out"] * 3 + ["match_voided"]
        assert ended(match_id)["reason"] == "all players ran out of time at once"

    def test_for_a_built_in_bot_it_is_always_the_neutral_move(self, players: list[Player]) -> None:
        match_id = tables.begun(
            players[:2], ["random"], on_timeout="abort", clock=MINUTE, options=SHORT
        )
        all_but(match_id, players[:2], absent=2)

        tables.expire(match_id)

        event = next(e for e in streams.load(KIND, match_id) if e.type == "seat_timed_out")
        assert event.body == '{"policy":"auto","seat":2}'
        assert tables.page(match_id)["status"] == "live"


class TestLeavers:
    @pytest.mark.more
    @pytest.mark.parametrize("policy", ["auto", "bot", "forfeit"])
    def test_who_resigns_is_last_and_a_bot_plays_on(
        self, players: list[Player], policy: str
    ) -> None:
        match_id = begun(players, policy)

        leaving.resign(match_id=match_id, player=players[1], key=tables.new_key(), fingerprint=b"")

        seat = tables.page(match_id)["seats"][1]
        assert (seat["bot"], seat["left"]) == ("greedy", True)

    def test_with_abort_the_match_of_a_leaver_is_void(self, players: list[Player]) -> None:
        match_id = begun(players, "abort")

        leaving.resign(match_id=match_id, player=players[1], key=tables.new_key(), fingerprint=b"")

        assert ended(match_id)["reason"] == "seat 1 resigned"

    def test_who_is_away_may_still_resign(self, players: list[Player]) -> None:
        match_id = begun(players, "bot")
        all_but(match_id, players, absent=0)
        tables.expire(match_id)
        for seat in (0, 1):
            leaving.resign(
                match_id=match_id, player=players[seat], key=tables.new_key(), fingerprint=b""
            )

        result = ended(match_id)

        assert (result["reason"], result["placings"]) == ("resigned", [3, 2, 1])


class TestBanks:
    def test_each_seat_shows_what_it_has_left(self, players: list[Player]) -> None:
        match_id = begun(players, "auto", clock={"per_move": 30, "bank": 120})
        all_but(match_id, players, absent=2)

        shown = tables.page(match_id)["clocks"]

        since, deadline = shown[2]["running_since"], shown[2]["deadline"]
        assert shown == [
            {"seat": 0, "remaining": 150.0, "running_since": None, "deadline": None},
            {"seat": 1, "remaining": 150.0, "running_since": None, "deadline": None},
            {"seat": 2, "remaining": 150.0, "running_since": since, "deadline": deadline},
        ]
        assert tables.page(match_id)["deadline"] == deadline > since

    def test_a_seat_that_has_used_its_bank_has_the_time_of_each_move(
        self, players: list[Player]
    ) -> None:
        match_id = begun(players, "auto", clock={"per_move": 30, "bank": 120})
        all_but(match_id, players, absent=2)

        tables.expire(match_id)

        assert [each["remaining"] for each in tables.page(match_id)["clocks"]] == [150, 150, 30]

    def test_a_match_by_bank_alone_comes_to_its_end_when_nobody_plays(
        self, players: list[Player]
    ) -> None:
        match_id = begun(players, "auto", clock={"bank": 60, "increment": 0})

        play_to_the_end(match_id)

        assert ended(match_id)["reason"] == "played_out"

    def test_an_expiry_is_never_dated_before_its_time(self, players: list[Player]) -> None:
        match_id = begun(players, "auto")
        due = tables.deadline(match_id)

        expire_clock(match_id, tables.page(match_id)["version"], due)

        event = next(e for e in streams.load(KIND, match_id) if e.type == "seat_timed_out")
        assert event.at >= due


def test_a_pause_that_a_forfeit_completes_keeps_the_time_of_the_others() -> None:
    players = tables.people(4)
    match_id = begun(players, "forfeit")
    seen = tables.page(match_id, players[3])
    tables.move(match_id, players[3], seen["legal_moves"][0], seen["version"])
    for player in players[1:]:
        command: dict[str, Any] = {"match_id": match_id, "player": player}
        command |= {"key": tables.new_key(), "fingerprint": b"", "is_organiser": False}
        pausing.pause(**command, reason="")

    tables.expire(match_id)

    assert tables.types(match_id)[-3:] == ["seat_timed_out", "match_paused", "seat_replaced"]
    assert verification.check(KIND, match_id) == []
