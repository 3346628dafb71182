"""A match from the open table to the verified history, as the services play it."""

from random import Random
from uuid import uuid4

import pytest

from accounts.problems import Problem
from eventstore import streams, verification
from games.core import PUBLIC
from matches import selectors
from matches.actors import Player
from matches.models import Match, Seat
from matches.services import leaving, moving, opening, seating
from matches.services.opening import Request
from matches.state import KIND
from tests.matches import tables

pytestmark = pytest.mark.django_db

SHORT = {"rounds": 1}


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def refused(code: str) -> "pytest.RaisesExc[Problem]":
    """Expect a problem with a code."""
    return pytest.RaisesExc(Problem, check=lambda problem: problem.code == code)


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

    assert [chair["player"] for chair in tables.page(match_id)["seats"]] == [players[1].username]
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

    assert answer.body["version"] == seen["version"] + 1
    (event,) = answer.body["events"]
    assert event["type"] == "pain_chosen"
    assert event["data"] == {"seat": 1, "card": seen["legal_moves"][0]["card"]}
    assert answer.body["to_act"] == [0, 2]
    assert answer.body["legal_moves"] == []


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

        assert [event["type"] for event in first.body["events"]][-1] == "match_finished"
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


class TestLeaving:
    def test_a_bot_plays_on_for_who_resigns_while_two_people_remain(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)

        leaving.resign(match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b"")

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
            leaving.resign(match_id=match_id, player=player, key=tables.new_key(), fingerprint=b"")

        page = tables.page(match_id)

        assert page["result"] == {
            "placings": [3, 2, 1],
            "scores": [0, 0, 0],
            "reason": "resigned",
        }
        assert verification.check(KIND, match_id) == []

    def test_all_people_together_call_a_match_off(self, players: list[Player]) -> None:
        match_id = tables.begun(players)

        votes = [
            leaving.abort_vote(
                match_id=match_id, player=player, key=tables.new_key(), fingerprint=b""
            ).body
            for player in players
        ]

        assert [(vote["votes"], vote["needed"]) for vote in votes] == [(1, 3), (2, 3), (3, 3)]
        assert [vote["status"] for vote in votes] == ["live", "live", "void"]
        assert tables.page(match_id)["result"]["reason"] == "aborted by all players"
        assert verification.check(KIND, match_id) == []

    def test_the_opener_alone_calls_off_what_has_not_begun(self, players: list[Player]) -> None:
        match_id = tables.opened(players[0])
        with refused("permission_denied"):
            leaving.abort_vote(
                match_id=match_id, player=players[1], key=tables.new_key(), fingerprint=b""
            )

        leaving.abort_vote(
            match_id=match_id, player=players[0], key=tables.new_key(), fingerprint=b""
        )

        assert tables.page(match_id)["status"] == "void"

    def test_the_vote_that_called_a_match_off_is_answered_again_the_same(
        self, players: list[Player]
    ) -> None:
        match_id = tables.begun(players)
        key = tables.new_key()
        answers = [
            leaving.abort_vote(match_id=match_id, player=player, key=key, fingerprint=b"")
            for player in (*players, players[2])
        ]

        assert answers[3].replayed
        assert answers[3].body == answers[2].body == {"votes": 3, "needed": 3, "status": "void"}

    def test_nobody_learns_of_a_private_match_by_calling_it_off(
        self, players: list[Player]
    ) -> None:
        match_id = tables.opened(players[0], visibility="private")

        with refused("not_found"):
            leaving.abort_vote(
                match_id=match_id, player=players[1], key=tables.new_key(), fingerprint=b""
            )


class TestSight:
    def test_before_the_end_the_log_hides_hands_and_every_hash(self, players: list[Player]) -> None:
        match_id = tables.begun(players)

        mine = selectors.log(match_id, players[1].account)
        public = selectors.log(match_id, None)

        assert mine[0]["viewer"] == 1
        assert public[0]["viewer"] == "public"
        assert public[-1]["data"] == {"hands": [15, 15, 15]}
        assert [type(hand) for hand in mine[-1]["data"]["hands"]] == [int, list, int]
        assert {line["hash"] for line in (*mine[1:], *public[1:])} == {None}

    def test_after_the_end_everybody_reads_everything(self, players: list[Player]) -> None:
        match_id = tables.begun(players, options=SHORT)
        tables.play_out(match_id, players)

        log = selectors.log(match_id, None)

        assert log[0]["viewer"] == "all"
        assert all(line["hash"] for line in log[1:])
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

        assert then["view"] == before["view"]
        assert then["event"]["type"] == "hands_dealt"
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

        assert before["seed"] is before["draws"] is None
        assert before["commitment"] == after["commitment"]
        assert [draw["label"] for draw in after["draws"]] == ["leader", "deal/1"]
        assert len(after["draws"][1]["result"]) == 45

    def test_the_public_view_names_no_seat(self, players: list[Player]) -> None:
        assert PUBLIC < 0
        assert tables.page(tables.begun(players))["my_seat"] is None
