"""What the staff has done to a ladder, in words, each with the way to take it back."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import structs

from accounts.command_admin import names_of
from accounts.stream_admin import HistoryLine
from eventstore.models import Event
from ratings import ladder_history
from ratings.admin import WHY
from ratings.ladder import events as e
from ratings.ladder.settings import parsed
from ratings.models import Ladder
from ratings.report import as_points
from web.ratings import people
from web.ratings.console.labels import EVENTS, LABELS, OF_DEALS
from web.templatetags.web_ratings import signed

SHOWN = 50


def lines(ladder: Ladder) -> list[dict[str, object]]:
    """Return the last acts of the staff, the latest first."""
    rows = list(
        ladder_history.events(ladder).filter(type__in=list(EVENTS)).order_by("-version")[:SHOWN]
    )
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
    """Return an event in words, which may name its fields."""
    values: dict[str, object] = structs.asdict(event)
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
    return str(EVENTS[kind]) % values


def person(key: str) -> str:
    """Return the name of a player as pages show it."""
    return people.people([key])[key].name


def newest(ladder: Ladder, limit: int) -> Iterator[HistoryLine]:
    """Yield the last events of a ladder in words, the latest first."""
    rows = list(ladder_history.events(ladder).order_by("-version")[:limit])
    names = names_of(row.actor for row in rows)
    events = [e.CATALOGUE.decode(row.type, row.schema, row.body) for row in rows]
    known = people.people(key for event in events for key in _players(event))
    called = {key: each.name for key, each in known.items()}
    for row, event in zip(rows, events, strict=True):
        if row.type in EVENTS:
            words = words_of(ladder, row.type, event)
        else:
            words = str(OF_DEALS.get(row.type, "")) or happened(event, called)
        by = names.get(row.actor, _("the platform") if row.actor == "system" else "")
        reason = str(WHY.get(event.reason, event.reason))
        yield HistoryLine(row.version, row.recorded_at, by, words, reason)


def _players(event: e.LadderEvent) -> Iterator[str]:
    """Yield the keys of who did, or was in, what happened without the staff."""
    match event:
        case e.MatchRated():
            yield from event.players
        case e.PlayerJoined() | e.PlayerLeft() | e.ChallengeAnswered():
            yield event.player
        case e.ChallengeMade():
            yield from (event.challenger, *event.opponents)
        case e.ChallengeClosed():
            yield event.challenger
        case _:
            pass


def happened(event: e.LadderEvent, called: Mapping[str, str]) -> str:
    """Return what happened without the staff in words."""
    words, about = "", {}
    match event:
        case e.MatchNotRated():
            words = _("A match was not rated.")
        case e.MatchRated():
            ranked = sorted(zip(event.places, event.players, strict=True))
            result = ", ".join(f"{place}. {called[key]}" for place, key in ranked)
            words, about = _("A match was rated: %(result)s"), {"result": result}
        case e.PlayerJoined():
            words, about = _("%(name)s joined the ladder."), {"name": called[event.player]}
        case e.PlayerLeft():
            words, about = _("%(name)s left the ladder."), {"name": called[event.player]}
        case e.ChallengeMade():
            others = ", ".join(called[each] for each in event.opponents)
            about = {"name": called[event.challenger], "others": others}
            words = _("%(name)s challenged %(others)s.")
        case e.ChallengeAnswered(accept=True):
            words, about = _("%(name)s accepted a challenge."), {"name": called[event.player]}
        case e.ChallengeAnswered():
            words, about = _("%(name)s declined a challenge."), {"name": called[event.player]}
        case e.ChallengeClosed():
            words = _("A challenge by %(name)s ended.")
            about = {"name": called[event.challenger]}
    return words % about


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
