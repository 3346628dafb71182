"""An operation that another one replaces says so in every answer, and ends with notice alone."""

from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from rest_framework.request import Request
from rest_framework.response import Response

from api.deprecation import Deprecation
from api.openapi import ApiSchema, documented
from api.problems import Problem
from api.views import TokenIgnored, View
from games.messages import Message
from tests.operations import operations

SINCE = datetime(2027, 1, 31, 12, tzinfo=UTC)
ENDS = datetime(2028, 1, 31, 12, tzinfo=UTC)
LINK = '</api/docs>; rel="deprecation"; type="text/html"'


def answer(deprecated: Deprecation | None, *, fails: bool = False) -> HttpResponse:
    """Return what a view answers whose operation is deprecated."""

    class Doors(View):
        access: ClassVar = {"GET": TokenIgnored}
        buckets: ClassVar = {"GET": ""}

        @documented("List doors.", answers={200: list[str]}, deprecated=deprecated)
        def get(self, _request: Request) -> Response:
            """List the doors."""
            if fails:
                raise Problem("not_found", Message("There is no door."))
            return Response(["red"])

    response: HttpResponse = Doors.as_view()(RequestFactory().get("/doors"))
    return response


def test_it_says_since_when_and_where_to_read_on() -> None:
    shown = answer(Deprecation(SINCE, "GET /gates"))

    assert shown["Deprecation"] == "@1801396800"
    assert shown["Link"] == LINK
    assert "Sunset" not in shown


def test_it_says_when_it_ends_once_that_is_known() -> None:
    assert answer(Deprecation(SINCE, "GET /gates", ENDS))["Sunset"] == (
        "Mon, 31 Jan 2028 12:00:00 GMT"
    )


def test_a_refusal_says_so_too() -> None:
    shown = answer(Deprecation(SINCE, "GET /gates"), fails=True)

    assert shown.status_code == 404
    assert shown["Deprecation"] == "@1801396800"


def test_other_operations_say_nothing() -> None:
    assert "Deprecation" not in answer(None)


def test_an_end_comes_with_a_years_notice() -> None:
    with pytest.raises(ValueError, match="365 days"):
        Deprecation(SINCE, "GET /gates", SINCE + timedelta(days=364))


def test_the_description_marks_it_and_names_what_is_instead() -> None:
    class Doors(View):
        @documented("List doors.", answers={200: None}, deprecated=Deprecation(SINCE, "GET /gates"))
        def get(self, _request: Request) -> Response:
            """List the doors."""
            return Response()

    schema = ApiSchema()
    schema.view, schema.method = Doors(), "GET"

    assert schema.is_deprecated()
    assert schema.get_description() == (
        "List the doors.\n\nDeprecated since 2027-01-31: use `GET /gates`."
    )


def test_whatever_is_marked_here_is_described_with_its_headers() -> None:
    for operation in operations():
        if operation.about.get("deprecated"):
            for shown in operation.about["responses"].values():
                assert "$ref" in shown or "Deprecation" in shown["headers"]
