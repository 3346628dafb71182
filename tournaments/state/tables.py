"""A table of a tournament: who sits there, and how it ended. Pure."""

from collections.abc import Sequence
from typing import NamedTuple, Self
from uuid import UUID

from tournaments.events import Data, PairedTable, ResultDisputed, ResultReported
from tournaments.record import Entrant
from tournaments.state.seat_choice import SeatChoice


class Penalty(NamedTuple):
    """Points off at a table."""

    entrant: Entrant
    units: int
    reason: str


class CountedMatch(NamedTuple):
    """A match that is over, of a table of several; all by seat of the table."""

    match: UUID | None
    """None where it was played in person."""
    places: tuple[int, ...]
    scores: tuple[int, ...] | None


class TableState:
    """A table of a round."""

    __slots__ = (
        "absent",
        "agreed",
        "agreements",
        "board",
        "changes",
        "choosing",
        "counted",
        "decided",
        "decision",
        "disputes",
        "draw",
        "ended",
        "extended_s",
        "gone",
        "id",
        "is_called",
        "is_played",
        "key",
        "last",
        "match",
        "penalties",
        "places",
        "reported",
        "scores",
        "seats",
        "source",
        "sources",
        "stopped",
        "times",
        "unpaid",
        "unrated",
        "void",
    )

    def __init__(  # noqa: PLR0915 - Everything that can be said of a table.
        self,
        table_id: UUID,
        seats: Sequence[Entrant],
        *,
        key: str = "",
        sources: Sequence[str] = (),
    ) -> None:
        self.id = table_id
        self.seats = tuple(seats)
        self.key = key
        """The place in a bracket."""
        self.sources = tuple(sources)
        """Where the players come from."""
        self.draw: int | None = None  # What its deals hang on, where that is not the round's.
        self.board: int | None = None  # The deal that it plays with other tables of its round.
        self.is_played = False  # Whether its match is over, and its result waits for those tables.
        self.decided: tuple[Entrant, ...] = ()
        """Who were level across a cut, in the order that was decided for them."""
        self.choosing: SeatChoice | None = None
        """Who chooses a seat, while that goes on; the seats are those that were drawn."""
        self.match: UUID | None = None
        self.counted: tuple[CountedMatch, ...] = ()
        """Its matches that are over, where it has several; `match` is the present or last one."""
        self.times = 1
        """For how many matches its result stands; 0 where it is the sum of those that are over."""
        self.places: tuple[int, ...] | None = None
        self.scores: tuple[int, ...] | None = None
        self.source = ""
        """Where the result is from: match, report or override."""
        self.reported: ResultReported | None = None
        """A result that one player has reported and another has to confirm."""
        self.disputes: dict[Entrant, ResultDisputed] = {}
        """What others at the table say instead, by entrant."""
        self.changes: dict[Entrant, int] = {}
        """How often each has said how the table ended."""
        self.decision = ""
        """Why the staff decided as it did; empty where it did not, or gave no reason."""
        self.agreed: tuple[Entrant, ...] = ()
        """Who agrees to a draw, while not all do."""
        self.agreements: dict[Entrant, int] = {}
        """How often each has agreed to one."""
        self.ended = ""
        """How it ended without being played out: `agreed` or `time_limit`; else empty."""
        self.unrated = False
        """Whether it rates nobody since its time was over."""
        self.absent: tuple[Entrant, ...] = ()
        """Who forfeited by not coming."""
        self.last: tuple[Entrant, ...] = ()
        """Who is placed last, whatever the result: their results are void."""
        self.gone: tuple[Entrant, ...] = ()
        """Who had left its match for good, or for a bot, when that brought the result."""
        self.stopped: Data | None = None
        """Why the table came to nothing: `cause`, `detail`, `awaited`. The staff decides."""
        self.penalties: list[Penalty] = []
        """What penalties take from what the table brings, whatever its result is or becomes."""
        self.is_called = False  # Whether a judge is asked for.
        self.void = self.unpaid = False
        """Whether it is void, and then whether it brings nothing, rather than what a bye does."""
        self.extended_s = 0  # Seconds that the table has beyond its round's.

    @classmethod
    def of(cls, paired: PairedTable) -> Self:
        """Return a table as it was paired."""
        return cls(
            UUID(paired.id), paired.seats, key=paired.key or "", sources=paired.sources or ()
        )

    @property
    def summed(self) -> bool:
        """Whether the points of its result are those of its matches, added up."""
        return not self.times

    @property
    def wins(self) -> tuple[int, ...]:
        """Return how many matches each has won alone so far, by seat."""
        alone = [each.places for each in self.counted if each.places.count(1) == 1]
        return tuple(sum(places[seat] == 1 for places in alone) for seat in range(len(self.seats)))

    @property
    def seated(self) -> tuple[Entrant, ...]:
        """Return who sits on which seat of the match that is played, or comes next.

        The first seat changes hands from match to match.
        """
        return self._turned(len(self.counted))

    def seated_in(self, match: UUID) -> tuple[Entrant, ...]:
        """Return who sat on which seat of one of its matches."""
        earlier = [each.match for each in self.counted]
        return self._turned(earlier.index(match) if match in earlier else len(earlier))

    def _turned(self, matches: int) -> tuple[Entrant, ...]:
        turned = matches % len(self.seats)
        return self.seats[turned:] + self.seats[:turned]

    @property
    def wants_match(self) -> bool:
        """Whether a match is to be opened here: its first, or the next of several."""
        return self.match is None or any(each.match == self.match for each in self.counted)

    @property
    def taken(self) -> dict[Entrant, int]:
        """Return how many units penalties take away here, by entrant."""
        found: dict[Entrant, int] = {}
        for each in self.penalties:
            found[each.entrant] = found.get(each.entrant, 0) + each.units
        return found

    @property
    def versions(self) -> dict[Entrant, ResultReported | ResultDisputed]:
        """Return what players say of the result while nobody has confirmed it."""
        reports: dict[Entrant, ResultReported | ResultDisputed] = {}
        if self.reported is not None and self.reported.by is not None:
            reports[self.reported.by] = self.reported
        return reports | self.disputes

    @property
    def is_disputed(self) -> bool:
        """Whether its players say different things, so that a judge decides."""
        return bool(self.disputes) and not self.done

    @property
    def done(self) -> bool:
        """Whether nothing more is waited for."""
        return self.void or self.places is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played here, though its result may wait for its deal."""
        return self.done or self.is_played

    @property
    def rated_places(self) -> tuple[int, ...] | None:
        """The places by which its match counts on a ladder; None where it rates nobody."""
        is_unrated = self.absent or self.unrated or self.ended == "agreed"
        return None if is_unrated else self.places

    @property
    def unrated_for(self) -> str:
        """The code why its match rates nobody, once the staff or the players have decided it."""
        if self.rated_places is not None:
            return ""
        return "forfeited" if self.absent else self.ended or "void"

    @property
    def is_open(self) -> bool:
        """Whether its players can still bring it to an end."""
        return not self.done and self.stopped is None and not self.is_played
