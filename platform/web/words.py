"""Words of the pages for what the layers below name in code, in a reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

Words = Mapping[str, str | Promise]

TAGLINES: Words = {
    "stick-em": _("Win tricks, but not in your pain colour. Play any card at any time."),
    "second-story": _("One more house, or home with the loot? A game of dice, nerve and variety."),
    "sticky-fingers": _("Collect tools, rob the villa and find a fence for the loot."),
    "pickpocket": _("Everyone is after the same loot. Get out in time, or go double or nothing."),
}
"""What each game is like, in two short sentences; another game goes without."""

HOOKS: Words = {
    "stick-em": _("Take tricks, but not in the colour that hurts you."),
    "second-story": _("One more house tonight, or home with the bag?"),
    "sticky-fingers": _("Five places to rob, and everyone wants the same safe."),
    "pickpocket": _("Follow the threads, and slip out before the second guard."),
}
"""What each game is like, in a breath."""

STATUSES: Words = {
    "draft": _("in preparation"),
    "entry": _("open for entry"),
    "entry_closed": _("entry closed"),
    "checkin": _("check-in"),
    "running": _("in progress"),
    "finished": _("finished"),
    "cancelled": _("called off"),
}
PRESENCES: Words = {
    "entered": _("entered"),
    "waiting": _("on the waiting list"),
    "checked_in": _("checked in"),
    "absent": _("absent at the start"),
    "dropped": _("dropped out"),
    "withdrawn": _("withdrawn"),
    "disqualified": _("disqualified"),
}
ROLES: Words = {
    "organiser": _("organiser"),
    "judge": _("judge"),
    "scorekeeper": _("scorekeeper"),
}


def turns_wording(count: int, *, is_elsewhere: bool) -> str:
    """Return the words for how many matches wait for the reader, besides the one that is open."""
    if is_elsewhere:
        words = ngettext("%(turns)s turn elsewhere", "%(turns)s turns elsewhere", count)
    else:
        words = ngettext("%(turns)s turn", "%(turns)s turns", count)
    return words % {"turns": count}


def label(words: Words, name: str) -> str:
    """Return the words for a name; the name itself, readable, where there are none."""
    return str(words.get(name, name.replace("_", " ")))
