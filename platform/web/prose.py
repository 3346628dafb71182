"""Our own Markdown as HTML: rulebooks, the rules for people, and lessons."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

Draw = Callable[[str], SafeString]
"""Draws what the address of a picture names, such as `pieces:red-2,blue-3`."""


class Page(NamedTuple):
    """Prose ready to be shown."""

    html: SafeString
    headings: tuple[tuple[str, str], ...]
    """The anchor and the words of each chapter."""


def page(text: str, draw: Draw | None = None, *, titled: bool = False) -> Page:
    """Return Markdown as HTML, with an anchor for each chapter; HTML inside of it is off.

    Below a title that the page has already, headings begin with the second level.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    if draw is not None:
        markdown.add_render_rule("image", _pictures(draw))
    tokens = markdown.parse(text)
    marks = [each for each in tokens if each.type in {"heading_open", "heading_close"}]
    if titled and any(each.tag == "h1" for each in marks):
        for each in marks:
            each.tag = f"h{min(int(each.tag[1:]) + 1, 6)}"
    headings = tuple(_chapters(tokens))
    for token in tokens:
        _drop_links_to_files(token)
        if token.type == "table_open":
            token.attrSet("class", "numbers")
    html = markdown.renderer.render(tokens, markdown.options, {})
    # A wide table scrolls by itself, also by keyboard; the page never does.
    html = html.replace("<table", '<div class="scroll" tabindex="0"><table')
    html = html.replace("</table>", "</table></div>")
    return Page(mark_safe(html), headings)  # noqa: S308 - Our own files; HTML in them is off.


def _pictures(draw: Draw) -> Callable[..., str]:
    """Return the rule by which a picture is a drawing of the game's pieces above its caption."""

    def picture(
        renderer: RendererHTML,
        tokens: Sequence[Token],
        index: int,
        options: OptionsDict,
        env: EnvType,
    ) -> str:
        token = tokens[index]
        caption = renderer.renderInlineAsText(token.children, options, env)
        return format_html(
            '<span class="picture" role="img" aria-label="{}"><span class="pieces table-page" '
            'aria-hidden="true">{}</span><span class="caption">{}</span></span>',
            caption,
            draw(str(token.attrGet("src"))),
            caption,
        )

    return picture


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
