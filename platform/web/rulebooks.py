"""The rules of the games as pages, from the Markdown that ships with the documentation."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

SLUG = re.compile(r"[a-z0-9-]+")


class Rulebook(NamedTuple):
    """The rules of a game, ready to be shown."""

    html: SafeString
    headings: tuple[tuple[str, str], ...]
    """The anchor and the words of each chapter."""


def _text(game: str) -> str:
    """Return the Markdown of a game's rules; empty where none is installed."""
    file = Path(settings.RULEBOOKS) / f"{game}.md"
    return file.read_text() if SLUG.fullmatch(game) and file.is_file() else ""


@cache
def rulebook(game: str) -> Rulebook | None:
    """Return the rules of a game without their title; None where none are installed."""
    text = _text(game).partition("\n")[2]
    if not text:
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    headings = tuple(_chapters(tokens))
    for token in tokens:
        _drop_links_to_files(token)
        if token.type == "table_open":
            token.attrSet("class", "numbers")
    html = markdown.renderer.render(tokens, markdown.options, {})
    # A wide table scrolls by itself, also by keyboard; the page never does.
    html = html.replace("<table", '<div class="scroll" tabindex="0"><table')
    html = html.replace("</table>", "</table></div>")
    return Rulebook(mark_safe(html), headings)  # noqa: S308 - Our own files; HTML in them is off.


def _chapters(tokens: list[Token]) -> list[tuple[str, str]]:
    """Give each chapter an anchor, and return them."""
    chapters = []
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            anchor = slugify(inside.content)
            token.attrSet("id", anchor)
            chapters.append((anchor, inside.content))
    return chapters


def _drop_links_to_files(token: Token) -> None:
    """Leave the words of links to other files of the documentation, which are no pages."""
    if token.children is None:
        return
    kept: list[Token] = []
    is_dropped = False
    for child in token.children:
        if child.type == "link_open":
            is_dropped = not str(child.attrGet("href")).startswith(("https://", "#"))
        if not (is_dropped and child.type in {"link_open", "link_close"}):
            kept.append(child)
    token.children = kept
