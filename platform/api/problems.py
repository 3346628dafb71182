"""Refusals as `application/problem+json` (RFC 9457), in DRF views and outside of them."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse

from api.problem_codes import KINDS
from games.json_types import JsonObject
from games.messages import Message, as_message, join

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "/api/v1/problems/"
HEADERS_BY_STATUS = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": "1"}}
"""What an answer of a status must carry (RFC 9110, 11.6.1) or should."""


class FieldError(msgspec.Struct, frozen=True):
    """An error in one field."""

    field: str
    """The field, such as `seats` or `clock.per_move`, or the name of a parameter or header;
    empty for the request as a whole."""
    code: str
    """The machine-readable error code, such as `misfit`, `required` or `unknown`."""
    message: str
    """A human-readable explanation of the error."""


class ProblemBody(msgspec.Struct, frozen=True, rename={"kind": "type"}):
    """Why a request was refused (RFC 9457)."""

    kind: str
    """The URL of the description of the code."""
    title: str
    """A short title, the same for all problems with this code."""
    status: int
    """The HTTP status code, as in the response."""
    detail: str
    """A human-readable explanation of the error."""
    code: Annotated[str, msgspec.Meta(extra_json_schema={"enum": sorted(KINDS)})]
    """The machine-readable problem code; stable."""
    params: JsonObject
    """The values mentioned in `detail`."""
    errors: tuple[FieldError, ...]
    """The errors by field, where known."""
    request_id: str
    """The id of the request, as in `X-Request-Id` and in the server's log."""


class Problem(Exception):  # noqa: N818 - RFC 9457 calls it a problem.
    """A refusal with a stable code; services raise it and every interface can show it.

    `code` is one of `problem_codes.KINDS`, which gives the status. The values that
    `detail` names are `params` of the answer too, beside what is given here, ready for JSON.
    """

    def __init__(  # noqa: PLR0913 - What RFC 9457 lets a problem say.
        self,
        code: str,
        detail: Message,
        *,
        status: int | None = None,
        params: Mapping[str, object] | None = None,
        errors: Sequence[FieldError] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = KINDS[code]
        self.code = code
        self.detail = detail
        self.status = status or self.kind.status
        named = detail.params.items()
        values = {name: each for name, each in named if not isinstance(each, Message)}
        self.params = {**values, **(params or {})}
        self.errors = tuple(errors)
        self.headers = dict(headers or {})


def field_error(field: str, code: str, message: Message) -> FieldError:
    """Return what is wrong with a field, in words that have translations."""
    return FieldError(field, code, message)


def invalid(field: str, message: Message, *, code: str = "invalid") -> Problem:
    """Return the problem of one wrong field."""
    return invalid_fields([field_error(field, code, message)])


def invalid_fields(errors: Sequence[FieldError], *, code: str = "invalid") -> Problem:
    """Return the problem of several wrong fields."""
    return Problem(code, in_words(errors), errors=errors)


def in_words(errors: Sequence[FieldError]) -> Message:
    """Return what is wrong with some fields, as one message."""
    return join("; ", map(_in_words, errors))


def _in_words(error: FieldError) -> Message:
    fault = as_message(error.message)
    if not error.field:
        return fault
    return Message("%(field)s: %(fault)s", field=error.field, fault=fault)


def render(problem: Problem, request_id: str) -> tuple[int, dict[str, str], bytes]:
    """Return a problem's status, headers and body."""
    body = ProblemBody(
        kind=TYPE_PREFIX + problem.code,
        title=problem.kind.title,
        status=problem.status,
        detail=problem.detail,
        code=problem.code,
        params=problem.params,
        errors=problem.errors,
        request_id=request_id,
    )
    headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
    headers |= HEADERS_BY_STATUS.get(problem.status, {}) | problem.headers
    return problem.status, headers, msgspec.json.encode(body, enc_hook=str)


def answer(problem: Problem, request: HttpRequest) -> HttpResponse:
    """Return a problem as Django's response to a request."""
    status, headers, body = render(problem, getattr(request, "request_id", ""))
    response = HttpResponse(body, status=status)
    for name, value in headers.items():
        response[name] = value
    return response
