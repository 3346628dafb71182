"""Matches in which everything happens that may: through the real door, on a clock of their own.

Players move, dawdle, vote, pause, resign, come back, go on vacation and are cut off; organisers
pause and extend; the platform is down for a while. What comes out is what servers really write.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from random import Random
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

from agenda.heartbeat import OutageCache
from agenda.models import OutageRow
from api.problems import Problem
from games import registry
from games.options import Option
from games.parts import part_of
from matches.actors import Player
from matches.aggregate import CACHE
from matches.events import ON_TIMEOUT
from matches.models import Match, Presence, Vacation
from matches.services import (
    connections,
    extending,
    leaving,
    outages,
    pausing,
    seating,
    vacation_notes,
)
from matches.services import vacations as days_off
from matches.services.turns import expire_clock, play_bots
from matches.state import MatchState
from tests.matches import tables

BEGIN = datetime(2026, 11, 21, 10, 0, 0, 123000, tzinfo=UTC)
CLOCKS: tuple[dict[str, int] | None, ...] = (
    None,
    {"per_move": 60},
    {"per_move": 30, "bank": 120},
    {"bank": 180, "increment": 2},
    {"bank": 60, "increment": 0},
    {"per_move": 60, "disconnect": 60},
    {"per_move": 86400},
    {"per_move": 86400, "bank": 86400},
)
STEPS_MAX = 800


class Time:
    """The one clock of a wild match."""

    now = BEGIN


class Told(datetime):
    """The present as the wild clock tells it."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        """Return the moment at which the match stands."""
        return Time.now.astimezone(tz)


@contextmanager
def wild_clock() -> Iterator[None]:
    """Have the services of matches read the wild clock."""
    places = ("eventstore.command_handler", "matches.command_handler", "matches.services.moving")
    with ExitStack() as stack:
        stack.enter_context(mock.patch("api.ids.time.time_ns", nanoseconds))
        for place in (*places, "matches.services.vacations"):
            stack.enter_context(mock.patch(f"{place}.datetime", Told))
        yield


def nanoseconds() -> int:
    """Return the wild clock's present as `time.time_ns` does."""
    return round(Time.now.timestamp() * 1000) * 1_000_000


def value_of(option: Option, seats: int, rng: Random) -> Any:
    """Return some value of an option, short matches oftener than long ones."""
    if option.low is not None and rng.random() < 0.7:
        return option.low
    return rng.choice(option.choices_at(seats))


class Wild:
    """One wild match."""

    def __init__(self, game: str, seed: int, *, is_calm: bool = False) -> None:
        self.rng = Random(seed)
        rng, rules = self.rng, registry.named_rules(game)
        Time.now = BEGIN + timedelta(seconds=seed * 1000)
        self.seats = rng.randint(rules.seats_min, rules.seats_max)
        people = rng.randint(1, self.seats)
        self.players = tables.people(people)
        self.staff = tables.people(1)[0]
        given = {option.name: value_of(option, self.seats, rng) for option in rules.options}
        self.match = tables.opened(
            self.players[0],
            self.seats,
            game=rules.game,
            rules=rules.id,
            options=given,
            dataset=rng.choice(rules.datasets),
            clock=rng.choice(CLOCKS),
            on_timeout=rng.choice(ON_TIMEOUT),
            start=rng.choice(["full", "manual"]),
        )
        self.is_calm = is_calm
        self.seated_bots = ("random", "greedy" if part_of(rules.game, "greedy") else "random")

    def command(self, player: Player) -> dict[str, Any]:
        """Return the parts that every command has."""
        return {
            "match_id": self.match,
            "player": player,
            "key": tables.new_key(),
            "fingerprint": b"wild",
        }

    def pass_time(self, seconds: float) -> None:
        """Let time go by."""
        Time.now += timedelta(milliseconds=round(seconds * 1000))

    def play(self) -> UUID:
        """Play to the end, or as far as it goes, and return the match."""
        self.sit_down()
        for _ in range(STEPS_MAX):
            match = Match.objects.get(id=self.match)
            if match.status in ("finished", "void"):
                return self.match
            self.pass_time(self.rng.choice((0, 0.001, 0.7, 3)))
            try:
                self.step(match)
            except Problem:
                continue
        leaving.void(match_id=self.match, actor="system", reason="enough", key=tables.new_key())
        return self.match

    def sit_down(self) -> None:
        """Take the seats, some more than once."""
        free = list(range(self.seats))
        for player in self.players:
            self.pass_time(self.rng.random())
            tables.seat(self.match, player, seat=self.rng.choice([None, None, free[-1]]))
            is_open = Match.objects.get(id=self.match).status == "open"
            if is_open and player is not self.players[0] and self.rng.random() < 0.2:
                seating.give_seat_back(**self.command(player))
                tables.seat(self.match, player)
            taken = {seat_row.seat for seat_row in Match.objects.get(id=self.match).chairs.all()}
            free = [seat for seat in range(self.seats) if seat not in taken] or free
        for _ in range(self.seats - len(self.players)):
            self.pass_time(self.rng.random())
            tables.seat_bot(self.match, self.players[0], self.rng.choice(self.seated_bots))
        if self.rng.random() < 0.02:
            leaving.abort_vote(**self.command(self.players[0]))
        elif Match.objects.get(id=self.match).start == "manual":
            self.pass_time(5)
            seating.start(**self.command(self.players[0]))

    def step(self, match: Match) -> None:
        """Do something."""
        usual: list[tuple[float, Callable[[Match], None]]] = [(30, self.move), (10, self.bots)]
        rare: list[tuple[float, Callable[[Match], None]]] = [
            (0.5, self.late),
            (0.08, self.abort_vote),
            (0.03, self.resign),
            (2, self.come_back),
            (0.3, self.pause),
            (3 if self.state().pause else 0, self.resume),
            (0.1, self.order),
            (0.1, self.extend),
            (0.1, self.vacation),
            (0.5, self.cut_off),
            (0.1, self.outage),
            (0.2, self.dawdle),
            (0.002, self.void),
        ]
        acts = usual if self.is_calm else [*usual, *rare]
        (act,) = self.rng.choices([act for _, act in acts], [weight for weight, _ in acts])
        act(match)

    def state(self) -> MatchState:
        """Return the match as it stands."""
        return CACHE.entry(self.match).current()

    def someone(self) -> Player:
        """Return one of the players."""
        return self.rng.choice(self.players)

    def move(self, match: Match) -> None:
        """Make a random legal move for a person who has to."""
        state = self.state()
        for player in self.rng.sample(self.players, len(self.players)):
            if state.is_awaited(state.seat_of(player.account)):
                seen = tables.page(self.match, player)
                tables.move(self.match, player, self.rng.choice(seen["legal_moves"]), match.version)
                return
        self.bots(match)

    def bots(self, match: Match) -> None:
        """Let the bots play, unless they are too late themselves."""
        play_bots(self.match, match.version)

    def late(self, match: Match) -> None:
        """Let the time run out that runs out next."""
        alarm = self.state().next_due
        if alarm is not None:
            Time.now = max(Time.now, alarm + timedelta(seconds=self.rng.choice((0, 0, 0.5, 90))))
            expire_clock(self.match, match.version, Time.now)

    def dawdle(self, match: Match) -> None:
        """Let some time pass, and have the agenda look."""
        self.pass_time(self.rng.choice((20, 45, 3600)))
        alarm = self.state().next_due
        if alarm is not None and alarm <= Time.now:
            expire_clock(self.match, match.version, Time.now)

    def abort_vote(self, _match: Match) -> None:
        """Have somebody want to call it off."""
        leaving.abort_vote(**self.command(self.someone()))

    def resign(self, _match: Match) -> None:
        """Have somebody give up."""
        leaving.resign(**self.command(self.someone()))

    def come_back(self, _match: Match) -> None:
        """Have somebody take the seat back."""
        leaving.come_back(**self.command(self.someone()))

    def pause(self, _match: Match) -> None:
        """Have all, or some, want a pause."""
        for player in self.players[: self.rng.choice((1, 6))]:
            pausing.pause(**self.command(player), is_organiser=False, reason="")

    def resume(self, _match: Match) -> None:
        """Have all, or some, want to go on."""
        self.pass_time(self.rng.choice((0, 600)))
        for player in self.players[: self.rng.choice((1, 6))]:
            pausing.resume(**self.command(player), is_organiser=False, reason="")

    def order(self, match: Match) -> None:
        """Have an organiser stop the match, and let it go on."""
        about: dict[str, Any] = {"is_organiser": True, "reason": "a fire alarm: “out”, é"}
        pausing.pause(**self.command(self.staff), **about)
        self.pass_time(90)
        if self.rng.random() < 0.3:
            self.abort_vote(match)
            self.resign(match)
        pausing.resume(**self.command(self.staff), **about)

    def extend(self, _match: Match) -> None:
        """Give all more time."""
        extending.extend(match_id=self.match, seconds=60, reason="slow net", key=tables.new_key())

    def vacation(self, _match: Match) -> None:
        """Have somebody take days off, or come back early."""
        player = self.someone()
        if days_off.vacation_status(player.account).present is None:
            days_off.take(player=player, days=self.rng.choice((1, 2)))
        else:
            self.pass_time(7200)
            days_off.end(player=player)
        row = Vacation.objects.get(account_id=player.account)
        vacation_notes.apply_to_matches(player.account, row.version)

    def cut_off(self, match: Match) -> None:
        """Have somebody lose the connection, for a while or for longer."""
        account = self.someone().account
        gone = Time.now
        self.pass_time(self.rng.choice((21, 30, 50)))
        is_back = self.rng.random() < 0.6
        Presence.objects.update_or_create(
            account_id=account,
            defaults={
                "seen_at": Time.now if is_back else gone,
                "gone_at": gone if is_back else None,
                "back_at": Time.now if is_back else None,
            },
        )
        connections.carry(account)
        if not is_back:
            alarm = self.state().next_due
            if alarm is not None:
                Time.now = max(Time.now, alarm)
                expire_clock(self.match, match.version, Time.now)

    def outage(self, _match: Match) -> None:
        """Have the platform down."""
        began = Time.now
        self.pass_time(self.rng.choice((15, 200)))
        OutageCache.last = None
        row = OutageRow.objects.create(id=uuid4(), began_at=began, ended_at=Time.now)
        outages.compensate_all(row.id)

    def void(self, _match: Match) -> None:
        """Have an organiser call it off."""
        about = {"actor": "system", "reason": "a spilt drink", "key": secrets.token_hex(8)}
        leaving.void(match_id=self.match, **about)


def play(game: str, seed: int, *, is_calm: bool = False) -> UUID:
    """Play a wild match of a game, and return it."""
    OutageRow.objects.all().delete()
    OutageCache.last = None
    with wild_clock():
        return Wild(game, seed, is_calm=is_calm).play()
