"""A match as the fold of its stream: who sits, how the game stands, what is due. Pure.

Events of a match are either the game's own, which its rules fold, or common to all games, which
are folded here. A state belongs to whoever folds it and changes in place.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from eventstore import chain
from eventstore.events import StoredEvent
from games import registry
from games.core import Rules
from matches import clock as clocks
from matches.clock import Clock

KIND = "match"
"""The kind of the streams of matches."""

Data = dict[str, Any]


class Status(StrEnum):
    """Where a match stands in its life."""

    OPEN = "open"
    LIVE = "live"
    FINISHED = "finished"
    VOID = "void"


OVER = frozenset({Status.FINISHED, Status.VOID})

FOLLOWERS = {"ladder": "ladder", "table": "tournament_table"}
"""What a match may belong to, and the field of its opening event that names it."""


class Chair:
    """A seat as it is taken."""

    __slots__ = ("account", "bot", "client_seed", "left", "player")

    def __init__(
        self, player: str, account: UUID | None, bot: str | None, client_seed: str
    ) -> None:
        self.player = player
        self.account = account
        self.bot = bot
        """The built-in bot that plays here now."""
        self.client_seed = client_seed
        self.left = False
        """Whether the player who sat down has given the match up."""


class MatchState:
    """Everything that the stream of a match says."""

    __slots__ = (
        "acting",
        "at",
        "begun",
        "belongs_to",
        "chairs",
        "clock",
        "commitment",
        "common",
        "dataset",
        "finish",
        "game",
        "hash",
        "id",
        "left",
        "on_timeout",
        "options",
        "rules",
        "seats",
        "since",
        "status",
        "version",
    )

    def __init__(self, match_id: UUID) -> None:
        self.id = match_id
        self.version = 0
        self.hash = chain.genesis(KIND, match_id)
        self.at: datetime | None = None
        self.status = Status.OPEN
        self.rules: Rules[Any, Any, Any]
        self.dataset = ""
        self.options: Data = {}
        self.seats = 0
        self.clock: Clock | None = None
        self.on_timeout = ""
        self.commitment = ""
        self.belongs_to: dict[str, UUID] = {}
        """What follows the match: `ladder`, and `table` of a tournament; empty of a free match."""
        self.chairs: dict[int, Chair] = {}
        self.left: list[int] = []
        """Seats that gave up, in the order in which they left."""
        self.begun = False
        """Whether the match has started: there is a table to look at."""
        self.game: Any = None
        self.common: list[int] = []
        """The versions of the events that are not the game's own, ascending."""
        self.acting: tuple[int, ...] = ()
        """Seats that have to decide now."""
        self.since: dict[int, datetime] = {}
        """Since when each acting seat has been thinking."""
        self.finish: Data | None = None
        """The data of the event that ended the match."""

    @property
    def deadline(self) -> datetime | None:
        """When the first acting seat runs out of time."""
        return clocks.deadline(self.clock, self.since.values())

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.status in OVER

    def seat_of(self, account: UUID | None) -> int | None:
        """Return the seat that an account plays now."""
        if account is not None:
            for seat, chair in self.chairs.items():
                if chair.account == account and not chair.left:
                    return seat
        return None

    def people(self) -> list[int]:
        """Return the seats that people play."""
        return [seat for seat, chair in sorted(self.chairs.items()) if chair.bot is None]

    def bots_to_act(self) -> list[int]:
        """Return the acting seats that built-in bots play."""
        return [seat for seat in self.acting if self.chairs[seat].bot is not None]

    def game_index(self, version: int) -> int:
        """Return how many events of the game stand before the one at version."""
        return version - 1 - bisect_left(self.common, version)

    def fold(self, events: Iterable[StoredEvent]) -> "MatchState":
        """Fold events that follow the ones folded so far, and return the state itself."""
        for event in events:
            self.version = event.version
            self.hash = event.hash
            self.at = event.at
            common = COMMON.get(event.type)
            if common is None:
                played = self.rules.decode_event(event.type, event.body, event.schema)
                self.evolve_game(played, event.at)
            else:
                self.common.append(event.version)
                self.evolve(common, json.loads(event.body), event.at, event.actor)
        return self

    def evolve(self, common: "Fold", data: Data, at: datetime, actor: str) -> None:
        """Fold one common event."""
        common(self, data, actor)
        self._think(at)

    def evolve_game(self, event: Any, at: datetime) -> None:
        """Fold one event of the game."""
        self.rules.evolve(self.game, event)
        seat = getattr(event, "seat", None)
        if seat is not None:
            # Whoever has just acted starts to think anew when it is its turn again.
            self.since.pop(seat, None)
        self._think(at)

    def _think(self, at: datetime) -> None:
        self.acting = self.rules.to_act(self.game) if self.status is Status.LIVE else ()
        since = self.since
        self.since = {seat: since.get(seat, at) for seat in self.acting}


Fold = Callable[[MatchState, Data, str], None]


def _opened(state: MatchState, data: Data, _actor: str) -> None:
    state.rules = registry.rules(data["rules"])
    state.dataset = data["dataset"]
    state.options = data["options"]
    state.seats = data["seats"]
    state.clock = clocks.parse(data["clock"])
    state.on_timeout = data["on_timeout"]
    state.commitment = data["commitment"]
    state.belongs_to = {
        follower: UUID(data[field]) for follower, field in FOLLOWERS.items() if data[field]
    }
    state.game = state.rules.new_state(state.seats, state.options, state.dataset)


def account_of(actor: str) -> UUID | None:
    """Return the account that an actor is, if it is one."""
    kind, _, name = actor.partition(":")
    return UUID(name) if kind == "account" else None


def _seated(state: MatchState, data: Data, actor: str) -> None:
    bot = data["bot"]
    account = None if bot else account_of(actor)
    state.chairs[data["seat"]] = Chair(data["player"], account, bot, data["client_seed"])


def _gave_seat_back(state: MatchState, data: Data, _actor: str) -> None:
    del state.chairs[data["seat"]]


def _started(state: MatchState, _data: Data, _actor: str) -> None:
    state.status = Status.LIVE
    state.begun = True


def _timed_out(_state: MatchState, _data: Data, _actor: str) -> None:
    """Change nothing: the move that the policy makes for the seat follows."""


def _resigned(state: MatchState, data: Data, _actor: str) -> None:
    state.chairs[data["seat"]].left = True
    state.left.append(data["seat"])


def _replaced(state: MatchState, data: Data, _actor: str) -> None:
    state.chairs[data["seat"]].bot = data["by"]


def _finished(state: MatchState, data: Data, _actor: str) -> None:
    state.status = Status.FINISHED
    state.finish = data


def _voided(state: MatchState, data: Data, _actor: str) -> None:
    state.status = Status.VOID
    state.finish = data


COMMON: dict[str, Fold] = {
    "match_opened": _opened,
    "seat_taken": _seated,
    "seat_left": _gave_seat_back,
    "match_started": _started,
    "seat_timed_out": _timed_out,
    "seat_resigned": _resigned,
    "seat_replaced": _replaced,
    "match_finished": _finished,
    "match_voided": _voided,
}
"""How each event that all games share is folded."""
