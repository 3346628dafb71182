"""A field that there is not is refused with those that there are, and with the nearest of them."""

from typing import Any

import pytest

from tests.callers import Caller, new_player
from tests.tournaments.test_api import new_organiser

pytestmark = pytest.mark.django_db

PLAN = {"slug": "a-cup", "name": "Cup", "game": "stick-em"}


def faults(caller: Caller, path: str, asked: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the errors of a request that is refused."""
    answer = caller.post(path, asked)
    assert answer.status == 400, answer.body
    assert answer.code == "invalid"
    return [(each["field"], each["code"], each["message"]) for each in answer.body["errors"]]


def test_a_slip_of_the_pen_is_answered_with_the_name_that_was_meant() -> None:
    ((field, code, message),) = faults(new_organiser(), "/tournaments", {**PLAN, "tiebreak": []})

    assert (field, code) == ("tiebreak", "unknown")
    assert "slug, name, game" in message
    assert message.endswith("; did you mean tiebreaks?")


@pytest.mark.parametrize(
    ("asked", "field", "nearest", "there"),
    [
        ({"about": {"fees": "5"}}, "about.fees", "fee", "place"),
        ({"table": {"min": 3, "max": 4, "targt": 4}}, "table.targt", "target", "min"),
        (
            {"stages": [{"format": "pods"}, {"format": "knockout", "takes": 4}]},
            "stages[1].takes",
            "take",
            "format",
        ),
        (
            {"about": {"prizes": [{"first": 1, "last": 1, "texts": "x"}]}},
            "about.prizes[0].texts",
            "text",
            "first",
        ),
    ],
)
def test_fields_of_objects_and_of_lists_of_objects_are_named_too(
    asked: dict[str, Any], field: str, nearest: str, there: str
) -> None:
    found = faults(new_organiser(), "/tournaments", PLAN | asked)

    told = {name: message for name, code, message in found if code == "unknown"}
    assert list(told) == [field]
    assert told[field].startswith("unknown field; the fields are: ")
    assert there in told[field]
    assert told[field].endswith(f"; did you mean {nearest}?")


def test_all_that_is_wrong_within_an_object_is_said_at_once() -> None:
    asked = PLAN | {"about": {"fee": 5, "plce": "x"}, "stages": ["pods"]}

    found = {field: code for field, code, _ in faults(new_organiser(), "/tournaments", asked)}

    assert found == {"about.fee": "misfit", "about.plce": "unknown", "stages[0]": "misfit"}


def test_nothing_is_suggested_that_is_not_alike() -> None:
    ((_, _, message),) = faults(new_player(), "/matches", {"game": "stick-em", "seats": 3, "x": 1})

    assert "did you mean" not in message


def test_options_of_games_and_of_formats_are_named_as_well() -> None:
    organiser, player = new_organiser(), new_player()

    plan = PLAN | {"stages": [{"format": "pods", "options": {"round": 2}}]}
    refused = organiser.post("/tournaments", plan)
    opened = player.post("/matches", {"game": "stick-em", "seats": 3, "options": {"round": 1}})

    assert "its options are: rounds" in refused.body["errors"][0]["message"]
    assert "did you mean rounds?" in refused.body["errors"][0]["message"]
    assert opened.body["errors"][0]["message"].endswith("; did you mean rounds?")


def test_a_parameter_is_put_right_as_well() -> None:
    answer = Caller().get("/matches?statsu=live")

    assert answer.body["detail"].endswith("; did you mean status?")


def test_a_plan_that_does_not_fit_is_not_said_to_be_the_fault_of_the_game() -> None:
    answer = new_organiser().post("/tournaments", PLAN | {"points": "3: 5 1 0"})

    assert answer.body["errors"][0]["field"] == "points"
    assert answer.body["title"] == "This cannot be done with these settings."
