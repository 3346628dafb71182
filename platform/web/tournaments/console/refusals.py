"""What the console says of a refusal: a headline for its code, and the case in words."""

from django.utils.translation import gettext_lazy as _

from api.problems import Problem
from web.messages import localise
from web.words import Words

REFUSALS: Words = {
    "permission_denied": _("Your role in this tournament does not allow that."),
    "own_interest": _("You cannot decide that alone."),
    "entry_closed": _("That is not possible at this point in the tournament."),
    "entry_not_eligible": _("The player cannot be entered."),
    "bots_not_allowed": _("Bots may not take part."),
    "checkin_closed": _("The player cannot be checked in now."),
    "late_entry_closed": _("Late entry is closed."),
    "entrant_dropped": _("A player has left."),
    "round_not_draft": _("The tournament has not reached that point."),
    "round_already_live": _("It is too late or too early for that."),
    "pairing_infeasible": _("These entrants cannot be paired that way."),
    "invalid_options": _("Some settings are invalid."),
    "idempotency_key_reused": _("You have already sent that. Here is the current state."),
}


def refusal(problem: Problem) -> str:
    """Return a refusal in the reader's language, with what the service says of the case."""
    headline, detail = REFUSALS.get(problem.code), localise(problem.detail)
    return detail if headline is None else f"{headline} {detail[:1].upper()}{detail[1:]}"
