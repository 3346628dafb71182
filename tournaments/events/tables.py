"""What happens at a table of a tournament. Pure."""

from typing import Literal

from msgspec import UNSET, UnsetType

from tournaments.events.base import OfTable, TournamentEvent


class JudgeCalled(OfTable, frozen=True, kw_only=True, gc=False):
    """A table asks for a judge; without an entrant the staff did."""

    entrant: int | None


class JudgeCallAnswered(OfTable, frozen=True, kw_only=True, gc=False):
    """A judge has been at a table."""


class SeatsOffered(OfTable, frozen=True, kw_only=True, gc=False):
    """The players of a final choose their seats, in this order, each within so many seconds."""

    order: list[int]
    seconds: int


class SeatChosen(OfTable, frozen=True, kw_only=True, gc=False):
    """Somebody takes a seat, from 0; `by_default` of who has not chosen."""

    entrant: int
    seat: int
    by_default: bool = False


class TableOpened(OfTable, frozen=True, kw_only=True, gc=False):
    """The match of a table is there."""

    match: str
    slot: str | UnsetType = UNSET
    """Under which name of the tournament it is dealt: draw, place in the round, and how often."""
    board: int | UnsetType = UNSET
    """Which deal of the round it plays with others, instead."""


class TablePlayed(OfTable, frozen=True, kw_only=True, gc=False):
    """The match of a table is over. How it ended nobody is told while others play its deal."""


class MatchCounted(OfTable, frozen=True, kw_only=True, gc=False):
    """A match of a table of several is over; places and scores are by seat of the table.

    The first seat changes hands from match to match. `match` is null where it was played in
    person; `number` is of one that is put right, from 1.
    """

    match: str | None
    places: list[int]
    scores: list[int] | None
    number: int | UnsetType = UNSET


class ResultReported(OfTable, frozen=True, kw_only=True, gc=False):
    """A player says how a table ended; another one has to confirm."""

    by: int | None
    places: list[int]
    scores: list[int] | None


class ResultDisputed(OfTable, frozen=True, kw_only=True, gc=False):
    """A player says that a table ended otherwise than was reported; a judge decides."""

    by: int
    places: list[int]
    scores: list[int] | None


class DrawAgreed(OfTable, frozen=True, kw_only=True, gc=False):
    """A player agrees to a draw; `lifted` ends what anybody at the table has agreed to so far."""

    entrant: int
    lifted: bool = False


class TimeCalled(OfTable, frozen=True, kw_only=True, gc=False):
    """The match of a table ends as it stands, since its time is over; it brings the result."""


class ResultRecorded(OfTable, frozen=True, kw_only=True, gc=False):
    """How a table ended; `gone` names who had left its match for good, or for a bot.

    `absent` names who forfeited by not coming; `ended` says how, where it was not played out,
    and `rated` whether it counts on no ladder for that. Where the points of several matches are
    added up, it is the sum of those that are over (`summed`), or stands for all of them (`times`).
    """

    places: list[int]
    scores: list[int] | None
    source: str
    gone: list[int] | UnsetType = UNSET
    absent: list[int] | UnsetType = UNSET
    ended: Literal["agreed", "time_limit"] | UnsetType = UNSET
    rated: Literal[False] | UnsetType = UNSET
    summed: Literal[True] | UnsetType = UNSET
    times: int | UnsetType = UNSET


class ResultTakenBack(OfTable, frozen=True, kw_only=True, gc=False):
    """A result that was confirmed for the table waits again, as it had been reported."""

    by: int | None
    places: list[int]
    scores: list[int] | None


class TieDecided(OfTable, frozen=True, kw_only=True, gc=False):
    """Who were level across a cut, in the order that was decided for them."""

    order: list[int]
    method: str


class TableStopped(OfTable, frozen=True, kw_only=True, gc=False):
    """A table came to nothing, and waits for the staff."""

    cause: str
    detail: str
    awaited: list[int]


class TableVoided(OfTable, frozen=True, kw_only=True, gc=False):
    """A table is called off; it brings what a bye does, or with `points` nothing."""

    points: Literal["none"] | UnsetType = UNSET


class TableReplayed(OfTable, frozen=True, kw_only=True, gc=False):
    """A table is played again, under a new id."""

    new_table: str


OF_TABLES: dict[str, type[TournamentEvent]] = {
    "judge_called": JudgeCalled,
    "judge_call_answered": JudgeCallAnswered,
    "seats_offered": SeatsOffered,
    "seat_chosen": SeatChosen,
    "table_opened": TableOpened,
    "table_played": TablePlayed,
    "match_counted": MatchCounted,
    "result_reported": ResultReported,
    "result_disputed": ResultDisputed,
    "draw_agreed": DrawAgreed,
    "time_called": TimeCalled,
    "result_recorded": ResultRecorded,
    "result_taken_back": ResultTakenBack,
    "tie_decided": TieDecided,
    "table_stopped": TableStopped,
    "table_voided": TableVoided,
    "table_replayed": TableReplayed,
}
