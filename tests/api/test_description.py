"""The API's description as a whole."""

import json
import re
from collections import Counter
from typing import Any, get_args

import pytest
from django.test import Client

from cutpurse.api_urls import description
from cutpurse.embedded.addresses import ROOT
from notifications.answers import DeliveryReason, WebhookOff
from tests.operations import operations
from tournaments.formats.registry import formats
from tournaments.state import Status

MOMENTS = {"at", "since", "until", "deadline", "answer_by", "running_since", "date_joined"}
"""Fields that are moments, beside those that end with `_at` or `_since`."""
NO_MOMENTS = {
    *(
        "AnalysesLuckOfDraw.at",
        "AnalysesReviewedMove.at",
        "ModerationNewReport.at",
        "PartialityPairDecision.at",
        "PuzzlesPuzzleAnswer.at",
        "RatingsSeasonEnd.at",
        "TournamentsTrial.at",
    ),
    *("StudiesNewLine.at", "StudiesNewStudy.at", "StudiesStudyLine.at"),
}
"""A version, and what is empty when nothing is planned."""
OPERATIONS = 256


def schemas() -> dict[str, Any]:
    components: dict[str, Any] = json.loads(description())["components"]["schemas"]
    return components


def properties() -> dict[str, Any]:
    return {
        f"{name}.{field}": about
        for name, schema in schemas().items()
        for field, about in schema.get("properties", {}).items()
    }


def test_every_operation_is_described() -> None:
    assert len(operations()) == OPERATIONS


def test_every_schema_has_a_title_of_its_own() -> None:
    titles = Counter(schema["title"] for schema in schemas().values())

    assert [title for title, count in titles.items() if count > 1] == []
    assert set(titles) == set(schemas())


def test_every_property_says_what_it_is() -> None:
    assert [name for name, about in properties().items() if not about.get("description")] == []


def test_every_set_of_values_says_what_it_is() -> None:
    sets = {name: about for name, about in schemas().items() if "enum" in about}

    assert len(sets) >= 32
    assert [name for name, about in sets.items() if not about.get("description")] == []


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("TournamentsSeriesEventShown.status", {each.value for each in Status}),
        ("NotificationsDeliveryShown.reason", {*get_args(DeliveryReason)}),
        ("NotificationsWebhookShown.off_because", {*get_args(WebhookOff)}),
    ],
)
def test_an_answer_that_is_one_of_some_values_is_described_by_them(
    name: str, values: set[str]
) -> None:
    about = properties()[name]
    named = [
        each["$ref"].rpartition("/")[2]
        for each in (about, *about.get("allOf", ()))
        if "$ref" in each
    ]

    assert {*(schemas()[named[0]] if named else about)["enum"]} == values


def test_whatever_becomes_of_a_delivery_is_one_of_the_reasons_in_the_description() -> None:
    files = (ROOT / "platform" / "notifications").glob("*.py")
    codes = re.compile(r'(?:Outcome\("\w+", |UnreachableError\()"(\w+)"')
    of_mail = {"no_site_url", "invalid_address"}

    said = {code for file in files for code in codes.findall(file.read_text())}

    assert {"stale", "error"} <= said
    assert said - of_mail <= {*get_args(DeliveryReason)}


def test_every_option_of_a_format_says_what_it_may_be() -> None:
    said = properties()["TournamentsStagePlan.options"]["description"]

    assert [
        f"{each.id}: {option.name}"
        for each in formats()
        for option in each.options
        if f"- `{option.name}` of `{each.id}` (" not in said or option.title not in said
    ] == []
    assert "- `third_place` of `knockout` (`false`, `true`): A small final" in said
    assert "- `days` of `league` (`0`, or 1 to 90): Days for a round" in said


def test_every_parameter_says_what_it_is() -> None:
    silent = [
        f"{operation} {parameter['name']}"
        for operation in operations()
        for parameter in operation.about.get("parameters", [])
        if not parameter.get("description")
    ]

    assert silent == []


def test_every_moment_is_described_as_one() -> None:
    moments = {
        name: about
        for name, about in properties().items()
        if (field := name.rpartition(".")[2]) in MOMENTS or field.endswith(("_at", "_since"))
    }

    assert [
        name
        for name, about in moments.items()
        if "date-time" not in json.dumps(about) and name not in NO_MOMENTS
    ] == []


def test_structs_of_one_name_in_two_apps_are_described_apart() -> None:
    description: Any = json.loads(Client().get("/api/v1/openapi.json").content)
    schemas = description["components"]["schemas"]

    def answer(path: str) -> Any:
        shown = description["paths"][f"/api/v1{path}"]["post"]["responses"]["200"]
        name = shown["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        return schemas[name]["properties"]

    assert "legal_moves" in answer("/matches/{match_id}/resign")
    assert "points_after" in schemas["RatingsMoved"]["properties"]
    assert "legal_moves" not in schemas["RatingsMoved"]["properties"]
