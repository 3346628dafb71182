"""The pictures in the rules of Second Story: houses, and piles with the one that scores."""

from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.games.second_story import art
from web.games.second_story.words import SUITS


def picture(address: str) -> SafeString:
    """Return what `pieces:7SK,AM` or `piles:64321,4433` shows."""
    kind, _colon, names = address.partition(":")
    draw = _piles if kind == "piles" else art.house
    return format_html_join("", "{}", ((draw(name),) for name in names.split(",")))


def _piles(sizes: str) -> SafeString:
    """Return somebody's piles by size, a digit each; the second is ringed, as it scores."""
    return format_html('<span class="lair">{}</span>', format_html_join("", "{}", _each(sizes)))


def _each(sizes: str) -> Iterator[tuple[SafeString]]:
    for place, (size, suit) in enumerate(zip(sizes, SUITS, strict=False)):
        second = " second" if place == 1 else ""
        yield (
            format_html(
                '<span class="pile suit-{}{}">{}<span>{}</span></span>',
                suit,
                second,
                art.sign(suit),
                size,
            ),
        )
