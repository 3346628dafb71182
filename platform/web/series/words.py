"""The words of series: what happened, how one counts, who stands where in a line."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.json_types import JsonObject
from tournaments.series.settings import EventGroup, PointsTable, SeriesPlan
from web.words import Words

EVENTS: Words = {
    "series_opened": _("The series was created."),
    "series_changed": _("The counting rules were changed."),
    "organiser_added": _("%(account)s may run the series."),
    "organiser_removed": _("%(account)s no longer runs the series."),
    "event_added": _("%(event)s was added."),
    "event_removed": _("%(event)s was removed."),
    "results_counted": _("The results of %(event)s were counted."),
    "results_withdrawn": _("%(event)s is open again; its results no longer count."),
    "entrants_joined": _("%(people)s were declared to be one person."),
    "entrants_parted": _("%(people)s were declared to be different people."),
    "points_adjusted": _("The points of %(people)s were corrected by %(points)s."),
    "series_closed": _("The series was closed."),
    "series_reopened": _("The series was reopened."),
    "qualifier_added": _("The best %(places)s qualify for %(event)s."),
    "qualifier_removed": _("A qualification was ended."),
    "qualifier_answered": _("%(people)s answered an invitation: %(answer)s."),
}
"""By the type of an event."""
STANDINGS: Words = {
    "accepted": _("accepted"),
    "invited": _("invited"),
    "declined": _("declined"),
    "next": _("next in line"),
    "tied": _("tied for the last place"),
}
"""How somebody stands in the line for a tournament."""
TIEBREAKS: Words = {
    "wins": _("Most events won"),
    "best_results": _("Best single results, compared from the best down"),
    "events": _("Most events played"),
    "direct": _("Better places in common events"),
    "latest": _("Better result in the latest event"),
}
"""What tells people with equal points apart."""
BY: Words = {
    "place": _("By place"),
    "share": _("By share of the field"),
    "beaten": _("A point for each player who did worse"),
}
"""How an event brings points."""
TIES: Words = {
    "share": _("share the points of their places"),
    "best": _("all get the points of the better place"),
}
"""What equals get."""


def points_words(table: PointsTable) -> str:
    """Return in words what an event brings."""
    if table.by == "beaten":
        found = gettext("a point for each player who did worse")
    elif table.by == "place":
        found = ", ".join(str(each) for each in table.places)
    else:
        bands = [
            gettext("best %(percent)s %%: %(points)s")
            % {"percent": each.percent, "points": each.points}
            for each in table.shares
        ]
        found = ", ".join(bands)
    if table.attendance:
        more = gettext("and %(points)s for everyone who played") % {"points": table.attendance}
        found = f"{found}, {more}"
    return found


def group_facts(group: EventGroup) -> list[str]:
    """Return what else holds for a group."""
    found = []
    if group.best is not None:
        text = ngettext("The best result counts.", "The best %(n)s results count.", group.best)
        found.append(text % {"n": group.best})
    if group.field_min > 1:
        text = gettext("An event with fewer than %(n)s players does not count.")
        found.append(text % {"n": group.field_min})
    return found


def facts(plan: SeriesPlan) -> list[str]:
    """Return in sentences how a series counts."""
    found = []
    if plan.best is not None:
        text = ngettext(
            "Each person's best result counts.",
            "Each person's best %(n)s results count.",
            plan.best,
        )
        found.append(text % {"n": plan.best})
    elif plan.drop:
        text = ngettext(
            "Each person's worst result is dropped; a missed event is dropped first.",
            "Each person's worst %(n)s results are dropped; missed events are dropped first.",
            plan.drop,
        )
        found.append(text % {"n": plan.drop})
    else:
        found.append(gettext("All results count."))
    if plan.events_min > 1:
        text = gettext("Players with fewer than %(n)s events have no rank.")
        found.append(text % {"n": plan.events_min})
    ties = TIES[plan.ties]
    found.append(gettext("Players with the same place %(ties)s.") % {"ties": ties})
    return found


def sentence(kind: str, data: JsonObject, names: Mapping[str, str]) -> str:
    """Return what an event of a series tells, with the names that it needs."""
    text = str(EVENTS[kind])
    answers = {"accepted": gettext("accepted"), "declined": gettext("declined")}
    return text % {
        **names,
        "points": f"{data.get('points', 0):+}" if isinstance(data.get("points"), int) else "",
        "places": data.get("places", ""),
        "answer": answers.get(str(data.get("answer")), ""),
    }
