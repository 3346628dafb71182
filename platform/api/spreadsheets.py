"""Tables as CSV that no spreadsheet takes for formulas, and their cells as they were.

A cell that begins with one of FORMULA is written behind an apostrophe (OWASP, *CSV Injection*).
A cell that such an apostrophe would have changed gets one more, so that reading takes off exactly
what writing has put on. Numbers stay numbers.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

MARK = "'"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Beginnings of formulas; some programs take the wide forms of East Asian texts too."""
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def written(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV."""
    out = StringIO()
    csv.writer(out).writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def cell(value: object) -> object:
    """Return a value as a cell; None is empty."""
    if value is None:
        return ""
    return text(value) if isinstance(value, str) else value


def text(value: str) -> str:
    """Return a text as a cell has it, behind an apostrophe where it could be a formula."""
    return MARK + value if _is_formula(value) else value


def read(value: str) -> str:
    """Return the text of a cell that `text` has written; what others have written stays."""
    rest = value.removeprefix(MARK)
    return rest if rest != value and _is_formula(rest) else value


def _is_formula(value: str) -> bool:
    return value.lstrip(MARK).startswith(FORMULA) and not NUMBER.fullmatch(value)
