"""What can go wrong for a client, by name."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec


class CutpurseError(Exception):
    """The base class of all errors that this client raises."""


class ConnectionFailedError(CutpurseError):
    """The server did not respond before the patience ran out."""


class UnexpectedAnswerError(CutpurseError):
    """The response is not from a Cutpurse server, or from an incompatible newer one."""


class FieldError(msgspec.Struct, frozen=True):
    """An error in one field of a request."""

    field: str
    code: str
    message: str


FieldFault = FieldError
"""The former name, kept as an alias."""


class Refusal(NamedTuple):
    """A problem response (RFC 9457) as received."""

    code: str
    status: int
    detail: str
    params: dict[str, Any]
    errors: Sequence[FieldError]
    request_id: str


class ProblemError(CutpurseError):
    """The server refused a request; `code` is machine-readable, the text is for people."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.code = refusal.code
        self.status = refusal.status
        self.detail = refusal.detail
        self.params = refusal.params
        self.errors = refusal.errors
        self.request_id = refusal.request_id


class NotAuthenticatedError(ProblemError):
    """The token or password is wrong, or the token has expired or was revoked."""


class NotAllowedError(ProblemError):
    """The account or token does not have permission."""


class BotsNotAllowedError(NotAllowedError):
    """The match is only for people."""


class NotFoundError(ProblemError):
    """The resource does not exist, or the account may not see it."""


class InvalidError(ProblemError):
    """The request is invalid; `errors` lists the fields."""


class RateLimitedError(ProblemError):
    """A rate limit is exhausted, and the wait exceeds the patience."""

    @property
    def bucket(self) -> str:
        """The name of the bucket."""
        return str(self.params.get("bucket", ""))

    @property
    def seconds(self) -> int:
        """The number of seconds until the next permit."""
        return int(self.params.get("seconds", 1))


class VersionConflictError(ProblemError):
    """The match has changed: read it again and decide again."""

    @property
    def went_back(self) -> bool:
        """Whether the current version is lower: the server has gone back in time."""
        expected, current = (self.params.get(name) for name in ("expected", "current"))
        return isinstance(expected, int) and isinstance(current, int) and current < expected


class IllegalMoveError(ProblemError):
    """The rules do not allow the move."""


class NotYourTurnError(ProblemError):
    """Another seat has to decide."""


class MatchOverError(ProblemError):
    """The match has ended."""


class UnavailableError(ProblemError):
    """The server is unavailable, and stayed so until the patience ran out."""


BY_CODE: dict[str, type[ProblemError]] = {
    "bots_not_allowed": BotsNotAllowedError,
    "entry_not_eligible": NotAllowedError,
    "illegal_move": IllegalMoveError,
    "invalid": InvalidError,
    "invalid_options": InvalidError,
    "match_over": MatchOverError,
    "not_authenticated": NotAuthenticatedError,
    "not_found": NotFoundError,
    "not_your_turn": NotYourTurnError,
    "parse_error": InvalidError,
    "permission_denied": NotAllowedError,
    "rate_limited": RateLimitedError,
    "scope_missing": NotAllowedError,
    "seat_not_yours": NotAllowedError,
    "unavailable": UnavailableError,
    "version_conflict": VersionConflictError,
}
"""The codes with their own exception; all others raise ProblemError itself."""


def problem(refusal: Refusal) -> ProblemError:
    """Return the error that a refusal is."""
    return BY_CODE.get(refusal.code, ProblemError)(refusal)
