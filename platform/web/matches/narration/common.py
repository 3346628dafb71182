"""The events that all games share, in words."""

from django.utils.translation import gettext_lazy as _

from matches.state import COMMON
from web.matches.narration.core import Data, GameText, People

WORDS = GameText(
    sentences={
        "match_opened": _("The table was opened."),
        "seat_taken": _("%(player)s sat down."),
        "seat_left": _("%(seat)s got up again."),
        "match_started": _("The match began."),
        "seat_timed_out": _("Time was up for %(seat)s."),
        "seat_resigned": _("%(seat)s gave up."),
        "seat_replaced": _("A bot plays on for %(seat)s."),
        "seat_returned": _("%(seat)s is back."),
        "seat_on_vacation": _("%(seat)s is on vacation."),
        "abort_voted": _("%(seat)s wants the match called off."),
        "pause_voted": _("%(seat)s wants a pause."),
        "resume_voted": _("%(seat)s wants to go on."),
        "match_paused": _("The match is paused."),
        "match_resumed": _("The match goes on."),
        "clock_credited": _("The clocks were given the time that the site was away."),
        "seat_disconnected": _("%(seat)s is cut off; the clock stands for a while."),
        "seat_reconnected": _("%(seat)s is back."),
        "time_extended": _("Everybody was given more time."),
        "match_finished": _("The match is over."),
        "match_voided": _("The match was called off: %(reason)s."),
    },
    readers={},
    moves={},
    prompts={},
)


def describe_event(language: GameText, kind: str, data: Data, people: People) -> str | None:
    """Return any event of a match in a sentence; None for what is not worth one."""
    chosen = WORDS if kind in COMMON else language
    return chosen.describe_event(kind, data, people)
