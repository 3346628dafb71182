"""Pictures for links that are shared elsewhere, drawn here, 1200 by 630 pixels."""

import io
from collections.abc import Callable
from functools import lru_cache
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from api import addresses, limits
from api.problems import Problem
from web.embeds import cards
from web.embeds.cards import HEIGHT, WIDTH, Card
from web.embeds.framing import LANGUAGES

PAPER, INK, SOFT, ACCENT, LINE = "#faf7f1", "#211f1b", "#5c564b", "#1d6150", "#ded6c7"
"""The light colours of tokens.css."""
COLOURS_MAX = 64
MARGIN = 72
ROW = 76
ROWS_TOP = 296
KEPT = 256
"""Pictures that a process keeps; each has some ten thousand bytes."""
FRESH_S = 300
FONTS = {
    "display": ("DejaVuSerif-Bold.ttf", "Georgia Bold.ttf"),
    "text": ("DejaVuSans.ttf", "Arial.ttf"),
}
"""The first that is installed; else the one that Pillow brings."""
TITLE_SIZES = (72, 60, 48, 40)
ELLIPSIS = "…"

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the picture of a tournament."""
    return _answer(request, lambda: cards.of_tournament(slug))


@require_safe
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Answer the picture of a match."""
    return _answer(request, lambda: cards.of_match(match_id))


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Answer the picture of a player."""
    return _answer(request, lambda: cards.of_player(name))


def _answer(request: HttpRequest, make: Callable[[], Card]) -> HttpResponse:
    """Draw what a stranger may see; Http404 where that is nothing."""
    limits.spend_leased("read", f"address:{addresses.site(request)}")
    wanted = request.GET.get("lang", "")
    with translation.override(wanted if wanted in LANGUAGES else "en"):
        try:
            body = drawn(make())
        except Problem as problem:
            if problem.code != "not_found":
                raise
            raise Http404 from problem
    response = HttpResponse(body, content_type="image/png")
    response["Cache-Control"] = f"public, max-age={FRESH_S}"
    return response


@lru_cache(KEPT)
def drawn(card: Card) -> bytes:
    """Return the picture of a card as PNG; the same bytes for the same card."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, 18), fill=ACCENT)
    _write(pen, (MARGIN, 64), card.site, _font("text", 30), ACCENT)
    _write(pen, (MARGIN, 116), card.title, _fitting(_drawable(card.title)), INK)
    _write(pen, (MARGIN, 222), card.line, _font("text", 34), SOFT)
    for number, row in enumerate(card.rows):
        _draw_row(pen, ROWS_TOP + number * ROW, row)
    body = io.BytesIO()
    image.quantize(COLOURS_MAX).save(body, "PNG", optimize=True)
    return body.getvalue()


def _draw_row(pen: ImageDraw.ImageDraw, top: int, row: cards.Row) -> None:
    font = _font("text", 38)
    pen.line((MARGIN, top, WIDTH - MARGIN, top), fill=LINE, width=2)
    pen.text((MARGIN, top + 16), row.mark, font=font, fill=ACCENT)
    width = font.getlength(row.figure)
    pen.text((WIDTH - MARGIN - width, top + 16), row.figure, font=font, fill=INK)
    _write(pen, (MARGIN + 90, top + 16), row.name, font, INK, beside=width + 30)


def _write(  # noqa: PLR0913 - What, where and how.
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    font: Font,
    colour: str,
    *,
    beside: float = 0,
) -> None:
    """Write a line, cut where it would run into what is beside it, or out of the picture."""
    left = shown = _drawable(text)
    while left and font.getlength(shown) > WIDTH - MARGIN - beside - at[0]:
        left = left[:-1].rstrip()
        shown = left + ELLIPSIS
    pen.text(at, shown, font=font, fill=colour)


def _drawable(text: str) -> str:
    """Return a text on one line, without what turns or hides others: the font refuses some."""
    return "".join(each for each in " ".join(text.split()) if each.isprintable())


def _fitting(title: str) -> Font:
    """Return the largest of the sizes in which a title fits on its line, else the smallest."""
    fonts = [_font("display", size) for size in TITLE_SIZES]
    room = WIDTH - 2 * MARGIN
    return next((each for each in fonts if each.getlength(title) <= room), fonts[-1])


@lru_cache(32)
def _font(kind: str, size: int) -> Font:
    for name in FONTS[kind]:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)
