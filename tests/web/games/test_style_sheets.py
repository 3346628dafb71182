"""A game's style sheet lies beside that of the frame on one page, and changes nothing there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import web
from web.games.folders import FOLDERS

WEB = Path(web.__file__).parent
TEMPLATES = WEB / "templates"
MATCHES = TEMPLATES / "web" / "matches"
OF_THE_CLOTH = {MATCHES / f"{name}.html" for name in ("cloth", "plate", "turn", "clock")}
"""Templates of what lies on the table; what ends show lies over it."""
TABLE = {"match", "cloth", "felt", "pieces"}
"""The table itself, wherever it stands, and the pieces that the rules show."""
CLASSES = re.compile(r'class="([^"]*)"')
TAGS = re.compile(r"{%.*?%}|{{.*?}}")


def classes_off_the_table() -> set[str]:
    """Return the classes of everything else that any page shows."""
    found: set[str] = set()
    for template in TEMPLATES.rglob("*.html"):
        if template not in OF_THE_CLOTH and "ends" not in template.parts:
            for value in CLASSES.findall(template.read_text()):
                found.update(TAGS.sub(" ", value).split())
    return found - TABLE


def selectors(sheet: str) -> Iterator[str]:
    """Yield each selector of a style sheet by itself."""
    bare = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    for head in re.findall(r"([^{};]+)\{", bare):
        if not re.match(r"\s*(@|\d|from|to)", head):
            # A comma within brackets parts no selectors.
            yield from (each.strip() for each in re.split(r",(?![^()]*\))", head))


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_what_a_game_styles_lies_on_its_table(folder: str) -> None:
    elsewhere = classes_off_the_table()

    wide = [
        selector
        for path in (WEB / "games" / folder / "static").rglob("*.css")
        for selector in selectors(path.read_text())
        if not set(re.findall(r"\.([a-z][\w-]*)", selector)) - elsewhere
    ]

    assert wide == []


def test_pages_tables_and_the_admin_have_the_same_letters() -> None:
    """And none those of the system, which on many Linux desktops are the widest of all."""
    found = {
        kind: {
            fonts
            for path in WEB.rglob("*.css")
            for fonts in re.findall(rf"{kind}: ([^;]*,[^;]*);", path.read_text())
            if not fonts.startswith("var(")
        }
        for kind in ("--font", "--font-sans", "--font-display")
    }

    assert found["--font"] == found["--font-sans"]
    assert [len(fonts) for fonts in found.values()] == [1, 1, 1]
    assert not any("system-ui" in fonts for kind in found.values() for fonts in kind)
