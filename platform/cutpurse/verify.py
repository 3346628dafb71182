"""Check downloaded logs, offline: `cutpurse-verify FILE … [--against ADDRESS]`.

Needs the log and this package, no server and no database: the hash of every event, the commitment
against the revealed seed, every draw, the legality of every move, and the result. A log that passes
is consistent: it could have happened. That it did is another question, since somebody could have
made up all of it: with --against the site where it was played is asked for the match that it
keeps, and only a log with the same last hash is genuine. Where the header proves that the site's
public log holds the end, that is checked too, and with --key who signed it: whoever has kept one of
the log's checkpoints can tell then that the history was not written anew since.

The log of a tournament is drawn and paired again, round by round. Given beside it, the logs of its
matches are looked at too: whether each deal comes from the well that the tournament has shown. The
log of a deal that many play is checked as well, and beside it whether its matches were dealt from
it; and so is the log of a ladder, and whether the matches that it has made come from its wells.
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol
from uuid import UUID

import cutpurse.components  # noqa: F401 - Before any engine is loaded.
from cutpurse.against import AgainstError, Own, compare
from deals import verdict as deal_verdict
from deals.logs import is_of_deal
from eventstore.canonical import format_timestamp
from matches import added, inclusion, logs, receipt_audit, seals
from matches.inclusion import Included
from ratings import verdict as ladder_verdict
from ratings.logs import is_of_ladder
from tournaments.log_files import is_of_tournament
from transparency import notes, rotations, seal_signatures
from transparency.checkpoints import Checkpoint, Proof
from transparency.notes import Key, NoteError
from transparency.rotations import Rotation
from transparency.seal_signatures import Seal
from transparency.trusted_keys import NO_KEYS, TrustedKeys

if TYPE_CHECKING:
    from tournaments.verdict import Wells

UNCOMPARED = "NOT SHOWN TO BE GENUINE: only matches are compared with a site"
PAIRING = "which the extra brings: pip install 'cutpurse[tournaments]'"


class Checked(NamedTuple):
    """What a log has come to."""

    faults: list[str]
    """What is wrong with it, in words; nothing when it is consistent."""
    head: Own | None
    """Where it ends, if it is consistent."""
    included: Included | None = None
    """Where a public log holds its end, if its header proves that."""
    chance: str = ""
    """Who added chance to the deal."""
    warnings: Sequence[str] = ()
    """What no rule forbids, and a reader may mind."""
    seals: Sequence[Seal] = ()
    """What was sealed before the deal."""


def check(path: Path) -> list[str]:
    """Return what is wrong with a log file, in words; nothing when it is consistent."""
    return checked(path).faults


def checked(path: Path) -> Checked:
    """Check a log file by itself."""
    try:
        header, events = logs.read(path)
    except logs.LogError as error:
        return Checked([str(error)], None)
    except OSError as error:
        return Checked([f"cannot be read: {error.strerror}"], None)
    faults = [
        f"event {finding.version}: {finding.text}" if finding.version else finding.text
        for finding in logs.findings(header, events)
    ] or added.forged(events)
    sealed = [] if faults else seals.of(UUID(str(header["match"])), events)
    faults = faults or seal_signatures.malformed(sealed)
    if faults:
        return Checked(faults, None)
    last = events[-1]
    head = Own(str(header["match"]), last.version, last.hash.hex())
    chance, warnings = added.added(header, events)
    if logs.LOGGED not in header:
        return Checked([], head, None, chance, warnings, sealed)
    try:
        included = inclusion.check(str(header[logs.LOGGED]), UUID(head.match), events)
    except NoteError as error:
        return Checked([f"the proof of the public log: {error}"], None)
    return Checked([], head, included, chance, warnings, sealed)


def verdict(
    path: Path,
    address: str | None,
    keys: TrustedKeys = NO_KEYS,
    *,
    strict: bool = False,
    receipt: Path | None = None,
) -> tuple[bool, list[str]]:
    """Return whether a log is what was asked for, and what to say of it."""
    if is_of_tournament(path) or is_of_ladder(path):
        return _of_stream(path, address, keys, strict=strict)
    if is_of_deal(path):
        return _of_deal(path, address, keys, strict=strict)
    faults, head, included, chance, warnings, sealed = checked(path)
    if head is None:
        return False, [f"FAULT {fault}" for fault in faults]
    is_logged, words = _signed(included, sealed, keys)
    if strict and receipt is not None and added.UNATTESTED in warnings:
        attested = [line for key in keys.log for line in witnessed_seal(path, receipt, key)]
        warnings = [each for each in warnings if not (attested and each == added.UNATTESTED)]
        words += attested
    if strict:
        warnings = [*warnings, *keys.unwitnessed(included)]
        words = [chance, *words, *(f"WARNING {each}" for each in warnings)]
        is_logged = is_logged and not warnings
    if address is None:
        return is_logged, ["consistent", *words]
    try:
        compare(address, head)
    except AgainstError as error:
        return False, ["consistent", *words, f"NOT SHOWN TO BE GENUINE: {error}"]
    genuine = f"genuine: {address} keeps this match with the same {head.version} events"
    return is_logged, [genuine, *words]


def _of_deal(
    path: Path, address: str | None, keys: TrustedKeys, *, strict: bool
) -> tuple[bool, list[str]]:
    """Return whether the log of a deal is what was asked for, and words: it proves no more."""
    is_right, words = deal_verdict.verdict(path, strict=strict)
    if words[0] != "consistent":
        return is_right, words
    is_logged, more = keys.history(None)
    if address is not None:
        more.append(UNCOMPARED)
    return is_right and is_logged and address is None, [*words, *more]


class CheckedStream(Protocol):
    """What the log of a tournament or a ladder has come to."""

    @property
    def faults(self) -> list[str]:
        """What is wrong with it."""

    @property
    def included(self) -> tuple[Proof, Checkpoint] | None:
        """Where a public log holds its end."""

    @property
    def seals(self) -> Sequence[Seal]:
        """What was sealed before its draws."""

    @property
    def words(self) -> Sequence[str]:
        """What was found, in words."""

    @property
    def warnings(self) -> Sequence[str]:
        """What a reader may mind."""


def _checked_stream(path: Path) -> CheckedStream:
    """Return what the log of a ladder or tournament has come to; raises ImportError."""
    if is_of_ladder(path):
        return ladder_verdict.checked(path)
    # What pairs is large, and takes more than the logs of matches do.
    from tournaments import verdict  # noqa: PLC0415

    return verdict.checked(path)


def _of_stream(
    path: Path,
    address: str | None,
    keys: TrustedKeys,
    *,
    strict: bool,
    known: CheckedStream | None = None,
) -> tuple[bool, list[str]]:
    """Return whether the log of a ladder or tournament is what was asked for, and words.

    `known` is what it has come to, where it was checked before.
    """
    try:
        found = _checked_stream(path) if known is None else known
    except ImportError as error:
        return False, [f"NOT CHECKED: to pair again takes {error.name}, {PAIRING}"]
    if found.faults:
        return False, [f"FAULT {fault}" for fault in found.faults]
    is_right, words = _signed(found.included, found.seals, keys)
    words = ["consistent", *found.words, *words]
    if strict:
        warnings = [*found.warnings, *keys.unwitnessed(found.included)]
        words += [f"WARNING {each}" for each in warnings]
        is_right = is_right and not warnings
    if address is not None:
        words.append(f"{UNCOMPARED}; use --key")
        is_right = False
    return is_right, words


def _wells(paths: Sequence[Path]) -> "Wells | None":
    """Return the tournaments whose logs are among several files, if any is."""
    if len(paths) == 1 or not any(map(is_of_tournament, paths)):
        return None
    try:
        from tournaments import verdict  # noqa: PLC0415
    except ImportError:
        return None
    return verdict.Wells(paths)


def _signed(
    included: tuple[Proof, Checkpoint] | None, sealed: Sequence[Seal], keys: TrustedKeys
) -> tuple[bool, list[str]]:
    """Return whether a log's end and seals are signed as far as was asked for, and words."""
    is_logged, words = keys.history(included)
    is_sealed, more = keys.of_seals(sealed)
    return is_logged and is_sealed, [*words, *more]


def by_receipt(path: Path, receipt: Path) -> tuple[bool, str]:
    """Return whether the log of a match is the one of which a player has a receipt, and words."""
    try:
        header, events = logs.read(path)
        kept = json.loads(receipt.read_bytes())
        if not isinstance(kept, dict):
            return False, "NOT SHOWN BY THE RECEIPT: it is none"
        wrong = receipt_audit.fault(kept, UUID(str(header["match"])), events)
    except (OSError, ValueError) as error:
        return False, f"NOT SHOWN BY THE RECEIPT: {error}"
    if wrong is not None:
        return False, f"FAULT by the receipt: {wrong}"
    return True, f"receipt: up to event {kept['version']} this is the match that was played"


def witnessed_seal(path: Path, receipt: Path, key: Key) -> list[str]:
    """Return, in words, that a witness signed the sealed match before its beacon, if so."""
    try:
        _header, events = logs.read(path)
        moment = receipt_audit.witnessed_seal(json.loads(receipt.read_bytes()), events, key)
    except (OSError, ValueError, AttributeError, ImportError):
        # What is wrong with the receipt is said where it is compared.
        return []
    if moment is None:
        return []
    at = format_timestamp(moment)
    return [f"seal: by the receipt {key.name} signed it at {at}, before the beacon was due"]


class _Beside(NamedTuple):
    """What the files tell of one another."""

    wells: "Wells | None"
    deals: deal_verdict.Deals
    ladders: ladder_verdict.Ladders


def main(arguments: Sequence[str] | None = None) -> int:
    """Check each file, say so on standard output, and return 1 when any of them is wrong."""
    given = _parser().parse_args(arguments)
    beside = _Beside(
        _wells(given.files), deal_verdict.Deals(given.files), ladder_verdict.Ladders(given.files)
    )
    failed = 0
    for path in given.files:
        is_right, lines = _judged(path, given, beside)
        failed += not is_right
        sys.stdout.writelines(f"{path}: {line}\n" for line in lines)
    return 1 if failed else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="cutpurse-verify", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a downloaded log")
    parser.add_argument(
        "--against", metavar="ADDRESS", help="the site where it was played, to compare with"
    )
    parser.add_argument(
        "--key",
        type=notes.read_key,
        action="append",
        default=[],
        help="a key of the site's public log, of a witness, or of the site's seals, as /log/keys"
        " gave it; may be given several times",
    )
    parser.add_argument(
        "--rotations",
        type=_rotations,
        default=[],
        metavar="FILE",
        help="how the keys of the site were replaced since the one given was kept"
        " (/log/rotations): only notes that the old key has signed are followed",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="say who added chance to the deal, and fail where only the server did, a share was"
        " withheld, or no public log and witness are shown to hold the history",
    )
    parser.add_argument(
        "--receipt",
        type=Path,
        metavar="FILE",
        help="a receipt that a player was given during the match (GET /matches/{id}/receipt)",
    )
    return parser


def _rotations(path: str) -> list[Rotation]:
    """Return what a file has of `/log/rotations`; raises ArgumentTypeError."""
    try:
        return rotations.read_all(Path(path).read_text().splitlines())
    except (OSError, ValueError) as error:
        raise ArgumentTypeError(str(error)) from error


def _judged(path: Path, given: Namespace, beside: _Beside) -> tuple[bool, list[str]]:
    """Return whether a file is right, by itself and beside the others, and what is said of it."""
    keys = TrustedKeys.of(given.key, given.rotations)
    asked, strict = (path, given.against, keys), given.strict
    known = beside.ladders.checked.get(path)
    if known is None:
        is_right, lines = verdict(*asked, strict=strict, receipt=given.receipt)
    else:
        is_right, lines = _of_stream(*asked, strict=strict, known=known)
    is_other = is_of_tournament(path) or is_of_deal(path) or is_of_ladder(path)
    if not lines[0].startswith("FAULT") and not is_other:
        for agrees, line in _said_by_others(path, given, beside):
            is_right = is_right and agrees
            lines.append(line)
    if beside.wells and is_of_tournament(path):
        wrong = beside.wells.faults_of_deals(path, beside.deals.states)
        is_right = is_right and not wrong
        lines += wrong
    if is_right and given.receipt is not None:
        is_right, line = by_receipt(path, given.receipt)
        lines.append(line)
    return is_right, lines


def _said_by_others(path: Path, given: Namespace, beside: _Beside) -> Iterator[tuple[bool, str]]:
    """Yield whether the log of a tournament, a deal and a ladder agree with a match, and how."""
    header, events = logs.read(path)
    opened = str(header["match"]), events[0].body
    if beside.wells:
        counted = beside.wells.verdict(*opened, events[-1].body, strict=given.strict)
        if counted is not None:
            yield counted
    for found in (beside.deals.verdict(*opened), beside.ladders.verdict(opened[0], events)):
        if found is not None:
            yield found


if __name__ == "__main__":
    sys.exit(main())
