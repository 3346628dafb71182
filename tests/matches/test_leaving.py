"""Giving up, calling off together, and what becomes of a match whose people go."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from eventstore import verification
from matches.actors import Player
from matches.command_handler import CommandResult
from matches.events import KIND
from matches.models import Seat
from matches.services import leaving, pausing, programs, seating
from tests.callers import new_player
from tests.matches import tables
from tests.matches.tables import refused
from tests.samples import leading

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def resign(match_id: UUID, player: Player) -> CommandResult:
    """Give a seat up."""
    return leaving.resign(match_id=match_id, player=player, key=tables.new_key(), fingerprint=b"")


def vote(match_id: UUID, player: Player, key: str = "") -> CommandResult:
    """Vote to call a match off."""
    key = key or tables.new_key()
    return leaving.abort_vote(match_id=match_id, player=player, key=key, fingerprint=b"")


def pause(match_id: UUID, player: Player) -> CommandResult:
    """Vote for a pause."""
    about: dict[str, Any] = {"is_organiser": False, "reason": "", "fingerprint": b""}
    return pausing.pause(match_id=match_id, player=player, key=tables.new_key(), **about)


def placing(match_id: UUID, player: Player) -> int:
    """Return the place of a player, wherever the lot has seated them."""
    seat = Seat.objects.get(match=match_id, account=player.account)
    place: int = tables.page(match_id)["result"]["placings"][seat.seat]
    return place


RATED = {"ladder": uuid4()}
"""Of which ladder does not matter to votes."""


class TestLeaving:
    def test_a_bot_plays_on_for_who_resigns_while_two_people_remain(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)

        resign(match_id, players[0])

        page = tables.page(match_id)
        assert page["status"] == "live"
        assert page["seats"][0]["left"]
        assert page["seats"][0]["bot"]
        assert verification.check(KIND, match_id) == []

    def test_the_match_ends_when_one_person_is_left_and_who_left_first_is_last(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)
        for player in players[:2]:
            resign(match_id, player)

        page = tables.page(match_id)

        assert page["result"] == {
            "placings": [3, 2, 1],
            "scores": [0, 0, 0],
            "reason": "resigned",
        }
        assert verification.check(KIND, match_id) == []

    def test_all_people_together_call_a_match_off(self, players: list[Player]) -> None:
        match_id = tables.begun(players)

        votes = [tables.body(vote(match_id, player)) for player in players]

        assert [(vote["votes"], vote["needed"]) for vote in votes] == [(1, 3), (2, 3), (3, 3)]
        assert [vote["status"] for vote in votes] == ["live", "live", "void"]
        assert tables.page(match_id)["result"]["reason"] == "aborted by all players"
        assert verification.check(KIND, match_id) == []

    def test_the_opener_alone_calls_off_what_has_not_begun(self, players: list[Player]) -> None:
        match_id = tables.opened(players[0])
        with refused("permission_denied"):
            vote(match_id, players[1])

        vote(match_id, players[0])

        assert tables.page(match_id)["status"] == "void"

    def test_every_vote_is_answered_again_as_it_was_the_first_time(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)
        keys = [tables.new_key() for _ in players]
        first = [vote(match_id, *each) for each in zip(players, keys, strict=True)]

        again = [vote(match_id, *each) for each in zip(players, keys, strict=True)]

        assert [answer.replayed for answer in again] == [True] * 3
        assert [answer.body for answer in again] == [answer.body for answer in first]
        assert tables.types(match_id)[-4:] == ["abort_voted"] * 3 + ["match_voided"]
        assert tables.log_findings(match_id) == []

    def test_a_second_vote_of_the_same_player_is_refused_with_the_count(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)
        vote(match_id, players[0])

        with refused("already_voted") as refusal:
            vote(match_id, players[0])

        assert refusal.value.params == {"votes": 1, "needed": 3}

    def test_when_the_one_resigns_who_had_not_voted_the_match_is_called_off(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)
        vote(match_id, players[0])
        vote(match_id, players[2])

        resign(match_id, players[1])

        assert tables.types(match_id)[-2:] == ["seat_resigned", "match_voided"]
        assert tables.page(match_id)["result"]["reason"] == "aborted by all players"
        assert verification.check(KIND, match_id) == []

    def test_the_vote_of_who_has_resigned_counts_no_more(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        vote(match_id, players[0])
        resign(match_id, players[0])

        answer = vote(match_id, players[1])

        assert tables.body(answer) == {"votes": 1, "needed": 2, "status": "live"}

    def test_nobody_learns_of_a_private_match_by_calling_it_off(
        self, players: list[Player]
    ) -> None:
        match_id = tables.opened(players[0], visibility="private")

        with refused("not_found"):
            vote(match_id, players[1])

    def test_somebody_at_a_private_table_is_told_that_the_opener_alone_starts_it(
        self, players: list[Player]
    ) -> None:
        match_id = tables.opened(players[0], visibility="private", start="manual")
        tables.seat(match_id, players[1])

        for player, code in ((players[1], "permission_denied"), (players[2], "not_found")):
            with refused(code):
                seating.start(
                    match_id=match_id, player=player, key=tables.new_key(), fingerprint=b""
                )


class TestWhereOthersHaveAStake:
    def test_players_of_a_tournaments_table_neither_call_it_off_nor_stop_its_clocks(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, belongs_to={"table": uuid4()}, clock={"per_move": 60})

        for player in players:
            with refused("not_by_vote") as refusal:
                vote(match_id, player)
            with refused("not_by_vote"):
                pause(match_id, player)

        assert "ask an organiser" in refusal.value.detail
        assert refusal.value.params == {"what": "abort", "why": "tournament"}
        page = tables.page(match_id, players[0])
        assert page["no_votes"] == {"abort": "tournament", "pause": "tournament"}
        assert (page["status"], page["votes"]) == ("live", {})

    def test_nobody_alone_with_bots_calls_off_or_pauses_a_rated_match(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players[:1], ["random", "greedy"], belongs_to=RATED)

        with refused("not_by_vote"):
            vote(match_id, players[0])
        with refused("not_by_vote"):
            pause(match_id, players[0])

        assert tables.page(match_id)["no_votes"] == {"abort": "rated", "pause": "rated"}

    def test_all_people_of_a_rated_match_call_it_off_together(self, players: list[Player]) -> None:
        match_id = tables.begun(players[:2], ["random"], belongs_to=RATED)

        votes = [tables.body(vote(match_id, player))["status"] for player in players[:2]]

        assert votes == ["live", "void"]

    def test_whoever_has_given_a_rated_match_up_cannot_be_voted_out_of_the_loss(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, belongs_to=RATED)
        vote(match_id, players[1])
        vote(match_id, players[2])

        resign(match_id, players[0])

        assert tables.page(match_id)["status"] == "live"
        with refused("not_by_vote"):
            vote(match_id, players[1])
        resign(match_id, players[1])
        assert [placing(match_id, player) for player in players] == [3, 2, 1]
        assert verification.check(KIND, match_id) == []

    def test_a_program_has_no_vote_where_people_sit(self, players: list[Player]) -> None:
        programs.become_bot(account_id=players[2].account, contact="bots@example.org")
        match_id = tables.begun(players)

        with refused("not_by_vote"):
            vote(match_id, players[2])
        votes = [tables.body(vote(match_id, player)) for player in players[:2]]

        assert votes[-1] == {"votes": 2, "needed": 2, "status": "void"}
        assert verification.check(KIND, match_id) == []

    def test_a_person_alone_with_bots_ends_a_plain_match_of_their_own(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players[:1], ["random", "random"])

        assert tables.body(vote(match_id, players[0])) == {
            "votes": 1,
            "needed": 1,
            "status": "void",
        }

    def test_the_staff_calls_off_no_match_at_which_it_sits_or_sat(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, belongs_to=RATED)
        resign(match_id, players[0])
        actor = players[0].actor

        with refused("own_interest"):
            leaving.void(match_id=match_id, actor=actor, reason="mine", key=tables.new_key())
        with refused("seat_not_yours"):
            pausing.pause(
                match_id=match_id,
                player=players[0],
                key=tables.new_key(),
                fingerprint=b"",
                is_organiser=True,
                reason="mine",
            )

        (other,) = tables.people(1)
        leaving.void(match_id=match_id, actor=other.actor, reason="fire", key=tables.new_key())
        assert tables.page(match_id)["status"] == "void"


@pytest.mark.parametrize("command", leading(["start", "resign", "abort-vote", "return"]))
@pytest.mark.parametrize("body", ["", 0, [], False, None, "x", {"more": 1}])
def test_a_body_that_is_no_empty_object_is_refused(command: str, body: object) -> None:
    player = new_player()
    match = player.post("/matches", {"game": "stick-em", "seats": 3}).body["id"]

    answer = player.post(f"/matches/{match}/{command}", body)

    assert (answer.status, answer.code) == (400, "invalid")
    assert player.get(f"/matches/{match}").body["version"] == 1


def test_a_command_that_says_nothing_may_come_without_a_body() -> None:
    player = new_player()
    match = player.post("/matches", {"game": "stick-em", "seats": 3}).body["id"]

    answer = player.send("POST", f"/matches/{match}/abort-vote", b"")

    assert answer.status == 200
