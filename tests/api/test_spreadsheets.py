"""No cell of our files is a formula, whoever has chosen the name in it, and all come in again."""

import csv
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from api import spreadsheets
from ratings import exporting
from tests.callers import Caller
from tests.ratings import ladders
from tests.ratings.admins import bring_in, new_admin, ok, open_ladder
from tests.tournaments.events import REPORTED, Event
from tournaments.services import entry_files
from tournaments.services.entry import Newcomer

BAD = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "-bob", "'=1", "\uff1d1"]


@pytest.mark.parametrize("name", BAD)
def test_what_could_be_a_formula_stands_behind_an_apostrophe(name: str) -> None:
    assert spreadsheets.cell(name) == f"'{name}"


@pytest.mark.parametrize("value", [-5, 3.5, "-5", "-12.25", "ann", "O'Neill", "'tis", "", "a=b"])
def test_numbers_and_other_names_stay(value: object) -> None:
    assert spreadsheets.cell(value) == value


@given(st.text(alphabet="'=+-@\t\r\nab1.\uff1d"))
@example("''=a")
def test_a_cell_is_read_as_the_text_that_was_written(text: str) -> None:
    line = spreadsheets.written([["before", text, -3]])

    ((_, cell, number),) = csv.reader(StringIO(line, newline=""))

    assert not cell.startswith(spreadsheets.FORMULA) or spreadsheets.NUMBER.fullmatch(cell)
    assert spreadsheets.read(cell) == text
    assert number == "-3"


@pytest.mark.django_db
def test_no_file_of_a_tournament_holds_a_formula_and_its_entrants_come_in_again() -> None:
    names = ["=cmd()", "+ann", "-bob", "@cleo"]
    event = Event(**REPORTED, name="=cup()")
    event.enter(*map(Newcomer, names))
    event.step("open")
    event.start().pair()
    address = f"/tournaments/{event.slug}"
    files = ("export?format=csv", "export?format=txt", "rounds/1/pairings.csv")
    texts = [
        Caller().get(f"{address}/{file}").response.content.decode()
        for file in (*files, "rounds/1/pairings.txt")
    ]

    for text in texts:
        cells = text.replace(",", "\n").replace("  ", "\n").splitlines()
        found = [cell for cell in cells if cell.startswith(("=c", "+a", "-b", "@c"))]
        assert found == []
        assert all(f"'{name}" in text for name in names)
    again = entry_files.from_csv(texts[0], needs_accounts=False)
    assert {each.name for each in again} == set(names)


@pytest.mark.django_db
def test_no_file_of_a_ladder_holds_a_formula_and_what_fell_stays_a_number() -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["=cmd()", "-bob"], [1, 2])

    texts = ["".join(exporting.csv_lines(rows(ladder))) for rows in exporting.ROWS.values()]

    for text in texts:
        cells = {cell for line in csv.reader(StringIO(text)) for cell in line}
        assert {"'=cmd()", "'-bob"} <= cells
    changes = [float(each["change"]) for each in csv.DictReader(StringIO(texts[1]))]
    assert sum(changes) == 0
    assert min(changes) < 0


@pytest.mark.django_db
def test_past_results_take_names_as_our_files_write_them() -> None:
    admin = new_admin()
    slug = open_ladder(admin)

    ok(bring_in(admin, slug, "2025-01-01T00:00:00Z,'-bob,1,ann,2"))

    assert ok(admin.get(f"/ladders/{slug}/players/guest:-bob"))["player"] == "guest:-bob"
