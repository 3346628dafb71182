"""Who sees what of a match, before its end and after it."""

from random import Random

import pytest

from games.core import PUBLIC
from matches import selectors
from matches.actors import Player
from matches.services import moving
from tests.matches import tables
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

SHORT = {"rounds": 1}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


class TestSight:
    def test_before_the_end_the_log_hides_hands_and_every_hash(self, players: list[Player]) -> None:
        match_id = tables.begun(players)

        mine = selectors.log(match_id, players[1].account)
        public = selectors.log(match_id, None)

        assert mine[0]["viewer"] == 1
        assert public[0]["viewer"] == "public"
        assert public[-1]["data"] == {"hands": [15, 15, 15]}
        assert [type(hand) for hand in mine[-1]["data"]["hands"]] == [int, list, int]
        lines = (*mine[1:], *public[1:])
        assert {(line["hash"], line["by"]) for line in lines} == {(None, None)}

    def test_after_the_end_everybody_reads_everything(self, players: list[Player]) -> None:
        match_id = tables.begun(players, options=SHORT)
        tables.play_out(match_id, players)

        log = selectors.log(match_id, None)

        assert log[0]["viewer"] == "all"
        assert all(line["hash"] and line["by"] for line in log[1:])
        assert len(log[-1]["data"]["seed"]) == 64
        assert [line["version"] for line in log[1:]] == list(range(1, len(log)))

    def test_nobody_reads_as_somebody_else_before_the_end(self, players: list[Player]) -> None:
        match_id = tables.begun(players)

        for asked in ("all", "1"):
            with refused("permission_denied"):
                selectors.log(match_id, players[0].account, viewer=asked)
        with refused("invalid"):
            selectors.log(match_id, players[0].account, viewer="7")
        assert selectors.log(match_id, players[0].account, viewer="public")[0]["viewer"] == "public"

    def test_a_replay_shows_the_table_as_it_stood(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        before = tables.page(match_id, players[0])
        tables.next_move(match_id, players, Random(1))

        then = selectors.replay(match_id, players[0].account, at=before["version"], viewer=None)

        assert then.view == before["view"]
        assert then.event.type == "hands_dealt"
        with refused("invalid"):
            selectors.replay(match_id, None, at=99, viewer=None)

    def test_a_match_from_memory_is_not_replayed_while_it_runs(self, players: list[Player]) -> None:
        match_id = tables.begun(players, options={"history": "memory"})
        tables.next_move(match_id, players, Random(1))

        with refused("permission_denied"):
            selectors.replay(match_id, players[0].account, at=7, viewer=None)

    def test_a_private_match_exists_for_its_people_alone(self, players: list[Player]) -> None:
        match_id = tables.opened(players[0], visibility="private")
        tables.seat(match_id, players[1])

        for stranger in (players[2], None):
            with refused("not_found"):
                tables.page(match_id, stranger)
        assert tables.page(match_id, players[0])["status"] == "open"
        assert tables.page(match_id, players[1])["my_seat"] == 0
        with refused("not_found"):
            moving.submit_move(
                match_id=match_id,
                player=players[2],
                move={},
                expected_version=2,
                key=tables.new_key(),
                fingerprint=b"",
            )

    def test_the_proof_shows_the_commitment_at_once_and_the_draws_at_the_end(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, options=SHORT)
        before = selectors.proof(match_id, None)
        tables.play_out(match_id, players)

        after = selectors.proof(match_id, None)

        assert (before.seed, before.draws) == (None, None)
        assert before.commitment == after.commitment
        assert [draw.label for draw in after.draws or ()] == ["leader", "deal/1"]
        assert after.draws is not None
        assert isinstance(after.draws[1].result, list)
        assert len(after.draws[1].result) == 45

    def test_the_public_view_names_no_seat(self, players: list[Player]) -> None:
        assert PUBLIC < 0
        assert tables.page(tables.begun(players))["my_seat"] is None
