"""What `cutpurse-verify` says of the log of a ladder, and of a match that it has made. Pure."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from eventstore.events import StoredEvent
from matches.log_lines import LogError
from ratings import logs, result_audit, well_audit
from ratings.well_audit import VOID, Audit, Bound
from transparency.checkpoints import Checkpoint, Proof
from transparency.notes import NoteError
from transparency.seal_signatures import Seal

NO_WELL = "the deals of its matches come from no well: each has a secret of its own"
FAULT = "FAULT by the log of the ladder"
OTHER = "ladder {} has not made the match"
OLDER = "ladder {} had no well when the match was opened, so nobody can say who made it"
SLOT = re.compile("[1-9][0-9]{0,8}")
UNSEATED = "who sat where in challenges was not checked: that takes {}"


class Checked(NamedTuple):
    """What a log has come to."""

    faults: list[str]
    included: tuple[Proof, Checkpoint] | None = None
    words: Sequence[str] = ()
    warnings: Sequence[str] = ()
    """What no rule forbids, and a reader may mind."""
    audit: Audit | None = None
    """The ladder, if nothing is wrong with it."""
    has_names: bool = True
    """Whether all names are as they were: of nobody who was erased since."""
    seals: Sequence[Seal] = ()
    """A ladder draws nothing to which anybody adds."""


def checked(path: Path) -> Checked:
    """Check a log file by itself."""
    try:
        log = logs.read(path)
        broken = logs.broken_link(log)
        if broken is not None:
            return Checked([broken])
        audit = Audit(log.id).run(log.events)
        if audit.finding is not None:
            return Checked([f"event {audit.finding.version}: {audit.finding.text}"])
        included = logs.included(log)
    except NoteError as error:
        return Checked([f"the proof of the public log: {error}"])
    except LogError as error:
        return Checked([str(error)])
    except OSError as error:
        return Checked([f"cannot be read: {error.strerror}"])
    words = [_well(audit, each) for each in audit.wells] or [NO_WELL]
    if audit.others:
        words.append(f"{audit.others} matches from secrets of their own, which it has not made")
    if audit.lacks is not None:
        words.append(UNSEATED.format(audit.lacks))
    if log.unchained is not None:
        words.append(f"from event {log.unchained} on no hashes are shown")
    has_names = log.unchained is None
    warnings = list(_warnings(audit, log.unchained))
    return Checked([], included, words, warnings, audit, has_names=has_names)


def _well(audit: Audit, bound: Bound) -> str:
    """Return in words what was dealt from a well."""
    count = len(bound.slots)
    last = bound.first + count - 1
    slots = f"{count} matches from slots {bound.first} to {last}" if count else "no match"
    void = [str(each.slot) for each in bound.slots if audit.over.get(each.match) == VOID]
    called_off = f", called off: {', '.join(void)}" if void else ""
    shown = "is not revealed yet" if bound.secret is None else "was revealed"
    why = f' (another well: "{bound.reason}")' if bound.reason else ""
    return f"season {bound.season}{why}: {slots}{called_off}; its well {shown}"


def _warnings(audit: Audit, unchained: int | None) -> Iterator[str]:
    if not audit.wells:
        yield NO_WELL
    for number in audit.unbound:
        yield f"season {number} has no well"
    for bound in audit.wells:
        if bound.reason:
            yield f"in season {bound.season} another well was taken"
        if bound.secret is None and not audit.is_open(bound):
            over = "though all its matches are over"
            yield f"a well of season {bound.season} is not revealed, {over}"
    if audit.lacks is not None:
        yield UNSEATED.format(audit.lacks)
    if unchained is not None:
        yield "not all hashes are shown"


class Ladders:
    """The ladders whose logs are among several files, and are right."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.checked = {path: checked(path) for path in paths if logs.is_of_ladder(path)}
        """What each of their logs has come to, also one that is wrong."""
        self._known = {str(x.audit.id): x for x in self.checked.values() if x.audit is not None}
        self.audits = {each: x.audit for each, x in self._known.items() if x.audit is not None}

    def verdict(self, match: str, events: Sequence[StoredEvent]) -> tuple[bool, str] | None:
        """Return whether a match was dealt from the well of its ladder, and words.

        None where the log of that ladder is not there.
        """
        opened = json.loads(events[0].body)
        stream, slash, slot = str(opened.get("deal", "")).partition("/")
        ladder = stream if slash else str(opened.get("ladder"))
        audit = self.audits.get(ladder)
        if audit is None:
            return None
        rated, has_names = audit.counted.get(match), self._known[ladder].has_names
        miscounted = result_audit.fault(rated, events, has_names=has_names) if rated else None
        if not slash and match in audit.made:
            return False, f"{FAULT}: it has made the match from its well"
        if not slash and miscounted is not None:
            return False, f"{FAULT}: {miscounted}"
        if not slash:
            said = OTHER if audit.was_bound(well_audit.milliseconds(events[0].at)) else OLDER
            return True, f"deal: from a secret of its own: {said.format(audit.id)}"
        if match not in audit.made and SLOT.fullmatch(slot) and int(slot) > audit.slots:
            until = f"the log of the ladder that is here ends before slot {slot} was taken"
            return False, f"NOT CHECKED: {until}; download it again"
        is_void = events[-1].type == "match_voided"
        wrong = audit.fault_of(match, opened, is_void=is_void) or miscounted
        return (True, _dealt(audit, match)) if wrong is None else (False, f"{FAULT}: {wrong}")


def _dealt(audit: Audit, match: str) -> str:
    """Return in words what a match was dealt from in which nothing is wrong."""
    made, bound = audit.made[match]
    where = f"deal: from the well of ladder {audit.id}, slot {made.slot}"
    if bound.secret is None:
        return f"{where}; the well is not revealed yet"
    return f"{where}, whose log says the same"
