"""Deals for tests: who plays them, how far, and what time it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from random import Random
from uuid import UUID

import pytest
from django.utils import timezone

from agenda.models import DueRow
from agenda.registry import Job
from deals import selectors
from deals.services import attempts, closing
from deals.services.opening import CLOSE, Plan, open_deal
from matches.actors import Player
from matches.models import Match
from matches.services import turns
from tests.matches import tables

OPTIONS = {"rounds": 1}
HOUR = timedelta(hours=1)


@contextmanager
def later(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> Iterator[None]:
    """Have it be later, for whoever asks what time it is."""

    class Later(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override] # A plain one.
            return datetime.now(tz) + by

    with monkeypatch.context() as patch:
        patch.setattr("eventstore.command_handler.datetime", Later)
        patch.setattr(timezone, "now", lambda: Later.now(UTC))
        yield


def opened(game: str = "stick-em", seats: int = 4, **said: object) -> UUID:
    """Return a deal that may be played for an hour."""
    wanted = {"options": OPTIONS if game == "stick-em" else {}, **said}
    closes_at = datetime.now(UTC) + HOUR
    plan = Plan(game=game, seats=seats, closes_at=closes_at, **wanted)  # type: ignore[arg-type] # By name.
    return open_deal(plan=plan, player=None, key=tables.new_key())


def begun(deal: UUID, player: Player) -> UUID:
    """Return the match of a player's go at a deal."""
    key = tables.new_key()
    return attempts.begin(deal_id=deal, player=player, key=key, fingerprint=b"play")


def let_bots_play(match: UUID) -> None:
    """Have the bots make the moves that are theirs now."""
    while turns.play_bots(match, Match.objects.get(id=match).version):
        pass


def play(match: UUID, player: Player, seed: int = 1, moves: int | None = None) -> None:
    """Have a player make random moves, so many or to the end."""
    rng = Random(seed)
    made = 0
    let_bots_play(match)
    while moves is None or made < moves:
        if tables.next_move_of(match, player, rng) is None:
            return
        let_bots_play(match)
        made += 1


def played(deal: UUID, player: Player, seed: int = 1) -> UUID:
    """Return the match of a player who has played a deal to its end."""
    match = begun(deal, player)
    play(match, player, seed)
    return match


def run_close(deal: UUID) -> None:
    """Run what the agenda holds of the end of a deal, as if it were due."""
    row = DueRow.objects.get(kind=CLOSE, subject=deal)
    closing.close_when_due(Job(CLOSE, deal, row.version, row.due_at, row.payload, 0, None))


def close(deal: UUID, monkeypatch: pytest.MonkeyPatch, by: timedelta = 2 * HOUR) -> None:
    """Close a deal when its time is up, with bots that play on for whoever has not finished."""
    with later(monkeypatch, by):
        run_close(deal)
        for match in selectors.load(deal).tables:
            let_bots_play(match)
        if selectors.load(deal).closed is None:
            run_close(deal)
