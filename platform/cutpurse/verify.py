"""Check downloaded logs of matches, offline: `cutpurse-verify FILE …`.

Needs the log and this package, no server and no database: the hash of every event, the commitment
against the revealed seed, every draw, the legality of every move, and the result.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import cutpurse.components  # noqa: F401 - Before any engine is loaded.
from matches import logs


def check(path: Path) -> list[str]:
    """Return what is wrong with a log file, in words; nothing when it proves itself."""
    try:
        header, events = logs.read(path)
    except logs.LogError as error:
        return [str(error)]
    except OSError as error:
        return [f"cannot be read: {error.strerror}"]
    return [
        f"event {finding.version}: {finding.text}" if finding.version else finding.text
        for finding in logs.findings(header, events)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check each file, say so on standard output, and return 1 when any of them is wrong."""
    parser = ArgumentParser(prog="cutpurse-verify", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a downloaded log")
    failed = 0
    for path in parser.parse_args(arguments).files:
        faults = check(path)
        failed += bool(faults)
        for fault in faults:
            sys.stdout.write(f"{path}: FAULT {fault}\n")
        if not faults:
            sys.stdout.write(f"{path}: verified\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
