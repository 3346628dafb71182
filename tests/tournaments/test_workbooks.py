"""Spreadsheets' own files are lists of people too, and never more than that."""

import csv
import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.problems import Problem
from tests.tournaments.sheets import Sheet, ods, packed, xlsx
from tournaments import name_lists, workbooks
from tournaments.name_lists import Listed

KINDS = pytest.mark.parametrize("file_of", [xlsx, ods], ids=["xlsx", "ods"])
FileOf = Callable[[Sheet], bytes]
CLUB: Sheet = [
    ["Naam", "Rating", "", "Club"],
    ["Zo\u00eb & M\u00fcller", 1500, "", 'SC "S\u00fcd"'],
    [],
    ["\u05d3\u05d5\u05d3", "", "", "The Owl"],
    ["\U0001f98a Fox", 1400],
]


@KINDS
def test_the_first_sheet_is_read_with_its_headings(file_of: FileOf) -> None:
    found = name_lists.read(name_lists.decoded(file_of(CLUB)))

    assert found.left_out == []
    assert found.people == [
        Listed(2, "Zo\u00eb & M\u00fcller", 1500, 0, 'SC "S\u00fcd"'),
        Listed(4, "\u05d3\u05d5\u05d3", 0, 0, "The Owl"),
        Listed(5, "\U0001f98a Fox", 1400),
    ]


letters = st.characters(codec="utf-8", categories=["Lu", "Ll", "Lo", "Sm"])
words = st.text(letters, min_size=1, max_size=9)
cells = st.one_of(st.just(""), words, st.integers(0, 9999))


@KINDS
@given(sheet=st.lists(st.lists(cells, max_size=6), max_size=8))
def test_every_cell_comes_back_in_its_place(file_of: FileOf, sheet: Sheet) -> None:
    told = workbooks.text_of(file_of(sheet))

    found = list(csv.reader(told.split("\n")[:-1], "excel-tab"))
    said = [[str(cell) for cell in row] for row in sheet]
    assert trimmed(found) == trimmed(said)


def trimmed(rows: list[list[str]]) -> list[list[str]]:
    """Return rows without the empty cells and rows behind the last that says something."""
    said = [row[: max((at for at, cell in enumerate(row, 1) if cell), default=0)] for row in rows]
    return said[: max((at for at, row in enumerate(said, 1) if row), default=0)]


ENTITY = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><a>&b;</a>'
BAD = {
    "another archive": packed({"word/document.xml": "<a/>"}),
    "no archive": b"PK\x03\x04",
    "cut off": xlsx(CLUB)[:-40],
    "an entity": xlsx(CLUB, **{"xl/sharedStrings.xml": ENTITY}),
    "an entity in UTF-16": packed({"content.xml": ENTITY.encode("utf-16")}),
    "an entity in UTF-16 that is not announced": packed(
        {"content.xml": ENTITY.encode("utf-16-be")}
    ),
    "no XML": packed({"content.xml": "Ann, Ben"}),
    "no sheet": packed({"content.xml": "<a/>"}),
    "a sheet that is not there": xlsx(CLUB, **{"xl/_rels/workbook.xml.rels": "<a/>"}),
    "a sheet that is broken": xlsx(CLUB, **{"xl/worksheets/sheet2.xml": "<a"}),
    "far more than it seems": packed({"content.xml": b" " * (workbooks.PART_MAX + 1)}),
}


@pytest.mark.parametrize("file", BAD.values(), ids=BAD)
def test_what_is_no_workbook_or_means_harm_is_refused_in_words(file: bytes) -> None:
    with pytest.raises(Problem, match="Save it as CSV") as found:
        name_lists.decoded(file)

    assert found.value.code == "invalid"


def test_a_file_that_says_it_is_endless_is_read_to_its_limits() -> None:
    (line,) = workbooks.text_of(ods([["Ann"] * 300])).splitlines()

    assert line.split("\t") == ["Ann"] * workbooks.COLUMNS_MAX


@KINDS
def test_damaged_files_are_read_or_refused_and_never_break(file_of: FileOf) -> None:
    whole, rng = file_of(CLUB), random.Random("damage")
    for _ in range(300):
        file = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            file[rng.randrange(2, len(file))] = rng.randrange(256)
        with suppress(Problem):
            workbooks.text_of(bytes(file))
