"""Play a recorded match again and see whether every event is what the rules make of it. Pure.

Nothing but the events goes in: the revealed seed gives the draws, every decision is judged anew,
and what it sets off must be, event by event, what was recorded. The server and the offline
verifier run this same code.
"""

import json
import re
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypeGuard, TypeVar
from uuid import UUID

from eventstore import chain
from eventstore.events import StoredEvent
from games.chance import Chance
from games.core import Event, RulesError, placings
from games.fair_draws import OrderChance
from matches import draws, folds, lifecycle_audit, sequel
from matches import events as e
from matches.events import CATALOGUE, KIND
from matches.sequel import Due, Sequel
from matches.state import Data, MatchState

T = TypeVar("T")
DIGEST = re.compile("[0-9a-f]{64}")

MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What an engine may raise for an event whose fields name what is not on the table."""


class Finding(NamedTuple):
    """Something in a history that cannot be."""

    version: int
    text: str


TEXT_MAX = 300
"""Characters of what is said of an event."""


def one_line(text: str) -> str:
    """Return a text, which may quote a stranger's file, as a line that a terminal can show."""
    return "".join(each if each.isprintable() else "?" for each in text[:TEXT_MAX])


class Drawn(NamedTuple):
    """One draw: under a label, out of how many, with which result."""

    label: str
    kind: str
    """`below`, `shuffle` under fair/1, or `order` under fair/2."""
    n: int
    result: int | Sequence[object]
    """The number drawn; of a shuffle, the old position of each item in its new order; of an order,
    the items in it."""


class RecordingChance:
    """Chance that keeps a list of what was drawn."""

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self._is_of_items = isinstance(inner, OrderChance)
        self.drawn: list[Drawn] = []

    def below(self, label: str, n: int) -> int:
        """Draw and note it."""
        result = self._inner.below(label, n)
        self.drawn.append(Drawn(label, "below", n, result))
        return result

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Draw and note it: under fair/2 the items themselves, by which they are in order."""
        if self._is_of_items:
            found = self._inner.shuffle(label, items)
            self.drawn.append(Drawn(label, "order", len(items), found))
            return found
        order = self._inner.shuffle(label, range(len(items)))
        self.drawn.append(Drawn(label, "shuffle", len(items), order))
        return [items[position] for position in order]


def broken_link(match_id: UUID, events: Sequence[StoredEvent]) -> Finding | None:
    """Return the first event whose version or hash does not follow from those before it."""
    fault = chain.first_fault(KIND, match_id, events)
    return None if fault is None else Finding(*fault)


class Audit:
    """One match played again. `findings` are empty when all of it is as it must be."""

    def __init__(self, match_id: UUID, seed: bytes | None) -> None:
        self.state = MatchState(match_id)
        self.findings: list[Finding] = []
        self._seed = seed
        self._chance: RecordingChance | None = None
        self._pending: deque[object] = deque()
        """What the last decision must still bring."""
        self._late: int | None = None
        """The seat whose time ran out and whose default move comes next."""
        self._due: list[Sequel] = []
        """What a shared event, or the end of the game, must still bring: one of these."""

    @property
    def drawn(self) -> list[Drawn]:
        """Every draw of the match, in order."""
        return [] if self._chance is None else self._chance.drawn

    def run(self, events: Sequence[StoredEvent]) -> "Audit":
        """Play the events again until the first that is wrong."""
        for event, following in zip(events, [*events[1:], None], strict=True):
            finding = self._misplaced(event)
            if finding is None and event.type in CATALOGUE:
                finding = self._shared_event(event)
            elif finding is None:
                finding = self._game_event(event, following)
            if finding is not None:
                self.findings.append(Finding(event.version, one_line(finding)))
                return self
        if self._is_waiting:
            self.findings.append(Finding(self.state.version, f"{self._next()} is missing"))
        return self

    @property
    def _is_waiting(self) -> bool:
        """Whether something must still come of what has happened, in the same moment."""
        return bool(self._pending or self._due) or self._late is not None

    def _next(self) -> str:
        """Name what must come next."""
        if self._pending:
            return self._name(self._pending[0])
        if self._late is not None:
            return f"the default move of seat {self._late}"
        return self._due[0][0].type

    def _misplaced(self, event: StoredEvent) -> str | None:
        state = self.state
        if state.over:
            return f"{event.type} follows the end"
        if not state.version and event.type != "match_opened":
            return f"{event.type} comes before the match was opened"
        if event.type in CATALOGUE and (type(event.schema) is not int or event.schema != 1):
            return f"{event.type} has another schema than such events have"
        if state.at is not None and event.at < state.at:
            return f"{event.type} is dated before the event before it"
        if self._is_waiting and event.at != state.at:
            return f"{event.type} is dated after {self._next()}, which was due before"
        return None

    # Events that all games share.

    def _shared_event(self, event: StoredEvent) -> str | None:
        if self._pending or self._late is not None:
            return f"{event.type} comes before {self._next()}, which is due"
        try:
            shared = e.read(event.type, parsed(event))
        except e.MalformedEventError as error:
            return str(error)
        finding = lifecycle_audit.lifecycle_fault(self.state, shared, event.at, chain=event.chain)
        rest = self._rest(shared)
        if finding is None and rest is None:
            finding = self._not_due(shared)
        if finding is None and isinstance(shared, e.MatchFinished):
            finding = self._finish(shared)
        if finding is not None:
            return finding
        folds.fold(self.state, [event])
        self._settle(event, shared, rest or [])
        if isinstance(shared, e.MatchOpened):
            return self._commitment()
        return self._start() if isinstance(shared, e.MatchStarted) else None

    def _rest(self, event: e.MatchEvent) -> list[Sequel] | None:
        """Return what is still due after an event; None for an event that is not due."""
        if not self._due:
            return None if sequel.only_due(event) else []
        fitting = [rest for first, *rest in self._due if first.fits(event)]
        if fitting:
            return [tuple(rest) for rest in fitting if rest]
        # The clocks get back what an outage took before they stand.
        is_before = isinstance(event, e.ClockCredited) and self._due[0][0].struct is e.MatchPaused
        return self._due if is_before else None

    def _not_due(self, event: e.MatchEvent) -> str:
        event_type = CATALOGUE.name(type(event))
        if not self._due:
            return f"nothing set {event_type} off"
        due = self._due[0][0]
        name = due.differing(event) if isinstance(event, due.struct) else None
        if name is None:
            return f"{event_type} comes before {due.type}, which is due"
        return f"{event_type} has another {name} than it must have: {due.fields[name]}"

    def _settle(self, stored: StoredEvent, event: e.MatchEvent, rest: list[Sequel]) -> None:
        """Note what a shared event leaves to be done."""
        was_due = bool(self._due)
        self._due = rest
        if was_due or self.state.over:
            return
        if isinstance(event, e.SeatTimedOut) and event.policy == "auto":
            self._late = event.seat
        else:
            self._due = sequel.after(self.state, event, stored)

    def _commitment(self) -> str | None:
        if self._seed is None:
            return None
        if draws.is_committed(self.state, self._seed):
            return None
        return "the commitment is not that of the revealed seed"

    def _start(self) -> str | None:
        if self._seed is None:
            return "the seed is not revealed, so that no draw can be checked"
        state = self.state
        self._chance = RecordingChance(draws.of(state, self._seed))
        self._pending.extend(state.rules.opening_events(state.game, self._chance))
        return None

    def _finish(self, event: e.MatchFinished) -> str | None:
        state = self.state
        ranking = state.rules.rank_keys(state.game)
        if event.placings != list(placings(ranking, last=state.left)):
            return "the placings are not those of the table"
        if event.scores != list(state.rules.current_scores(state.game)):
            return "the scores are not those of the table"
        return None

    # The game's own.

    def _game_event(self, stored: StoredEvent, following: StoredEvent | None) -> str | None:
        state = self.state
        if self._due:
            return f"{stored.type} comes before {self._next()}, which is due"
        if state.pause is not None:
            return f"{stored.type} comes while the match is paused"
        event = self._decoded(stored)
        if event is None:
            return f"{stored.type} is no event of the game, or not made as such an event is"
        if not self._pending:
            finding = self._decision(event, stored, following)
            if finding is not None:
                return finding
        expected = self._pending.popleft()
        if expected != event or not self._is_as_written(stored, event):
            return f"should be {self._name(expected)} {state.rules.encode_body(expected)}"
        folds.fold(state, [stored])
        if not self._pending:
            self._played_out()
        return None

    def _is_as_written(self, stored: StoredEvent, event: Event) -> bool:
        """Tell whether an event has the one text that its game writes for it."""
        if stored.schema != event.schema:
            return True
        return bool(self.state.rules.encode_body(event) == stored.body)

    def _played_out(self) -> None:
        """Note that the end is due, if the game is over."""
        state = self.state
        outcome = None if state.acting else state.rules.outcome(state.game)
        if outcome is not None:
            self._due = [(Due(e.MatchFinished, {"reason": outcome.reason}),)]

    def _decision(
        self, event: object, stored: StoredEvent, following: StoredEvent | None
    ) -> str | None:
        state = self.state
        try:
            decision = state.rules.recorded_move_at(state.game, event, self._foreseen(following))
            if decision is None or self._chance is None:
                return f"nothing set {self._name(event)} off"
            finding = self._unready(*decision, stored.at)
            if finding is None:
                events = state.rules.decide(state.game, *decision, self._chance)
                self._pending.extend(events)
        except RulesError as error:
            return f"{stored.type} cannot be: {error}"
        except MALFORMED:
            return f"{stored.type} does not fit the table as it stands"
        return finding

    def _unready(self, seat: int, move: object, at: datetime) -> str | None:
        """Tell what keeps a seat from making a move, whatever the rules of the game say."""
        state = self.state
        if self._late is not None:
            if (seat, move) != (self._late, state.rules.timeout_move(state.game, self._late)):
                return f"is not the default move of seat {self._late}, whose time ran out"
            self._late = None
        elif state.seat_states[seat].bot is None and seat in state.overdue(at):
            return f"the time of seat {seat} had run out"
        return None

    def _foreseen(self, following: StoredEvent | None) -> object:
        """Return the game's event that follows; None where there is none that can be read."""
        if following is None or following.type in CATALOGUE:
            return None
        return self._decoded(following)

    def _decoded(self, stored: StoredEvent) -> Event | None:
        """Return an event of the game; None for what is none."""
        try:
            event: Event = self.state.rules.decode_event(stored.type, stored.body, stored.schema)
        except RulesError:
            return None
        return event

    def _name(self, event: object) -> str:
        return self.state.rules.event_type(event)


def parsed(event: StoredEvent) -> Data:
    """Return the data of an event."""
    data: Data = json.loads(event.body)
    return data


def is_digest(value: object) -> TypeGuard[str]:
    """Tell whether a value is 32 bytes as logs write them."""
    return isinstance(value, str) and DIGEST.fullmatch(value) is not None


def revealed_seed(events: Sequence[StoredEvent]) -> bytes | None:
    """Return the seed that the last event of an ended match reveals; None when there is none."""
    last = events[-1] if events else None
    if last is None or last.type not in ("match_finished", "match_voided"):
        return None
    seed = parsed(last).get("seed")
    return bytes.fromhex(seed) if is_digest(seed) else None


def of_ended(match_id: UUID, events: Sequence[StoredEvent]) -> Audit:
    """Return the audit of the whole history of an ended match, its chain first of all."""
    audit = Audit(match_id, revealed_seed(events))
    link = broken_link(match_id, events)
    if link is None:
        return audit.run(events)
    audit.findings.append(link)
    return audit
