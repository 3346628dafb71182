"""A match from the open table to the verified history, as the services play it."""

from random import Random

import pytest

from eventstore import streams, verification
from matches.actors import Player
from matches.events import KIND
from matches.models import Match, Seat
from matches.services import opening, seating
from matches.services.opening import Request
from tests.matches import tables
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db

SHORT = {"rounds": 1}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def test_a_match_is_opened_filled_started_played_out_and_verified(players: list[Player]) -> None:
    match_id = tables.begun(players, options=SHORT)

    tables.play_out(match_id, players)

    page = tables.page(match_id)
    assert page["status"] == "finished"
    assert page["result"]["reason"] == "played_out"
    assert min(page["result"]["placings"]) == 1
    assert verification.check(KIND, match_id) == []


def test_the_history_of_a_match_begins_as_pinned(players: list[Player]) -> None:
    match_id = tables.begun(players, options=SHORT)

    types = [event.type for event in streams.load(KIND, match_id)]

    assert types == [
        "match_opened",
        "seat_taken",
        "seat_taken",
        "seat_taken",
        "match_started",
        "round_began",
        "hands_dealt",
    ]


def test_an_opening_fills_in_every_option_and_the_dataset(players: list[Player]) -> None:
    page = tables.page(tables.opened(players[0], 4))

    assert page["options"] == {"all_zero": "aside", "history": "open", "rounds": "players"}
    assert page["dataset"] == "stick-em/capstone-2020"
    assert (page["rules"], page["seats_max"], page["status"]) == ("stick-em@1", 4, "open")


def test_the_opener_may_start_by_hand(players: list[Player]) -> None:
    match_id = tables.begun(players, start="manual")
    assert tables.page(match_id)["status"] == "open"

    seating.start(match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b"")

    assert tables.page(match_id)["status"] == "live"


def test_a_seat_given_back_is_free_again(players: list[Player]) -> None:
    match_id = tables.opened(players[0])
    tables.seat(match_id, players[0])
    seating.give_seat_back(
        match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b""
    )

    tables.seat(match_id, players[1], seat=0)

    assert [seat["player"] for seat in tables.page(match_id)["seats"]] == [players[1].username]
    assert Seat.objects.filter(match=match_id).count() == 1


def test_each_player_sees_an_own_hand_and_no_other(players: list[Player]) -> None:
    match_id = tables.begun(players)

    hands = [tables.page(match_id, player)["view"]["hand"] for player in players]

    assert [len(hand) for hand in hands] == [15, 15, 15]
    assert len({card for hand in hands for card in hand}) == 45
    assert "hand" not in tables.page(match_id)["view"] or not tables.page(match_id)["view"]["hand"]


def test_an_answer_to_a_move_shows_what_it_brought_about(players: list[Player]) -> None:
    match_id = tables.begun(players)
    seen = tables.page(match_id, players[1])

    answer = tables.move(match_id, players[1], seen["legal_moves"][0], seen["version"])

    assert tables.body(answer)["version"] == seen["version"] + 1
    (event,) = tables.body(answer)["events"]
    assert event["type"] == "pain_chosen"
    assert event["data"] == {"seat": 1, "card": seen["legal_moves"][0]["card"]}
    assert tables.body(answer)["to_act"] == [0, 2]
    assert tables.body(answer)["legal_moves"] == []


class TestKeys:
    def test_a_repeated_move_gets_its_first_answer_whatever_has_happened_since(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players, options=SHORT)
        seen = tables.page(match_id, players[0])
        choice, key = seen["legal_moves"][3], tables.new_key()
        first = tables.move(match_id, players[0], choice, seen["version"], key=key)
        rng = Random(5)
        for _ in range(20):
            tables.next_move(match_id, players, rng)

        again = tables.move(match_id, players[0], choice, seen["version"], key=key)

        assert again.replayed
        assert again.body == first.body

    def test_a_move_that_ended_the_match_is_answered_again_too(self, players: list[Player]) -> None:
        match_id = tables.begun(players, options=SHORT)
        rng = Random(5)
        while len(streams.load(KIND, match_id)) < 7 + 4 + 14 * 4 - 2:
            tables.next_move(match_id, players, rng)
        (seat,) = tables.page(match_id)["to_act"]
        seen = tables.page(match_id, players[seat])
        (last,) = seen["legal_moves"]
        key = tables.new_key()

        first = tables.move(match_id, players[seat], last, seen["version"], key=key)
        again = tables.move(match_id, players[seat], last, seen["version"], key=key)

        assert [event["type"] for event in tables.body(first)["events"]][-1] == "match_finished"
        assert again.replayed
        assert again.body == first.body

    def test_a_key_used_for_another_request_is_refused(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        seen = tables.page(match_id, players[0])
        key = tables.new_key()
        tables.move(match_id, players[0], seen["legal_moves"][0], seen["version"], key=key)

        with refused("idempotency_key_reused"):
            tables.move(
                match_id,
                players[0],
                seen["legal_moves"][1],
                seen["version"],
                key=key,
                fingerprint=b"another",
            )

    def test_a_repeated_opening_opens_nothing_more(self, players: list[Player]) -> None:
        request = Request(game="stick-em", seats=3, options={})
        key = tables.new_key()

        first, _ = opening.open_match(
            player=players[0], request=request, key=key, fingerprint=b"same"
        )
        again, replayed = opening.open_match(
            player=players[0], request=request, key=key, fingerprint=b"same"
        )

        assert (again, replayed) == (first, True)
        assert Match.objects.filter(opened_by=players[0].account).count() == 1

    def test_a_refused_move_leaves_its_key_free(self, players: list[Player]) -> None:
        match_id = tables.begun(players)
        seen = tables.page(match_id, players[0])
        key = tables.new_key()
        with refused("version_conflict"):
            tables.move(match_id, players[0], seen["legal_moves"][0], 1, key=key)

        answer = tables.move(match_id, players[0], seen["legal_moves"][0], seen["version"], key=key)

        assert not answer.replayed
