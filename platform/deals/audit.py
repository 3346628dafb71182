"""Whether the history of a deal can be, and whether a match was dealt from it. Pure.

The server and the offline verifier run this same code.
"""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import UNSET

from deals import beacon_of_deal, scoring
from deals import events as e
from deals.state import DealState, evolve
from eventstore.canonical import format_timestamp
from eventstore.catalogue import UnknownEventTypeError
from eventstore.events import Moment, StoredEvent
from games import fair_draws
from games.json_types import JsonMapping

SAME = ("game", "rules", "dataset", "options", "seats", "deal", "commitment", "bind")
"""What every table of a deal was opened with."""


class Audit:
    """A deal folded anew; `faults` are empty when all of it is as it must be."""

    def __init__(self, deal_id: UUID) -> None:
        self.state = DealState(deal_id)
        self.faults: list[tuple[int, str]] = []
        self.announced_at = ""
        """When its first event was written, as the log says."""

    def run(self, events: Sequence[StoredEvent]) -> "Audit":
        """Fold the events until the first that is wrong."""
        self.announced_at = format_timestamp(events[0].at) if events else ""
        for stored in events:
            fault = self._event(stored)
            if fault is not None:
                self.faults.append((stored.version, fault))
                break
        return self

    def _event(self, stored: StoredEvent) -> str | None:
        state = self.state
        try:
            event = e.CATALOGUE.decode(stored.type, stored.schema, stored.body)
        except (UnknownEventTypeError, msgspec.MsgspecError):
            return f"{stored.type} is no event of a deal, or not made as such an event is"
        if state.closed is not None:
            return f"{stored.type} follows the end"
        if isinstance(event, e.DealOpened) != (state.version == 0):
            return "a deal is opened once, and first of all"
        fault = self._fits(event, stored)
        if fault is None:
            state.version, state.hash, state.at = stored.version, stored.hash, stored.at
            evolve(state, event, Moment(stored.version, stored.at, stored.actor))
        return fault

    def _fits(self, event: e.DealEvent, stored: StoredEvent) -> str | None:
        state = self.state
        if isinstance(event, e.DealOpened):
            return _misnamed(state.id, event) or beacon_of_deal.misnamed(event, stored.at)
        if isinstance(event, e.DealBeaconSettled):
            return beacon_of_deal.missettled(state, event, stored.at)
        if isinstance(event, e.DealTableAdded):
            return _misplaced(state, event, stored)
        return _misclosed(state, event, stored) if isinstance(event, e.DealClosed) else None


def _misplaced(state: DealState, event: e.DealTableAdded, stored: StoredEvent) -> str | None:
    """Tell what is wrong with a table that plays a deal."""
    if bool(event.account) != bool(state.opened.house):
        return "one person plays a house deal, and many the deal of a round"
    is_known = event.account is not UNSET and UUID(event.account) in state.accounts
    if is_known or UUID(event.match) in state.tables:
        return "somebody has played the deal before"
    if state.awaits_beacon:
        return "the deal waited for its beacon"
    is_in_time = state.opens_at <= stored.at < state.closes_at
    return None if is_in_time else "the deal was not to be played then"


def board_slot(board: int) -> str:
    """Return the slot of a deal that a round's tables play, in the stream of their tournament."""
    return f"board/{board}"


def _misnamed(deal_id: UUID, event: e.DealOpened) -> str | None:
    """Tell what else a deal is drawn for: a secret that was shown could be dealt again."""
    if bool(event.house) == bool(event.round):
        return "it is a deal either of a house or of a round"
    if event.round:
        slot = board_slot(event.round.board)
        is_named = event.deal == fair_draws.deal_of(event.round.tournament, slot)
        return None if is_named else "the deal is named after another tournament or board"
    if event.deal != fair_draws.deal_of(str(deal_id), e.SLOT):
        return "the deal is named after another stream"
    return None if event.bind == fair_draws.NO_BIND.hex() else "the deal depends on something"


def _misclosed(state: DealState, event: e.DealClosed, stored: StoredEvent) -> str | None:
    """Tell what is wrong with the end of a deal."""
    if event.reason == "time_up" and stored.at < state.closes_at:
        return "the time of the deal was not up"
    found = fair_draws.commitment(bytes.fromhex(event.seed), state.opened.deal)
    if found.hex() != state.opened.commitment:
        return "the commitment is not that of the revealed secret"
    return _miscompared(event.scoring or None, len(state.tables))


def _miscompared(kept: e.Scoring | None, tables: int) -> str | None:
    """Tell what is wrong with a comparison; fewer than all tables may have been compared."""
    if kept is None:
        return None
    is_sound = 0 <= kept.explained < e.THOUSAND and kept.cut > 0
    if is_sound and 0 <= kept.beta <= beta_of(kept, tables):
        return None
    return "no such comparison of so many tables is made"


def beta_of(kept: e.Scoring, tables: int) -> int:
    """Return what part of the others' mean is taken off, in millionths, where so many compare."""
    return round(scoring.beta(kept.explained / e.THOUSAND, tables) * e.MILLION)


def match_fault(state: DealState, match_id: UUID, opened: JsonMapping) -> str | None:
    """Return what is wrong with a match of a deal, by its first event."""
    if match_id not in state.tables:
        return "the deal has no such table"
    if opened.get("shared_deal") != str(state.id):
        return "the match is of another deal"
    wanted = msgspec.to_builtins(state.opened)
    for name in SAME:
        if msgspec.json.encode(opened.get(name)) != msgspec.json.encode(wanted[name]):
            return f"the {name} of the match is not that of its deal"
    if opened.get("beacon_drawn") != beacon_of_deal.drawn(state):
        return "the beacon of the match is not that of its deal"
    return None
