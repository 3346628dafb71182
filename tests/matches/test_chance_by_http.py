"""Promises and shares as programs send them: what is short, late, repeated or another's."""

import json
from typing import Any

import pytest

from games import fair_draws
from tests.callers import Answer, Caller, new_player
from tests.matches import tables

pytestmark = pytest.mark.django_db

SHARES = (bytes(range(32)), bytes(range(32, 64)))


def put(who: Caller, match: str, what: str, **body: object) -> Answer:
    sent = json.dumps({"attempt": 1, **body}).encode()
    return who.send("PUT", f"/matches/{match}/{what}", sent)


@pytest.fixture
def players() -> list[Caller]:
    return [new_player(), new_player()]


@pytest.fixture
def match(players: list[Caller]) -> str:
    asked = {"game": "pickpocket", "seats": 2, "gather": 600}
    opened: str = players[0].post("/matches", asked).body["id"]
    for each in players:
        seated = each.post(f"/matches/{opened}/seats", {"shares": True})
        assert seated.status == 201, seated.body
    return opened


def promised(match: str, seat: int) -> str:
    return fair_draws.promise(match, 1, seat, SHARES[seat]).hex()


def sealed(players: list[Caller], match: str) -> None:
    for seat, each in enumerate(players):
        assert put(each, match, "promise", promise=promised(match, seat)).status == 200


def looked(who: Caller, match: str) -> Any:
    return who.get(f"/matches/{match}").body


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "0g" * 32, "AB" * 32, None, 5])
@pytest.mark.parametrize("what", ["promise", "share"])
def test_what_is_short_long_or_no_hexadecimal_is_refused_by_its_field(
    players: list[Caller], match: str, what: str, text: object
) -> None:
    version = looked(players[0], match)["version"]

    refusal = put(players[0], match, what, **{what: text})

    assert (refusal.status, refusal.code) == (400, "invalid")
    assert [each["field"] for each in refusal.body["errors"]] == [what]
    assert looked(players[0], match)["version"] == version


def test_a_promise_or_share_of_another_is_refused(players: list[Caller], match: str) -> None:
    stranger = new_player()
    assert put(stranger, match, "promise", promise=promised(match, 0)).code == "seat_not_yours"
    sealed(players, match)

    assert put(stranger, match, "share", share=SHARES[0].hex()).code == "seat_not_yours"
    assert put(players[1], match, "share", share=SHARES[0].hex()).code == "share_mismatch"
    assert put(Caller(), match, "share", share=SHARES[0].hex()).code == "not_authenticated"


def test_who_copies_a_promise_cannot_show_anything_for_it(
    players: list[Caller], match: str
) -> None:
    for each in players:
        assert put(each, match, "promise", promise=promised(match, 0)).status == 200
    for share in SHARES:
        assert put(players[1], match, "share", share=share.hex()).code == "share_mismatch"


def test_what_is_sent_again_changes_nothing_and_what_comes_late_is_told(
    players: list[Caller], match: str
) -> None:
    assert put(players[0], match, "share", share=SHARES[0].hex()).code == "not_on_roll"
    sealed(players, match)
    assert put(players[0], match, "promise", promise=promised(match, 0)).status == 200
    assert put(players[0], match, "promise", promise="00" * 32).code == "already_sealed"
    assert put(players[0], match, "share", attempt=2, share=SHARES[0].hex()).code == "invalid"
    for seat, each in enumerate(players):
        for _ in range(2):
            assert put(each, match, "share", share=SHARES[seat].hex()).status == 200

    page = looked(players[0], match)
    assert page["status"] == "live"
    assert "chance" not in page
    late = put(players[0], match, "promise", promise="11" * 32)
    assert (late.status, late.code) == (409, "already_sealed")
    assert looked(players[0], match)["version"] == page["version"]


@pytest.mark.parametrize("seed", ["", "a" * 65, "two words", "é"])
def test_a_client_seed_out_of_form_is_refused(players: list[Caller], seed: str) -> None:
    opened = players[0].post("/matches", {"game": "pickpocket", "seats": 2}).body["id"]

    refusal = players[1].post(f"/matches/{opened}/seats", {"client_seed": seed})

    assert (refusal.status, refusal.code) == (400, "invalid")
    assert tables.types(opened) == ["match_opened"]
