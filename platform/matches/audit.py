"""Play a recorded match again and see whether every event is what the rules make of it. Pure.

Nothing but the events goes in: the revealed seed gives the draws, every decision is judged anew,
and what it sets off must be, event by event, what was recorded. The server and the offline
verifier run this same code.
"""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from eventstore import chain
from eventstore.events import StoredEvent
from games import chance
from games.chance import Chance, FairChance
from games.core import RulesError, UnknownGameError, placings
from matches import conduct
from matches.state import COMMON, KIND, Data, MatchState, Status

T = TypeVar("T")

MALFORMED = (RulesError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What folding raises when an event is not of the form that its kind has."""


class Finding(NamedTuple):
    """Something in a history that cannot be."""

    version: int
    text: str


class Drawn(NamedTuple):
    """One draw: under a label, out of how many, with which result."""

    label: str
    kind: str
    """`below` or `shuffle`."""
    n: int
    result: int | list[int]
    """The number drawn; of a shuffle, the old position of each item in its new order."""


class RecordingChance:
    """Chance that keeps a list of what was drawn."""

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self.drawn: list[Drawn] = []

    def below(self, label: str, n: int) -> int:
        """Draw and note it."""
        result = self._inner.below(label, n)
        self.drawn.append(Drawn(label, "below", n, result))
        return result

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Draw and note it."""
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
        self._pending: deque[Any] = deque()
        """What the last decision must still bring."""
        self._late: int | None = None
        """The seat whose time ran out and whose neutral move comes next."""
        self._gone: set[int] = set()
        """Seats whose time ran out, and for which the match's policy is still to be carried out."""

    @property
    def drawn(self) -> list[Drawn]:
        """Every draw of the match, in order."""
        return [] if self._chance is None else self._chance.drawn

    def run(self, events: Sequence[StoredEvent]) -> "Audit":
        """Play the events again until the first that is wrong."""
        for event, following in zip(events, [*events[1:], None], strict=True):
            try:
                finding = self._misplaced(event) or self._step(event, following)
            except MALFORMED as error:
                finding = f"{event.type} does not fit: {error!r}"
            if finding is not None:
                self.findings.append(Finding(event.version, finding))
                return self
        finding = self._unfinished()
        if finding is not None:
            self.findings.append(Finding(self.state.version, finding))
        return self

    def _misplaced(self, event: StoredEvent) -> str | None:
        if self.state.over:
            return f"{event.type} follows the end"
        if event.type in COMMON and (type(event.schema) is not int or event.schema != 1):
            return f"{event.type} has no schema {event.schema}"
        return None

    def _step(self, event: StoredEvent, following: StoredEvent | None) -> str | None:
        if event.type not in COMMON:
            return self._game_event(event, following)
        data = parsed(event)
        finding = self._too_early(event.type) or conduct.fault(
            self.state, event.type, data, event.at
        )
        if finding is None and event.type == "match_finished":
            finding = self._finish(event)
        if finding is not None:
            return finding
        self.state.fold([event])
        self._settle(event.type, data)
        if event.type == "match_opened":
            return self._commitment()
        return self._start() if event.type == "match_started" else None

    def _too_early(self, event_type: str) -> str | None:
        """Tell what has to come before a shared event, if anything has."""
        if self._pending:
            return f"{event_type} comes before {self._name(self._pending[0])}, which is due"
        if self._late is not None:
            return f"{event_type} comes before the neutral move of seat {self._late}, which is due"
        return None

    def _settle(self, event_type: str, data: Data) -> None:
        """Note what a shared event leaves to be done, or has done."""
        if event_type == "seat_timed_out":
            if data["policy"] == "auto":
                self._late = data["seat"]
            else:
                self._gone.add(data["seat"])
        elif event_type == "seat_replaced":
            self._gone.discard(data["seat"])
        elif self.state.over:
            self._gone.clear()

    def _commitment(self) -> str | None:
        if self._seed is None:
            return None
        expected = chance.commitment(self._seed, str(self.state.id)).hex()
        if expected == self.state.commitment:
            return None
        return "the commitment is not that of the revealed seed"

    def _start(self) -> str | None:
        if self._seed is None:
            return "the seed is not revealed, so that no draw can be checked"
        state = self.state
        if set(state.chairs) != set(range(state.seats)):
            return "not all seats were taken"
        seeds = {seat: chair.client_seed for seat, chair in state.chairs.items()}
        root = chance.root(self._seed, str(state.id), seeds)
        self._chance = RecordingChance(FairChance(root))
        self._pending.extend(state.rules.opening(state.game, self._chance))
        return None

    def _game_event(self, stored: StoredEvent, following: StoredEvent | None) -> str | None:
        state = self.state
        event = self._decoded(stored)
        if state.pause is not None:
            return f"{stored.type} comes while the match is paused"
        if self._gone:
            return f"{stored.type} comes before anything is done about seat {min(self._gone)}"
        if not self._pending:
            finding = self._decision(event, following)
            if finding is not None:
                return finding
        expected = self._pending.popleft()
        if expected != event:
            return f"should be {self._name(expected)} {state.rules.event_data(expected)}"
        state.fold([stored])
        return None

    def _decision(self, event: Any, following: StoredEvent | None) -> str | None:
        state = self.state
        decision = state.rules.decision_at(state.game, event, self._foreseen(following))
        if decision is None or self._chance is None:
            return f"nothing set {self._name(event)} off"
        seat, move = decision
        if self._late is not None:
            if decision != (self._late, state.rules.neutral_move(state.game, self._late)):
                return f"is not the neutral move of seat {self._late}, whose time ran out"
            self._late = None
        self._pending.extend(state.rules.decide(state.game, seat, move, self._chance))
        return None

    def _finish(self, event: StoredEvent) -> str | None:
        state, data = self.state, parsed(event)
        ranking = state.rules.ranking(state.game)
        if data["placings"] != list(placings(ranking, last=state.left)):
            return "the placings are not those of the table"
        if data["scores"] != list(state.rules.standing(state.game)):
            return "the scores are not those of the table"
        outcome = state.rules.outcome(state.game)
        reason = data["reason"]
        fits = reason in ("resigned", "forfeited") if outcome is None else reason == outcome.reason
        return None if fits else f"{reason} is not how the match ended"

    def _unfinished(self) -> str | None:
        if self._pending:
            return f"{self._name(self._pending[0])} is missing"
        if self._late is not None or self._gone:
            return "a seat's time ran out, and nothing follows"
        state = self.state
        if state.status is Status.LIVE and state.rules.outcome(state.game) is not None:
            return "the match is played out, but match_finished is missing"
        return None

    def _foreseen(self, following: StoredEvent | None) -> Any:
        """Return the game's event that follows; None where there is none that can be read."""
        if following is None or following.type in COMMON:
            return None
        try:
            return self._decoded(following)
        except RulesError:
            # It is found wrong when its own turn comes.
            return None

    def _decoded(self, stored: StoredEvent) -> Any:
        return self.state.rules.decode_event(stored.type, stored.body, stored.schema)

    def _name(self, event: Any) -> str:
        return self.state.rules.event_type(event)


def parsed(event: StoredEvent) -> Data:
    """Return the data of an event."""
    data: Data = json.loads(event.body)
    return data


def revealed_seed(events: Sequence[StoredEvent]) -> bytes | None:
    """Return the seed that the last event of an ended match reveals; None when there is none."""
    last = events[-1] if events else None
    if last is None or last.type not in ("match_finished", "match_voided"):
        return None
    try:
        return bytes.fromhex(parsed(last)["seed"])
    except MALFORMED:
        return None


def findings(match_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Finding]:
    """Yield what is wrong with the whole history of an ended match."""
    link = broken_link(match_id, events)
    if link is not None:
        yield link
        return
    try:
        yield from Audit(match_id, revealed_seed(events)).run(events).findings
    except UnknownGameError as error:
        yield Finding(1, str(error))
