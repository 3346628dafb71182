"""The table of what players ask of ladders: each command in the hands of everyone who might."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from ratings.api.player_commands import PLAYER_COMMANDS
from tests.callers import BASE, Answer, Caller, new_player
from tests.ratings import ladders
from tests.ratings.test_challenges import challenge, challenge_ladder

pytestmark = pytest.mark.django_db

STRANGER, READER, OUTSIDER, CHALLENGER, CHALLENGED = ROLES = (
    "somebody without a token",
    "a player whose token may only read",
    "a player without a rung",
    "the player who challenges",
    "the player who is challenged",
)
GRANTED: dict[str, frozenset[str]] = {
    "search": frozenset({OUTSIDER, CHALLENGER, CHALLENGED}),
    "cancel-search": frozenset({CHALLENGER}),
    "join": frozenset({OUTSIDER}),
    "leave": frozenset({CHALLENGER, CHALLENGED}),
    "challenge": frozenset({CHALLENGER}),
    "answer-challenge": frozenset({CHALLENGED}),
    "withdraw-challenge": frozenset({CHALLENGER}),
}
"""Who is to have what they ask for; a search is the challenger's on a ladder without rungs."""


def situation(command: str) -> tuple[dict[str, Caller], str, dict[str, Any]]:
    """Return who asks, the address, and the body."""
    callers = {STRANGER: Caller(), READER: new_player("read"), OUTSIDER: new_player()}
    body: dict[str, Any] = {}
    made = ""
    if "search" in command:
        slug = ladders.opened().slug
        callers |= {CHALLENGER: new_player(), CHALLENGED: new_player()}
        body = {"seats": 2}
        if command == "cancel-search":
            assert callers[CHALLENGER].post(f"/ladders/{slug}/searches", body).status == 201
    else:
        slug, (higher, lower), names = challenge_ladder(2)
        callers |= {CHALLENGER: lower, CHALLENGED: higher}
        if command == "challenge":
            body = {"opponents": [names[0]]}
        if command == "answer-challenge":
            body = {"accept": True}
        if command in {"answer-challenge", "withdraw-challenge"}:
            made = challenge(lower, slug, names[0])
    address = "/" + PLAYER_COMMANDS[command].path.replace("<slug:slug>", slug)
    return callers, re.sub("<uuid:challenge_id>", made, address), body


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("command", PLAYER_COMMANDS)
def test_a_command_is_for_those_alone_whom_it_is_meant_for(command: str, role: str) -> None:
    callers, address, body = situation(command)
    caller, method = callers[role], PLAYER_COMMANDS[command].method
    send: Callable[[], Answer] = (
        (lambda: caller.delete(address))
        if method == "delete"
        else (lambda: caller.post(address, body))
    )

    answer = send()

    if role in GRANTED[command]:
        assert answer.status == PLAYER_COMMANDS[command].status, (BASE, answer.body)
    elif role == STRANGER:
        assert answer.status == 401
    elif role == READER:
        assert (answer.status, answer.code) == (403, "scope_missing")
    else:
        assert 400 <= answer.status < 500
        assert answer.code in {"not_found", "challenge_not_allowed", "entry_not_eligible"}


def test_every_command_says_for_whom_it_is() -> None:
    assert {*GRANTED} == {*PLAYER_COMMANDS}


def test_a_rung_may_be_taken_without_a_body() -> None:
    slug, _callers, _names = challenge_ladder(1)
    player = new_player()

    answer = Client().post(
        f"{BASE}/ladders/{slug}/rungs",
        b"",
        content_type="application/json",
        headers={"Authorization": f"Bearer {player.token}"},
    )

    assert answer.status_code == 201
