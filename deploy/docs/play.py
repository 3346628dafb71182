"""Writes the rules of the games as pages in every language, with the pieces as tables draw them."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from games.registry import current_games
from web.games import registry
from web.rulebooks import drawing_of

PICTURE = re.compile(r"^!\[(?P<caption>[^]]*)]\((?P<pieces>[a-z]+:[^)/]+)\)$", re.MULTILINE)
ART = "art"
"""The folder of the site with the drawings and the styles of the games."""
COMMON = ("web/tokens.css", "web/matches/table.css")
PICTURES = re.compile(r"^\.pieces .*$", re.MULTILINE)
"""The lines of the pages' own styles that put pieces in rows."""


def pages(language: str, up: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the Markdown of the rules of each game; `up` leads to the site's top."""
    for rules in current_games():
        file = registry.path_of(rules.game) / "rules" / f"{language}.md"
        if file.is_file():
            with translation.override(language):
                yield f"{rules.game}.md", _page(rules.game, rules.title, file, up)


def _page(game: str, title: str, file: Path, up: str) -> str:
    draw = drawing_of(game)
    art = f"{up}{ART}/"

    def picture(match: re.Match[str]) -> str:
        shown = "" if draw is None else draw(match["pieces"]).replace("/static/", art)
        return format_html(
            '<figure class="play"><div class="pieces table-page" aria-hidden="true">{}</div>'
            "<figcaption>{}</figcaption></figure>",
            mark_safe(shown),  # noqa: S308 - What the tables' own code has drawn.
            match["caption"],
        )

    style = f'<link rel="stylesheet" href="{art}{game}.css">'
    lead = str(registry.about(game, "TAGLINE"))
    text = PICTURE.sub(picture, file.read_text(encoding="utf-8"))
    return f"# {title}\n\n{style}\n\n{lead}\n\n{text}"


def art() -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of what the pages of the games show pieces with.

    The styles of a table hold within a picture alone: the site's theme has classes of its own.
    """
    rows = PICTURES.findall(_static("web/components.css"))
    common = "\n".join((*(_static(path) for path in COMMON), *rows))
    yield f"{ART}/web/matches/art.svg", _static("web/matches/art.svg").encode()
    for rules in current_games():
        folder = f"web/games/{registry.folder_of(rules.game)}"
        styles = "\n".join((common, _own(f"{folder}/table.css")))
        yield f"{ART}/{rules.game}.css", f".play {{\n{styles.replace(':root', '&')}\n}}\n".encode()
        yield f"{ART}/{folder}/art.svg", _own(f"{folder}/art.svg").encode()


def _own(path: str) -> str:
    """Return a static file of a game; empty where there is none, since it need not have any."""
    return "" if finders.find(path) is None else _static(path)


def _static(path: str) -> str:
    """Return a static file; raises FileNotFoundError."""
    found = finders.find(path)
    if found is None:
        raise FileNotFoundError(path)
    return Path(found).read_text(encoding="utf-8")
