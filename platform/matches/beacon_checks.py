"""What may be said of the beacon of a deal or a draw, for the audits. Pure.

Each check says what is wrong, or returns None. Whether a value is what was published is not here:
whoever wants to know compares it with its source (`beacons.came`).
"""

from datetime import datetime

from msgspec import UNSET, UnsetType

from games import beacons
from games.beacons import Beacon
from matches import deals
from matches.deals import Deal


def misnamed(line: str, at: datetime) -> str | None:
    """Tell what is wrong with the beacon that a seal of a moment names.

    Which pulse of NIST comes next follows from no time.
    """
    first = beacons.first_round_after(at + deals.SHOW + beacons.AHEAD)
    is_first = line.startswith("nist ") or line == first.line
    return None if is_first else f"the first beacon that the seal could name is {first.line}"


def unfit(
    deal: Deal, value: str | UnsetType | None, at: datetime, *, is_refused: bool
) -> str | None:
    """Tell what is wrong with what the beacon of a seal is said to have come to.

    `is_refused` is whether a share was withheld, so that it does not matter.
    """
    if (value is UNSET) != (deal.named is None or is_refused):
        return "the seal named a beacon, or none"
    if value is UNSET:
        return None
    if value is None:
        is_told = deal.beacon_can_be_known(None, at)
        return None if is_told else "the beacon still had time to come"
    found, named = bytes.fromhex(value), Beacon.read(deal.named or "")
    if named is None or not named.can_be(found):
        return "the value is none of the beacon that the seal named"
    return None if deal.beacon_can_be_known(found, at) else "the beacon was not there yet"
