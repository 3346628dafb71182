"""The pictures in the rules of Stick 'Em: cards in a row, the one that takes the trick in light."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.games.stick_em import cards

TAKES = "!"
"""Stands behind the card that takes the trick."""


def picture(address: str) -> SafeString:
    """Return what `pieces:red-2,blue-3!` shows."""
    names = address.partition(":")[2].split(",")
    return format_html_join("", "{}", ((_card(name),) for name in names))


def _card(name: str) -> SafeString:
    drawn = cards.drawn(name.removesuffix(TAKES), silent=True)
    return format_html('<span data-state="best">{}</span>', drawn) if TAKES in name else drawn
