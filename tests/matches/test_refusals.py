"""What a match refuses, with a reason that helps, and without changing anything."""

from uuid import uuid4

import pytest

from matches.actors import Player
from matches.models import Match
from matches.services import leaving, opening, seating
from matches.services.opening import Request
from tests.matches import tables
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

SHORT = {"rounds": 1}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


class TestRefusals:
    def test_a_stale_version_is_told_with_the_current_one(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        seen = tables.page(match_id, players[0])

        with refused("version_conflict") as refusal:
            tables.move(match_id, players[0], seen["legal_moves"][0], seen["version"] - 1)

        assert refusal.value.params == {
            "expected": seen["version"] - 1,
            "current": seen["version"],
        }

    def test_a_move_out_of_turn_is_refused(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        seen = tables.page(match_id, players[0])
        tables.move(match_id, players[0], seen["legal_moves"][0], seen["version"])

        with refused("not_your_turn"):
            tables.move(match_id, players[0], seen["legal_moves"][1], seen["version"] + 1)

    @pytest.mark.parametrize(
        "move",
        [
            {},
            {"type": "choose_pain"},
            {"type": "choose_pain", "card": "blue-99"},
            {"type": "choose_pain", "card": 7},
            {"type": "choose_pain", "card": ["blue-1"]},
            {"type": "choose_pain", "card": "blue-1", "more": 1},
            {"type": "play_card", "card": "blue-1"},
            {"type": ["choose_pain"], "card": "blue-1"},
        ],
    )
    def test_a_move_that_is_none_is_refused_with_a_reason(
        self, players: list[Player], move: dict[str, object]
    ) -> None:
        match_id = tables.begun(players)
        version = tables.page(match_id)["version"]

        with refused("illegal_move") as refusal:
            tables.move(match_id, players[0], move, version)

        assert refusal.value.params["reason"]
        assert tables.page(match_id)["version"] == version

    def test_a_card_of_another_hand_is_refused(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        foreign = tables.page(match_id, players[1])["legal_moves"][0]

        with refused("illegal_move"):
            tables.move(match_id, players[0], foreign, tables.page(match_id)["version"])

    def test_who_has_no_seat_cannot_move(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        (stranger,) = tables.people(1)

        with refused("seat_not_yours"):
            tables.move(match_id, stranger, {}, tables.page(match_id)["version"])

    def test_nothing_moves_before_the_start_or_after_the_end(self, players: list[Player]) -> None:
        match_id = tables.opened(players[0])
        tables.seat(match_id, players[0])
        with refused("match_not_started"):
            tables.move(match_id, players[0], {}, 2)
        tables.seat(match_id, players[1])
        tables.seat(match_id, players[2])
        leaving.resign(match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b"")
        leaving.resign(match_id=match_id, player=players[1], key=tables.new_key(), fingerprint=b"")

        with refused("match_over"):
            tables.move(match_id, players[2], {}, tables.page(match_id)["version"])

    def test_a_match_that_does_not_exist_is_not_found(self, players: list[Player]) -> None:
        with refused("not_found"):
            tables.move(uuid4(), players[0], {}, 1)
        with refused("not_found"):
            tables.page(uuid4())

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"game": "chess"}, "game"),
            ({"seats": 2}, "seats"),
            ({"seats": 7}, "seats"),
            ({"options": {"jokers": True}}, "jokers"),
            ({"options": {"rounds": 13}}, "rounds"),
            ({"options": {"rounds": True}}, "rounds"),
            ({"options": {"all_zero": 1}}, "all_zero"),
            ({"dataset": "stick-em/none"}, "dataset"),
            ({"clock": {"per_move": 0}}, "clock"),
            ({"clock": {"per_move": 10**9}}, "clock"),
            ({"clock": {"per_hour": 1}}, "clock"),
            ({"clock": 60}, "clock"),
            ({"on_timeout": "explode"}, "on_timeout"),
        ],
    )
    def test_a_match_that_cannot_be_is_not_opened(
        self, players: list[Player], change: dict[str, object], field: str
    ) -> None:
        wanted = {"game": "stick-em", "seats": 3, "options": {}, **change}

        with refused("invalid_options") as refusal:
            opening.open_match(
                player=players[0],
                request=Request(**wanted),  # type: ignore[arg-type] # Wrong on purpose.
                key=tables.new_key(),
                fingerprint=b"",
            )

        assert field in [error.field for error in refusal.value.errors]
        assert not Match.objects.filter(opened_by=players[0].account).exists()

    def test_nobody_sits_down_twice_or_on_a_taken_seat_or_at_a_full_table(
        self, players: list[Player]
    ) -> None:
        match_id = tables.opened(players[0], start="manual")
        tables.seat(match_id, players[0], seat=1)
        with refused("seat_taken"):
            tables.seat(match_id, players[0])
        with refused("seat_taken"):
            tables.seat(match_id, players[1], seat=1)
        with refused("invalid"):
            tables.seat(match_id, players[1], seat=3)
        with refused("invalid"):
            tables.seat(match_id, players[1], client_seed="not this!")
        tables.seat(match_id, players[1])
        tables.seat(match_id, players[2])

        with refused("match_full"):
            tables.seat(match_id, *tables.people(1))

    def test_only_the_opener_seats_bots_and_starts(self, players: list[Player]) -> None:
        match_id = tables.opened(players[0], start="manual")

        with refused("permission_denied"):
            tables.seat_bot(match_id, players[1])
        with refused("invalid"):
            tables.seat_bot(match_id, players[0], "deep-thought")
        with refused("permission_denied"):
            seating.start(
                match_id=match_id, player=players[1], key=tables.new_key(), fingerprint=b""
            )
        with refused("match_not_started"):
            seating.start(
                match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b""
            )
