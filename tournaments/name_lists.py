"""Lists of people as they come: pasted lines, cells of a spreadsheet, files. Pure.

What a list means is told with it, so that whoever pastes one sees it before anybody is entered. A
name is a name: only a column of accounts names accounts.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from accounts.characters import canonical
from api import spreadsheets
from api.problems import Problem
from games.messages import Message
from tournaments import workbooks

Layout = Literal["auto", "names", "columns", "surname_first"]
"""How lines are read: as they look, every piece a name, a person a line, or `Surname, Name`."""
Column = Literal["", "name", "first_name", "surname", "rating", "seed", "club", "account", "bot"]

CHARACTERS_MAX = 250_000
"""Of a list: what a request to the API has room for."""
NAMES_MAX = 2000
RATING_MAX = 10_000
DELIMITERS = "\t;,"
HEADINGS: Mapping[Column, str] = MappingProxyType(
    {
        "name": "name naam nom spieler spielerin player speler joueur joueuse teilnehmer"
        " teilnehmerin participant participante deelnemer entrant names namen noms",
        "first_name": "first firstname forename givenname voornaam roepnaam vorname prenom",
        "surname": "surname last lastname familyname achternaam nachname familienname nomdefamille",
        "rating": "rating elo dwz wertung wertungszahl spielstarke cote classement niveau",
        "seed": "seed seeding setzplatz setzliste plaatsing tetedeserie",
        "club": "club clubs verein vereniging vereinigung association clubname",
        "account": "account username user konto benutzer benutzername gebruiker"
        " gebruikersnaam compte utilisateur nomdutilisateur pseudo",
        "bot": "bot",
    }
)
"""Words at the head of a column, in the languages of the pages, as `_word` leaves them."""
COLUMNS: Mapping[str, Column] = MappingProxyType(
    {word: column for column, words in HEADINGS.items() for word in words.split()}
)
BULLET = re.compile(r"^(?:[-*\u2022\u2013\u2014]\s+|\d{1,4}[.)]\s+)")
"""What lists have before a name: a dash, a dot, a number."""
RATED = re.compile(r"^(.*\S)\s*[(\[]\s*(\d{1,5})\s*[)\]]$")
"""A name with a rating in brackets."""
NUMBER = re.compile(r"\d{1,5}", re.ASCII)


class Listed(NamedTuple):
    """Somebody whom a list names, as it says."""

    line: int
    name: str
    rating: int = 0
    seed: int = 0
    club: str = ""
    account: str = ""
    bot: str = ""


class LeftOut(NamedTuple):
    """Something in a list that enters nobody, and why."""

    line: int
    text: str
    why: Message


class NameList(NamedTuple):
    """What was understood of a list."""

    layout: Layout
    """How it was read; never `auto`."""
    people: Sequence[Listed]
    left_out: Sequence[LeftOut]


class Row(NamedTuple):
    """A line, in cells."""

    line: int
    cells: Sequence[str]
    delimiter: str


def read(text: str, layout: Layout = "auto") -> NameList:
    """Return what a list says; raises Problem for one that is too long, or is none."""
    if len(text) > CHARACTERS_MAX:
        limit = Message("A list has %(limit)s characters at most.", limit=CHARACTERS_MAX)
        raise Problem("invalid", limit)
    rows = _rows(text)
    header = _header(rows[0].cells) if rows else None
    chosen = _guess(rows, header) if layout == "auto" else layout
    if header is not None and chosen == "columns":
        found = _table(rows[1:], header, rows[0])
    elif chosen == "columns":
        found = _table(rows, _columns(rows))
    elif chosen == "surname_first":
        found = _table(rows, ("surname", "first_name"))
    else:
        found = _names(rows)
    if len(found.people) > NAMES_MAX:
        count = {"limit": NAMES_MAX, "count": len(found.people)}
        raise Problem("invalid", Message("A list has %(limit)s names, not %(count)s.", **count))
    return found


def decoded(file: bytes) -> str:
    """Return the text of a file, or of a workbook's first sheet; raises Problem for all else.

    Spreadsheets save CSV as UTF-8, as "Unicode text" in UTF-16, or in Windows' Western letters.
    """
    if workbooks.is_workbook(file):
        return workbooks.text_of(file)
    wide = file.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            found = file.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in found:
            return found
    raise Problem("invalid", Message("The file is not text. Save it as CSV in UTF-8."))


def _rows(text: str) -> list[Row]:
    """Return the lines that say something, each cut where the whole list is cut."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    said = [line for line in lines if line.strip()]
    delimiter = max(DELIMITERS, key=lambda each: sum(each in line for line in said))
    rows = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            cells = [_clean(cell) for cell in _cells(line, delimiter)]
            rows.append(Row(number, cells, delimiter))
    return rows


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter))
    except csv.Error as error:
        text = Message("This is not a list of names: one of its lines is too long.")
        raise Problem("invalid", text) from error


def _clean(cell: str) -> str:
    """Return a cell without blanks that nobody sees, and without what exports put before it."""
    return canonical(" ".join(spreadsheets.read(cell.strip()).split()))


def _word(heading: str) -> str:
    """Return a heading's letters, small and without accents."""
    plain = canonical(heading).casefold().translate(ACCENTS)
    return "".join(each for each in plain if each.isalnum())


ACCENTS = str.maketrans("éèêëàâäáîïíôöóûüúñç", "eeeeaaaaiiiooouuunc")


def _header(cells: Sequence[str]) -> tuple[Column, ...] | None:
    """Return what the columns are where a line names them; None where it names a person."""
    found = [COLUMNS.get(_word(each), "") for each in cells]
    if "first_name" in found and "surname" not in found:
        # German lists say "Name, Vorname", French ones "Nom, Prénom".
        found = ["surname" if each == "name" else each for each in found]
    if not {"name", "first_name", "surname", "account"} & set(found):
        return None
    kept: list[Column] = []
    for each in found:
        kept.append("" if each in kept else each)
    return tuple(kept)


def _guess(rows: Sequence[Row], header: tuple[Column, ...] | None) -> Layout:
    """Return how a list looks."""
    if header is not None:
        return "columns"
    widths = [len([cell for cell in row.cells if cell]) for row in rows]
    if max(widths, default=1) < 2 or len(rows) < 2:
        return "columns" if "rating" in _columns(rows) else "names"
    numeric = sum(any(_is_number(cell) for cell in row.cells) for row in rows)
    if 2 * numeric >= len(rows):
        return "columns"
    return "surname_first" if set(widths) == {2} else "names"


def _is_number(cell: str) -> bool:
    return NUMBER.fullmatch(cell) is not None


def _columns(rows: Sequence[Row]) -> tuple[Column, ...]:
    """Return what columns without headings are: a number in the list, a name, a rating, a club."""
    width = max((len(row.cells) for row in rows), default=1)
    columns: list[Column] = []
    for at in range(width):
        cells = [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]]
        numbers = [int(cell) for cell in cells if _is_number(cell)]
        if cells and 2 * len(numbers) >= len(cells):
            counts = at == 0 and width > 1 and numbers == list(range(1, len(numbers) + 1))
            is_rating = not counts and "rating" not in columns and "name" in columns
            columns.append("rating" if is_rating else "")
        else:
            text: Column = "name" if "name" not in columns else "club"
            columns.append("" if not cells or text in columns else text)
    return tuple(columns)


def _names(rows: Sequence[Row]) -> NameList:
    """Return every piece of every line as a name."""
    people = []
    for row in rows:
        for piece in (piece for cell in row.cells for piece in _pieces(cell, row.delimiter)):
            plain = BULLET.sub("", piece.strip())
            rated = RATED.match(plain)
            name, rating = rated.groups() if rated else (plain, "0")
            if name and int(rating) <= RATING_MAX:
                people.append(Listed(row.line, name, int(rating)))
            elif name:
                people.append(Listed(row.line, plain))
    return NameList("names", people, [])


def _pieces(cell: str, delimiter: str) -> list[str]:
    """Return the names in a cell; one that has the delimiter stood in quotation marks."""
    return [cell] if delimiter in cell else re.split("[,;]", cell)


def _table(rows: Sequence[Row], columns: Sequence[Column], header: Row | None = None) -> NameList:
    """Return a person for each line."""
    people: list[Listed] = []
    left_out = list(_unused(columns, header))
    for row in rows:
        found = _person(row, columns)
        if isinstance(found, LeftOut):
            left_out.append(found)
        else:
            people.append(found)
    layout: Layout = "surname_first" if tuple(columns) == ("surname", "first_name") else "columns"
    return NameList("columns" if header else layout, people, left_out)


def _unused(columns: Sequence[Column], header: Row | None) -> Iterable[LeftOut]:
    for heading, column in zip(header.cells if header else (), columns, strict=False):
        if header is not None and heading and not column:
            yield LeftOut(header.line, heading, Message("this column is not used"))


def _person(row: Row, columns: Sequence[Column]) -> Listed | LeftOut:
    said = {name: cell for name, cell in zip(columns, row.cells, strict=False) if name}
    name = said.get("name") or " ".join(
        part for part in (said.get("first_name"), said.get("surname")) if part
    )
    name = BULLET.sub("", name) or said.get("account", "") or said.get("bot", "")
    text = ", ".join(cell for cell in row.cells if cell)
    rating, seed = said.get("rating", "") or "0", said.get("seed", "") or "0"
    if not name:
        return LeftOut(row.line, text, Message("there is no name in this line"))
    if not _is_number(rating) or int(rating) > RATING_MAX:
        why = Message("the rating %(text)s is not a whole number up to 10000", text=rating[:20])
        return LeftOut(row.line, text, why)
    if not _is_number(seed):
        why = Message("the seed %(text)s is not a whole number", text=seed[:20])
        return LeftOut(row.line, text, why)
    about = {each: said.get(each, "") for each in ("club", "account", "bot")}
    return Listed(row.line, name, int(rating), int(seed), **about)
