"""What `cutpurse-verify` says of the log of a deal, and of a match that belongs to it. Pure."""

from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

import msgspec

from beacons.came import Came
from deals import audit, beacon_of_deal, logs, shadow_tables
from deals.audit import Audit
from deals.state import DealState
from games.json_types import JsonObject
from matches.log_lines import LogError


def checked(path: Path) -> tuple[list[str], Audit | None]:
    """Return what is wrong with the log of a deal, in words, and the deal when nothing is."""
    try:
        deal_id, events = logs.read(path)
    except LogError as error:
        return [str(error)], None
    except OSError as error:
        return [f"cannot be read: {error.strerror}"], None
    if not events:
        return ["there is no event"], None
    broken = logs.broken_link(deal_id, events)
    if broken is not None:
        return [broken], None
    found = Audit(deal_id).run(events)
    faults = [f"event {version}: {text}" for version, text in found.faults]
    if not faults and found.state.closed is None:
        faults.append("the deal is not closed: its secret is not revealed yet")
    if not faults and not _is_as_bots_play(found.state):
        faults.append("the means of its shadow tables are not what the bots make of it")
    return faults, None if faults else found


def _is_as_bots_play(state: DealState) -> bool:
    """Tell whether the shadow tables of a closed deal, if it has some, end as they are said to."""
    closed = state.closed
    if closed is None or not closed.shadow:
        return True
    return closed.shadow == shadow_tables.means(state.opened, bytes.fromhex(closed.seed))


def verdict(path: Path, *, strict: bool = False) -> tuple[bool, list[str]]:
    """Return whether the log of a deal is what it should be, and what to say of it.

    `strict` is whether a beacon that did not come is a fault.
    """
    faults, found = checked(path)
    if found is None:
        return False, [f"FAULT {fault}" for fault in faults]
    opened, tables = found.state.opened, len(found.state.tables)
    # When that was is the server's own word: nobody can check it here.
    since = f"from the secret committed to when it was announced, at {found.announced_at}"
    words = ["consistent", f"deal: {opened.rules}, {tables} tables, {since}"]
    drawn = beacon_of_deal.drawn(found.state)
    came = None if drawn is None else Came(**drawn)
    if came is not None and came.forgery is not None:
        return False, [f"FAULT {came.forgery}"]
    is_refused = bool(opened.beacon) and came is None
    if came is not None:
        words.append(came.words)
    elif is_refused:
        words.append(f"REFUSED BY THE SITE: the beacon did not come, {opened.beacon}")
    if found.state.closed is not None and found.state.closed.shadow:
        words.append(f"shadow tables: {shadow_tables.MATCHES} matches of bots played again")
    return not (strict and is_refused), words


class Deals:
    """The deals whose logs are among several files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.states: dict[str, DealState] = {}
        for path in paths if len(paths) > 1 else ():
            if logs.is_of_deal(path):
                _faults, found = checked(path)
                if found is not None:
                    self.states[str(found.state.id)] = found.state

    def verdict(self, match: str, body: str) -> tuple[bool, str] | None:
        """Return whether a match was dealt from one of the deals; None where its deal is not here.

        The match's own log has been checked: that its draws come from the secret it reveals.
        """
        opened: JsonObject = msgspec.json.decode(body)
        state = self.states.get(str(opened.get("shared_deal")))
        if state is None:
            return None
        fault = audit.match_fault(state, UUID(match), opened)
        if fault is not None:
            return False, f"FAULT {fault}"
        return True, f"deal: the same cards as at all {len(state.tables)} tables of deal {state.id}"
