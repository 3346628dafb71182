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
    """What is wrong with one field."""

    field: str
    """Where: `seats`, `clock.per_move`, a parameter's or header's name, or empty for the whole."""
    code: str
    """What is wrong, for a program, such as `misfit`, `required` or `unknown`."""
    message: str
    """What is wrong, in words for a person."""


class ProblemBody(msgspec.Struct, frozen=True, rename={"kind": "type"}):
    """Why a request was refused (RFC 9457)."""

    kind: str
    """The address of the code's description."""
    title: str
    """What all problems of this code have in common, in words."""
    status: int
    """The HTTP status, once more."""
    detail: str
    """What is wrong, in words for a person."""
    code: Annotated[str, msgspec.Meta(extra_json_schema={"enum": sorted(KINDS)})]
    """What is wrong, for a program; stable."""
    params: JsonObject
    """The values that the detail names."""
    errors: tuple[FieldError, ...]
    """What is wrong field by field, where that is known."""
    request_id: str
    """Also in X-Request-Id and in the server's log."""


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
