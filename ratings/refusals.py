"""Every way in which a ladder says no, as problem answers with the codes of the API."""

from collections.abc import Iterable, Mapping, Sequence

from api.problems import FieldError, Problem, invalid

__all__ = ["invalid"]


def not_found(what: str = "ladder") -> Problem:
    """Say that there is no such thing, or none that the asker may know of."""
    return Problem("not_found", f"There is no such {what}.")


def version_conflict(expected: int, current: int) -> Problem:
    """Say that somebody else was faster."""
    return Problem(
        "version_conflict",
        f"You decided at version {expected}, but the ladder is at version {current}."
        " Look at it again, and send the version that you have seen.",
        params={"expected": expected, "current": current},
    )


def key_reused() -> Problem:
    """Say that the key belongs to another request."""
    return Problem(
        "idempotency_key_reused",
        "This key was used for another request. Take a new key for each new request.",
    )


def invalid_fields(errors: Iterable[tuple[str, str]]) -> Problem:
    """Say what is wrong, field by field."""
    found = [FieldError(field, "invalid", text) for field, text in errors]
    detail = "; ".join(f"{error.field}: {error.message}" for error in found)
    return Problem("invalid", detail, errors=found)


def does_not_fit(errors: Iterable[tuple[str, str]]) -> Problem:
    """Say what of a match does not fit the ladder that it is opened for, field by field."""
    found = [FieldError(field, "invalid_options", text) for field, text in errors]
    detail = "; ".join(f"{error.field}: {error.message}" for error in found)
    return Problem("invalid_options", f"The match does not fit the ladder: {detail}", errors=found)


def paused(name: str) -> Problem:
    """Say that the ladder rests."""
    return Problem("entry_closed", f"{name} is paused; matches that run still count.")


def without_clock(name: str) -> Problem:
    """Say that no rated match can begin before an admin has set a clock."""
    return Problem(
        "entry_closed",
        f"{name} has no clock yet, so no match can begin; matches that run still count.",
        params={"reason": "no_clock"},
    )


def already_annulled(reason: str) -> Problem:
    """Say that the match counts no more as it is."""
    return Problem(
        "result_locked",
        f"The match is annulled already: {reason}",
        params={"reason": reason},
    )


def not_rated(reason: str) -> Problem:
    """Say that the match never counted."""
    return Problem(
        "result_locked",
        f"The match was never rated ({reason}), so there is nothing to change.",
        params={"reason": reason},
    )


def not_eligible(code: str, detail: str, params: Mapping[str, object] | None = None) -> Problem:
    """Say why somebody may not play here."""
    kind = "bots_not_allowed" if code == "bots_not_allowed" else "entry_not_eligible"
    return Problem(kind, detail, params={"reason": code, **(params or {})})


def guests_not_allowed() -> Problem:
    """Say that nobody is rated without an account of their own."""
    return Problem(
        "guests_not_allowed",
        "Guests are not rated. Sign up to play for a rating; you keep your matches.",
    )


def challenge_not_allowed(reasons: Sequence[Mapping[str, object]]) -> Problem:
    """Say why a challenge cannot be made, each reason with its code and numbers."""
    first = ", ".join(str(reason["code"]) for reason in reasons)
    return Problem(
        "challenge_not_allowed",
        f"This challenge is not allowed: {first}.",
        params={"reasons": [dict(reason) for reason in reasons]},
    )
