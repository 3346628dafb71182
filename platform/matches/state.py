"""A match as its stream leads to it: who sits, how the game stands, what is due. Pure.

A state belongs to whoever folds it (`matches.folds`) and changes in place.
"""

from bisect import bisect_left
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Literal, NamedTuple
from uuid import UUID

from eventstore import chain
from games.core import AnyRules, Event
from games.json_types import JsonObject
from matches.clocks import Clocks
from matches.deals import Deal
from matches.events import KIND, Bots, MatchFinished, MatchVoided, TimeoutPolicy
from matches.time_control import TimeControl

Data = JsonObject


class Status(StrEnum):
    """Where a match stands in its life."""

    OPEN = "open"
    LIVE = "live"
    FINISHED = "finished"
    VOID = "void"


OVER = frozenset({Status.FINISHED, Status.VOID})

FOLLOWERS = {"ladder": "ladder", "table": "tournament_table", "deal": "shared_deal"}
"""What a match may belong to, and the field of its opening event that names it."""


class SeatState:
    """A seat as it is taken."""

    __slots__ = (
        "account",
        "away",
        "bot",
        "client_seed",
        "is_person",
        "left",
        "player",
        "program",
        "shares",
        "timed_out",
        "waited",
    )

    def __init__(  # noqa: PLR0913 - as a seat's event has them
        self,
        player: str,
        account: UUID | None,
        bot: str | None,
        client_seed: str | None,
        *,
        program: bool = False,
        shares: bool = False,
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
        self.shares = shares
        """Whether its client takes part in the chance."""
        self.left = False
        """Whether the player who sat down has given the match up, or forfeited it."""
        self.away = False
        """Whether a bot plays for the player, who may take the seat back."""
        self.timed_out = False
        """Whether it came to either because the time ran out."""
        self.waited = False
        """Whether that was the time of all seats, and the player had not to decide just then."""


class Pause(NamedTuple):
    """What stops a match for a while."""

    by: Literal["players", "organiser"]
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
        "breaks",
        "clock",
        "commitment",
        "common",
        "credited",
        "dataset",
        "deal",
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
        "seat_states",
        "seats",
        "status",
        "timed_out_at",
        "timer",
        "until",
        "vacations",
        "version",
        "votes",
        "withheld",
    )

    def __init__(self, match_id: UUID) -> None:
        self.id = match_id
        self.version = 0
        self.hash = chain.genesis(KIND, match_id)
        self.at: datetime | None = None
        self.status = Status.OPEN
        self.rules: AnyRules
        self.dataset = self.commitment = ""
        self.options: Data = {}
        self.seats = 0
        self.clock: TimeControl | None = None
        self.on_timeout: TimeoutPolicy = "auto"
        self.deal: Deal | None = None
        """How chance is drawn for under fair/2; None under fair/1."""
        self.belongs_to: dict[str, UUID] = {}
        """What follows the match: `ladder`, `table` of a tournament, and the `deal` that other
        tables play as well; empty of a free match."""
        self.withheld = False
        """Whether others may still play the same deal, so that the end opens nothing. The stream
        cannot say when that is over: `matches.withholding` does."""
        self.until: datetime | None = None
        """When the time of every seat is up."""
        self.imported = False
        """Whether it was played elsewhere and came from a file, which nobody here answers for."""
        self.vacations = True
        """Whether days off may stop a clock, if the match is slow."""
        self.bots: Bots = "allowed"
        """Whether bots may sit down: "none", "allowed" or "only"."""
        self.breaks: dict[type[Event], timedelta] = {}
        """After which events of the game no clock runs for a while, and for how long."""
        self.seat_states: dict[int, SeatState] = {}
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
        self.finish: MatchFinished | MatchVoided | None = None
        """The event that ended the match."""

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

    @property
    def is_revealed(self) -> bool:
        """Whether everybody may see everything."""
        return self.status in OVER and not self.withheld

    def seat_of(self, account: UUID | None) -> int | None:
        """Return the seat that an account plays now."""
        if account is not None:
            for seat, seat_state in self.seat_states.items():
                if seat_state.account == account and not seat_state.left:
                    return seat
        return None

    def has_sat(self, account: UUID | None) -> bool:
        """Return whether an account has a seat, or had one when the match began."""
        return account is not None and any(
            seat_state.account == account for seat_state in self.seat_states.values()
        )

    def people(self) -> list[int]:
        """Return the seats that people play now."""
        seat_states = sorted(self.seat_states.items())
        return [
            seat
            for seat, seat_state in seat_states
            if seat_state.bot is None and not seat_state.left
        ]

    def all_share(self) -> bool:
        """Return whether everybody has said that they add to the chance, so that no bot plays."""
        return all(seat_state.shares for seat_state in self.seat_states.values())

    def voters(self) -> list[int]:
        """Return the seats whose players have a say: also those who may come back."""
        seat_states = sorted(self.seat_states.items())
        return [
            seat for seat, seat_state in seat_states if seat_state.is_person and not seat_state.left
        ]

    def abort_voters(self) -> list[int]:
        """Return the seats that have a say in calling the match off: people before programs.

        A program's owner may sit beside it, so programs decide only where nobody else does.
        """
        voters = self.voters()
        return [seat for seat in voters if not self.seat_states[seat].program] or voters

    def agreed(self, what: str) -> bool:
        """Return whether everybody who has a say has voted for something."""
        voters = self.abort_voters() if what == "abort" else self.voters()
        return bool(voters) and self.votes.get(what, set()).issuperset(voters)

    def bots_to_act(self) -> list[int]:
        """Return the acting seats that built-in bots play; none while the match is paused."""
        if self.pause is not None:
            return []
        return [seat for seat in self.acting if self.seat_states[seat].bot is not None]

    def overdue(self, moment: datetime) -> list[int]:
        """Return the seats whose time is up by a moment, the first to run out first."""
        return [] if self.timer is None else self.timer.overdue(moment)

    def is_awaited(self, seat: int | None) -> bool:
        """Return whether the person or program on a seat has to decide now."""
        if self.pause is not None or seat is None:
            return False
        return seat in self.acting and self.seat_states[seat].bot is None

    def accounts_to_notify(self, *, everybody: bool) -> list[UUID]:
        """Return the accounts that have to decide now, or all that play."""
        seats = self.seat_states if everybody else self.acting
        accounts = [
            self.seat_states[seat].account for seat in seats if not self.seat_states[seat].left
        ]
        return [account for account in accounts if account is not None]

    def game_index(self, version: int) -> int:
        """Return how many events of the game stand before the one at version."""
        return version - 1 - bisect_left(self.common, version)
