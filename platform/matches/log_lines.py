"""The lines of a log, read from a file that anybody may have written. Pure.

A log has one form, byte by byte: UTF-8 without a byte order mark, a line of JSON as this program
writes it, each with its newline. So no two programs can read two histories from one file. All
limits are looked at before anything is read or made of what they limit.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import GenericAlias
from typing import Annotated, BinaryIO

import msgspec
from msgspec import Meta

from matches.state import Data

FILE_MAX = 16_000_000
"""Bytes of a log: the longest match that rules give up, of 1,000 nights, has three million."""
LINES_MAX = 50_000
LINE_MAX = 16_384
"""Bytes of a line."""
DEPTH_MAX = 12
"""Lists and objects in one another; a header has three, the deepest event five."""
NUMBER_MAX = 2**53 - 1
"""The largest whole number that every reader of JSON reads alike (RFC 8259, section 6)."""

MARK = b"\xef\xbb\xbf"
"""The byte order mark in UTF-8."""

NOT_AS_WRITTEN = "is not written as logs are: in one order, without blanks, repetitions or escapes"

WholeNumber = Annotated[int, Meta(ge=-NUMBER_MAX, le=NUMBER_MAX)]


def _values(depth: int) -> object:
    """Return the type of what an event holds, so many lists and objects deep."""
    plain = WholeNumber | str | bool | None
    if not depth:
        return plain
    inner = _values(depth - 1)
    return plain | GenericAlias(list, (inner,)) | GenericAlias(dict, (str, inner))


@cache
def _decoder() -> "msgspec.json.Decoder[Data]":
    """Return what reads a line; made when it is needed, since that takes 30 ms."""
    return msgspec.json.Decoder(GenericAlias(dict, (str, _values(DEPTH_MAX - 1))))


_encode = msgspec.json.Encoder().encode


class LogError(ValueError):
    """The text says where and why a file is no log."""


def of_file(
    path: Path,
    line_max: int = LINE_MAX,
    *,
    lines_max: int = LINES_MAX,
    file_max: int = FILE_MAX,
) -> Iterator[Data]:
    """Yield the lines of a log file; raises LogError, and OSError where it cannot be read."""
    with path.open("rb") as file:
        content = _within_limits(file, file_max)
    yield from _rows(content, line_max, lines_max)


def of_text(lines: Iterable[str], line_max: int = LINE_MAX) -> Iterator[Data]:
    """Yield the lines of a log that is at hand as text; raises LogError."""
    yield from _rows("".join(lines).encode("utf-8", "surrogatepass"), line_max)


def _within_limits(file: BinaryIO, file_max: int) -> bytes:
    content = file.read(file_max + 1)
    if len(content) > file_max:
        message = f"the file is longer than a log may be: {file_max} bytes"
        raise LogError(message)
    return content


def _rows(content: bytes, line_max: int, lines_max: int = LINES_MAX) -> Iterator[Data]:
    if content.startswith(MARK):
        message = "line 1 begins with a byte order mark"
        raise LogError(message)
    if content.count(b"\n") > lines_max:
        message = f"line {lines_max + 1}: a log has at most {lines_max} lines"
        raise LogError(message)
    begin, number = 0, 0
    while begin < len(content):
        number += 1
        end = content.find(b"\n", begin)
        if end < 0:
            message = f"line {number} does not end: the file is cut off"
            raise LogError(message)
        yield _row(number, content[begin:end] if end - begin <= line_max else None, line_max)
        begin = end + 1


def _row(number: int, line: bytes | None, line_max: int) -> Data:
    """Return the object of a line, None being one that is too long."""
    if line is None:
        wrong = f"is longer than {line_max} bytes"
    elif not line.strip():
        wrong = "is empty"
    else:
        row, wrong = _decoded(line)
        if row is not None and _encode(row) == line:
            return row
    message = f"line {number} {wrong}"
    raise LogError(message)


def _decoded(line: bytes) -> tuple[Data | None, str]:
    """Return the object of a line, or none, and what is wrong with a line that is not its text."""
    try:
        return _decoder().decode(line), NOT_AS_WRITTEN
    except msgspec.ValidationError:
        is_object = line.lstrip()[:1] == b"{"
        return None, "holds what no event does, or too deep" if is_object else "is no object"
    except (ValueError, RecursionError):
        return None, "is no JSON"
