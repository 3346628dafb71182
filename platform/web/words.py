"""Words of the pages for what the layers below name in code, in a reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

Words = Mapping[str, str | Promise]

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
    "doorkeeper": _("doorkeeper"),
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
