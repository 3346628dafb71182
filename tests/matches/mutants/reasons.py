"""Why a changed log may pass: by what differs alone, without asking whoever judges logs."""

import json
from collections import Counter
from collections.abc import Callable
from difflib import SequenceMatcher

from matches.events import CATALOGUE
from tests.matches.forging import Line

Lines = list[Line]

ACTIONS = frozenset(
    {
        "abort_voted",
        "pause_voted",
        "resume_voted",
        "match_paused",
        "match_resumed",
        "clock_credited",
        "time_extended",
        "seat_on_vacation",
        "seat_disconnected",
        "seat_reconnected",
        "seat_left",
        "seat_returned",
    }
)
"""What players, organisers and the platform do beside the game, and only they know of."""
OPENED_ANYHOW = frozenset({"bots", "on_timeout", "clock", "ladder", "tournament_table", "options"})


SIDE = ACTIONS | {"match_opened", "seat_taken"}
"""What may differ beside a match's being called off: each for a reason of its own."""


def told(line: Line) -> str:
    """Return what an event says, but for its time and author."""
    return json.dumps([line["type"], line["data"], line.get("schema", 1)], sort_keys=True)


class Difference:
    """What two logs do not have in common."""

    def __init__(self, before: Lines, after: Lines) -> None:
        self.before, self.after = before[1:], after[1:]
        self.gone: list[Line] = []
        self.new: list[Line] = []
        one, other = list(map(told, self.before)), list(map(told, self.after))
        self.is_told_alike = one == other
        self.has_the_same_events = Counter(one) == Counter(other)
        steps = SequenceMatcher(a=one, b=other, autojunk=False).get_opcodes()
        for tag, first, last, start, end in steps:
            if tag != "equal":
                self.gone += self.before[first:last]
                self.new += self.after[start:end]
        self.types = {line["type"] for line in (*self.gone, *self.new)}

    def is_in_order(self) -> bool:
        """Tell whether no time lies before the one before it."""
        moments = [line["at"] for line in self.after]
        return moments == sorted(moments)

    def keys(self) -> set[str]:
        """Return the fields in which events differ that stand in one another's place."""
        pairs = zip(self.gone, self.new, strict=False)
        names = [(one["data"], other["data"]) for one, other in pairs]
        return {
            name
            for one, other in names
            for name in {*one, *other}
            if one.get(name) != other.get(name)
        }


def _same(found: Difference) -> str | None:
    if not found.is_told_alike:
        return None
    if [line["at"] for line in found.before] == [line["at"] for line in found.after]:
        by = [[line.get("by") for line in lines] for lines in (found.before, found.after)]
        return (
            "the same history" if by[0] == by[1] else "an author, of whom a log has a digest alone"
        )
    if not found.is_in_order():
        return None
    timed = found.before[0]["data"]["clock"] is not None
    return "a time that the clocks allow" if timed else "a time between its neighbours"


def _opened(found: Difference) -> str | None:
    keys = found.keys()
    if found.types != {"match_opened"} or len(keys) != 1 or not keys <= OPENED_ANYHOW:
        return None
    (key,) = keys
    if key == "on_timeout" and any(line["type"] == "seat_resigned" for line in found.after):
        return (
            None
            if found.after[0]["data"]["on_timeout"] == "abort"
            else f"another {key}, of which nothing came"
        )
    return f"another {key}, with which all could happen as it did"


def _seated(found: Difference) -> str | None:
    if not found.types <= {"seat_taken", "seat_left"}:
        return None
    people = [
        line["data"]
        for line in found.after
        if line["type"] == "seat_taken" and not line["data"]["bot"]
    ]
    if found.has_the_same_events:
        return "who sat down first"
    if found.types == {"seat_taken"} and len(found.gone) == len(found.new):
        keys = found.keys()
        if keys <= {"player", "bot", "program"} and all(each["player"] for each in people):
            return "who sat there: " + " and ".join(sorted(keys))
        started = any(line["type"] == "match_started" for line in found.after)
        if keys == {"client_seed"} and not started:
            return "a client seed from which nothing was drawn"
    return "who sat down and got up before the start"


def _acts(found: Difference) -> str | None:
    if found.types <= ACTIONS and found.is_in_order():
        return "an act beside the game: " + ", ".join(sorted(found.types))
    return None


def _ended(found: Difference) -> str | None:
    end = found.after[-1]
    if end["type"] != "match_voided" or not found.is_in_order():
        return None
    before, after = (
        [told(line) for line in lines if line["type"] not in SIDE]
        for lines in (found.before, found.after[:-1])
    )
    one, other = found.before[0]["data"], found.after[0]["data"]
    opened = {name for name in {*one, *other} if one.get(name) != other.get(name)}
    if after == before[: len(after)] and opened <= OPENED_ANYHOW:
        return "called off, for whatever reason, while it ran"
    return None


def _decided(found: Difference) -> str | None:
    if (found.types - ACTIONS) & set(CATALOGUE) or not found.is_in_order():
        return None
    if found.has_the_same_events:
        return "decisions that could be made in another order"
    if (
        found.before[-1]["type"] == "match_voided"
        or found.before[-1]["data"]["reason"] != "played_out"
    ):
        return "another legal decision, of which nothing came before the end"
    return None


def _late_bot(found: Difference) -> str | None:
    """Explain the time-out of a bot's seat: whoever makes the move, it is the same one."""
    if found.types != {"seat_timed_out"} or not found.is_in_order():
        return None
    late = {line["data"]["seat"] for line in (*found.gone, *found.new)}
    bots = {line["data"]["seat"] for line in found.after if _seats_a_bot(line)}
    return "whether a bot's move was made for it" if late <= bots else None


def _seats_a_bot(line: Line) -> bool:
    if line["type"] == "seat_taken":
        return line["data"]["bot"] is not None
    return bool(line["type"] == "seat_replaced")


def _replaced(found: Difference) -> str | None:
    if found.types == {"seat_replaced"} and found.keys() == {"by"}:
        return "which built-in bot plays on"
    return None


RULES: tuple[Callable[[Difference], str | None], ...] = (
    _same,
    _opened,
    _seated,
    _acts,
    _late_bot,
    _replaced,
    _ended,
    _decided,
)


def why(before: Lines, after: Lines) -> str | None:
    """Return why a changed log may be a legal history too; None where nothing says so."""
    found = Difference(before, after)
    return next((reason for rule in RULES if (reason := rule(found)) is not None), None)
