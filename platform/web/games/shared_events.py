"""The events that all games share, in words."""

from django.utils.translation import gettext_lazy as _

from matches.events import CATALOGUE
from web.games.narration import Data, GameText, People

WORDS = GameText(
    sentences={
        "match_opened": _("The match was opened."),
        "seat_taken": _("%(player)s took a seat."),
        "seat_left": _("%(seat)s left the seat."),
        "chance_sealed": _("The promises for the deal were sealed."),
        "chance_shown": _("The shares for the deal were collected."),
        "seat_given_up": _("%(seat)s lost the seat before the deal."),
        "match_started": _("The match started."),
        "seat_timed_out": _("%(seat)s ran out of time."),
        "seat_resigned": _("%(seat)s resigned."),
        "seat_replaced": _("A bot plays on for %(seat)s."),
        "seat_returned": _("%(seat)s is back."),
        "seat_on_vacation": _("%(seat)s is on vacation."),
        "abort_voted": _("%(seat)s wants to call the match off."),
        "pause_voted": _("%(seat)s wants to pause."),
        "resume_voted": _("%(seat)s wants to resume."),
        "match_paused": _("The match is paused."),
        "match_resumed": _("The match has resumed."),
        "clock_credited": _("Clocks were credited with the time the site was down."),
        "seat_disconnected": _("%(seat)s lost the connection; the clock is stopped for now."),
        "seat_reconnected": _("%(seat)s is back."),
        "time_extended": _("Everyone got more time."),
        "match_finished": _("The match is over."),
        "match_voided": _("The match was called off: %(reason)s."),
    },
    readers={},
    moves={},
    prompts={},
)


def describe_event(language: GameText, kind: str, data: Data, people: People) -> str | None:
    """Return any event of a match in a sentence; None for what is not worth one."""
    if kind == "chance_shown" and data.get("beacon", "") is None:
        return str(_("The public random number did not arrive; the deal starts again without it."))
    chosen = WORDS if kind in CATALOGUE else language
    return chosen.describe_event(kind, data, people)
