"""Check downloaded logs of matches, offline: `cutpurse-verify FILE … [--against ADDRESS]`.

Needs the log and this package, no server and no database: the hash of every event, the commitment
against the revealed seed, every draw, the legality of every move, and the result. A log that passes
is consistent: it could have happened. That it did is another question, since somebody could have
made up all of it: with --against the site where it was played is asked for the match that it
keeps, and only a log with the same last hash is genuine.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cutpurse.components  # noqa: F401 - Before any engine is loaded.
from cutpurse.against import AgainstError, Own, compare
from matches import logs


class Checked(NamedTuple):
    """What a log has come to."""

    faults: list[str]
    """What is wrong with it, in words; nothing when it is consistent."""
    head: Own | None
    """Where it ends, if it is consistent."""


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
    ]
    if faults:
        return Checked(faults, None)
    last = events[-1]
    return Checked([], Own(str(header["match"]), last.version, last.hash.hex()))


def verdict(path: Path, address: str | None) -> tuple[bool, list[str]]:
    """Return whether a log is what was asked for, and what to say of it."""
    faults, head = checked(path)
    if head is None:
        return False, [f"FAULT {fault}" for fault in faults]
    if address is None:
        return True, ["consistent"]
    try:
        compare(address, head)
    except AgainstError as error:
        return False, ["consistent", f"NOT SHOWN TO BE GENUINE: {error}"]
    return True, [f"genuine: {address} keeps this match with the same {head.version} events"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check each file, say so on standard output, and return 1 when any of them is wrong."""
    parser = ArgumentParser(prog="cutpurse-verify", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a downloaded log")
    parser.add_argument(
        "--against", metavar="ADDRESS", help="the site where it was played, to compare with"
    )
    given = parser.parse_args(arguments)
    failed = 0
    for path in given.files:
        is_right, lines = verdict(path, given.against)
        failed += not is_right
        for line in lines:
            sys.stdout.write(f"{path}: {line}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
