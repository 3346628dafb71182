"""What would follow from commands: tried one after another on a copy, and nothing is written."""

import json
from typing import Any

import pytest

from tests.callers import Caller
from tests.tournaments.test_api import done, made, new_organiser

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Caller:
    return new_organiser()


def begun(organiser: Caller) -> tuple[str, str]:
    """Return the address of a cup whose first round has been played, and that of its table."""
    cup = made(organiser)
    done(organiser.post(f"{cup}/entrants", {"csv": "name\nann\nbob\ncleo\n"}))
    done(organiser.post(f"{cup}/start", {}))
    done(organiser.post(f"{cup}/rounds", {}))
    done(organiser.post(f"{cup}/rounds/1/publish", {}))
    table = done(organiser.get(f"{cup}/rounds/1"))["tables"][0]["id"]
    done(organiser.post(f"{cup}/tables/{table}/result", {"placings": [1, 2, 3]}))
    return cup, f"tables/{table}/result"


def test_commands_are_tried_one_after_another_and_their_consequences_told(
    organiser: Caller,
) -> None:
    cup, result = begun(organiser)
    before = done(organiser.get(cup))
    commands: list[dict[str, Any]] = [
        {"method": "PUT", "at": result, "body": {"placings": [3, 2, 1], "reason": "misread"}},
        {"at": "rounds/1/close"},
        {"at": "entrants", "body": {"name": "late"}},
        {"at": "rounds"},
        {"at": "rounds/2/publish"},
    ]

    told = done(organiser.post(f"{cup}/what-if", {"commands": commands}))

    assert [each["status"] for each in told["rounds"]] == ["closed", "live"]
    changes = [table["change"] for table in told["consequences"]["tables"]]
    assert changes == ["changed", "added"]
    assert told["consequences"]["version"] == before["version"]
    ranks = {line["name"]: line["rank"]["after"] for line in told["consequences"]["standings"]}
    assert "late" in ranks
    assert done(organiser.get(cup)) == before

    for command in commands:
        body = json.dumps(command.get("body", {})).encode()
        done(organiser.send(command.get("method", "POST"), f"{cup}/{command['at']}", body))
    lines = done(Caller().get(f"{cup}/standings"))["results"]
    came = {line["name"]: line["rank"] for line in lines}
    assert {name: came[name] for name in ranks} == ranks


def test_a_rollback_can_be_tried_beyond_what_was_tried_before_it(organiser: Caller) -> None:
    cup, result = begun(organiser)
    version = done(organiser.get(cup))["version"]
    commands = [
        {"method": "DELETE", "at": result, "body": {"reason": "spilt"}},
        {"at": "entrants/1/drop"},
        {"at": "rollback", "body": {"to_version": version + 1}},
    ]

    told = done(organiser.post(f"{cup}/what-if", {"commands": commands}))

    assert told["consequences"]["tables"][0]["after"]["void"] is True
    assert told["entrants"][0]["presence"] == "entered"


def test_a_command_that_would_be_refused_is_named(organiser: Caller) -> None:
    cup, _ = begun(organiser)

    refused = organiser.post(
        f"{cup}/what-if", {"commands": [{"at": "rounds/1/close"}, {"at": "rounds/1/close"}]}
    )

    assert refused.code == "result_locked"
    assert refused.body["params"]["command"] == 2
    assert refused.body["detail"].startswith("Command 2, rounds/1/close: ")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"at": "rounds/1/burn"}, "not_found"),
        ({"at": "standings"}, "not_found"),
        ({"at": "rounds/1/swap", "body": {"first": "ann"}}, "invalid"),
        ({"at": "rounds/1/close", "body": {"expected_version": 1}}, "version_conflict"),
    ],
)
def test_what_is_no_command_is_refused(
    organiser: Caller, command: dict[str, Any], code: str
) -> None:
    cup, _ = begun(organiser)

    assert organiser.post(f"{cup}/what-if", {"commands": [command]}).code == code


@pytest.mark.more
def test_only_who_may_give_a_command_may_try_it(organiser: Caller) -> None:
    cup, _ = begun(organiser)
    asked = {"commands": [{"at": "rounds/1/close"}]}

    assert new_organiser().post(f"{cup}/what-if", asked).code == "permission_denied"
    late = organiser.post(f"{cup}/what-if", {**asked, "expected_version": 1})
    assert late.code == "version_conflict"
