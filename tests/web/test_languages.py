"""Every text of the pages is there in four languages, and the compiled catalogues are current."""

import os
import re
import shutil
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import polib
import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format
from pytest_django import Settings

from tests.web.visitors import member, open_match, text
from web import catalogues, checks
from web.catalogue_compiler import compile_catalogues, compiled

FILES = [
    catalogues.catalogue(part, language)
    for part in catalogues.parts()
    for language in catalogues.LANGUAGES
]
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|%s|\{[a-z]+\}")


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    assert len(catalogues.texts()) > 200
    assert catalogues.missing(language) == set(), "manage.py translate adds them to the catalogues"


def test_the_catalogues_have_no_text_that_is_gone_from_the_pages() -> None:
    assert catalogues.homes().keys() - catalogues.texts() == set()


@pytest.mark.parametrize("file", FILES, ids=lambda file: "-".join(file.parts[-4:-2]))
def test_a_catalogue_is_compiled_and_keeps_what_is_filled_in(file: Path) -> None:
    assert file.with_suffix(".mo").read_bytes() == compiled(file), "run: make setup"
    for entry in polib.pofile(str(file)):
        wanted = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for said in entry.msgstr_plural.values() or [entry.msgstr]:
            assert set(PLACEHOLDER.findall(said)) <= wanted, entry.msgid


@pytest.fixture
def ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of one part, for pages that have nothing but its texts in two languages."""
    shutil.copytree(catalogues.LOCALE / "ratings", tmp_path / "ratings")
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogues, "LANGUAGES", ("de",))
    theirs = frozenset(catalogues.homes())
    monkeypatch.setattr(catalogues, "texts", lambda: theirs)
    return tmp_path / "ratings"


def test_a_catalogue_that_lacks_nothing_stays_as_it_is(ratings: Path) -> None:
    file = catalogues.catalogue(ratings, "de")
    written = file.read_bytes() + b"\n# A translator's note.\n"
    file.write_bytes(written)

    call_command("translate", stdout=StringIO())

    assert file.read_bytes() == written


def test_a_new_text_goes_into_the_part_that_is_named_and_nowhere_without_a_name(
    ratings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = catalogues.Text("An owl at the window")
    known = catalogues.texts()
    monkeypatch.setattr(catalogues, "texts", lambda: known | {new})
    said = StringIO()

    call_command("translate", stdout=said)

    assert said.getvalue().splitlines() == [
        "de: 0 to be translated",
        (
            "1 in no part yet, such as 'An owl at the window': name the part they belong to, "
            "as in `manage.py translate frame`"
        ),
    ]
    assert catalogues.homeless() == {new}
    assert catalogues.update(ratings, "de") == 1
    assert catalogues.homeless() == set()


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["es", "pl"])
def test_a_language_that_tells_numbers_apart_by_their_last_digits_can_be_added(
    settings: Settings, code: str
) -> None:
    settings.LANGUAGES = [*settings.LANGUAGES, (code, "Another one")]
    browser, _account = member()

    for address in ("/", "/games/stick-em", "/games/stick-em/lesson", "/matches", "/account"):
        page = browser.get(address, headers={"accept-language": code}, follow=True)

        assert page.status_code == 200
        assert f'lang="{code}"' in text(page)


def test_no_line_breaks_before_a_question_mark_in_french() -> None:
    with translation.override("fr"):
        assert translation.gettext("Another one?") == "Encore une\N{NO-BREAK SPACE}?"
    with translation.override("de"):
        assert translation.gettext("Another one?") == "Noch eine?"


def test_what_is_compiled_follows_the_catalogues(tmp_path: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    file = tmp_path / "part" / "de" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid "bye"\nmsgstr "Freilos"\n')
    assert checks.catalogues_are_compiled() == (checks.OUTDATED,)

    compile_catalogues(tmp_path)
    assert file.with_suffix(".mo").read_bytes() == compiled(file)
    assert checks.catalogues_are_compiled() == ()

    # As a change that git fetches: another text, and the time of day.
    file.write_text('msgid "bye"\nmsgstr "spielfrei"\n')
    before = file.stat().st_mtime - 60
    os.utime(file.with_suffix(".mo"), (before, before))
    assert checks.catalogues_are_compiled() == (checks.OUTDATED,)
    compile_catalogues(tmp_path)
    assert b"spielfrei" in file.with_suffix(".mo").read_bytes()

    file.unlink()
    compile_catalogues(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_compiled_is_left_of_a_catalogue_that_is_gone() -> None:
    compiled_files = set(catalogues.LOCALE.rglob("*.mo"))

    assert compiled_files == {file.with_suffix(".mo") for file in FILES}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_text_reads_the_same_wherever_it_stands(language: str) -> None:
    told: dict[tuple[str | None, str], set[str]] = {}
    for part in catalogues.parts():
        for entry in polib.pofile(str(catalogues.catalogue(part, language))):
            said = str(entry.msgstr_plural) if entry.msgid_plural else entry.msgstr
            told.setdefault((entry.msgctxt, entry.msgid), set()).add(said)

    assert {text: said for text, said in told.items() if len(said) > 1} == {}


def test_a_text_that_lacks_a_translation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "known", lambda _language: set())

    assert catalogues.Text("Play against bots") in catalogues.missing("de")
    assert catalogues.Text("%(turns)s turn", "%(turns)s turns") in catalogues.missing("de")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Play now", "Sign in", "1 of 3 seats")),
        ("nl", ("Nu spelen", "Inloggen", "1 van 3 plaatsen")),
        ("fr", ("Jouer maintenant", "Se connecter", "Places prises\N{NO-BREAK SPACE}: 1 sur 3")),
        ("de", ("Jetzt spielen", "Anmelden", "1 von 3 Sitzplätzen")),
    ],
)
def test_the_lobby_speaks_the_language_of_the_browser(
    language: str, words: tuple[str, ...]
) -> None:
    open_match(member()[0], "stick-em", seats=3)
    page = text(Client().get("/", headers={"Accept-Language": language}))

    assert [word for word in words if word not in page] == []


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "5 November 2026", "5 Nov 2026, 19:30"),
        ("de", "5. November 2026", "05.11.2026 19:30"),
    ],
)
def test_nobody_takes_the_day_for_the_month(language: str, day: str, moment: str) -> None:
    evening = datetime(2026, 11, 5, 19, 30, tzinfo=UTC)

    with translation.override(language):
        assert date_format(evening) == day
        assert date_format(evening, "SHORT_DATETIME_FORMAT") == moment
