"""A round of a tournament, and a stage. Pure."""

from collections.abc import Sequence
from datetime import datetime

from tournaments.events import RoundPaired
from tournaments.record import Entrant
from tournaments.round_clock import RoundClock
from tournaments.state.tables import TableState


class RoundState:
    """A round, from its draft to its close."""

    __slots__ = (
        "byes",
        "calls",
        "changed",
        "clock",
        "closed",
        "draw",
        "drawn",
        "due",
        "extended_s",
        "granted",
        "mends",
        "number",
        "pairing",
        "published",
        "published_at",
        "sitting_out",
        "stage",
        "tables",
        "walkovers",
    )

    def __init__(self, pairing: RoundPaired) -> None:
        self.number = pairing.round
        self.stage = pairing.stage
        self.pairing = pairing
        """What paired it: algorithm, seed, reasons, notes."""
        self.tables = [TableState.of(table) for table in pairing.tables]
        self.drawn = tuple(table.seats for table in self.tables)
        """The seats as they were drawn, before anything was changed by hand."""
        self.byes: tuple[Entrant, ...] = tuple(pairing.byes)
        self.walkovers: dict[str, Entrant | None] = dict(pairing.walkovers or {})
        self.granted = {int(each): units for each, units in (pairing.granted or {}).items()}
        """Units of the byes that bring something else than the plan's."""
        self.draw = pairing.draw or None
        """The number of the draw that made it; None where no chain did."""
        self.changed = False
        """Whether its tables are others than that draw knew."""
        self.mends = 0
        """How often only those tables were drawn anew that somebody had left, or came to."""
        self.published = False
        self.closed = False
        self.due: datetime | None = None
        """By when its tables are to be done, where the plan gives days."""
        self.published_at: datetime | None = None
        self.extended_s = 0
        """Seconds that the round was given beyond the plan's."""
        self.calls: dict[Entrant, int] = {}
        """How often entrants have called a judge in this round."""
        self.clock: RoundClock | None = None
        """The clock of a round in person, once it was started."""
        self.sitting_out: set[Entrant] = set()
        """Of those with a bye, who was asked to have one."""

    @property
    def status(self) -> str:
        """Return draft, live or closed."""
        return "closed" if self.closed else "live" if self.published else "draft"

    @property
    def done(self) -> bool:
        """Whether every table has its result or is void."""
        return all(table.done for table in self.tables)

    @property
    def undecided(self) -> list[TableState]:
        """Return the tables that came to nothing, and wait for a decision of the staff."""
        return [table for table in self.tables if table.stopped is not None]


class StageState:
    """A stage that has begun."""

    __slots__ = ("began", "began_at", "entrants", "number", "ranking", "sources")

    def __init__(
        self,
        number: int,
        entrants: Sequence[Entrant],
        sources: Sequence[str] = (),
        began_at: datetime | None = None,
    ) -> None:
        self.number = number
        self.began_at = began_at
        self.entrants = list(entrants)
        """In the order of their seeds, late ones last."""
        self.began = tuple(entrants)
        """Who was there when it began."""
        self.sources = tuple(sources)
        """By what right each of them is there, as codes of `sources`; empty for the first stage."""
        self.ranking: tuple[Entrant, ...] | None = None
        """Frozen when the stage was completed."""
