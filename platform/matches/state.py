"""A match as the fold of its stream: who sits, how the game stands, what is due. Pure.

Events of a match are either the game's own, which its rules fold, or common to all games, which
are folded here. A state belongs to whoever folds it and changes in place.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from eventstore import chain
from eventstore.canonical import parse_timestamp
from eventstore.events import IMPORT, StoredEvent
from games import registry
from games.core import Rules
from matches import time_control as clocks
from matches.clocks import Clocks, Span
from matches.time_control import TimeControl

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


class SeatState:
    """A seat as it is taken."""

    __slots__ = ("account", "away", "bot", "client_seed", "is_person", "left", "player", "program")

    def __init__(
        self,
        player: str,
        account: UUID | None,
        bot: str | None,
        client_seed: str,
        *,
        program: bool = False,
    ) -> None:
        self.player = player
        self.account = account
        self.bot = bot
        """The built-in bot that plays here now."""
        self.is_person = bot is None
        """Whether an account sat down here, whoever plays now."""
        self.client_seed = client_seed
        self.program = program
        """Whether the account is a bot's: it carries the badge."""
        self.left = False
        """Whether the player who sat down has given the match up, or forfeited it."""
        self.away = False
        """Whether a bot plays for the player, who may take the seat back."""


class Pause(NamedTuple):
    """What stops a match for a while."""

    by: str
    """`players`, or `organiser`, who alone ends it then."""
    reason: str
    since: datetime
    until: datetime | None
    """When it ends by itself, if it does."""


class MatchState:
    """Everything that the stream of a match says."""

    __slots__ = (
        "acting",
        "at",
        "begun",
        "belongs_to",
        "bots",
        "chairs",
        "clock",
        "commitment",
        "common",
        "credited",
        "dataset",
        "finish",
        "game",
        "got_up",
        "hash",
        "id",
        "imported",
        "left",
        "on_timeout",
        "options",
        "pause",
        "rules",
        "seats",
        "status",
        "timed_out_at",
        "timer",
        "vacations",
        "version",
        "votes",
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
        self.clock: TimeControl | None = None
        self.on_timeout = ""
        self.commitment = ""
        self.belongs_to: dict[str, UUID] = {}
        """What follows the match: `ladder`, and `table` of a tournament; empty of a free match."""
        self.imported = False
        """Whether it was played elsewhere and came from a file, which nobody here answers for."""
        self.vacations = True
        """Whether days off may stop a clock, if the match is slow."""
        self.bots = "allowed"
        """Whether bots may sit down: "none", "allowed" or "only"."""
        self.chairs: dict[int, SeatState] = {}
        self.got_up: set[UUID] = set()
        """Accounts that had a seat and gave it back before the start."""
        self.left: list[list[int]] = []
        """Seats that gave up, in the order in which they left; those of one moment together."""
        self.timed_out_at: datetime | None = None
        """When the last of them ran out of time, if that is how it left."""
        self.begun = False
        """Whether the match has started: there is a table to look at."""
        self.game: Any = None
        self.common: list[int] = []
        """The versions of the events that are not the game's own, ascending."""
        self.acting: tuple[int, ...] = ()
        """Seats that have to decide now."""
        self.timer: Clocks | None = None
        """The clocks of the seats; None for a match without."""
        self.pause: Pause | None = None
        self.votes: dict[str, set[int]] = {}
        """Which seats have voted, by what they voted for: `abort`, `pause`, `resume`."""
        self.credited: datetime | None = None
        """The end of the last outage that was given back."""
        self.finish: Data | None = None
        """The data of the event that ended the match."""

    @property
    def deadline(self) -> datetime | None:
        """When the first acting seat runs out of time; None while no clock runs."""
        return None if self.timer is None else self.timer.deadline()

    @property
    def next_due(self) -> datetime | None:
        """When the platform has to do something by itself: time is up, or a pause ends."""
        return self.deadline if self.pause is None else self.pause.until

    @property
    def takes_vacations(self) -> bool:
        """Whether a player's days off stop the clock of their seat."""
        return self.clock is not None and self.clock.is_slow and self.vacations

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

    def has_sat(self, account: UUID | None) -> bool:
        """Return whether an account has a seat, or had one when the match began."""
        return account is not None and any(
            chair.account == account for chair in self.chairs.values()
        )

    def people(self) -> list[int]:
        """Return the seats that people play now."""
        chairs = sorted(self.chairs.items())
        return [seat for seat, chair in chairs if chair.bot is None and not chair.left]

    def voters(self) -> list[int]:
        """Return the seats whose players have a say: also those who may come back."""
        chairs = sorted(self.chairs.items())
        return [seat for seat, chair in chairs if chair.is_person and not chair.left]

    def abort_voters(self) -> list[int]:
        """Return the seats that have a say in calling the match off: people before programs.

        A program's owner may sit beside it, so programs decide only where nobody else does.
        """
        voters = self.voters()
        return [seat for seat in voters if not self.chairs[seat].program] or voters

    def agreed(self, what: str) -> bool:
        """Return whether everybody who has a say has voted for something."""
        voters = self.abort_voters() if what == "abort" else self.voters()
        return bool(voters) and self.votes.get(what, set()).issuperset(voters)

    def bots_to_act(self) -> list[int]:
        """Return the acting seats that built-in bots play; none while the match is paused."""
        if self.pause is not None:
            return []
        return [seat for seat in self.acting if self.chairs[seat].bot is not None]

    def overdue(self, moment: datetime) -> list[int]:
        """Return the seats whose time is up by a moment, the first to run out first."""
        return [] if self.timer is None else self.timer.overdue(moment)

    def is_awaited(self, seat: int | None) -> bool:
        """Return whether the person or program on a seat has to decide now."""
        if self.pause is not None or seat is None:
            return False
        return seat in self.acting and self.chairs[seat].bot is None

    def accounts_to_notify(self, *, everybody: bool) -> list[UUID]:
        """Return the accounts that have to decide now, or all that play."""
        seats = self.chairs if everybody else self.acting
        accounts = [self.chairs[seat].account for seat in seats if not self.chairs[seat].left]
        return [account for account in accounts if account is not None]

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
        common(self, data, EventContext(at, actor))
        self._think(at)

    def evolve_game(self, event: Any, at: datetime) -> None:
        """Fold one event of the game."""
        self.rules.evolve(self.game, event)
        if self.timer is not None and (seat := getattr(event, "seat", None)) is not None:
            self.timer.end_turn(seat, at)
        self._think(at)

    def _think(self, at: datetime) -> None:
        self.acting = self.rules.to_act(self.game) if self.status is Status.LIVE else ()
        if self.timer is not None:
            self.timer.start_turns(self.acting, at)


class EventContext(NamedTuple):
    """When something happened, and who did it."""

    at: datetime
    actor: str


Fold = Callable[[MatchState, Data, EventContext], None]


def _opened(state: MatchState, data: Data, occasion: EventContext) -> None:
    state.imported = occasion.actor == IMPORT
    state.rules = registry.rules(data["rules"])
    state.dataset = data["dataset"]
    state.options = data["options"]
    state.seats = data["seats"]
    state.game = state.rules.new_state(state.seats, state.options, state.dataset)
    state.clock = clocks.parse(data["clock"])
    state.timer = None if state.clock is None else Clocks(state.clock, state.seats)
    state.on_timeout = data["on_timeout"]
    state.commitment = data["commitment"]
    state.belongs_to = {
        follower: UUID(data[field]) for follower, field in FOLLOWERS.items() if data.get(field)
    }
    state.bots = data.get("bots", "allowed")
    state.vacations = data.get("vacations", True)


def account_of(actor: str) -> UUID | None:
    """Return the account that an actor is, if it is one."""
    kind, _, name = actor.partition(":")
    return UUID(name) if kind == "account" else None


def _seated(state: MatchState, data: Data, occasion: EventContext) -> None:
    bot = data["bot"]
    account = None if bot else account_of(occasion.actor)
    program = data.get("program", False)
    chair = SeatState(data["player"], account, bot, data["client_seed"], program=program)
    state.chairs[data["seat"]] = chair
    if bot and state.timer is not None:
        state.timer.bot_takes_over(data["seat"], occasion.at)


def _gave_seat_back(state: MatchState, data: Data, _occasion: EventContext) -> None:
    account = state.chairs.pop(data["seat"]).account
    if account is not None:
        state.got_up.add(account)


def _started(state: MatchState, _data: Data, _occasion: EventContext) -> None:
    state.status = Status.LIVE
    state.begun = True


def _timed_out(state: MatchState, data: Data, occasion: EventContext) -> None:
    """Have the seat leave where the match's policy says so; what is done for it follows."""
    seat, policy = data["seat"], data["policy"]
    if policy not in ("bot", "forfeit"):
        return
    chair = state.chairs[seat]
    chair.left, chair.away = policy == "forfeit", policy == "bot"
    if state.timed_out_at == occasion.at:
        state.left[-1].append(seat)
    else:
        state.left.append([seat])
    state.timed_out_at = occasion.at


def _resigned(state: MatchState, data: Data, _occasion: EventContext) -> None:
    chair = state.chairs[data["seat"]]
    if chair.away:
        _is_back(state, data["seat"])
    chair.left = True
    state.left.append([data["seat"]])
    state.timed_out_at = None


def _replaced(state: MatchState, data: Data, occasion: EventContext) -> None:
    state.chairs[data["seat"]].bot = data["by"]
    if state.timer is not None:
        state.timer.bot_takes_over(data["seat"], occasion.at)


def _returned(state: MatchState, data: Data, occasion: EventContext) -> None:
    seat = data["seat"]
    _is_back(state, seat)
    state.chairs[seat].bot = None
    if state.timer is not None:
        state.timer.player_returns(seat, occasion.at)


def _is_back(state: MatchState, seat: int) -> None:
    state.chairs[seat].away = False
    state.left = [
        rest for group in state.left if (rest := [each for each in group if each != seat])
    ]
    state.timed_out_at = None


def _voted(what: str) -> Fold:
    def vote(state: MatchState, data: Data, _occasion: EventContext) -> None:
        state.votes.setdefault(what, set()).add(data["seat"])

    return vote


def _paused(state: MatchState, data: Data, occasion: EventContext) -> None:
    until = None if data["until"] is None else parse_timestamp(data["until"])
    state.pause = Pause(data["by"], data["reason"], occasion.at, until)
    if state.timer is not None:
        state.timer.pause(occasion.at)


def _resumed(state: MatchState, _data: Data, occasion: EventContext) -> None:
    state.pause = None
    for what in ("pause", "resume"):
        state.votes.pop(what, None)
    if state.timer is not None:
        state.timer.resume(occasion.at)


def _credited(state: MatchState, data: Data, occasion: EventContext) -> None:
    span = Span(parse_timestamp(data["from"]), parse_timestamp(data["until"]))
    state.credited = span.end
    if state.timer is not None:
        state.timer.credit(span, occasion.at)


def _time_extended(state: MatchState, data: Data, _occasion: EventContext) -> None:
    if state.timer is not None:
        state.timer.extend(timedelta(seconds=data["seconds"]))


def _on_vacation(state: MatchState, data: Data, _occasion: EventContext) -> None:
    if state.timer is not None:
        state.timer.suspend(
            data["seat"], Span(parse_timestamp(data["from"]), parse_timestamp(data["until"]))
        )


def _disconnected(state: MatchState, data: Data, _occasion: EventContext) -> None:
    if state.timer is not None:
        state.timer.disconnect(data["seat"], parse_timestamp(data["from"]))


def _reconnected(state: MatchState, data: Data, _occasion: EventContext) -> None:
    if state.timer is not None:
        state.timer.reconnect(data["seat"], parse_timestamp(data["until"]))


def _finished(state: MatchState, data: Data, _occasion: EventContext) -> None:
    state.status = Status.FINISHED
    state.pause = None
    state.finish = data


def _voided(state: MatchState, data: Data, _occasion: EventContext) -> None:
    state.status = Status.VOID
    state.pause = None
    state.finish = data


COMMON: dict[str, Fold] = {
    "match_opened": _opened,
    "seat_taken": _seated,
    "seat_left": _gave_seat_back,
    "match_started": _started,
    "seat_timed_out": _timed_out,
    "seat_resigned": _resigned,
    "seat_replaced": _replaced,
    "seat_returned": _returned,
    "abort_voted": _voted("abort"),
    "pause_voted": _voted("pause"),
    "resume_voted": _voted("resume"),
    "match_paused": _paused,
    "match_resumed": _resumed,
    "clock_credited": _credited,
    "time_extended": _time_extended,
    "seat_on_vacation": _on_vacation,
    "seat_disconnected": _disconnected,
    "seat_reconnected": _reconnected,
    "match_finished": _finished,
    "match_voided": _voided,
}
"""How each event that all games share is folded."""
