"""Check the downloaded log of a tournament, and say in words what was found. Pure."""

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from deals.state import DealState
from matches.log_lines import LogError
from tournaments import beacon_audit, board_audit, dealt, logs, roll_audit
from tournaments.dealt import Opened
from tournaments.draw_audit import Audit
from tournaments.draw_tally import Tally
from tournaments.log_files import is_of_tournament
from tournaments.state import OVER
from transparency import seal_signatures
from transparency.checkpoints import Checkpoint, Proof
from transparency.notes import NoteError
from transparency.seal_signatures import Seal


class Checked(NamedTuple):
    """What a log has come to."""

    faults: list[str]
    included: tuple[Proof, Checkpoint] | None = None
    words: Sequence[str] = ()
    """What was found, in words."""
    warnings: Sequence[str] = ()
    """What no rule forbids, and a reader may mind."""
    audit: Audit | None = None
    """What was drawn again, if nothing is wrong with it."""

    @property
    def seals(self) -> Sequence[Seal]:
        """The seals of its draws."""
        return () if self.audit is None else self.audit.seals


def checked(path: Path) -> Checked:
    """Check a log file by itself."""
    try:
        header, lines = logs.read(path)
        found = logs.check(header, lines)
    except (LogError, ValueError) as error:
        # A NoteError is one, and so is an id that is none.
        return Checked([f"the proof of the public log: {error}" if _is_note(error) else str(error)])
    except OSError as error:
        return Checked([f"cannot be read: {error.strerror}"])
    if found.findings:
        return Checked([f"event {each.version}: {each.text}" for each in found.findings])
    tally = found.audit.tally
    state = found.audit.state
    if wrong := seal_signatures.malformed(found.audit.seals) or beacon_audit.forgeries(state):
        return Checked(wrong)
    if state.draws.chain is None:
        warnings = [NO_CHAIN, *_warnings(found, tally)]
        return Checked([], found.included, _shown(found), warnings, found.audit)
    words = [
        *_draws(tally),
        *roll_audit.words(state),
        *beacon_audit.words(state),
        *(f"{beacon_audit.WITHOUT}{each}" for each in tally.bare),
        *board_audit.words(state),
        *_shown(found),
    ]
    return Checked([], found.included, words, list(_warnings(found, tally)), found.audit)


OF_WELL = "dealt from the well of its tournament, whose log says the same"


class Wells:
    """The tournaments whose logs are among some files, and are right."""

    def __init__(self, paths: Sequence[Path]) -> None:
        found = {path: checked(path).audit for path in paths if is_of_tournament(path)}
        self._files = {path: audit for path, audit in found.items() if audit is not None}
        self.audits = {str(audit.id): audit for audit in self._files.values()}

    def faults_of_deals(self, path: Path, deals: Mapping[str, DealState]) -> list[str]:
        """Return where a tournament counts other than its deals say, by their logs."""
        audit = self._files.get(path)
        if audit is None:
            return []
        found = [
            wrong
            for board in audit.state.boards.values()
            if str(board.deal) in deals
            for wrong in dealt.faults_of_deal(deals[str(board.deal)], board, audit)
        ]
        return [f"FAULT by the log of a deal: {wrong}" for wrong in found]

    def verdict(
        self, match: str, opened: str, ended: str, *, strict: bool = False
    ) -> tuple[bool, str] | None:
        """Return whether a match was dealt from the well of its tournament and counts, and words.

        `opened` and `ended` are its first and last event. None where the log of that tournament is
        not there.
        """
        first = json.loads(opened)
        said = Opened.of(match, first)
        audit = self.audits.get(said.tournament)
        if audit is None:
            return None
        wrong = dealt.fault(said, audit) or dealt.fault_of_result(match, json.loads(ended), audit)
        if wrong is not None:
            return False, f"FAULT by the log of the tournament: {wrong}"
        if not dealt.is_shown(said, audit):
            return not strict, f"WARNING {NOT_SHOWN}" if strict else NOT_SHOWN
        if audit.state.settings.get("beacon") and "beacon" not in first:
            return not strict, f"{OF_WELL}; {NO_BEACON}"
        return True, OF_WELL


NOT_SHOWN = (
    "the log of its tournament says the same; the secret of the well that the deal has to come from"
    " is not yet shown"
)
NO_BEACON = "REFUSED BY THE SITE: its plan has a beacon, the match none"
NO_CHAIN = "its draws follow from a key of the site, which could have known them"


def _is_note(error: Exception) -> bool:
    return isinstance(error, NoteError)


def _draws(tally: Tally) -> list[str]:
    """Return what was drawn again, in words."""
    said = [f"draws: {tally.draws} of {tally.draws} links follow the anchor"]
    said += [f"redrawn: {each}" for each in tally.redraws]
    if tally.again:
        said.append(f"tables: {len(tally.again)} times paired again, all the same")
    said += [f"not paired again: {each}" for each in tally.skipped]
    said += list(tally.chains)
    said += list(tally.spent)
    said += [f"changed by hand: {each}" for each in tally.changes]
    return said


def _shown(found: logs.Checked) -> list[str]:
    said = []
    if found.hidden:
        said.append(f"{found.hidden} events are not shown whole")
    if found.breaks:
        at = ", ".join(map(str, found.breaks))
        said.append(f"the hashes of these events were taken as they are: {at}")
    if found.breaks and found.included is not None:
        said.append(
            f"the proof of the public log covers what follows event {found.breaks[-1]}, and nothing"
            " before it"
        )
    if found.unchained is not None:
        said.append(f"from event {found.unchained} on no hashes are shown")
    return said


def _warnings(found: logs.Checked, tally: Tally) -> list[str]:
    warnings = []
    if tally.unforced:
        warnings.append(f"{tally.unforced} redraws were unforced")
    attempts = chain.from_iterable(found.audit.state.draws.refused.values())
    if refused := sum(map(bool, attempts)):
        warnings.append(f"{refused} attempts of draws came to nothing: shares were withheld")
    if given_up := len(found.audit.state.draws.given_up):
        warnings.append(f"{given_up} draws were sealed and given up")
    warnings += beacon_audit.warnings(found.audit.state, len(tally.bare))
    if tally.spent:
        warnings.append("not from every draw anything was drawn")
    if tally.chains:
        warnings.append("not all draws come from one chain")
    if tally.skipped:
        warnings.append("not all rounds were paired again")
    if found.breaks:
        warnings.append(
            f"nothing binds what stands before event {found.breaks[-1]} to what follows"
        )
    if found.audit.state.status in OVER and not found.audit.is_bound:
        warnings.append("it is over, and the secret of its well was not shown")
    if found.unchained is not None:
        warnings.append("not all hashes are shown")
    return warnings
