"""Parameters that an operation does not declare are refused, by name, by all of them."""

import httpx
import pytest

from tests.callers import BASE, Answer, new_key
from tests.operations import NOBODYS, Operation, operations, with_scopes

STREAMS = [each for each in operations() if each.path.endswith("/stream")]


def refused(answer: Answer, operation: Operation, name: str) -> bool:
    """Return whether a parameter is refused, by its name and with those that there are."""
    if answer.status != 400 or answer.code != "invalid":
        return False
    known = set(answer.body["params"].get("known", []))
    named = [(error["field"], error["code"]) for error in answer.body["errors"]]
    return named == [(name, "unknown")] and known == operation.parameters


@pytest.mark.django_db
def test_every_operation_refuses_a_parameter_that_it_does_not_declare() -> None:
    caller = with_scopes()

    taken = [
        str(operation)
        for operation in operations()
        if not refused(
            operation.ask(caller, f"{operation.at()}?nonsense=1", key=new_key()),
            operation,
            "nonsense",
        )
    ]

    assert len(operations()) > 90
    assert taken == []


@pytest.mark.django_db
def test_what_cannot_be_tried_refuses_dry_run_instead_of_doing_it() -> None:
    caller = with_scopes()
    others = [each for each in operations() if each.writes and "dry_run" not in each.parameters]

    taken = [
        str(each)
        for each in others
        if not refused(
            each.ask(caller, f"{each.at()}?dry_run=true", key=new_key()), each, "dry_run"
        )
    ]

    assert len(others) > 20
    assert taken == []


@pytest.mark.more
def test_moves_and_streams_past_django_refuse_them_too(site: str) -> None:
    with httpx.Client(base_url=f"{site}{BASE}") as client:
        moved = client.post(f"/matches/{NOBODYS}/moves?dry_run=true", json={})
        followed = [client.get(f"{each.at()}?sinse=3") for each in STREAMS]

    assert (moved.status_code, moved.json()["errors"][0]["field"]) == (400, "dry_run")
    assert len(followed) == 3
    assert {(each.status_code, each.json()["errors"][0]["field"]) for each in followed} == {
        (400, "sinse")
    }
