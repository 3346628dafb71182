"""Every way in which a match says no, but for seats, as problem answers of the API."""

from collections.abc import Iterable

from api.problems import Problem, field_error, invalid, invalid_fields
from games.core import IllegalMoveError
from games.messages import Message

__all__ = ["invalid"]

OPEN_RETRY_S = 60
"""When a match may have filled up meanwhile."""
RULES_RETRY_S = 60
"""When to look again whether a release is back that knows a match's rules."""


def not_found() -> Problem:
    """Say that there is no such match, or none that the asker may know of."""
    return Problem("not_found", Message("This match does not exist, or it is private."))


def too_many_open(limit: int) -> Problem:
    """Say that as many of somebody's matches wait for players as may."""
    return Problem(
        "too_many_open_matches",
        Message(
            "You have %(limit)s open matches that have not started, which is the limit. Fill "
            "one or call it off, then open another.",
            limit=limit,
        ),
        params={"limit": limit, "seconds": OPEN_RETRY_S},
        headers={"Retry-After": str(OPEN_RETRY_S)},
    )


def rules_unknown(rules_id: str) -> Problem:
    """Say that a newer release has opened the match, by rules that this one does not have."""
    return Problem(
        "rules_unknown",
        Message(
            "This match uses rules that this server does not know, since a newer release opened "
            "it. It waits until that release is back."
        ),
        params={"rules": rules_id},
        headers={"Retry-After": str(RULES_RETRY_S)},
    )


def match_not_over() -> Problem:
    """Say that the match goes on, so that what proves it is still secret."""
    return Problem(
        "match_not_over", Message("The match is not over yet: until then its hashes are secret.")
    )


def deal_open() -> Problem:
    """Say that others may still play the same deal, so that nothing of it is shown."""
    return Problem(
        "deal_open",
        Message(
            "Others may still be playing this deal, so nothing of it is shown until it closes."
        ),
    )


def deal_closed() -> Problem:
    """Say that the time of a deal is up."""
    return Problem("deal_closed", Message("This deal is closed: its time is up."))


def already_sealed() -> Problem:
    """Say that the roll is sealed, so that nobody comes, goes or promises until the deal."""
    return Problem(
        "already_sealed",
        Message(
            "The players who add to the chance of this deal are fixed; it is dealt in a moment."
        ),
    )


def not_on_roll() -> Problem:
    """Say that somebody's share has no place in this deal."""
    return Problem("not_on_roll", Message("Your share is not asked for in this deal."))


def share_mismatch() -> Problem:
    """Say that somebody shows another share than they promised."""
    return Problem("share_mismatch", Message("This is not the share that you promised."))


def shares_needed(detail: Message | None = None) -> Problem:
    """Say that everybody has to add to the chance of the deals here."""
    text = Message(
        "Everyone adds chance to the deal here. Take part with a client that does, and say so:"
        " `shares`."
    )
    return Problem("shares_needed", detail or text)


def seat_not_yours() -> Problem:
    """Say that the asker plays no seat here."""
    return Problem("seat_not_yours", Message("You do not have a seat in this match."))


def match_not_started() -> Problem:
    """Say that it is too early for that."""
    return Problem("match_not_started", Message("The match has not started yet."))


def match_started() -> Problem:
    """Say that it is too late for that."""
    return Problem(
        "permission_denied", Message("The match has started; seats can no longer change.")
    )


def roll_awaited(until: str) -> Problem:
    """Say that those who were to show their shares have time to come back."""
    return Problem(
        "match_not_started",
        Message(
            "Those whose shares were asked for before have until %(until)s to promise again; "
            "start the match after that.",
            until=until,
        ),
        params={"until": until},
    )


def match_over() -> Problem:
    """Say that it is too late for everything."""
    return Problem("match_over", Message("The match is over."))


def opener_only() -> Problem:
    """Say that this is for whoever opened the match."""
    return Problem(
        "permission_denied", Message("Only the account that opened the match may do this.")
    )


def clock_expired(deadline: str) -> Problem:
    """Say that the seat's time is up, though nobody has played for it yet."""
    return Problem(
        "clock_expired",
        Message(
            "Your time ran out at %(deadline)s; the match moves on without you.", deadline=deadline
        ),
        params={"deadline": deadline},
    )


def bot_plays() -> Problem:
    """Say that a bot has the seat, since the player's time ran out."""
    return Problem(
        "clock_expired",
        Message(
            "You ran out of time and a bot is playing for you; take your seat back with POST"
            " …/return."
        ),
    )


def not_away() -> Problem:
    """Say that there is nothing to come back to."""
    return Problem(
        "permission_denied",
        Message("You are playing your seat yourself; nobody has taken it over."),
    )


def match_paused(by: str) -> Problem:
    """Say that nobody may move now, and who can change that."""
    who = (
        Message("the organiser ends the pause")
        if by == "organiser"
        else Message("all players vote to resume")
    )
    return Problem(
        "match_paused",
        Message("The match is paused until %(who)s; no clock runs.", who=who),
        params={"by": by},
    )


def organisers_pause() -> Problem:
    """Say that players cannot end what an organiser has ordered."""
    return Problem(
        "permission_denied",
        Message("An organiser paused the match; only an organiser can resume it."),
    )


def match_not_paused() -> Problem:
    """Say that there is nothing to resume."""
    return Problem("match_not_paused", Message("The match is not paused; its clocks run."))


NO_VOTES = {
    ("abort", "tournament"): Message(
        "This match belongs to a tournament, so its players cannot call it off. Please ask "
        "an organiser of the tournament."
    ),
    ("pause", "tournament"): Message(
        "This match belongs to a tournament, so its players cannot stop the clocks. Please "
        "ask an organiser of the tournament."
    ),
    ("abort", "rated"): Message(
        "This match is rated: it is called off only if two or more people took seats, all "
        "of them are still playing, and all of them want it."
    ),
    ("pause", "rated"): Message(
        "This match is rated: it is paused only if two or more people are playing and all "
        "of them want it."
    ),
    ("abort", "deal"): Message(
        "Others play the same deal, and everyone plays it once, so the match cannot be called off."
        " You can resign."
    ),
    ("pause", "deal"): Message(
        "Others play the same deal, and it closes at the same time for everyone, so the clocks "
        "cannot be stopped."
    ),
    ("abort", "program"): Message("Programs have no vote in matches with people."),
}
"""What cannot be voted for, and why not."""


def not_by_vote(what: str, why: str) -> Problem:
    """Say that a vote would lead to nothing here, and what does."""
    return Problem("not_by_vote", NO_VOTES[what, why], params={"what": what, "why": why})


def plays_there() -> Problem:
    """Say that nobody of the staff decides about a match of their own."""
    return Problem(
        "own_interest",
        Message(
            "You are playing in this match yourself; someone else on the staff must decide "
            "about it."
        ),
    )


def already_voted(votes: int, needed: int) -> Problem:
    """Say that a player's vote counts once."""
    return Problem(
        "already_voted",
        Message(
            "You have already voted: %(votes)s of %(needed)s have. Wait for the others.",
            votes=votes,
            needed=needed,
        ),
        params={"votes": votes, "needed": needed},
    )


def not_your_turn(acting: tuple[int, ...]) -> Problem:
    """Say that another seat has to decide."""
    to_act = list(acting) or Message("nobody")
    return Problem(
        "not_your_turn",
        Message("It is not your turn; to act: %(to_act)s.", to_act=to_act),
        params={"to_act": list(acting)},
    )


def illegal_move(error: IllegalMoveError) -> Problem:
    """Say why the rules do not allow it, in the engine's words for people."""
    return Problem("illegal_move", error.reason, params={"reason": error.reason})


def invalid_options(errors: Iterable[tuple[str, Message]]) -> Problem:
    """Say why a match cannot be opened like this, field by field."""
    found = [field_error(field, "invalid", text) for field, text in errors]
    return invalid_fields(found, code="invalid_options")


def memory_game() -> Problem:
    """Say that what the table has covered again is not shown a second time."""
    return Problem(
        "permission_denied",
        Message(
            "This match uses `history: memory`: until it ends you can see only the current"
            " position."
        ),
    )


def unavailable() -> Problem:
    """Say that nothing can be saved just now; the same request may be sent again."""
    return Problem(
        "unavailable",
        Message(
            "The server cannot save anything right now. Send the same request with the same key"
            " again."
        ),
        headers={"Retry-After": "1"},
    )
