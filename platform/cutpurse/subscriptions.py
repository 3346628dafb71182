"""What follows from what: every handler of the agenda, on one screen."""

from agenda.registry import Due, Handler, register
from matches.commit import BOT_TURN, CLOCK
from matches.services.turns import expire_clock, play_bots
from web import mails


def run_out(due: Due) -> None:
    """Move for the seats that have run out of time."""
    expire_clock(due.subject, due.version, due.due_at)


def act(due: Due) -> None:
    """Let the built-in bots act."""
    play_bots(due.subject, due.version)


HANDLERS = (
    Handler(CLOCK, run_out, "inline"),
    Handler(BOT_TURN, act, "leased"),
    Handler(mails.PASSWORD_MAIL, mails.send_password_mail, "leased"),
    Handler(mails.TURN_MAILS, mails.send_turn_mails, "leased", lease_s=50),
)


def wire() -> None:
    """Register the handlers; called once Django is set up, and harmless when called again."""
    for handler in HANDLERS:
        register(handler)
