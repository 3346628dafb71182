"""The first sheet of a spreadsheet's own file as text: what Excel and LibreOffice save. Pure.

Of ECMA-376 (Part 1, 18) and OpenDocument (1.3, Part 3, 9) it reads what a list of people has: rows
of cells with texts and numbers. A library that reads all of either would be the largest that the
site has.
"""

import csv
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import NoReturn
from xml.etree import ElementTree as ET

from api.problems import Problem
from games.messages import Message

PART_MAX = 4 * 1024 * 1024
"""Bytes of one part of the file, unpacked: a small file can hold a very large one."""
ROWS_MAX, COLUMNS_MAX = 4000, 64
"""What lies beyond is not read."""
CELL_MAX = 200
"""Characters of a cell; no name is longer."""
TEXT_MAX = 500_000
"""Characters of the whole sheet: a file may point to one text from every cell."""
PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""How both kinds are packed; other packings are unpacked without a limit."""
XLSX_BOOK, XLSX_LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
XLSX_TEXTS = "xl/sharedStrings.xml"
ODS_CONTENT = "content.xml"
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
GROUPS = frozenset(f"{TABLE}table-{each}" for each in ("header-rows", "row-group", "rows"))
"""What rows of OpenDocument may stand in."""

DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError),
    *(ET.ParseError, ValueError, LookupError),
    RuntimeError,  # So it is said of encrypted parts, and of packing that nobody here knows.
)
"""What reading raises of a file that is cut off, changed, encrypted, or none."""

Rows = Iterator[Sequence[str]]


def is_workbook(file: bytes) -> bool:
    """Return whether a file looks like a spreadsheet's own: both kinds are ZIP archives."""
    return file.startswith(b"PK")


def text_of(file: bytes) -> str:
    """Return the first sheet as lines of cells with tabs between; raises Problem if there is none.

    Empty rows stay, so that a line has the number that the spreadsheet shows.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            parts = set(archive.namelist())
            if XLSX_BOOK in parts:
                sheet_text = _written(_xlsx(archive, parts))
            elif ODS_CONTENT in parts:
                sheet_text = _written(_ods(archive))
            else:
                _refuse()
    except DAMAGED:
        _refuse()
    return sheet_text


def _written(rows: Rows) -> str:
    """Return rows as text; raises Problem as soon as it is too long."""
    sheet_text = io.StringIO()
    writer = csv.writer(sheet_text, "excel-tab", lineterminator="\n")
    for row in rows:
        writer.writerow(row)
        if sheet_text.tell() > TEXT_MAX:
            _refuse()
    return sheet_text.getvalue()


def _refuse() -> NoReturn:
    text = Message(
        "This spreadsheet cannot be read. Save it as CSV, or copy its cells and paste them here."
    )
    raise Problem("invalid", text)


def _part(archive: zipfile.ZipFile, name: str) -> ET.Element:
    """Return a part of the file; raises Problem for one that is too large or has entities."""
    if archive.getinfo(name).compress_type not in PACKINGS:
        _refuse()
    with archive.open(name) as packed:
        content = packed.read(PART_MAX + 1)
    has_entities = b"<!DOCTYPE" in content or b"\0" in content[:4] or content[:2] == b"\xff\xfe"
    if len(content) > PART_MAX or has_entities:
        _refuse()
    return ET.fromstring(content)  # noqa: S314 - Without a DOCTYPE there are no entities.


def _xlsx(archive: zipfile.ZipFile, parts: set[str]) -> Rows:
    texts = _texts(archive) if XLSX_TEXTS in parts else []
    rows: dict[int, Sequence[str]] = {}
    found = _part(archive, _first_sheet(archive)).findall(f"{SHEET}sheetData/{SHEET}row")
    for number, row in enumerate(found[:ROWS_MAX], 1):
        at = int(row.get("r", number))
        if not 1 <= at <= ROWS_MAX:
            break
        cells = [""] * COLUMNS_MAX
        for place, cell in enumerate(row.findall(f"{SHEET}c")):
            column = _column(cell.get("r", ""), place)
            if column < COLUMNS_MAX:
                cells[column] = _plain(_xlsx_cell(cell, texts))
        rows[at] = _trimmed(cells)
    for at in range(1, max(rows, default=0) + 1):
        yield rows.get(at, [])


def _first_sheet(archive: zipfile.ZipFile) -> str:
    """Return the part with the sheet that the book has first."""
    sheet = _part(archive, XLSX_BOOK).find(f"{SHEET}sheets/{SHEET}sheet")
    links = {each.get("Id"): each.get("Target", "") for each in _part(archive, XLSX_LINKS)}
    target = links[None if sheet is None else sheet.get(LINK)]
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _texts(archive: zipfile.ZipFile) -> list[str]:
    """Return the texts that cells point to, without what says how they are read aloud."""
    return [_runs(each) for each in _part(archive, XLSX_TEXTS).iter(f"{SHEET}si")]


def _runs(node: ET.Element) -> str:
    found = [*node.findall(f"{SHEET}t"), *node.findall(f"{SHEET}r/{SHEET}t")]
    return "".join(each.text or "" for each in found)


def _xlsx_cell(cell: ET.Element, texts: Sequence[str]) -> str:
    if cell.get("t") == "inlineStr":
        inline = cell.find(f"{SHEET}is")
        return "" if inline is None else _runs(inline)
    value = cell.findtext(f"{SHEET}v", "")
    if cell.get("t") == "s":
        place = int(value)
        return texts[place] if 0 <= place < len(texts) else ""
    return value


def _column(name: str, place: int) -> int:
    """Return the place of a column, from 0, by the name of a cell such as `AB12`."""
    letters = [each for each in name if "A" <= each <= "Z"]
    if not letters:
        return place
    found = 0
    for each in letters[:3]:
        found = found * 26 + ord(each) - ord("A") + 1
    return found - 1


def _ods(archive: zipfile.ZipFile) -> Rows:
    table = next(_part(archive, ODS_CONTENT).iter(f"{TABLE}table"), None)
    if table is None:
        _refuse()
    rows: list[Sequence[str]] = []
    for row in _ods_rows(table):
        cells: list[str] = []
        for cell in row:
            again = int(cell.get(f"{TABLE}number-columns-repeated", 1))
            cells += [_plain(_ods_cell(cell))] * min(again, COLUMNS_MAX - len(cells))
        again = int(row.get(f"{TABLE}number-rows-repeated", 1))
        rows += [_trimmed(cells)] * min(again, ROWS_MAX - len(rows))
    while rows and not rows[-1]:
        rows.pop()
    yield from rows


def _ods_rows(table: ET.Element) -> Iterator[ET.Element]:
    """Yield the rows of a table, in groups or not, but none of a table within a cell."""
    ahead = [*reversed(table)]
    while ahead:
        node = ahead.pop()
        if node.tag == f"{TABLE}table-row":
            yield node
        elif node.tag in GROUPS:
            ahead += reversed(node)


def _ods_cell(cell: ET.Element) -> str:
    if cell.get(f"{OFFICE}value-type") in {"float", "percentage", "currency"}:
        return cell.get(f"{OFFICE}value", "")
    return " ".join("".join(each.itertext()) for each in cell.findall(f"{TEXT}p"))


def _plain(cell: str) -> str:
    """Return a cell in one line, cut off; a whole number without its point."""
    found = " ".join(cell[:CELL_MAX].split())
    whole, point, rest = found.partition(".")
    return whole if point and whole.isdecimal() and not rest.strip("0") else found


def _trimmed(cells: Sequence[str]) -> Sequence[str]:
    """Return cells without the empty ones behind the last that says something."""
    said = [place for place, each in enumerate(cells, 1) if each]
    return cells[: max(said, default=0)]
