"""The lines of a log, read from a file that anybody may have written. Pure.

A log has one form, byte by byte: UTF-8 without a byte order mark, a line of JSON as this program
writes it, each with its newline. So no two programs can read two histories from one file. All
limits are looked at before anything is read or made of what they limit.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from matches.state import Data

FILE_MAX = 32_000_000
"""Bytes of a log."""
LINES_MAX = 100_000
LINE_MAX = 65_536
"""Bytes of a line."""
DEPTH_MAX = 12
"""Lists and objects in one another; a header has three, the deepest event five."""
NUMBER_MAX = 2**53 - 1
"""The largest whole number that every reader of JSON reads alike (RFC 8259, section 6)."""

MARK = b"\xef\xbb\xbf"
"""The byte order mark in UTF-8."""

_encode = msgspec.json.Encoder().encode


class LogError(ValueError):
    """The text says where and why a file is no log."""


def of_file(path: Path) -> Iterator[Data]:
    """Yield the lines of a log file; raises LogError, and OSError where it cannot be read."""
    with path.open("rb") as file:
        content = _within_limits(file)
    yield from _rows(content)


def of_text(lines: Iterable[str]) -> Iterator[Data]:
    """Yield the lines of a log that is at hand as text; raises LogError."""
    yield from _rows("".join(lines).encode("utf-8", "surrogatepass"))


def _within_limits(file: BinaryIO) -> bytes:
    content = file.read(FILE_MAX + 1)
    if len(content) > FILE_MAX:
        message = f"the file is longer than a log may be: {FILE_MAX} bytes"
        raise LogError(message)
    return content


def _rows(content: bytes) -> Iterator[Data]:
    if content.startswith(MARK):
        message = "line 1 begins with a byte order mark"
        raise LogError(message)
    if content.count(b"\n") > LINES_MAX:
        message = f"line {LINES_MAX + 1}: a log has at most {LINES_MAX} lines"
        raise LogError(message)
    begin, number = 0, 0
    while begin < len(content):
        number += 1
        end = content.find(b"\n", begin)
        if end < 0:
            message = f"line {number} does not end: the file is cut off"
            raise LogError(message)
        yield _row(number, content[begin:end] if end - begin <= LINE_MAX else None)
        begin = end + 1


def _row(number: int, line: bytes | None) -> Data:
    """Return the object of a line, None being one that is too long."""
    if line is None:
        wrong = f"is longer than {LINE_MAX} bytes"
    elif not line.strip():
        wrong = "is empty"
    else:
        row = _decoded(line)
        if isinstance(row, dict) and _is_plain(row, DEPTH_MAX) and _encode(row) == line:
            return row
        wrong = _why(row, line)
    message = f"line {number} {wrong}"
    raise LogError(message)


def _decoded(line: bytes) -> object:
    """Return what a line says; the line itself where it says nothing that could be read."""
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return line


def _is_plain(value: object, depth: int) -> bool:
    """Tell whether a value holds what events hold, and nothing too large or too deep."""
    if isinstance(value, dict):
        return depth > 0 and all(_is_plain(each, depth - 1) for each in value.values())
    if isinstance(value, list):
        return depth > 0 and all(_is_plain(each, depth - 1) for each in value)
    if type(value) is int:
        return -NUMBER_MAX <= value <= NUMBER_MAX
    return value is None or isinstance(value, (str, bool))


def _why(row: object, line: bytes) -> str:
    if isinstance(row, bytes):
        return "is no JSON, or nothing that a log could hold"
    if not isinstance(row, dict):
        return "is no object"
    if not _is_plain(row, DEPTH_MAX):
        return "holds a number or a depth that no event has"
    if line.lstrip() != line or line.rstrip() != line:
        return "begins or ends with a blank"
    return "is not written as logs are: in one order, without blanks, repetitions or other forms"
