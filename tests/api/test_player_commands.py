"""The tables of what players ask for themselves: who is let in, before anything is looked at."""

import json
import re
from uuid import uuid4

import pytest

from matches.api.player_commands import PLAYER_COMMANDS, PlayerEndpoint
from tests.callers import Answer, Caller, new_player
from tournaments.api.draw_views import SHARES

pytestmark = pytest.mark.django_db

ALL: dict[tuple[str, str], PlayerEndpoint] = {
    **{(each.method, "/" + each.path): each for each in PLAYER_COMMANDS.values()},
    **{(each.method, "/tournaments/none/" + each.path): each for each in SHARES},
}
BODIES = {
    "promise": {"attempt": 1, "promise": "ab" * 32},
    "share": {"attempt": 1, "share": "ab" * 32},
    "vacation": {"days": 1},
}
"""What is asked for, by the end of the address."""


def sent(caller: Caller, at: tuple[str, str]) -> Answer:
    method, address = at
    path = re.sub("<int:draw>", "1", re.sub("<uuid:match_id>", str(uuid4()), address))
    asked = {} if method == "delete" else BODIES[address.rpartition("/")[2]]
    body = b"" if method == "delete" else json.dumps(asked).encode()
    return caller.send(method.upper(), path, body)


@pytest.mark.parametrize("at", ALL, ids=str)
def test_only_who_plays_is_let_in(at: tuple[str, str]) -> None:
    stranger = sent(Caller(), at)
    reader = sent(new_player("read"), at)

    assert stranger.status == 401
    assert (reader.status, reader.code) == (403, "scope_missing")


@pytest.mark.parametrize("at", ALL, ids=str)
def test_who_plays_is_told_what_there_is(at: tuple[str, str]) -> None:
    answer = sent(new_player(), at)

    expected = 201 if ALL[at].status == 201 else 404
    assert answer.status == expected


def test_a_vacation_is_taken_and_ended_at_one_address() -> None:
    player = new_player()

    taken = player.post("/me/vacation", {"days": 3})
    ended = player.delete("/me/vacation")

    assert (taken.status, taken.body["ends_at"] is not None) == (201, True)
    assert (ended.status, ended.body["ends_at"]) == (200, None)
    assert player.get("/me/vacation").body == ended.body
