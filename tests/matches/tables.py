"""Matches for tests, in the terms of the table: who sits, what is played, how far."""

import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from accounts.models import Account
from api.problems import Problem
from eventstore import streams
from games.core import ALL
from matches import archive, logs, redaction, selectors
from matches.actors import Player
from matches.command_handler import CommandResult, handle_pending
from matches.commit import CommandContext
from matches.events import KIND
from matches.models import Match
from matches.services import moving, opening, seating
from matches.services.opening import Request
from matches.services.turns import expire_clock

NAMES = ("ann", "bob", "cleo", "dirk", "eva", "finn")


def new_key() -> str:
    """Return a key that nobody has used."""
    return secrets.token_urlsafe(24)


def people(count: int) -> list[Player]:
    """Return players whose accounts are some days old."""
    players, joined = [], datetime.now(UTC) - timedelta(days=9)
    for name in NAMES[:count]:
        account = Account.objects.create(
            username=f"{name}-{secrets.token_hex(6)}", date_joined=joined
        )
        players.append(Player(account.pk, account.username))
    return players


def opened(
    opener: Player,
    seats: int = 3,
    belongs_to: Mapping[str, UUID] | None = None,
    **wanted: Any,
) -> UUID:
    """Return a match that has just been opened."""
    request = Request(seats=seats, **{"game": "stick-em", "options": {}, **wanted})
    match_id, _ = opening.open_match(
        player=opener,
        request=request,
        key=new_key(),
        fingerprint=b"open",
        belongs_to=belongs_to,
    )
    return match_id


def seat(match_id: UUID, player: Player, **about: Any) -> CommandResult:
    """Sit a player down."""
    about = {"key": new_key(), "fingerprint": b"seat", **about}
    return seating.take_seat(match_id=match_id, player=player, **about)


def seat_bot(match_id: UUID, opener: Player, bot: str = "random") -> CommandResult:
    """Put a bot on a seat."""
    return seating.seat_bot(
        match_id=match_id, player=opener, bot=bot, key=new_key(), fingerprint=b"bot"
    )


def begun(players: Sequence[Player], bots: Sequence[str] = (), **wanted: Any) -> UUID:
    """Return a match that has begun, the players on the first seats and bots on the others."""
    match_id = opened(players[0], len(players) + len(bots), **wanted)
    is_assigned = "table" in (wanted.get("belongs_to") or {})
    for player in players:
        seat(match_id, player, is_assigned=is_assigned)
    for bot in bots:
        seat_bot(match_id, players[0], bot)
    return match_id


def begun_ago(
    seconds: float, monkeypatch: pytest.MonkeyPatch, players: Sequence[Player], **wanted: Any
) -> UUID:
    """Return a match that began some time ago, as a machine tells whose clock is behind."""

    class Behind(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Behind":
            return cls.fromtimestamp(time.time() - seconds, tz)

    with monkeypatch.context() as patch:
        patch.setattr("eventstore.command_handler.datetime", Behind)
        return begun(players, **wanted)


def page(match_id: UUID, player: Player | None = None) -> dict[str, Any]:
    """Return the match as a player sees it, or a stranger."""
    shown = selectors.match_page(match_id, None if player is None else player.account)
    read: dict[str, Any] = msgspec.to_builtins(shown)
    return read


def body(answer: CommandResult) -> dict[str, Any]:
    """Return what a command is answered, as a client reads it."""
    read: dict[str, Any] = msgspec.to_builtins(answer.body)
    return read


def move(  # noqa: PLR0913 - The parts of a request.
    match_id: UUID,
    player: Player,
    move: Mapping[str, Any],
    version: int,
    *,
    key: str | None = None,
    fingerprint: bytes = b"move",
) -> CommandResult:
    """Make a move."""
    return moving.submit_move(
        match_id=match_id,
        player=player,
        move=move,
        expected_version=version,
        key=key or new_key(),
        fingerprint=fingerprint,
    )


def next_move(match_id: UUID, players: Sequence[Player], rng: Random) -> CommandResult | None:
    """Make a random legal move for one of the seats to act; None when no player has to."""
    # Who sits there need not be looked up among those who may see the match.
    reader = players[0].account if players else None
    with selectors.current_state(match_id, reader) as state:
        seats = [seat_number for seat_number in state.acting if seat_number < len(players)]
        if not seats:
            return None
        legal, version = redaction.legal_moves(state, seats[0]), state.version
    return _made(match_id, players[seats[0]], rng.choice(legal), version)


def next_move_of(match_id: UUID, player: Player, rng: Random) -> CommandResult | None:
    """Make a random legal move for a player; None when it is not that player's turn."""
    with selectors.current_state(match_id, player.account) as state:
        seat_number = state.seat_of(player.account)
        if seat_number is None or seat_number not in state.acting:
            return None
        legal, version = redaction.legal_moves(state, seat_number), state.version
    return _made(match_id, player, rng.choice(legal), version)


def _made(match_id: UUID, player: Player, move: Mapping[str, Any], version: int) -> CommandResult:
    """Make a move by a key that is surely free: even within a transaction it is one statement."""
    command = CommandContext(
        player.actor, new_key(), b"move", token=player.token, is_of_version=True
    )
    return handle_pending(moving.prepare_move(match_id, player, command, move, version))


def play_out(match_id: UUID, players: Sequence[Player], seed: int = 1) -> None:
    """Play random legal moves for all players until the match is over."""
    rng = Random(seed)
    while next_move(match_id, players, rng) is not None:
        pass


def deadline(match_id: UUID) -> datetime:
    """Return when the first seat runs out of time."""
    found = Match.objects.get(id=match_id).deadline
    assert found is not None
    return found


def expire(match_id: UUID) -> None:
    """Have the time run out that runs out next, as the agenda does when it is due."""
    expire_at(match_id, deadline(match_id))


def expire_at(match_id: UUID, moment: datetime) -> None:
    """Have the agenda find the match due at a moment."""
    expire_clock(match_id, Match.objects.get(id=match_id).version, moment)


def types(match_id: UUID, after: int = 0) -> list[str]:
    """Return the kinds of the events after a version."""
    return [event.type for event in streams.load(KIND, match_id, after=after)]


def log_findings(match_id: UUID) -> list[str]:
    """Return what an offline verifier finds wrong with the log of an ended match."""
    header, events = logs.parse(archive.log_lines(match_id, ALL))
    return [finding.text for finding in logs.findings(header, events)]


def refused(code: str) -> "pytest.RaisesExc[Problem]":
    """Expect a problem with a code."""
    return pytest.RaisesExc(Problem, check=lambda problem: problem.code == code)
