"""What the staff has done to a ladder, in words, each with the way to take it back."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.command_admin import names_of
from eventstore.models import Event
from ratings import selectors
from ratings.ladder import events as e
from ratings.ladder.settings import parsed
from ratings.models import Ladder
from ratings.report import as_points
from web.ratings import people
from web.ratings.console.labels import EVENTS, LABELS
from web.templatetags.web_ratings import signed

SHOWN = 50


def lines(ladder: Ladder) -> list[dict[str, object]]:
    """Return the last acts of the staff, the latest first."""
    rows = list(selectors.events(ladder).filter(type__in=list(EVENTS)).order_by("-version")[:SHOWN])
    names = names_of(row.actor for row in rows)
    return [line(ladder, row, names) for row in rows]


def line(ladder: Ladder, row: Event, names: Mapping[str, str]) -> dict[str, object]:
    """Return one act: when, by whom, what, why, and how it is undone."""
    event = e.CATALOGUE.decode(row.type, row.schema, row.body)
    return {
        "at": row.recorded_at,
        "by": names.get(row.actor, _("the platform") if row.actor == "system" else "\N{EN DASH}"),
        "words": words_of(ladder, row.type, event),
        "reason": event.reason,
        "match": getattr(event, "match", None),
        **undo(ladder, event),
    }


def words_of(ladder: Ladder, kind: str, event: e.LadderEvent) -> str:
    """Return an event in words."""
    values: dict[str, object] = {}
    match event:
        case e.LadderEdited():
            values["what"] = ", ".join(str(LABELS.get(each, each)) for each in event.changes)
        case e.MatchCorrected():
            values["places"] = ", ".join(map(str, event.places))
        case e.RatingAdjusted():
            decimals = parsed(ladder.settings).rating_system().decimals
            values["name"] = person(event.player)
            values["points"] = signed(as_points(event.by, decimals), 1)
        case e.PlayersMerged():
            values |= {"gone": person(event.gone), "name": person(event.into)}
        case e.SeasonClosed():
            values["next"] = event.next
        case _:
            pass
    return str(EVENTS[kind]) % values if values else str(EVENTS[kind])


def person(key: str) -> str:
    """Return the name of a player as pages show it."""
    return people.people([key])[key].name


def undo(ladder: Ladder, event: e.LadderEvent) -> dict[str, object]:
    """Return the address of the command that takes an act back; nothing where none does."""
    if isinstance(event, e.RatingAdjusted):
        decimals = parsed(ladder.settings).rating_system().decimals
        query = {"player": event.name, "points": as_points(-event.by, decimals)}
        return {"undo": _act(ladder, "adjust", query)}
    if isinstance(event, e.LadderPaused) and ladder.is_paused:
        return {"undo": _act(ladder, "pause", {})}
    return {}


def _act(ladder: Ladder, name: str, query: Mapping[str, object]) -> str:
    return reverse("web:ladder-act", args=[ladder.slug, name]) + (
        f"?{urlencode(query)}" if query else ""
    )
