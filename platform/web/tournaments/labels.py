"""Words for what tournaments are made of, in the reader's language."""

import re
from collections.abc import Mapping
from fractions import Fraction

from django.utils import formats as local
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from api.problems import Problem
from tournaments.answers import AddendShown, StandingsLine
from tournaments.events import Data
from tournaments.formats import registry as formats
from tournaments.points import registry as schemes
from tournaments.state import EntrantState, EntrantStatus, Role, Status
from tournaments.tiebreaks import registry as tiebreaks
from tournaments.tiebreaks.core import AddendKind, Remark
from web.messages import localise
from web.tournaments.people import People, listed

STATUSES: Mapping[str, Promise] = {
    Status.DRAFT: gettext_lazy("in preparation"),
    Status.ENTRY: gettext_lazy("open for entry"),
    Status.CLOSED: gettext_lazy("entry closed"),
    Status.CHECKIN: gettext_lazy("check-in open"),
    Status.RUNNING: gettext_lazy("in progress"),
    Status.FINISHED: gettext_lazy("finished"),
    Status.CANCELLED: gettext_lazy("called off"),
}
BADGES: Mapping[str, str] = {
    Status.ENTRY: "good",
    Status.CHECKIN: "warn",
    Status.RUNNING: "good",
    Status.CANCELLED: "bad",
}
"""The classes of badges; the word stands in them too."""
PRESENCES: Mapping[str, Promise] = {
    EntrantStatus.ENTERED: gettext_lazy("entered"),
    EntrantStatus.WAITING: gettext_lazy("on the waiting list"),
    EntrantStatus.CHECKED_IN: gettext_lazy("present"),
    EntrantStatus.ABSENT: gettext_lazy("absent"),
    EntrantStatus.DROPPED: gettext_lazy("dropped out"),
    EntrantStatus.WITHDRAWN: gettext_lazy("withdrawn"),
    EntrantStatus.DISQUALIFIED: gettext_lazy("disqualified"),
}


def presence_words(who: EntrantState | StandingsLine) -> str:
    """Return whether somebody is there; who dropped out by not coming is a no-show."""
    if who.presence is EntrantStatus.DROPPED and who.no_shows:
        return _("did not come")
    return str(PRESENCES[who.presence])


ROLES: Mapping[str, Promise] = {
    Role.ORGANISER: gettext_lazy("organiser"),
    Role.JUDGE: gettext_lazy("judge"),
    Role.SCOREKEEPER: gettext_lazy("scorekeeper"),
    Role.DOORKEEPER: gettext_lazy("doorkeeper"),
}
REFUSALS: Mapping[str, Promise] = {
    "entry_closed": gettext_lazy("Entry is not open. Ask an organiser whether you can still play."),
    "entry_not_eligible": gettext_lazy(
        "You cannot enter: you have already entered, your name is taken in this "
        "tournament, or it is for bots only."
    ),
    "late_entry_closed": gettext_lazy("The tournament has started and accepts no more entrants."),
    "checkin_closed": gettext_lazy("You cannot check in now. The staff can check you in."),
    "entrant_dropped": gettext_lazy("You have already left this tournament."),
    "permission_denied": gettext_lazy("Only players at this table can report its result."),
    "round_not_draft": gettext_lazy(
        "The tournament is paused or has not started. Try again once it resumes."
    ),
    "rate_limited": gettext_lazy("Too many requests. Please try again in %(seconds)s seconds."),
}
"""What pages say to a player whose act is refused; results have words of their own."""
LOCKED = gettext_lazy(
    "This table already has a result, or is waiting for another. A judge can correct it."
)


def refusal(problem: Problem) -> str:
    """Return what to say of a refusal, and what to do next."""
    if problem.code == "result_locked":
        return str(LOCKED)
    sentence = REFUSALS.get(problem.code)
    return localise(problem.detail) if sentence is None else str(sentence) % problem.params


def format_title(format_id: str) -> str:
    """Return the name of a format."""
    return _(formats.find(format_id).title)


def points_title(scheme: str) -> str:
    """Return the name of a points scheme."""
    return _(schemes.find(scheme).title)


def tiebreak_title(tiebreak: str) -> str:
    """Return the name of a tie-break."""
    return _(tiebreaks.find(tiebreak).title)


def tiebreak_about(tiebreak: str) -> str:
    """Return what a tie-break counts."""
    return _(tiebreaks.find(tiebreak).about)


def number(text: str) -> str:
    """Return a number as people of the reader's language write it: "0.25" is "0,25"."""
    separator: str = local.get_format("DECIMAL_SEPARATOR")
    return re.sub(r"(?<=\d)\.(?=\d)", separator, text).replace("-", "\N{MINUS SIGN}")


def points(text: str) -> str:
    """Return points as all pages and prints write them: decimals, two at most.

    What the API says as "1 2/3" is "1.67" here, or "1,67"; ranks go by the exact units.
    """
    total = sum((Fraction(part) for part in text.lstrip("-").split()), Fraction(0))
    plain = f"{float(total):.2f}".rstrip("0").rstrip(".")
    return number(f"-{plain}" if text.startswith("-") and total else plain)


def sizes(table: Data) -> str:
    """Return how many sit at a table."""
    if table["min"] == table["max"]:
        return ngettext("tables of %(n)s", "tables of %(n)s", table["min"]) % {"n": table["min"]}
    return _("tables of %(target)s (%(min)s to %(max)s)") % table


def seats(table: Data) -> str:
    """Return how many seats a table has, in figures."""
    if table["min"] == table["max"]:
        return str(table["min"])
    return _("%(target)s (%(min)s to %(max)s)") % table


ADDENDS: Mapping[AddendKind, Promise] = {
    AddendKind.AFTER: gettext_lazy("after round %(round)s"),
    AddendKind.ROUND: gettext_lazy("round %(round)s"),
    AddendKind.BYE: gettext_lazy("round %(round)s: bye"),
    AddendKind.FORFEIT: gettext_lazy("round %(round)s: forfeit"),
    AddendKind.NO_OPPONENT: gettext_lazy("round %(round)s: no opponent"),
}


def addend(shown: AddendShown, who: People) -> str:
    """Return what an addend of a tie-break is for: a round, with whom, or an opponent."""
    met = listed([who[each].name for each in shown.opponents])
    if shown.kind is AddendKind.OPPONENT:
        return met
    words = str(ADDENDS[shown.kind]) % {"round": shown.round}
    return f"{words}: {met}" if met else words


REMARKS: Mapping[Remark, Promise] = {
    Remark.NOT_ALL_MET: gettext_lazy("not all tied players have met equally often"),
    Remark.LOT_DRAWN: gettext_lazy("the lot drawn at the start"),
    Remark.AHEAD: gettext_lazy("ahead whatever the other results had been"),
}


def remark(text: str) -> str:
    """Return a tie-break's remark; empty for none."""
    return str(REMARKS[Remark(text)]) if text else ""
