"""Ladders for tests: opened, with matches between made-up players."""

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import UUID, uuid4

from api.ids import uuid7
from eventstore import streams
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from ratings.aggregate import LADDER
from ratings.ladder import events as e
from ratings.models import Ladder
from ratings.services import corrections, managing
from ratings.services.commands import LadderCommand

ADMIN = "account:00000000-0000-7000-8000-000000000001"


BY_HAND = {"k_provisional": 64, "k": 24, "k_half": 0}
"""Stakes with which examples are reckoned by hand: those that every ladder had at first."""


def order(reason: str = "a test", **about: Any) -> LadderCommand:
    """Return a command's order with a key that nobody has used."""
    return LadderCommand(ADMIN, reason, secrets.token_urlsafe(24), **about)


def opened(**settings: Any) -> Ladder:
    """Return a new ladder of Pickpocket, with stakes that can be reckoned by hand."""
    own = {} if settings.get("system", "elo") != "elo" else BY_HAND
    settings["parameters"] = {**own, **settings.get("parameters", {})}
    return opened_as_told(**settings)


def opened_as_told(**settings: Any) -> Ladder:
    """Return a new ladder of Pickpocket that has what a new ladder has."""
    wanted = {"name": "Pickpockets", "game": "pickpocket", "clock": 3600, **settings}
    slug = f"ladder-{secrets.token_hex(6)}"
    return managing.open_ladder(slug=slug, settings=wanted, order=order("the club wants it"))


def first_event(ladder: Ladder) -> e.LadderOpened:
    """Return how a ladder was opened."""
    stored = streams.load(e.KIND, ladder.id, until=1)[0]
    found = e.CATALOGUE.decode(stored.type, stored.schema, stored.body)
    assert isinstance(found, e.LadderOpened)
    return found


def open_again(event: e.LadderOpened) -> None:
    """Open a ladder by its first event, which an earlier release may have written."""
    context = CommandContext(ADMIN, secrets.token_urlsafe(24))
    handle(LADDER, uuid7(), context, lambda _state, work: work.add(event), expected_version=0)


def result(names: Sequence[str], places: Sequence[int], **about: Any) -> e.MatchRated:
    """Return a result of guests."""
    return e.MatchRated(
        match=str(about.pop("match", uuid4())),
        players=[f"guest:{name}" for name in names],
        names=list(names),
        places=list(places),
        **about,
    )


def record(ladder: Ladder, *events: e.LadderEvent) -> None:
    """Write events of one command."""
    context = CommandContext("system", secrets.token_urlsafe(24))
    handle(LADDER, ladder.id, context, lambda _state, work: work.add(*events))


def played(ladder: Ladder, names: Sequence[str], places: Sequence[int], **about: Any) -> UUID:
    """Let guests have played a match, and return its id."""
    event = result(names, places, **about)
    record(ladder, event)
    return UUID(event.match)


def placed(rng: Random, count: int) -> list[int]:
    """Return random places, with ties."""
    scores = [rng.randrange(count + 1) for _ in range(count)]
    return [1 + sum(other > score for other in scores) for score in scores]


def ratings(ladder: Ladder) -> dict[str, float]:
    """Return everybody's rating, in thousandths."""
    return dict(ladder.standings.values_list("name", "rating"))


def differences(ladder: Ladder) -> int:
    """Return how many rows differ from a fold of the stream."""
    count: int = corrections.rebuild(ladder_id=ladder.id, write=False).differences
    return count
