"""Who sits at a table, as plates show them: by name, state and clock, in the reader's order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec import UNSET

from matches.answers import ClockShape, ClockShown, MatchShown, SeatShown
from matches.state import OVER
from web import bot_names
from web.games.core import Plate, Scene
from web.games.narration import People

SHORT_S = 20
"""A clock with less than this is shown whether it runs or not, and marked while it runs."""


@dataclass(frozen=True)
class Clock:
    """A seat's clock: until when it runs, and what it shows while it stands."""

    short_s: ClassVar[int] = SHORT_S
    deadline: str | None
    shown: str
    most_s: int = 0
    """What a running clock shows at the most: that much while it waits for a break to end."""
    is_idle: bool = False
    """Whether it stands and tells nothing: it is read out then, and seen on an opened plate."""


@dataclass(frozen=True)
class Player:
    """A seat and whoever sits there."""

    seat: int
    place: int
    """How many seats it is clockwise from where the reader looks on: 0 is the lower edge."""
    name: str
    bot: str | None
    is_bot: bool
    """Whether a built-in bot or a program's account sits here."""
    me: bool
    acting: bool
    left: bool
    away: bool
    timed_out: bool
    clock: Clock | None
    plate: Plate | None
    """What the game shows of it; None before the start."""
    hand: Sequence[SafeString] = ()
    """The cards in hand where they lie open to all, as after the end."""

    @property
    def number(self) -> int:
        """The seat as people count."""
        return self.seat + 1

    @property
    def is_out(self) -> bool:
        """Whether the player has nothing more to do for a while."""
        return self.left or (self.plate is not None and self.plate.is_out)

    @property
    def state(self) -> str:
        """The state that markup names: `now`, `left`, `away`, `out`, or none."""
        if self.left:
            return "left"
        if self.acting:
            return "now"
        if self.away:
            return "away"
        return "out" if self.is_out else ""

    @property
    def about(self) -> str:
        """What stands below the name: who it is, and what the game or the clock made of them."""
        return " · ".join(filter(None, (self.kind, self.note)))

    @property
    def note(self) -> str:
        """What the game or the clock made of them."""
        return self._trouble() or (self.plate.note if self.plate else "")

    @property
    def kind(self) -> str:
        """Who it is: the reader, a person or a bot of some level."""
        if self.me:
            return _("you")
        if self.bot is not None and not self.away and not self.left:
            return _("%(level)s bot") % {"level": bot_names.level(self.bot)}
        return _("bot") if self.is_bot else _("person")

    def _trouble(self) -> str:
        if self.left:
            return _("out of time") if self.timed_out else _("resigned")
        return _("a bot plays on") if self.away else ""


def players(
    page: MatchShown,
    people: People,
    scene: Scene | None,
    hands: Sequence[Sequence[SafeString]] = (),
) -> list[Player]:
    """Return every seat of a match, by number."""
    taken = {seat.seat: seat for seat in page.seats}
    clocks = {clock.seat: clock for clock in page.clocks}
    everybody = [
        _player(seat, page, taken.get(seat), clocks.get(seat), people, scene)
        for seat in range(page.seats_max)
    ]
    if not hands:
        return everybody
    return [replace(player, hand=hands[player.seat]) for player in everybody]


def _player(  # noqa: PLR0913, PLR0917 - A seat is put together from all of these.
    seat: int,
    page: MatchShown,
    taken: SeatShown | None,
    clock: ClockShown | None,
    people: People,
    scene: Scene | None,
) -> Player:
    taken = taken or SeatShown(seat, "", bot=None, is_bot=False, left=False, away=False)
    return Player(
        seat=seat,
        place=(seat - (people.me or 0)) % page.seats_max,
        name=people.name(seat),
        bot=taken.bot,
        is_bot=taken.is_bot,
        me=seat == people.me,
        acting=seat in page.to_act and not page.paused,
        left=taken.left,
        away=taken.away,
        timed_out=taken.timed_out,
        clock=None if page.status in OVER else _clock(clock, page.clock, taken),
        plate=scene.plates[seat] if scene else None,
    )


def _clock(clock: ClockShown | None, control: ClockShape | None, taken: SeatShown) -> Clock | None:
    if clock is None:
        return None
    if taken.left and taken.timed_out:
        return Clock(None, "0:00")
    minutes, seconds = divmod(int(clock.remaining), 60)
    hours, minutes = divmod(minutes, 60)
    shown = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    is_idle = clock.deadline is None and (taken.bot is not None or _is_full(clock, control))
    return Clock(clock.deadline, shown, ceil(clock.remaining), is_idle)


def _is_full(clock: ClockShown, control: ClockShape | None) -> bool:
    """Return whether a clock that stands is as every seat's was at the start, and not short."""
    seconds = ceil(clock.remaining)
    if control is None or seconds < SHORT_S:
        return False
    per_move = 0 if control.per_move is UNSET else control.per_move
    if control.bank is UNSET:
        return seconds >= per_move
    return seconds == per_move + control.bank


def clockwise(shown: Sequence[Player]) -> tuple[Player, list[Player]]:
    """Return the seat at the lower edge and the others clockwise from it, the left one first."""
    own, *others = sorted(shown, key=lambda player: player.place)
    return own, others
