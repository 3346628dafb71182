"""What the staff has decided about a player of a ladder: adjusted, annulled, corrected, merged."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from accounts.models import Account
from ratings import players
from ratings.ladder import events as e
from ratings.ladder_history import adjustments, events
from ratings.models import Ladder

LATEST = 200
"""So many annulments and corrections of a ladder are looked through, the latest."""


class Decision(NamedTuple):
    """Something that the staff decided, as the player may read it."""

    kind: str
    """`adjusted`, `annulled`, `corrected` or `merged`."""
    at: datetime
    reason: str
    match: UUID | None = None
    by: int | None = None
    """How far the rating was moved by hand, in steps of the system."""
    place: int | None = None
    """The place that a correction gave the player."""
    other: str = ""
    """Whose matches count for the player since they were merged; neutral of who was erased."""


def of_player(ladder: Ladder, player: str) -> list[Decision]:
    """Return what has been decided about a player, the latest first."""
    found = [
        Decision("adjusted", each.at, each.reason, by=each.by)
        for each in adjustments(ladder, player)
    ]
    found += [*_merges(ladder, player), *_about_matches(ladder, player)]
    return sorted(found, key=lambda each: each.at, reverse=True)


def _merges(ladder: Ladder, player: str) -> list[Decision]:
    """Return who turned out to be the player, whose matches are theirs since."""
    found = []
    keys = {player}
    for row in events(ladder).filter(type="players_merged").order_by("-version"):
        event = e.CATALOGUE.decode(row.type, row.schema, row.body)
        if isinstance(event, e.PlayersMerged) and event.into in keys:
            keys.add(event.gone)
            found.append((row.recorded_at, event))
    names = _names([event.gone for _at, event in found])
    return [Decision("merged", at, event.reason, other=names[event.gone]) for at, event in found]


def _names(keys: Sequence[str]) -> dict[str, str]:
    """Return what players who stand on the ladder no more are called."""
    accounts = [players.account_id(key) for key in keys]
    called = dict(
        Account.objects.filter(pk__in=[each for each in accounts if each]).values_list(
            "pk", "username"
        )
    )
    return {
        key: called.get(account, key) if account else key.removeprefix("guest:")
        for key, account in zip(keys, accounts, strict=True)
    }


def _about_matches(ladder: Ladder, player: str) -> list[Decision]:
    rows = events(ladder).filter(type__in=("match_annulled", "match_corrected"))
    decided: list[tuple[datetime, e.MatchAnnulled | e.MatchCorrected]] = []
    for row in rows.order_by("-version")[:LATEST]:
        event = e.CATALOGUE.decode(row.type, row.schema, row.body)
        if isinstance(event, e.MatchAnnulled | e.MatchCorrected):
            decided.append((row.recorded_at, event))
    keys = keys_of(ladder, player)
    tables = _tables(ladder, {UUID(event.match) for _at, event in decided})
    found = []
    for at, event in decided:
        match = UUID(event.match)
        seats = tables.get(match, [])
        mine = next((seat for seat, key in enumerate(seats) if key in keys), None)
        if mine is None:
            continue
        if isinstance(event, e.MatchCorrected):
            place = event.places[mine]
            found.append(Decision("corrected", at, event.reason, match, place=place))
        else:
            found.append(Decision("annulled", at, event.reason, match))
    return found


def keys_of(ladder: Ladder, player: str) -> set[str]:
    """Return the keys under which somebody has played, those merged into it among them."""
    keys = {player}
    for row in events(ladder).filter(type="players_merged").order_by("-version"):
        event = e.CATALOGUE.decode(row.type, row.schema, row.body)
        if isinstance(event, e.PlayersMerged) and event.into in keys:
            keys.add(event.gone)
    return keys


def _tables(ladder: Ladder, matches: set[UUID]) -> dict[UUID, list[str]]:
    """Return who sat where in matches."""
    versions = ladder.matches.filter(match__in=matches).values_list("version", flat=True)
    found = {}
    for row in events(ladder).filter(version__in=list(versions)):
        event = e.CATALOGUE.decode(row.type, row.schema, row.body)
        if isinstance(event, e.MatchRated):
            found[UUID(event.match)] = event.players
    return found
