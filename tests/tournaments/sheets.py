"""Spreadsheets' own files, as small as they can be."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from tournaments.workbooks import LINK, ODS_CONTENT, OFFICE, SHEET, TABLE, TEXT

RELATIONS = LINK.removesuffix("id").strip("{}")
XLSX = SHEET.strip("{}")
Cell = str | int
Sheet = Sequence[Sequence[Cell]]


def packed(parts: Mapping[str, str | bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive with some parts."""
    told = io.BytesIO()
    with zipfile.ZipFile(told, "w", packing) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return told.getvalue()


def xlsx(sheet: Sheet, **parts: str) -> bytes:
    """Return a workbook of Excel's, whose first sheet is in its second part."""
    texts = list(dict.fromkeys(cell for row in sheet for cell in row if isinstance(cell, str)))
    rows = "".join(
        f'<row r="{number}">{_cells(texts, number, row)}</row>'
        for number, row in enumerate(sheet, 1)
        if row
    )
    book = (
        f'<workbook xmlns="{XLSX}" xmlns:r="{RELATIONS}"><sheets>'
        '<sheet name="People" sheetId="7" r:id="rId2"/>'
        '<sheet name="Old" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    links = (
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>'
        '<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>'
    )
    own = {
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": links,
        "xl/sharedStrings.xml": f'<sst xmlns="{XLSX}">{"".join(map(_text, texts))}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{XLSX}"/>',
        "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{XLSX}"><sheetData>{rows}</sheetData>'
        "</worksheet>",
    }
    return packed({**own, **parts})


def repacked(file: bytes, packing: int) -> bytes:
    """Return a workbook whose parts are packed in another way."""
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return packed({name: archive.read(name) for name in archive.namelist()}, packing)


def ods(sheet: Sheet) -> bytes:
    """Return a workbook of LibreOffice's; equal neighbours are said once, as it does."""
    rows = "".join(f"<table:table-row>{_ods_cells(row)}</table:table-row>" for row in sheet)
    return ods_of_rows(rows)


def ods_of_rows(rows: str) -> bytes:
    """Return a workbook of LibreOffice's with these rows."""
    spaces = " ".join(
        f'xmlns:{name}="{each.strip("{}")}"'
        for name, each in (("table", TABLE), ("office", OFFICE), ("text", TEXT))
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet><table:table>{rows}"
        '<table:table-row table:number-rows-repeated="1048576">'
        '<table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return packed({ODS_CONTENT: content})


def _text(text: str) -> str:
    """Return a text in two runs, with what says how it is read aloud."""
    runs = (f"<r><t xml:space='preserve'>{escape(each)}</t></r>" for each in (text[:1], text[1:]))
    return f"<si>{''.join(runs)}<rPh sb='0' eb='1'><t>aloud</t></rPh></si>"


def _cells(texts: list[str], row: int, cells: Sequence[Cell]) -> str:
    told = ""
    for at, cell in enumerate(cells):
        name = f"{chr(ord('A') + at)}{row}"
        if isinstance(cell, int):
            told += f'<c r="{name}"><f>1+1</f><v>{cell}.0</v></c>'
        elif cell:
            told += f'<c r="{name}" t="s"><v>{texts.index(cell)}</v></c>'
    return told


def _ods_cells(row: Sequence[Cell]) -> str:
    told, at = "", 0
    while at < len(row):
        end = next((place for place in range(at, len(row)) if row[place] != row[at]), len(row))
        told += _ods_cell(row[at], end - at)
        at = end
    return told


def _ods_cell(cell: Cell, again: int) -> str:
    about = f'table:number-columns-repeated="{again}"'
    if isinstance(cell, int):
        about += f' office:value-type="float" office:value="{cell}"'
        return f"<table:table-cell {about}><text:p>{cell},00</text:p></table:table-cell>"
    return f"<table:table-cell {about}><text:p>{escape(cell)}</text:p></table:table-cell>"
