"""What the console says of a refusal: a headline for its code, and the case in words."""

from django.utils.translation import gettext_lazy as _

from api.problems import Problem
from web.tournaments.console import details
from web.tournaments.console.labels import Words

REFUSALS: Words = {
    "permission_denied": _("Your role in this tournament does not allow that."),
    "own_interest": _("You may not decide that alone."),
    "entry_closed": _("That does not follow from where the tournament stands."),
    "entry_not_eligible": _("They cannot be entered."),
    "bots_not_allowed": _("Bots may not take part."),
    "checkin_closed": _("They cannot be checked in now."),
    "late_entry_closed": _("Late entry is closed."),
    "entrant_dropped": _("Somebody is not there any more."),
    "round_not_draft": _("The tournament is not there yet."),
    "round_already_live": _("That comes too late, or too early."),
    "pairing_infeasible": _("This field cannot be paired like that."),
    "result_locked": _("The result stands."),
    "invalid_options": _("The plan has faults."),
    "idempotency_key_reused": _("That was sent before. This is how it stands now."),
}


def refusal(problem: Problem) -> str:
    """Return a refusal in the reader's language, with what the service says of the case."""
    headline, detail = REFUSALS.get(problem.code), details.translate(problem.detail)
    return detail if headline is None else f"{headline} {detail}"
