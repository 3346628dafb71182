"""The recipes of docs/, followed to the letter: what their examples add passes the same suite."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import polib
import pytest
from django.core.management import call_command

from accounts.models import Account
from cutpurse.embedded.addresses import ROOT
from tests.toys import documented
from tournaments.record import Record
from tournaments.state import TournamentState
from web import catalogues
from web.tournaments.console.actions import form_of

pytestmark = pytest.mark.slow

SUITES = {
    "tests/tournaments/test_commands.py": ("adding-a-command", ()),
    "tests/matches/test_commands.py": ("adding-a-command", ("wave",)),
    "tests/tournaments/test_formats.py": ("adding-a-format", ("everyone", "stairs")),
    "tests/games/test_conformance.py": ("adding-a-game", ("high-card",)),
    "tests/ratings/test_systems.py": ("adding-a-rating-system", ("steps",)),
}
"""What holds for everything that is registered: the page, and its examples by their ids.

Where one test walks all commands, it has none.
"""
PAGES = sorted({page for page, _ids in SUITES.values()})
EXAMPLES = [page for page in PAGES if documented.examples(page)]
"""The pages that have theirs on the page itself."""


@pytest.mark.more
def test_the_examples_of_the_recipes_pass_what_holds_for_all() -> None:
    options = ("-p", "tests.toys.documented", "-p", "no:cacheprovider", "-p", "no:xdist")
    examples = [example for _page, ids in SUITES.values() for example in ids]
    chosen = " or ".join([*examples, "in_the_description", "less_than_its_role"])

    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-q", "-rp", "-k", chosen, *SUITES],
        env={
            **os.environ,
            "RECIPES": " ".join(PAGES),
            "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
            "CUTPURSE_TESTS_VAR": f"{os.environ['CUTPURSE_VAR']}-recipe",  # Servers of its own.
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert "failed" not in done.stdout
    passed = [line for line in done.stdout.splitlines() if line.startswith("PASSED")]
    for suite, (_page, ids) in SUITES.items():
        of_suite = [line for line in passed if suite in line]
        assert of_suite, suite
        for example in ids:
            of_example = re.compile(rf"\[.*{example}.*\]$")
            assert [each for each in of_suite if of_example.search(each)], example


@pytest.mark.parametrize("page", EXAMPLES)
def test_an_example_passes_the_checks_of_style_once_its_file_says_what_it_is(page: str) -> None:
    check = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--stdin-filename",
        "tournaments/example.py",
        "-",
    ]

    for block in documented.examples(page):
        source = f'"""What is added."""\n\n{block}'
        checked = subprocess.run(
            check, input=source, cwd=ROOT, capture_output=True, text=True, check=False
        )

        assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs").glob("adding-*.md")), ids=lambda page: page.stem
)
def test_what_is_to_be_typed_runs_in_a_new_terminal(page: Path) -> None:
    typed = re.findall(
        r"(?m)(?:^ +|(?<!`)`)((?:python|pytest|manage\.py translate)\b.*)", page.read_text()
    )

    assert typed == [], "say .venv/bin/python, as whoever follows the page has no other"


def test_the_form_of_the_command_on_its_page_asks_for_what_the_request_takes() -> None:
    added: dict[str, Any] = {}
    exec(documented.example("adding-a-command"), added)  # noqa: S102 - A page of ours.
    form = form_of(added["ANNOUNCE"])
    state = TournamentState(uuid4())
    state.settings = {"slug": "cup"}

    filled, long, empty = (
        form(state, Account(), {"text": text}) for text in ("Lunch is at one.", 501 * "x", "")
    )

    assert [str(field.label) for field in filled.visible()] == ["Announcement"]
    assert filled.is_valid()
    assert filled.arguments() == {"text": "Lunch is at one."}
    assert not long.is_valid()
    assert not empty.is_valid()


def test_a_record_has_what_the_page_about_formats_says() -> None:
    page = (ROOT / "docs" / "adding-a-format.md").read_text()
    said = page.partition("`tournaments.record.Record` has what was played: ")[2].partition(".")[0]

    names = re.findall(r"`(\w+)`", said)

    assert "points" in names
    assert {name for name in names if not hasattr(Record([], []), name)} == set()


@pytest.mark.long
def test_a_language_is_a_line_and_its_catalogues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Polish tells three numbers apart, and more of them than the languages that are there.
    shutil.copytree(catalogues.LOCALE, tmp_path / "locale")
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(catalogues, "LANGUAGES", ("pl",))

    call_command("translate")

    assert capsys.readouterr().out == f"pl: {len(catalogues.texts())} to be translated\n"
    for part in catalogues.parts():
        theirs = polib.pofile(str(catalogues.catalogue(part, "pl")))
        ours = polib.pofile(str(catalogues.catalogue(part, "de")))
        assert {each.msgid for each in theirs} <= {each.msgid for each in ours}
        for entry in theirs:
            assert len(entry.msgstr_plural) in {0, 4}
            entry.msgstr = "" if entry.msgid_plural else entry.msgid
            entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, entry.msgid_plural)
        theirs.save()

    call_command("translate")

    assert capsys.readouterr().out == "pl: 0 to be translated\n"
    assert all(
        catalogues.catalogue(part, "pl").with_suffix(".mo").exists() for part in catalogues.parts()
    )
