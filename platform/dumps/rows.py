"""The rows of one match: what happened, what each seat knew and did, what it did to ratings."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple
from uuid import UUID

from accounts.models import Account
from dumps.pseudonyms import player, pseudonym
from eventstore import replica, standby_reads
from eventstore.events import Point, StoredEvent
from games.core import Seat
from games.json_types import JsonObject
from matches import redaction
from matches.actors import account_of
from matches.events import CATALOGUE, KIND
from matches.folds import decode, fold
from matches.models import Match
from matches.state import MatchState, SeatState
from ratings.ladder.settings import parsed
from ratings.models import Ladder, RatedMatch, RatingChange
from ratings.report import as_points


class NobodyThereError(LookupError):
    """An account that sat at the match is not there any more: the match is left out."""


Row = JsonObject
Rows = dict[str, list[Row]]
"""Rows by table."""

TOLD = frozenset(
    {
        *("match_started", "seat_timed_out", "seat_resigned", "seat_replaced", "seat_returned"),
        "match_finished",
    }
)
"""The events of no game that are told, without their data: the others are about people."""
MILLISECOND = timedelta(milliseconds=1)


def of_match(match: Match) -> Rows:
    """Return all rows of a finished match; raises what its fold does, where nobody knows it."""
    events = replica.load(KIND, match.id, Point(match.version, bytes(match.head_hash)))
    telling = Telling(match.id)
    for stored, following in zip(events, [*events[1:], None], strict=True):
        telling.take(stored, following)
    return {
        "matches": [_match(match, telling.state)],
        "events": telling.events,
        "decisions": telling.decisions,
        "ratings": list(_ratings(match)),
    }


class Turn(NamedTuple):
    """What a seat was asked and answered."""

    seat: Seat
    move: object


class Telling:
    """Folds a match, and writes down what happens on the way."""

    def __init__(self, match_id: UUID) -> None:
        self.state = MatchState(match_id)
        self.name = pseudonym("match", str(match_id))
        self.events: list[Row] = []
        self.decisions: list[Row] = []
        self._started: datetime | None = None
        self._asked: dict[Seat, datetime] = {}
        """Since when each seat has to decide."""

    def take(self, stored: StoredEvent, following: StoredEvent | None) -> None:
        """Tell of an event, and fold it."""
        state = self.state
        if stored.type == "match_started":
            self._started = stored.at
        is_of_game = stored.type not in CATALOGUE
        turn = self._turn(stored, following) if is_of_game else None
        if is_of_game or stored.type in TOLD:
            self._event(stored, is_of_game=is_of_game)
        if turn is not None:
            self._decision(stored, turn)
            self._asked.pop(turn.seat, None)
        fold(state, [stored])
        acting = state.rules.to_act(state.game) if state.begun else ()
        # Between the events of one decision nobody has to act, and others still wait.
        if acting:
            self._asked = {seat: self._asked.get(seat, stored.at) for seat in acting}

    def _turn(self, stored: StoredEvent, following: StoredEvent | None) -> Turn | None:
        """Return the decision that an event records; None where an earlier one set it off."""
        state = self.state
        if not state.rules.to_act(state.game):
            return None
        is_known = following is not None and following.type not in CATALOGUE
        foreseen = decode(state, following) if following is not None and is_known else None
        found = state.rules.recorded_move_at(state.game, decode(state, stored), foreseen)
        return None if found is None else Turn(*found)

    def _event(self, stored: StoredEvent, *, is_of_game: bool) -> None:
        data = json.loads(stored.body)
        self.events.append(
            {
                "match": self.name,
                "number": len(self.events) + 1,
                "ms": _milliseconds(self._started, stored.at),
                "type": stored.type,
                "seat": data.get("seat"),
                "data": stored.body if is_of_game else None,
            }
        )

    def _decision(self, stored: StoredEvent, turn: Turn) -> None:
        state, seat = self.state, turn.seat
        view = state.rules.view(state.game, seat)
        move = state.rules.move_data(state.game, seat, turn.move)
        self.decisions.append(
            {
                "match": self.name,
                "number": len(self.events),
                "seat": seat,
                "player": _player(state.seat_states[seat]),
                "by": _by(stored.actor),
                "ms": _milliseconds(self._asked.get(seat), stored.at),
                "view": _json(view),
                "legal_moves": _json(redaction.legal_moves(state, seat)),
                "move": _json(move),
            }
        )


def _match(match: Match, state: MatchState) -> Row:
    result: JsonObject = match.result or {}
    sitting = [each.account for each in state.seat_states.values() if each.account is not None]
    accounts = Account.objects.in_bulk(sitting)
    if len(accounts) < len(set(sitting)):
        raise NobodyThereError(match.id)
    public = Ladder.objects.filter(visibility="public")
    ladder = None if match.ladder_id is None else public.filter(pk=match.ladder_id).first()
    assert match.started_at is not None  # noqa: S101 - Only those are chosen.
    return {
        "match": pseudonym("match", str(match.id)),
        "game": match.game,
        "rules": match.rules,
        "dataset": match.dataset,
        "options": _json(match.options),
        "seats": state.seats,
        "clock": None if match.clock is None else _json(match.clock),
        "day": match.started_at.date().isoformat(),
        "duration_ms": _milliseconds(match.started_at, match.ended_at),
        "reason": result["reason"],
        "ladder": None if ladder is None else ladder.slug,
        "in_tournament": match.table_id is not None,
        "players": [
            {
                "seat": seat,
                "player": _player(seat_state),
                "kind": _kind(
                    seat_state, None if seat_state.account is None else accounts[seat_state.account]
                ),
                "place": result["placings"][seat],
                "score": result["scores"][seat],
                "gave_up": seat_state.left,
            }
            for seat, seat_state in sorted(state.seat_states.items())
        ],
    }


def _ratings(match: Match) -> Iterator[Row]:
    """Yield what a match did to the ratings of public ladders.

    Which of them may be told the primary says; only the numbers may be a few seconds old.
    """
    rated = RatedMatch.objects.filter(match=match.id, status="rated", ladder__visibility="public")
    for row in rated.select_related("ladder").order_by("ladder"):
        ladder = row.ladder
        decimals = parsed(ladder.settings).rating_system().decimals
        for change in standby_reads.read(partial(_changes, row), after_writes=True):
            yield {
                "match": pseudonym("match", str(match.id)),
                "ladder": ladder.slug,
                "season": change.season,
                "seat": change.seat,
                "player": player(change.player),
                "place": change.place,
                "games_before": change.games_before,
                "rating_before": as_points(change.rating_before, decimals),
                "rating_after": as_points(change.rating_after, decimals),
                "deviation_before": as_points(change.deviation_before, decimals),
                "deviation_after": as_points(change.deviation_after, decimals),
            }


def _changes(row: RatedMatch) -> Sequence[RatingChange]:
    """Return the change of each seat; raises where a standby has not all of them yet."""
    rows = RatingChange.objects.filter(ladder=row.ladder_id, match=row.match).order_by("seat")
    found = list(rows)
    if len(found) < row.seats and standby_reads.current_alias() == replica.ALIAS:
        raise RatingChange.DoesNotExist
    return found


def _player(seat_state: SeatState) -> str:
    return player(
        f"bot:{seat_state.bot}" if seat_state.account is None else f"account:{seat_state.account}"
    )


def _kind(seat_state: SeatState, account: Account | None) -> str:
    if account is None:
        return "bot"
    if seat_state.program:
        return "program"
    return "guest" if account.is_guest else "person"


def _by(actor: str) -> str:
    if actor.startswith("bot:"):
        return "bot"
    return "player" if account_of(actor) is not None else "clock"


def _milliseconds(since: datetime | None, at: datetime | None) -> int | None:
    return None if since is None or at is None else (at - since) // MILLISECOND


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
