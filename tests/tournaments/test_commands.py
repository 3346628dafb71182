"""The table of commands: each of them in the hands of each role, and on each way in."""

import json
import re
from typing import Any

import msgspec
import pytest
from django.db import connection

from api.problems import Problem
from cutpurse.api_urls import description
from tests.tournaments.events import REPORTED, Event, refused, somebody
from tournaments.api.commands import COMMANDS
from tournaments.services import lifecycle, pairing, rounds
from tournaments.state import ROLES, Role
from tournaments.unit_of_work import Principal
from web.tournaments.console.actions import ACTIONS, is_allowed

pytestmark = pytest.mark.django_db

BODIES: dict[str, dict[str, Any]] = {
    "settings": {"settings": {"slug": "cup", "name": "Cup", "game": "stick-em"}},
    "details": {"about": {"place": "The Owl"}},
    "give-role": {"account": "", "role": "judge"},
    "seed": {"method": "rating"},
    "keep-apart": {"first": 1, "second": 2},
    "next-season": {"slug": "cup-2", "name": "Cup 2"},
    "picture": {"picture": None},
    "take-back": {"version": 9999},
    "payments": {"entrants": [1], "payment": "paid"},
    "rollback": {"to_version": 2},
    "import": {"trf": "012 Cup"},
    "enter": {"name": "Zoe"},
    "enter-list": {"text": "Zoe, Yan"},
    "rename": {"name": "Zoe", "reason": "misspelt"},
    "merge": {"other": 2, "reason": "entered twice"},
    "payment": {"payment": "paid", "amount": "5"},
    "invite": {"grants": "entry"},
    "repeat": {"every": ""},
    "take-out": {"entrants": [1]},
    "check-out": {"entrants": [1]},
    "substitute": {"name": "Zoe"},
    "book-bye": {"round": 1},
    "penalty": {"units": 120},
    "assign-teams": {"teams": [{"name": "Reds", "entrants": [1, 2]}]},
    "swap": {"first": 1, "second": 2},
    "sit-out": {"entrant": 1},
    "issue-codes": {"entrants": [1]},
    "notice": {"text": "Pizza at eight"},
    "extend-round": {"seconds": 60},
    "start-clock": {"seconds": 60},
    "extend-table": {"seconds": 60},
    "report": {"placings": [1, 2, 3]},
    "correct": {"placings": [1, 2, 3]},
    "forfeit": {"absent": [1], "placings": [1, 2, 3]},
    "decide-tie": {"order": [1, 2]},
    "choose-seat": {"seat": 1},
}
"""What a command must be told."""


@pytest.fixture
def event() -> Event:
    found = Event(**REPORTED, table={"min": 3, "target": 3, "max": 3}).enter_names(6).start()
    found.pair()
    return found


def holder(event: Event, role: Role | None) -> Principal:
    """Return somebody new with a role, or without."""
    who = somebody()._replace(with_role=True)
    if role is not None:
        event.do(lifecycle.give_role, account=who.account, role=role)
    return who


def refusal(event: Event, name: str, who: Principal) -> str:
    """Try a command, and return the code of its refusal; empty when it would be done."""
    command = COMMANDS[name]
    body = BODIES.get(name, {})
    if "account" in body:
        body = {**body, "account": somebody().name}
    subjects: dict[str, Any] = {
        "entrants/<": {"entrant": 1},
        "rounds/<": {"number": 1},
        "tables/<": {"table_id": event.round.tables[0].id},
        "invitations/<": {"invitation": 1},
    }
    named = [each for at, each in subjects.items() if command.path.startswith(at)]
    about: dict[str, Any] = named[0] if named else {}
    asked = msgspec.convert(body, command.request)
    try:
        command.carry_out(asked, who, event.slug, dry_run=True, **about)
    except Problem as problem:
        return problem.code
    return ""


def test_a_command_is_refused_to_who_has_less_than_its_role_and_to_nobody_else(
    event: Event,
) -> None:
    holders = {role: holder(event, role) for role in (None, *ROLES)}

    for name, command in COMMANDS.items():
        for role, who in holders.items():
            code = refusal(event, name, who)
            is_refused = role is None or ROLES.index(role) < ROLES.index(command.role)
            assert (code == "permission_denied") == is_refused, (name, role, code)


def test_a_service_that_is_told_no_role_is_for_organisers(event: Event) -> None:
    with refused("permission_denied"):
        lifecycle.pause(slug=event.slug, who=holder(event, Role.JUDGE))

    lifecycle.pause(slug=event.slug, who=holder(event, Role.ORGANISER))


def test_every_command_is_in_the_description_of_the_api() -> None:
    described = json.loads(description())["paths"]

    for command in COMMANDS.values():
        path = re.sub(r"<\w+:(\w+)>", r"{\1}", command.path)
        operation = described[f"/api/v1/tournaments/{{slug}}/{path}"][command.method]
        assert operation["summary"] == command.summary
        assert operation["description"].startswith(command.help)


def test_no_two_commands_share_an_address() -> None:
    addresses = [(each.path, each.method) for each in COMMANDS.values()]

    assert len(set(addresses)) == len(addresses)


def test_the_console_offers_what_has_a_label_to_the_roles_of_the_table() -> None:
    assert {name for name, each in COMMANDS.items() if each.label} <= set(ACTIONS)
    for action in ACTIONS.values():
        assert str(action.title)
        for role in ROLES:
            allowed = ROLES.index(role) >= ROLES.index(action.command.role)
            assert is_allowed(role, action) is allowed


def test_the_database_waits_while_tables_are_drawn() -> None:
    event = Event(**REPORTED).enter_names(8).start()

    event.do(rounds.pair)

    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == (f"{pairing.PATIENCE_S}s",)
