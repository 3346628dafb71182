"""What happens to a deal that several tables play: the vocabulary of its stream. Pure."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from eventstore.catalogue import Catalogue, Data

KIND = "deal"
"""The kind of the streams."""
SLOT = "board/1"
"""Of its only deal in the stream of a deal (fair/2)."""
Reason = Literal["time_up", "called_off", "played"]
THOUSAND, MILLION = 1000, 1_000_000
"""Of what an event keeps in thousandths and millionths."""


class DealEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a deal."""


class House(msgspec.Struct, frozen=True):
    """How people play a deal one by one, each on the same seat against the same bots."""

    seat: int
    """The one that people play."""
    bot: str
    """What plays on all others."""


class RoundOf(msgspec.Struct, frozen=True):
    """The round of a tournament whose tables of one size play a deal."""

    tournament: str
    number: int
    board: int
    """How manieth deal of the tournament that many tables play, from 1."""


class DealOpened(DealEvent, frozen=True, kw_only=True):
    """A deal is announced: the server is bound to its secret from now on."""

    game: str
    rules: str
    dataset: str
    options: Data
    seats: int
    deal: str
    """What is drawn for (fair/2): the stream and the slot `board/1`; of a round its board."""
    commitment: str
    bind: str
    opens_at: str
    closes_at: str
    house: House | UnsetType = UNSET
    """Not of the deal of a round."""
    round: RoundOf | UnsetType = UNSET
    beacon: str | UnsetType = UNSET
    """The public beacon that the deal is drawn with, which comes before it opens, by its line."""
    day: str | None
    """Of which day it is the deal, if it is one."""
    opened_by: str | None
    """The account that asked for it; None where the installation did."""


class DealBeaconSettled(DealEvent, frozen=True, kw_only=True):
    """The beacon that a deal waited for has come, or it has not and is left out."""

    value: str | None
    """In hexadecimal; None where it did not come: that is a refusal by the site."""


class DealTableAdded(DealEvent, frozen=True, kw_only=True):
    """Somebody plays the deal."""

    match: str
    account: str | UnsetType = UNSET
    """Who plays it alone; not in a round, where many sit at a table."""
    newcomer: bool | UnsetType = UNSET
    """True of an account that was made once the deal could be played: it may be a second one of
    somebody who had seen the cards, so it counts in no table and for nobody else."""


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """How everybody who held the same cards is compared, whatever later versions do."""

    version: str
    """Of the scoring (`deals.scoring`)."""
    compare: Literal["margin"]
    explained: int
    """What the cards explain, in thousandths of the differences."""
    beta: int
    """What part of the others' mean margin is taken off, in millionths."""
    cut: int
    """The largest compared margin, in thousandths."""


class DealClosed(DealEvent, frozen=True, kw_only=True):
    """Nobody plays the deal any more, and its secret is shown."""

    seed: str
    reason: Reason
    scoring: Scoring | UnsetType | None = UNSET
    """None where nothing was measured of such deals; left out before it was kept here, and of
    rounds, which are compared by the version that their tournament has. None also of rounds whose
    tables are scored by places."""
    shadow: list[int] | UnsetType = UNSET
    """In ten-thousandths, the mean margins by seat of tables that bots have played after the end,
    of a round that few have played (`deals.scoring`)."""


CATALOGUE: Catalogue[DealEvent] = Catalogue(
    {
        "deal_opened": DealOpened,
        "deal_beacon_settled": DealBeaconSettled,
        "deal_table_added": DealTableAdded,
        "deal_closed": DealClosed,
    }
)
