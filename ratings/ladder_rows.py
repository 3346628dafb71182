"""The rows of a ladder as the part of its state that a command touches, and back."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Self
from uuid import UUID

import msgspec

from eventstore.canonical import format_timestamp
from eventstore.events import Point
from eventstore.projections import Projection, Row, Rows
from ratings import projections
from ratings.ladder import events as e
from ratings.ladder.meetings import Meeting
from ratings.ladder.settings import parsed
from ratings.ladder.state import Challenge, Player, SeatCount, State
from ratings.models import Ladder
from ratings.systems.core import Rating


class LadderState(State):
    """A ladder that a command is decided on."""

    locked: Ladder | None = None
    """The ladder's row, while a command is decided."""
    loaded: dict[Projection, Rows] | None = None
    """The rows that the state was made from; None of a whole ladder."""
    touched: frozenset[str] = frozenset()
    """The keys of the players whose part is loaded."""

    @property
    def row(self) -> Ladder:
        """The ladder's row, whose lock the command has."""
        assert self.locked is not None  # noqa: S101 - Commands are decided under the lock.
        return self.locked

    @classmethod
    def of_row(cls, row: Ladder, head: Point) -> Self:
        """Return a ladder of which nothing but its own row is loaded yet."""
        state = cls(row.id)
        state.apply_settings(parsed(row.settings))
        state.version, state.hash = head.version, head.hash or b""
        state.at, state.slug = row.updated_at, row.slug
        state.season, state.is_paused = row.season, row.is_paused
        state.well, state.slots = row.well, row.slots
        state.merged = dict(row.merged)
        state.locked, state.loaded = row, {}
        return state


def load_affected(state: LadderState, events: Iterable[msgspec.Struct]) -> None:
    """Add the part of a ladder that events touch, as far as it is not there yet."""
    has_rungs = state.settings.kind == "challenge"
    keys = {state.resolve_merged(key) for event in events for key in players_of(event)}
    sizes = {len(event.players) for event in events if isinstance(event, e.MatchRated)}
    calls = [UUID(key) for event in events if (key := getattr(event, "challenge", ""))]
    for row in _new(state, projections.PLAYERS, **({} if has_rungs else {"player": keys})):
        player = player_of(row)
        state.players[player.key] = player
    on_rungs = [player for player in state.players.values() if player.position is not None]
    on_rungs.sort(key=lambda player: player.position or 0)
    state.rungs = [player.key for player in on_rungs]
    if state.repeats is not None:
        touched = state.touched = state.touched | keys
        for one, other, *numbers in _new(state, projections.MEETINGS, one=touched, other=touched):
            state.meetings[one, other] = Meeting(*numbers)
    for count, seat, *counted in _new(state, projections.SEATS, seats=sizes):
        state.seats_of(count)[seat] = SeatCount(*counted)
    for row in _new(state, projections.CHALLENGES, id=calls):
        challenge = challenge_of(row)
        state.challenges[challenge.key] = challenge


def _new(state: LadderState, table: Projection, **only: Collection[object]) -> Iterable[Row]:
    """Return the rows of a table that are not loaded yet, and count them as loaded."""
    assert state.loaded is not None  # noqa: S101 - A part is loaded from rows.
    before = state.loaded.setdefault(table, {})
    new = {key: row for key, row in table.stored(state.id, **only).items() if key not in before}
    before |= new
    return new.values()


def players_of(event: msgspec.Struct) -> list[str]:
    """Return the keys of the players whose rows an event may change."""
    if isinstance(event, e.MatchRated):
        return event.players
    if isinstance(event, (e.RatingAdjusted, e.PlayerJoined, e.PlayerLeft)):
        return [event.player]
    return []


def player_of(row: Row) -> Player:
    """Return the player of a row."""
    key, name, rating, deviation, games, season_games, met, firsts, best, _, *rest = row
    player = Player(key, name, Rating(rating, deviation, games))
    player.season_games, player.met, player.firsts = season_games, met, firsts
    player.best = list(best)
    position, last_at = rest
    player.position, player.last_at = position, last_at
    return player


def challenge_of(row: Row) -> Challenge:
    """Return the challenge of a row."""
    key, challenger, opponents, accepted, status, answer_by, made_at = row
    made = Challenge(str(key), challenger, list(opponents), format_timestamp(answer_by), made_at)
    made.accepted, made.status = list(accepted), status
    return made


def columns(state: State) -> dict[str, object]:
    """Return the columns of a ladder's row that follow from its events."""
    settings = state.settings
    return {
        "name": settings.name,
        "game": settings.game,
        "kind": settings.kind,
        "visibility": settings.visibility,
        "is_paused": state.is_paused,
        "season": state.season,
        "well": state.well,
        "slots": state.slots,
        "settings": settings.as_data(),
        "merged": state.merged,
        "version": state.version,
    }


def new_row(state: State) -> Ladder:
    """Return the row of a ladder that has just been opened."""
    row = Ladder(id=state.id, slug=state.slug, **columns(state))
    assert state.at is not None  # noqa: S101 - Its opening has a time.
    row.opened_at = row.updated_at = state.at
    return row


def save_row(ladder: Ladder, state: State, at: datetime) -> None:
    """Save the ladder's own row."""
    for name, value in columns(state).items():
        setattr(ladder, name, value)
    ladder.updated_at = at
    ladder.save()
