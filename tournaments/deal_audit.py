"""From which well each deal of a recorded tournament comes, and which match it was for. Pure."""

from uuid import UUID

from msgspec import UNSET

from deals.audit import board_slot
from tournaments import board_audit, drawing
from tournaments import events as e
from tournaments.audit_steps import Step
from tournaments.state import TournamentState


class DealAudit:
    """The deals of one tournament."""

    def __init__(self) -> None:
        self.slots: dict[str, str] = {}
        """Which match was dealt under which slot."""
        self.seated: dict[str, tuple[int, ...]] = {}
        """The entrants at the table of each match, by seat, when it was opened."""
        self.shared: dict[str, int] = {}
        """The number of the deal that a match plays with others, by match."""
        self._wells: dict[str, str] = {}
        """From which well the deal of a slot comes."""
        self._secrets: dict[str, bytes] = {}
        """Of the wells that were shown."""

    def secret_of(self, slot: str) -> bytes | None:
        """Return the secret of the well that a deal comes from; None while it is not shown."""
        return self._secrets.get(self._wells.get(slot, ""))

    def show(self, well: str, secret: bytes) -> None:
        """Note the secret of a well."""
        self._secrets[well] = secret

    def _note(self, slot: str, state: TournamentState) -> None:
        assert state.draws.chain is not None  # noqa: S101 - Nothing has a slot without one.
        self._wells.setdefault(slot, state.draws.chain.well)

    def opened(self, step: Step) -> str | None:
        """Check under which slot a match is dealt: that of its draw, and of no other match."""
        event, state = step.event, step.state
        assert isinstance(event, e.TableOpened)  # noqa: S101 - As registered.
        found = state.table(UUID(event.table))
        if found is None:
            return "the match of no table was opened"
        round_, table = found
        self.seated[event.match] = tuple(table.seated)
        if event.board is not UNSET:
            self.shared[event.match] = event.board
            return board_audit.opened(state, table, event)
        wanted = drawing.slot(state, round_, round_.tables.index(table) + 1)
        if not event.slot:
            is_dealt = wanted is not None and state.settings["play"] == "matches"
            return "the deal of a match comes from no slot of the well" if is_dealt else None
        self._note(event.slot, state)
        before = self.slots.setdefault(event.slot, event.match)
        if before != event.match:
            return f"two matches were dealt under the slot {event.slot}"
        begins = event.slot.rpartition("/")[0]
        if wanted is None or begins != wanted.name.rpartition("/")[0]:
            return f"the slot {event.slot} is not that of its table"
        return None

    def dealt(self, step: Step) -> str | None:
        """Check the deals that the tables of a round share."""
        event = step.event
        assert isinstance(event, e.RoundDealt)  # noqa: S101 - As registered.
        for each in event.boards:
            self._note(board_slot(each.board), step.state)
        return board_audit.dealt(step.state, event)
