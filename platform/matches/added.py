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
    words = [_sentence(by_kind, attempts=len(shown))]
    stream, _, slot = str(header["deal"]).partition("/")
    owner = "ladder" if stream == parsed(events[0])["ladder"] else "tournament"
    from_well = (
        [f"said to be dealt from slot {slot} of the well of {owner} {stream}"] if slot else []
    )
    for each in refused:
        seats = ", ".join(map(str, each["withheld"]))
        words.append(f"in attempt {each['attempt']} a share was withheld: seats {seats}")
    warnings = [] if by_kind.get("share") else [NOBODY]
    warnings += words[1:]
    words += from_well
    types = [event.type for event in events]
    if types[-1] == "match_voided" and "chance_sealed" in types and "match_started" not in types:
        warnings.append(AFTER_SEAL)
    return "; ".join(words), warnings


def _sentence(by_kind: dict[str, list[str]], *, attempts: int) -> str:
    parts = ["the server"]
    if shared := by_kind.get("share"):
        parts.append(f"seats {', '.join(shared)} with a share")
    if said := by_kind.get("said"):
        parts.append(f"seats {', '.join(said)} with a text that the server could read first")
    nothing = sorted([*by_kind.get("none", []), *by_kind.get("away", [])], key=int)
    rest = f"; seats {', '.join(nothing)} added nothing" if nothing else ""
    tried = f", attempt {attempts}" if attempts > 1 else ""
    return f"chance: fair/2{tried}: {', and '.join(parts)}{rest}"
