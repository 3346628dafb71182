"""Who added chance to the deal of a downloaded log, in words, and what to warn of. Pure."""

from collections.abc import Sequence

from eventstore.events import StoredEvent
from matches.audit import parsed
from matches.state import Data

OLD = (
    "chance: fair/1: the server drew the client seeds of those who sent none, and could have"
    " chosen them"
)
NOBODY = "only the server added chance"
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
    warnings = (
        [] if by_kind.get("share") or roll is not None else [UNATTESTED if beacon else NOBODY]
    )
    warnings += words[1:]
    words += beacon + from_well
    types = [event.type for event in events]
    if types[-1] == "match_voided" and "chance_sealed" in types and "match_started" not in types:
        warnings.append(AFTER_SEAL)
    return "; ".join(words), warnings


def _beacon(events: Sequence[StoredEvent]) -> tuple[list[str], list[str]]:
    """Return the beacon that a deal was drawn with, if any, and refusals by the site, in words."""
    opened = parsed(events[0])
    drawn: list[str] = []
    missed: list[str] = []
    named = ""
    if "beacon_drawn" in opened:
        drawn = [compared(**opened["beacon_drawn"])]
    for each in events:
        if each.type not in {"chance_sealed", "chance_shown"}:
            continue
        event = parsed(each)
        if each.type == "chance_sealed":
            named = event.get("beacon", "")
        elif "beacon" in event and event["beacon"] is None:
            missed.append(f"in attempt {event['attempt']} the beacon did not come: {named}")
        elif "beacon" in event:
            drawn = [compared(named, event["beacon"])]
    is_dealt = any(each.type == "match_started" for each in events)
    if "beacon" in opened and is_dealt and not (drawn or missed):
        missed.append(NO_BEACON)
    return drawn, missed


def compared(named: str, value: str) -> str:
    """Return what a beacon is said to have come to, which a reader may compare with its source."""
    return f"beacon: {named}, said to be {value}: compare that with what its source has published"


def _sentence(by_kind: dict[str, list[str]], roll: list[int] | None, *, attempts: int) -> str:
    parts = ["the server"]
    if roll is not None:
        on, present = roll
        seats = ", ".join(by_kind.get("draw", []))
        among = f", seats {seats} among them" if seats else ""
        parts.append(f"{on} of {present} entrants with the draw that it hangs on{among}")
    if shared := by_kind.get("share"):
        parts.append(f"seats {', '.join(shared)} with a share")
    if said := by_kind.get("said"):
        parts.append(f"seats {', '.join(said)} with a text that the server could read first")
    nothing = sorted([*by_kind.get("none", []), *by_kind.get("away", [])], key=int)
    rest = f"; seats {', '.join(nothing)} added nothing" if nothing else ""
    tried = f", attempt {attempts}" if attempts > 1 else ""
    return f"chance: fair/2{tried}: {', and '.join(parts)}{rest}"
