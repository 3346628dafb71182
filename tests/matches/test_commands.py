"""The table of commands: each of them in the hands of everyone who might send it."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from cutpurse.api_urls import description
from matches.api.commands import COMMANDS, MatchEndpoint
from ratings.api.opening import TAKE_SEAT
from tests.callers import BASE, Answer, Caller, new_player
from tests.matches import tables
from tests.matches.test_pauses import staff

pytestmark = pytest.mark.django_db

ALL: Mapping[str, MatchEndpoint] = {**COMMANDS, TAKE_SEAT.id: TAKE_SEAT}

STRANGER, READER, ONLOOKER, SEATED, OPENER, ORGANISER = ROLES = (
    "somebody without a token",
    "a player whose token may only read",
    "a player without a seat",
    "a player with a seat",
    "the player who opened the match",
    "an organiser who does not play",
)

GRANTED: dict[str, frozenset[str]] = {
    "give-seat-back": frozenset({SEATED, OPENER}),
    "start": frozenset({OPENER}),
    "resign": frozenset({SEATED, OPENER}),
    "return": frozenset({SEATED, OPENER}),
    "abort-vote": frozenset({SEATED, OPENER}),
    "pause": frozenset({SEATED, OPENER, ORGANISER}),
    "resume": frozenset({SEATED, OPENER, ORGANISER}),
    "take-seat": frozenset({ONLOOKER, ORGANISER}),
}
"""Who is to have what they ask for, in the situation that `SITUATIONS` makes."""
REFUSED_TO_PLAYERS = {
    "start": {"permission_denied"},
    "take-seat": {"seat_taken"},
}
"""The codes of a player's refusals, where they are not that of a missing seat."""
BODIES: dict[str, dict[str, object]] = {}
"""What a command must be told, whoever gives it."""
REASONED = {(ORGANISER, "pause"), (ORGANISER, "resume")}
"""Who says why."""


class Table:
    """A match of players who come through the API, and those who look on."""

    def __init__(self) -> None:
        self.callers: dict[str, Caller] = {
            STRANGER: Caller(),
            READER: new_player("read"),
            ONLOOKER: new_player(),
            SEATED: new_player(),
            OPENER: new_player(),
            ORGANISER: staff("play", "organise"),
        }
        self.match = ""

    def opened(self, seats: int = 3, **wanted: Any) -> None:
        """Open a match, its opener and another player seated."""
        asked = {"game": "stick-em", "seats": seats, **wanted}
        self.match = self.callers[OPENER].post("/matches", asked).body["id"]
        for role in (OPENER, SEATED):
            assert self.do(role, "take-seat").status == 201

    def begun(self, **wanted: Any) -> None:
        """Have a match begin with a bot on the third seat."""
        self.opened(**wanted)
        assert self.do(OPENER, "take-seat", bot="random").status == 201

    def version(self) -> int:
        """Return at which version the match is."""
        return int(self.callers[OPENER].get(f"/matches/{self.match}").body["version"])

    def do(self, role: str, name: str, **body: object) -> Answer:
        """Send a command to the match."""
        command = ALL[name]
        path = "/" + re.sub("<uuid:match_id>", self.match, command.path)
        caller = self.callers[role]
        if command.method == "delete":
            return caller.delete(path)
        return caller.post(path, {**BODIES.get(name, {}), **body})


def absent(table: Table) -> None:
    """Have a bot play for the two players, whose time has run out."""
    table.begun(clock={"per_move": 60}, on_timeout="bot")
    tables.expire(UUID(table.match))


def paused(table: Table) -> None:
    """Have all players agree on a pause."""
    table.begun()
    for role in (OPENER, SEATED):
        assert table.do(role, "pause").status == 200


SITUATIONS: Mapping[str, Callable[[Table], None]] = {
    "give-seat-back": Table.opened,
    "take-seat": Table.opened,
    "start": lambda table: table.begun(start="manual"),
    "return": absent,
    "resume": paused,
}
"""In which a command may be given; else while the match is being played."""


def expected(name: str, role: str) -> set[str]:
    """Return the codes that a command may be refused with; none when it is to be granted."""
    if role in GRANTED[name]:
        return set()
    if role == STRANGER:
        return {"not_authenticated"}
    if role == READER:
        return {"scope_missing"}
    return REFUSED_TO_PLAYERS.get(name, {"seat_not_yours"})


def test_the_table_of_this_test_has_every_command() -> None:
    assert set(GRANTED) == set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_a_command_is_granted_to_whom_it_is_for_and_to_nobody_else(name: str) -> None:
    table = Table()
    SITUATIONS.get(name, Table.begun)(table)
    before = table.version()

    for role in ROLES:
        orders = {"reason": "an alarm"} if (role, name) in REASONED else {}
        with transaction.atomic():
            answer, after = table.do(role, name, **orders), table.version()
            # The next one finds the situation as it was.
            transaction.set_rollback(True)
        code = set() if answer.status < 300 else {answer.code}
        assert code == expected(name, role), (role, answer.body)
        assert (after > before) == (role in GRANTED[name]), role


@pytest.mark.parametrize("name", ALL)
def test_a_command_to_a_match_that_is_not_there_is_refused(name: str) -> None:
    table = Table()
    table.match = str(uuid4())

    answer = table.do(ONLOOKER, name)

    assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.parametrize("name", ALL)
def test_a_command_says_what_its_body_may_not_be(name: str) -> None:
    table = Table()
    table.match = str(uuid4())
    path = "/" + re.sub("<uuid:match_id>", table.match, ALL[name].path)

    if ALL[name].method == "delete":
        answer = table.callers[SEATED].delete(f"{path}?why=so")
    else:
        answer = table.callers[SEATED].post(path, {"why": "so"})

    assert (answer.status, answer.code) == (400, "invalid")
    assert "why" in answer.body["detail"] + str(answer.body["errors"])


def test_every_command_is_in_the_description_of_the_api() -> None:
    described = json.loads(description())["paths"]

    for command in ALL.values():
        path = re.sub(r"<\w+:(\w+)>", r"{\1}", command.path)
        operation = described[f"{BASE}/{path}"][command.method]
        assert operation["summary"] == command.summary
        assert operation["description"].startswith(command.help)
