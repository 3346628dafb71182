"""Whether a ladder has dealt its matches from its wells as it must, by its events alone. Pure.

Slots go on without a gap, each to one match; a well is shown once nothing is played any more that
was dealt from it; and then the seats of the matches that were found are drawn again. Those of a
challenge follow from its rungs (`rung_audit`).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from eventstore.catalogue import UnknownEventTypeError
from eventstore.events import StoredEvent
from games import fair_draws
from games.json_types import JsonMapping
from ratings import rung_audit
from ratings.ladder import events as e
from ratings.rung_audit import Finding

VOID = "void"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST = -1
"""Before every moment: when a ladder is opened."""


class Bound:
    """A well that the ladder has published, and what was dealt from it."""

    def __init__(self, well: str, season: int, first: int, reason: str = "") -> None:
        self.well = well
        self.season = season
        self.first = first
        """Its first slot."""
        self.reason = reason
        """Why it took the place of another in the middle of a season."""
        self.slots: list[e.MatchMade] = []
        self.secret: bytes | None = None


class Dealt(NamedTuple):
    """A match that the ladder has made, and the well that it is dealt from."""

    made: e.MatchMade
    bound: Bound


class Audit:
    """The wells of one ladder. `finding` is None when all of it is as it must be."""

    def __init__(self, ladder: UUID) -> None:
        self.id = ladder
        self.finding: Finding | None = None
        self.wells: list[Bound] = []
        self.unbound: list[int] = []
        """Seasons without a well, after one that had one."""
        self.made: dict[str, Dealt] = {}
        """By match."""
        self.over: dict[str, str] = {}
        """Why a match that is over does not count, by match; empty of one that does."""
        self.counted: dict[str, e.MatchRated] = {}
        """What it counts of a match, by match."""
        self.others = 0
        """Matches that players have opened themselves while the ladder had a well."""
        self.lacks: str | None = None
        """What was missing to tell who sat where in challenges, such as a package."""
        self._season = 1
        self._now = FIRST
        self._turns: list[int] = []
        """When it got a well, and when it was without one again, by turns and ascending."""
        self.slots = 0
        """The last slot that was taken, or left out."""
        self._current: Bound | None = None

    def run(self, events: Sequence[StoredEvent]) -> "Audit":
        """Go through the events until the first that is wrong."""
        for stored in events:
            self._now = FIRST if stored.version == 1 else milliseconds(stored.at)
            try:
                event = e.CATALOGUE.decode(stored.type, stored.schema, stored.body)
                step = STEPS.get(type(event))
                wrong = step(self, event) if step is not None else None
            except (UnknownEventTypeError, msgspec.MsgspecError, ValueError) as error:
                wrong = f"{stored.type} is not made as such an event is: {error}"
            if (stored.version == 1) != (stored.type == "ladder_opened"):
                wrong = "a ladder is opened once, and first of all"
            if wrong is not None:
                self.finding = Finding(stored.version, wrong)
                return self
        if any(dealt.made.challenge for dealt in self.made.values()):
            try:
                self.finding = rung_audit.misseated(self.id, events)
            except ImportError as error:
                self.lacks = error.name
            except rung_audit.UnknownSettingsError as error:
                self.lacks = f"a later version of this program: {error}"
        return self

    def is_open(self, bound: Bound) -> bool:
        """Tell whether something is played, or may yet be, that is dealt from a well."""
        return bound is self._current or self._running(bound) is not None

    def was_bound(self, moment: int) -> bool:
        """Tell whether all matches that it made at a moment had to come from a well.

        A ladder of an earlier release had none, nor has it one until its next season.
        """
        return bisect_left(self._turns, moment) % 2 == 1

    def fault_of(self, match: str, opened: JsonMapping, *, is_void: bool) -> str | None:
        """Return what is wrong with a match by its first event, and whether it was called off."""
        slot = str(opened.get("deal", "")).removeprefix(f"{self.id}/")
        found = self.made.get(match)
        if found is None or str(found.made.slot) != slot:
            return f"the ladder has made no such match from slot {slot}"
        if opened.get("ladder") != str(self.id) or opened["seats"] != len(found.made.players):
            return "the ladder has made that match otherwise"
        if match in self.over and (self.over[match] == VOID) != is_void:
            called_off = "was" if is_void else "was not"
            return f"the match {called_off} called off"
        if opened.get("bind") != fair_draws.NO_BIND.hex():
            return "the deal depends on something, which no deal of a ladder does"
        return self._misdealt(found.bound, opened, slot)

    def _misdealt(self, bound: Bound, opened: JsonMapping, slot: str) -> str | None:
        """Tell that a deal does not come from its well, once that is shown."""
        if bound.secret is None:
            return None
        own = fair_draws.slot_secret(bound.secret, str(self.id), slot)
        if fair_draws.commitment(own, str(opened["deal"])).hex() != opened.get("commitment"):
            return "the secret of the deal does not come from the well of the season"
        return None

    def _bind(self, bound: Bound | None) -> str | None:
        self._current = bound
        if (bound is not None) != (len(self._turns) % 2 == 1):
            self._turns.append(max([self._now, *self._turns[-1:]]))
        if bound is None:
            self.unbound += [self._season] if self.wells else []
            return None
        if any(each.well == bound.well for each in self.wells):
            return "the same well was published before"
        self.wells.append(bound)
        return None

    def _running(self, bound: Bound) -> str | None:
        return next((each.match for each in bound.slots if each.match not in self.over), None)

    def opened(self, event: e.LadderOpened) -> str | None:
        """Note the well of the first season."""
        return self._bind(Bound(event.well, self._season, 1) if event.well else None)

    def closed(self, event: e.SeasonClosed) -> str | None:
        """Note the well of the next season."""
        self._season += 1
        first = self.slots + 1
        return self._bind(Bound(event.well, self._season, first) if event.well else None)

    def renewed(self, event: e.WellRenewed) -> str | None:
        """Note that another well takes the place of the last one."""
        if self._current is None:
            return "there is no well that another could take the place of"
        if not event.reason.strip():
            return "another well was taken, and nobody says why"
        if event.skipped < 0:
            return "slots are used twice"
        self.slots += event.skipped
        return self._bind(Bound(event.well, self._season, self.slots + 1, event.reason))

    def match_made(self, event: e.MatchMade) -> str | None:
        """Check that a match has the next slot."""
        if self._current is None:
            return "a match is dealt from no well"
        if event.slot != self.slots + 1:
            return f"it should be slot {self.slots + 1}, not {event.slot}"
        if event.match in self.made or event.match in self.over:
            return "the match was made before"
        self.slots = event.slot
        self._current.slots.append(event)
        self.made[event.match] = Dealt(event, self._current)
        return None

    def rated(self, event: e.MatchRated) -> str | None:
        """Note that a match is over, and check who sat where."""
        if event.source == "match":
            self._end(event.match)
            self.counted[event.match] = event
        dealt = self.made.get(event.match)
        if dealt is not None and dealt.made.players != event.players:
            return "others have played the match than those for whom it was made"
        return None

    def not_rated(self, event: e.MatchNotRated) -> str | None:
        """Note that a match is over and does not count."""
        self._end(event.match, event.reason)
        return None

    def _end(self, match: str, reason: str = "") -> None:
        self.over[match] = reason
        self.others += match not in self.made and self.was_bound(opened_at(match))

    def revealed(self, event: e.WellRevealed) -> str | None:
        """Check a secret, that nobody plays on it any more, and the seats that it has drawn."""
        bound = next((each for each in self.wells if each.well == event.well), None)
        if bound is None or bound.secret is not None:
            return "the secret of no well is shown"
        if bound is self._current:
            return "a well is shown from which matches are yet to be dealt"
        running = self._running(bound)
        if running is not None:
            return f"a well is shown while a match is played that was dealt from it: {running}"
        secret = bytes.fromhex(event.secret)
        if fair_draws.well(secret, str(self.id)).hex() != event.well:
            return "the secret is not that of the well that was published"
        bound.secret = secret
        for made in bound.slots:
            if not made.challenge and made.players != drawn_seats(self.id, secret, made):
                return f"the seats of slot {made.slot} are not those that were drawn"
        return None


def milliseconds(moment: datetime) -> int:
    """Return a moment as ids have it."""
    return (moment - EPOCH) // timedelta(milliseconds=1)


def opened_at(match: str) -> int:
    """Return the moment at which a match was opened, by its id; 0 of an id that has none.

    UUID version 7 begins with the milliseconds since 1970 (RFC 9562, section 5.7).
    """
    try:
        found = UUID(match)
    except ValueError:
        return 0
    return found.int >> 80 if found.version == 7 else 0


def drawn_seats(ladder: UUID, secret: bytes, made: e.MatchMade) -> list[str]:
    """Return the players of a match by seat, as its well draws them."""
    stream, slot = str(ladder), str(made.slot)
    own = fair_draws.slot_secret(secret, stream, slot)
    order = fair_draws.seat_order(own, fair_draws.deal_of(stream, slot), len(made.players))
    by_seat = dict(zip(order, sorted(made.players), strict=True))
    return [by_seat[seat] for seat in range(len(order))]


STEPS: Mapping[type[e.LadderEvent], Callable[[Audit, Any], str | None]] = {
    e.LadderOpened: Audit.opened,
    e.SeasonClosed: Audit.closed,
    e.WellRenewed: Audit.renewed,
    e.MatchMade: Audit.match_made,
    e.MatchRated: Audit.rated,
    e.MatchNotRated: Audit.not_rated,
    e.WellRevealed: Audit.revealed,
}
