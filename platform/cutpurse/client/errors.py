"""What can go wrong for a client, by name."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec


class CutpurseError(Exception):
    """Anything that this client raises."""


class ConnectionFailedError(CutpurseError):
    """The server did not answer, however often it was asked while the patience lasted."""


class UnexpectedAnswerError(CutpurseError):
    """What answered is no Cutpurse server, or a newer one that says things otherwise."""


class FieldError(msgspec.Struct, frozen=True):
    """What is wrong with one field of a request."""

    field: str
    code: str
    message: str


FieldFault = FieldError
"""Its first name, which stays."""


class Refusal(NamedTuple):
    """A problem answer (RFC 9457) as it came."""

    code: str
    status: int
    detail: str
    params: dict[str, Any]
    errors: Sequence[FieldError]
    request_id: str


class ProblemError(CutpurseError):
    """The server refused a request; `code` says why to programs, the text to people."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.code = refusal.code
        self.status = refusal.status
        self.detail = refusal.detail
        self.params = refusal.params
        self.errors = refusal.errors
        self.request_id = refusal.request_id


class NotAuthenticatedError(ProblemError):
    """The token or the password is wrong, or the token has ended."""


class NotAllowedError(ProblemError):
    """The account or the token may not do this."""


class BotsNotAllowedError(NotAllowedError):
    """The match is for people alone."""


class NotFoundError(ProblemError):
    """There is nothing, or nothing that the account may see."""


class InvalidError(ProblemError):
    """Something in the request is wrong; `errors` tells which field."""


class RateLimitedError(ProblemError):
    """A bucket is empty, and its wait is longer than the patience lasts."""

    @property
    def bucket(self) -> str:
        """The bucket's name."""
        return str(self.params.get("bucket", ""))

    @property
    def seconds(self) -> int:
        """After how many seconds there is a permit again."""
        return int(self.params.get("seconds", 1))


class VersionConflictError(ProblemError):
    """The match stands at another version: look again and decide anew."""

    @property
    def went_back(self) -> bool:
        """Whether it is an earlier one: the server has gone back in time."""
        expected, current = (self.params.get(name) for name in ("expected", "current"))
        return isinstance(expected, int) and isinstance(current, int) and current < expected


class IllegalMoveError(ProblemError):
    """The rules do not allow the move."""


class NotYourTurnError(ProblemError):
    """Another seat has to decide."""


class MatchOverError(ProblemError):
    """The match has ended."""


class UnavailableError(ProblemError):
    """The server cannot answer now, and could not while the patience lasted."""


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
"""The errors with a name of their own; other codes raise ProblemError itself."""


def problem(refusal: Refusal) -> ProblemError:
    """Return the error that a refusal is."""
    return BY_CODE.get(refusal.code, ProblemError)(refusal)
