"""Write events of a ladder, and keep its rows equal to a fold of its stream.

Whoever writes holds the ladder's row locked, so the order of the stream is the order of the locks.
An event that touches few players is folded into these alone; one that reaches back, or touches
all, has the whole stream folded anew and the differing rows written.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from eventstore import streams
from eventstore.canonical import encode, format_timestamp, truncate_to_ms
from eventstore.events import NewEvent, StoredEvent
from ratings import projections
from ratings.ladder import events as e
from ratings.ladder import fold
from ratings.ladder.events import KIND, LadderEvent
from ratings.ladder.meetings import Meeting
from ratings.ladder.settings import parsed
from ratings.ladder.state import Challenge, Player, SeatCount, State
from ratings.models import Ladder
from ratings.projections import Projection, Row
from ratings.systems.core import Rating

WHOLE = (*e.RETROACTIVE, e.SeasonClosed)
"""Events that may touch every row."""


class CommandContext(NamedTuple):
    """Who does something, and the key under which it is done once."""

    actor: str
    key: str
    fingerprint: bytes | None = None


def lock_ladder(ladder_id: UUID) -> Ladder:
    """Return a ladder, locked until the transaction ends; raises Ladder.DoesNotExist."""
    return Ladder.objects.select_for_update().get(id=ladder_id)


def append_and_project(
    ladder: Ladder, events: Sequence[LadderEvent], author: CommandContext
) -> State:
    """Append events of one command to a locked ladder and bring its rows up to date.

    Returns the state that was folded: the part that the events touch, or all. Raises KeyUsedError.
    """
    stored = append(ladder, events, author)
    if any(isinstance(event, WHOLE) for event in events):
        state = fold.fold_stream(streams.load(KIND, ladder.id))
        _write(ladder, state, [(table, table.stored(ladder.id)) for table in projections.TABLES])
    else:
        state, before = load_affected(ladder, events)
        apply_events(state, events, stored)
        _write(ladder, state, before)
    save_row(ladder, state, stored[-1].at)
    return state


def append(
    ladder: Ladder, events: Sequence[LadderEvent], author: CommandContext
) -> list[StoredEvent]:
    """Append events to the stream of a ladder and return them; its rows are the caller's care."""
    return streams.append(
        KIND,
        ladder.id,
        ladder.version,
        [NewEvent(e.NAMES[type(event)], encode(e.data(event))) for event in events],
        actor=author.actor,
        key=author.key,
        fingerprint=author.fingerprint,
        at=datetime.now(UTC),
    )


def apply_events(
    state: State, events: Iterable[LadderEvent], stored: Iterable[StoredEvent]
) -> None:
    """Fold events that do not reach back."""
    nothing_later = fold.RetroactiveChanges()
    for event, each in zip(events, stored, strict=True):
        state.version = each.version
        fold.evolve(state, event, fold.EventPosition(each.version, each.at), nothing_later)


def preview_state(ladder: Ladder, events: Sequence[LadderEvent]) -> State:
    """Return what the whole ladder would be after events, writing nothing."""
    stored = streams.load(KIND, ladder.id)
    last = stored[-1]
    at = truncate_to_ms(max(datetime.now(UTC), last.at))
    drafts = [
        StoredEvent(number, e.NAMES[type(event)], 1, encode(e.data(event)), "", None, None, at, b"")
        for number, event in enumerate(events, start=last.version + 1)
    ]
    return fold.fold_stream([*stored, *drafts])


def rebuilt(ladder: Ladder, *, write: bool) -> tuple[State, dict[str, int]]:
    """Fold a ladder from its first event; return it and how many rows of each table differ."""
    state = fold.fold_stream(streams.load(KIND, ladder.id))
    different = {}
    for table in projections.TABLES:
        stored, right = table.stored(ladder.id), table.folded(state)
        keys = stored.keys() | right.keys()
        different[table.name] = sum(stored.get(key) != right.get(key) for key in keys)
        if write:
            table.write(ladder.id, stored, right)
    different["ratings_ladder"] = sum(
        getattr(ladder, name) != value for name, value in columns(state).items()
    )
    if write:
        save_row(ladder, state, ladder.updated_at)
    return state, different


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
        "settings": settings.as_data(),
        "merged": state.merged,
        "version": state.version,
    }


def save_row(ladder: Ladder, state: State, at: datetime) -> None:
    """Save the ladder's own row."""
    for name, value in columns(state).items():
        setattr(ladder, name, value)
    ladder.updated_at = at
    ladder.save()


def _write(
    ladder: Ladder, state: State, before: Iterable[tuple[Projection, projections.Rows]]
) -> None:
    for table, rows in before:
        table.write(ladder.id, rows, table.folded(state))


def load_affected(
    ladder: Ladder, events: Iterable[LadderEvent]
) -> tuple[State, list[tuple[Projection, projections.Rows]]]:
    """Return the part of a ladder that events touch, and the rows that it was made from."""
    state = State(parsed(ladder.settings))
    state.version, state.season, state.is_paused = ladder.version, ladder.season, ladder.is_paused
    state.merged = dict(ladder.merged)
    has_rungs = state.settings.kind == "challenge"
    keys = {state.resolve_merged(key) for event in events for key in players_of(event)}
    sizes = {len(event.players) for event in events if isinstance(event, e.MatchRated)}
    calls = [UUID(key) for event in events if (key := getattr(event, "challenge", ""))]
    players = projections.PLAYERS.stored(ladder.id, None if has_rungs else sorted(keys))
    seats = projections.SEATS.stored(ladder.id, sorted(sizes))
    challenges = projections.CHALLENGES.stored(ladder.id, calls)
    counts = state.repeats is not None
    meetings = projections.MEETINGS.stored(ladder.id, sorted(keys)) if counts else {}
    for row in players.values():
        player = player_of(row)
        state.players[player.key] = player
    on_rungs = [player for player in state.players.values() if player.position is not None]
    on_rungs.sort(key=lambda player: player.position or 0)
    state.rungs = [player.key for player in on_rungs]
    for one, other, *numbers in meetings.values():
        state.meetings[one, other] = Meeting(*numbers)
    for count, seat, *counted in seats.values():
        state.seats_of(count)[seat] = SeatCount(*counted)
    for row in challenges.values():
        challenge = challenge_of(row)
        state.challenges[challenge.key] = challenge
    before = {
        projections.PLAYERS: players,
        projections.MEETINGS: meetings,
        projections.SEATS: seats,
        projections.CHALLENGES: challenges,
    }
    return state, [(table, before.get(table, {})) for table in projections.TABLES]


def players_of(event: LadderEvent) -> list[str]:
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
