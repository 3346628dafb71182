"""Why somebody may not sit down at a match, or not get up, as problem answers of the API."""

from api.problems import Problem, invalid
from games.messages import Message


def seat_taken(detail: Message) -> Problem:
    """Say that the seat has its player, or the player a seat."""
    return Problem("seat_taken", detail)


def seat_by_lot() -> Problem:
    """Say that nobody chooses a seat at a match of a ladder."""
    return invalid("seat", Message("is drawn by lot at a rated match; leave it out"))


def got_up() -> Problem:
    """Say that who has got up from a rated match does not come back to it."""
    return Problem(
        "permission_denied",
        Message(
            "You left this rated match, so you cannot take a seat in it again; choose another one."
        ),
        params={"reason": "got_up"},
    )


def bots_not_allowed() -> Problem:
    """Say that the match was opened for people alone."""
    return Problem(
        "bots_not_allowed",
        Message("This match is for people only; choose one whose `bots` is not `none`."),
        params={"bots": "none"},
    )


def guests_play_in_private() -> Problem:
    """Say that strangers could sit down at the match that a guest wants to open."""
    return Problem(
        "guests_not_allowed",
        Message(
            "Guests can play with bots and with people they invite: open a private match, or "
            "sign up."
        ),
        params={"visibility": "private"},
    )


def guests_not_invited() -> Problem:
    """Say that a guest sits down with people only where they have asked for it."""
    return Problem(
        "guests_not_allowed",
        Message(
            "Guests can only take seats to which they are invited. Sign up to take any free "
            "seat; you keep your matches."
        ),
    )


def guests_not_rated() -> Problem:
    """Say that a match counts for a rating, which guests have none of."""
    return Problem(
        "guests_not_allowed",
        Message(
            "Guests are not rated, and this match is. Sign up to take a seat; you keep your"
            " matches."
        ),
    )


def no_seat_for_you() -> Problem:
    """Say that somebody cannot sit down, and nothing of whose wish that is."""
    return Problem("permission_denied", Message("You cannot take a seat at this match."))


def blocked_there() -> Problem:
    """Say that the asker's own block keeps them from a match."""
    return Problem(
        "permission_denied",
        Message("Someone you have blocked is at this match. Unblock them to take a seat."),
        params={"reason": "blocked"},
    )


def bots_only() -> Problem:
    """Say that the match was opened for bots alone."""
    return Problem(
        "entry_not_eligible",
        Message(
            "This match was opened for bots alone; look for one with `bots` other than `only`."
        ),
        params={"bots": "only"},
    )


def has_played() -> Problem:
    """Say that an account with a past among people cannot become a bot's."""
    return Problem(
        "permission_denied",
        Message(
            "This account has taken a seat at a match, so it stays a person's. Register another "
            "account for the bot."
        ),
    )


def match_full(seats: int) -> Problem:
    """Say that no seat is left."""
    return Problem("match_full", Message("All %(seats)s seats are taken.", seats=seats))


def seats_settled() -> Problem:
    """Say that others wait for the result, so that nobody leaves before the deal."""
    return Problem(
        "permission_denied",
        Message("The match counts, and all of its seats are taken: wait for the deal."),
        params={"reason": "settled"},
    )


def seats_open(taken: int, seats: int) -> Problem:
    """Say that a match starts with every seat taken."""
    return Problem(
        "match_not_started",
        Message(
            "%(taken)s of %(seats)s seats are taken; fill the others with players or bots first.",
            taken=taken,
            seats=seats,
        ),
        params={"taken": taken, "seats": seats},
    )
