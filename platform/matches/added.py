"""Who added chance to the deal of a downloaded log, in words, and what to warn of. Pure."""

from collections.abc import Iterator, Sequence

from beacons.came import Came
from eventstore.events import StoredEvent
from matches.audit import parsed
from matches.state import Data

OLD = (
    "chance: fair/1: the server drew the client seeds of those who sent none, and could have"
    " chosen them"
)
NOBODY = "only the server added chance"
SOME = "only some added chance"
"""Fewer than half of the entrants, with the draw, and nobody at the table."""
UNATTESTED = (
    "nobody but the server says that the seal is older than the beacon, so that it could have"
    " chosen: only players who add a share, or a witness of the public log, would show that"
)
NO_BEACON = "the deal was to have a beacon, and has none: the site could not name one"
AFTER_SEAL = "called off between the seal and the deal"


def added(header: Data, events: Sequence[StoredEvent]) -> tuple[str, list[str]]:
    """Return who added chance by a log that was checked, and what is to be warned of."""
    if "scheme" not in header:
        return OLD, [OLD]
    by_kind: dict[str, list[str]] = {}
    for each in header["chance"]:
        by_kind.setdefault(each["chance"], []).append(str(each["seat"]))
    shown = [parsed(event) for event in events if event.type == "chance_shown"]
    refused = [each for each in shown if each["withheld"]]
    roll = header.get("draw_roll")
    words = [_sentence(by_kind, roll, attempts=len(shown))]
    stream, _, slot = str(header["deal"]).partition("/")
    owner = "ladder" if stream == parsed(events[0])["ladder"] else "tournament"
    from_well = (
        [f"said to be dealt from slot {slot} of the well of {owner} {stream}"] if slot else []
    )
    for each in refused:
        seats = ", ".join(map(str, each["withheld"]))
        words.append(f"in attempt {each['attempt']} a share was withheld: seats {seats}")
    beacon, missed = _beacon(events)
    words += missed
    warnings = [] if by_kind.get("share") else _too_few(roll, has_beacon=bool(beacon))
    warnings += words[1:]
    words += beacon + from_well
    types = [event.type for event in events]
    if types[-1] == "match_voided" and "chance_sealed" in types and "match_started" not in types:
        warnings.append(AFTER_SEAL)
    return "; ".join(words), warnings


def _too_few(roll: list[int] | None, *, has_beacon: bool) -> list[str]:
    """Return what to warn of where no share came in at the table.

    A beacon makes up for few shares only once it is attested that its seal is older.
    """
    on, present = roll or (0, 1)
    if 2 * on >= present:
        return []
    if has_beacon:
        return [UNATTESTED]
    return [NOBODY if roll is None else SOME]


def _beacon(events: Sequence[StoredEvent]) -> tuple[list[str], list[str]]:
    """Return the beacon that a deal was drawn with, if any, and refusals by the site, in words."""
    missed = [
        f"in attempt {attempt} the beacon did not come: {each.named}"
        for attempt, each in _came(events)
        if each.value is None
    ]
    drawn = [each.words for _, each in _came(events) if each.value is not None]
    is_dealt = any(each.type == "match_started" for each in events)
    if "beacon" in parsed(events[0]) and is_dealt and not (drawn or missed):
        missed.append(NO_BEACON)
    return drawn, missed


def forged(events: Sequence[StoredEvent]) -> list[str]:
    """Return, of each value that is said to be of a beacon and is not, that it is not."""
    return [wrong for _, each in _came(events) if (wrong := each.forgery) is not None]


def _came(events: Sequence[StoredEvent]) -> Iterator[tuple[int, Came]]:
    """Yield what the beacons of a match have come to, with the attempt; 0: of a shared deal.

    By a log that was checked.
    """
    opened = parsed(events[0])
    if "beacon_drawn" in opened:
        yield 0, Came(**opened["beacon_drawn"])
    named = ""
    for each in events:
        if each.type == "chance_sealed":
            named = parsed(each).get("beacon", "")
        elif each.type == "chance_shown":
            shown = parsed(each)
            if "beacon" in shown:
                yield shown["attempt"], Came(named, shown["beacon"])


def _sentence(by_kind: dict[str, list[str]], roll: list[int] | None, *, attempts: int) -> str:
    parts = ["the server"]
    if roll is not None:
        on, present = roll
        seats = ", ".join(by_kind.get("draw", []))
        among = f", seats {seats} among them" if seats else ""
        parts.append(f"{on} of {present} entrants with the draw that it depends on{among}")
    if shared := by_kind.get("share"):
        parts.append(f"seats {', '.join(shared)} with a share")
    if said := by_kind.get("said"):
        parts.append(f"seats {', '.join(said)} with a text that the server could read first")
    nothing = sorted([*by_kind.get("none", []), *by_kind.get("away", [])], key=int)
    rest = f"; seats {', '.join(nothing)} added nothing" if nothing else ""
    tried = f", attempt {attempts}" if attempts > 1 else ""
    return f"chance: fair/2{tried}: {', and '.join(parts)}{rest}"
