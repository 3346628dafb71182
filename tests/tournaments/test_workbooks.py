"""Spreadsheets' own files are lists of people too, and never more than that."""

import csv
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.problems import Problem
from tests.tournaments.sheets import XLSX, Sheet, ods, ods_of_rows, packed, repacked, xlsx
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
    "an encoding that nobody knows": packed(
        {"content.xml": '<?xml version="1.0" encoding="xxx"?><a/>'}
    ),
    "packed by bzip2": repacked(xlsx(CLUB), zipfile.ZIP_BZIP2),
    "packed by LZMA": repacked(ods(CLUB), zipfile.ZIP_LZMA),
    "one text in very many cells": xlsx([["Ann" * 100] * 20] * 400),
    "one row very often": ods_of_rows(
        '<table:table-row table:number-rows-repeated="4000"><table:table-cell'
        f' table:number-columns-repeated="64"><text:p>{"Ann" * 100}</text:p></table:table-cell>'
        "</table:table-row>"
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
def test_the_text_of_a_cell_is_read_to_its_limit(file_of: FileOf) -> None:
    (line,) = workbooks.text_of(file_of([["Ann" * 1000, "Ben"]])).splitlines()

    name, other = line.split("\t")
    assert (len(name), other) == (workbooks.CELL_MAX, "Ben")


def test_packed_or_not_it_is_the_same() -> None:
    whole = xlsx(CLUB)

    assert workbooks.text_of(repacked(whole, zipfile.ZIP_STORED)) == workbooks.text_of(whole)


def test_a_row_within_a_row_is_none() -> None:
    inner = "<row><c><v>2</v></c></row>"
    sheet = (
        f'<worksheet xmlns="{XLSX}"><sheetData><row><c><v>1</v>{inner}</c>{inner}</row>'
        f"</sheetData>{inner}</worksheet>"
    )
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    row = f"<table:table-row>{cell}</table:table-row>"
    inside = f"<table:table>{row.format('Ben')}</table:table>"

    assert workbooks.text_of(xlsx([], **{"xl/worksheets/sheet2.xml": sheet})) == "1\n"
    nested = f"<table:table-row>{cell.format('Ann')}<table:table-cell>{inside}</table:table-cell>"
    assert workbooks.text_of(ods_of_rows(f"{nested}</table:table-row>")) == "Ann\n"


def test_rows_in_groups_are_read_in_their_order() -> None:
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    row = f"<table:table-row>{cell}</table:table-row>"
    names = "Name", "Ann", "Ben", "Cas", "Dee"
    head, ann, ben, cas, dee = map(row.format, names)
    rows = (
        f"<table:table-header-rows>{head}</table:table-header-rows><table:table-row-group>{ann}"
        f"<table:table-row-group>{ben}</table:table-row-group>{cas}</table:table-row-group>"
        f"<table:table-rows>{dee}</table:table-rows>"
    )

    assert workbooks.text_of(ods_of_rows(rows)).splitlines() == [*names]


@KINDS
def test_damaged_files_are_read_or_refused_and_never_break(file_of: FileOf) -> None:
    whole, rng = file_of(CLUB), random.Random("damage")
    for _ in range(300):
        file = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            file[rng.randrange(2, len(file))] = rng.randrange(256)
        with suppress(Problem):
            workbooks.text_of(bytes(file))
