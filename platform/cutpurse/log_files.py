"""The log files of servers and other processes of a clone."""

from pathlib import Path
from typing import BinaryIO

from cutpurse import private_files

SIZE_MAX = 10_000_000
"""Bytes; a log that is larger when its process starts is set aside, in place of the one before."""
TAIL = 2000
"""Characters of a log that a message quotes."""


def open_log(file: Path) -> BinaryIO:
    """Open a log to be added to, which only its owner reads: it may name people."""
    private_files.folder(file.parent)
    if file.exists() and file.stat().st_size > SIZE_MAX:
        file.replace(file.with_name(f"{file.name}.1"))
    return private_files.added_to(file)


def tail(file: Path) -> str:
    """Return the end of a log for a message."""
    if not file.exists():
        return f"{file} is empty"
    return f"{file} ends:\n{file.read_text(errors='replace')[-TAIL:]}"
