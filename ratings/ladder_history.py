"""What the stream of a ladder says: its events, the settings that held, ratings moved by hand."""

import json
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple, cast
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from accounts import erased
from eventstore import streams
from eventstore.canonical import format_timestamp
from eventstore.models import Event
from games.json_types import JsonObject
from matches.logs import text
from ratings import logs, players
from ratings.answers import LogLine
from ratings.ladder import events as e
from ratings.ladder.settings import Settings, parsed
from ratings.models import Ladder
from transparency import selectors as public_log

Data = JsonObject
BATCH = 5000
"""Events of a log that are read at once."""


def rules_of(ladder: Ladder) -> str:
    """Return the rules id of a ladder's matches; the game's first where none was pinned."""
    opening = events(ladder).get(version=1)
    event = e.CATALOGUE.decode(opening.type, opening.schema, opening.body)
    return (isinstance(event, e.LadderOpened) and event.rules) or f"{ladder.game}@1"


def settings_at(ladder: Ladder, version: int) -> Settings:
    """Return the settings that held when the event at a version was folded."""
    edits = events(ladder).filter(type__in=["ladder_opened", "ladder_edited"], version__lt=version)
    data: Data = {}
    for each in edits.order_by("version"):
        event = e.CATALOGUE.decode(each.type, each.schema, each.body)
        if isinstance(event, e.LadderOpened):
            data = dict(event.settings)
        elif isinstance(event, e.LadderEdited):
            data |= event.changes
    return parsed(data)


@lru_cache(maxsize=1024)
def has_taken_place(ladder_id: UUID, well: str) -> bool:
    """Tell whether a well has taken the place of another in mid-season.

    It stays so for ever, so each process asks once.
    """
    stream = Event.objects.filter(stream_kind=e.KIND, stream_id=ladder_id)
    bodies = stream.filter(type="well_renewed").values_list("body", flat=True)
    return any(json.loads(body)["well"] == well for body in bodies)


def events(ladder: Ladder) -> QuerySet[Event]:
    """Return the stream of a ladder."""
    return Event.objects.filter(stream_kind=e.KIND, stream_id=ladder.id)


def event_row(event: Event) -> LogLine:
    """Return an event as the API shows it: what, by whom, when and why."""
    return LogLine(
        version=event.version,
        type=event.type,
        actor=event.actor,
        at=format_timestamp(event.recorded_at),
        data=_without_erased(
            msgspec.to_builtins(e.CATALOGUE.decode(event.type, event.schema, event.body))
        ),
    )


def log(ladder: Ladder) -> Iterator[str]:
    """Yield the lines of a ladder's log, which are the same for all who may see it."""
    return text(_log(ladder))


def _log(ladder: Ladder) -> Iterator[Data]:
    head = streams.head(e.KIND, ladder.id)
    assert head is not None  # noqa: S101 - A ladder has its opening.
    keys = [*ladder.standings.values_list("player", flat=True), *ladder.merged]
    gone = erased.names_of(map(players.account_id, keys))
    header: Data = {"ladder": str(ladder.id), "name": ladder.name, "game": ladder.game}
    proof = None if gone else public_log.proof(e.KIND, ladder.id, head.version)
    blind = public_log.blind(e.KIND, ladder.id)
    if proof is not None and blind is not None:
        header |= {"blind": blind.hex(), "log": str(proof)}
    yield header
    has_hash = True
    for first in range(0, head.version, BATCH):
        until = min(first + BATCH, head.version)
        for event in streams.load(e.KIND, ladder.id, after=first, until=until):
            data: Data = msgspec.json.decode(event.body)
            shown = _without_erased(data) if gone else data
            has_hash = has_hash and shown == data
            yield logs.line(event, shown, has_hash=has_hash)


def _without_erased(data: Data) -> Data:
    """Return what an event holds, with neutral names of those who were erased since."""
    if "names" in data and "players" in data:
        keys, names = cast("list[str]", data["players"]), cast("list[str]", data["names"])
        rows = [PlayerRow(key, name) for key, name in zip(keys, names, strict=False)]
        return {**data, "names": [row.name for row in players.hide_erased(rows)]}
    if "name" in data and "player" in data:
        row = PlayerRow(str(data["player"]), str(data["name"]))
        return {**data, "name": players.hide_erased([row])[0].name}
    return data


class PlayerRow(msgspec.Struct):
    """A player of an event, by key and name."""

    player: str
    name: str


class Adjustment(NamedTuple):
    """A rating moved by hand."""

    player: str
    at: datetime
    by: int
    """In steps of the system."""
    reason: str


def adjustments(ladder: Ladder, player: str) -> list[Adjustment]:
    """Return when a player's rating was moved by hand, oldest first; merged ones count as one."""
    rows = events(ladder).filter(type__in=("rating_adjusted", "players_merged"))
    found: list[Adjustment] = []
    keys = {player}
    for row in rows.order_by("-version"):
        event = e.CATALOGUE.decode(row.type, row.schema, row.body)
        if isinstance(event, e.PlayersMerged) and event.into in keys:
            keys.add(event.gone)
        elif isinstance(event, e.RatingAdjusted):
            found.append(Adjustment(event.player, row.recorded_at, event.by, event.reason))
    return [adjustment for adjustment in reversed(found) if adjustment.player in keys]
