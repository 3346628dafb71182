"""Every way in which a ladder says no, as problem answers with the codes of the API."""

from collections.abc import Iterable, Mapping, Sequence

from api import problems
from api.problems import Problem, field_error, in_words, invalid
from games.messages import Message

__all__ = ["invalid"]


LADDER_UNKNOWN = Message("This ladder does not exist, or it is private.")


def not_found(detail: Message = LADDER_UNKNOWN) -> Problem:
    """Say that something is not there, or is nothing that the asker may know of."""
    return Problem("not_found", detail)


def no_such_player() -> Problem:
    """Say that nobody on the ladder has a name."""
    return not_found(Message("Nobody with that name is on this ladder."))


def not_rated_here() -> Problem:
    """Say that a match has nothing to do with the ladder."""
    return not_found(Message("This match does not count on this ladder."))


def no_such_challenge() -> Problem:
    """Say that a challenge is not there, or not on this ladder."""
    return not_found(Message("This challenge does not exist on this ladder."))


def invalid_fields(errors: Iterable[tuple[str, Message]]) -> Problem:
    """Say what is wrong, field by field."""
    return problems.invalid_fields([field_error(field, "invalid", text) for field, text in errors])


def does_not_fit(errors: Iterable[tuple[str, Message]]) -> Problem:
    """Say what of a match does not fit the ladder that it is opened for, field by field."""
    found = [field_error(field, "invalid_options", text) for field, text in errors]
    detail = Message("The match does not fit the ladder: %(faults)s", faults=in_words(found))
    return Problem("invalid_options", detail, errors=found)


def paused(name: str) -> Problem:
    """Say that the ladder rests."""
    return Problem(
        "entry_closed",
        Message("%(ladder)s is paused; matches in progress still count.", ladder=name),
    )


def without_clock(name: str) -> Problem:
    """Say that no rated match can begin before an admin has set a clock."""
    return Problem(
        "entry_closed",
        Message(
            "%(ladder)s has no clock yet, so no match can start; matches in progress still count.",
            ladder=name,
        ),
        params={"reason": "no_clock"},
    )


def already_annulled(reason: str) -> Problem:
    """Say that the match counts no more as it is."""
    return Problem(
        "result_locked",
        Message("The match has already been annulled: %(reason)s", reason=reason),
        params={"reason": reason},
    )


def not_rated(reason: str) -> Problem:
    """Say that the match never counted."""
    return Problem(
        "result_locked",
        Message(
            "The match was never rated (%(reason)s), so there is nothing to change.", reason=reason
        ),
        params={"reason": reason},
    )


def not_eligible(code: str, detail: Message, params: Mapping[str, object] | None = None) -> Problem:
    """Say why somebody may not play here."""
    kind = "bots_not_allowed" if code == "bots_not_allowed" else "entry_not_eligible"
    return Problem(kind, detail, params={"reason": code, **(params or {})})


def guests_not_allowed() -> Problem:
    """Say that nobody is rated without an account of their own."""
    return Problem(
        "guests_not_allowed",
        Message("Guests are not rated. Sign up to play for a rating; you keep your matches."),
    )


def challenge_not_allowed(reasons: Sequence[Mapping[str, object]]) -> Problem:
    """Say why a challenge cannot be made, each reason with its code and numbers."""
    first = ", ".join(str(reason["code"]) for reason in reasons)
    return Problem(
        "challenge_not_allowed",
        Message("This challenge is not allowed: %(first)s.", first=first),
        params={"reasons": [dict(reason) for reason in reasons]},
    )
