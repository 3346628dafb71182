"""The drawings of Second Story: houses, dice and suits as SVG, from the game's own sprite file.

Colours are classes of the game's style sheet; what a drawing says stands beside it or in its label.
"""

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.games.second_story.words import HOUSES, card

SPRITES = "web/games/second_story/art.svg"

DOORS = {1: ((20, 40),), 2: ((5, 33), (42, 33)), 3: ((3, 23), (28.5, 23), (54, 23))}
"""Where the doors of a house stand and how wide they are, by the number of its suits."""
EMBLEMS = ("crown", "pawn", "court", "excuse")
"""The kinds of cards that show a picture instead of a rank."""
ROOFS = {"pawn": "tenement", "court": "tenement"}
"""The roof of a kind of card where it is not called like the kind."""


def sign(name: str, extra: str = "") -> SafeString:
    """Return a symbol as a decoration of the text beside it."""
    return format_html(
        '<svg class="sign {}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>',
        extra,
        static(SPRITES),
        name,
    )


def chips(name: str, count: int, words: str) -> SafeString:
    """Return chips of a suit with their number; the words are for those who see no shape."""
    return format_html(
        '<span class="chip suit-{}">{}<span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        name,
        sign(name),
        count,
        words,
    )


def house(name: str) -> SafeString:
    """Return a card as a house: a roof, its rank or its picture, and a door for each suit."""
    shown = HOUSES[name]
    doors = format_html_join(
        "",
        "{}",
        (
            (_entrance(suit, left, width),)
            for suit, (left, width) in zip(
                shown.suits, DOORS.get(len(shown.suits), ()), strict=True
            )
        ),
    )
    return format_html(
        '<svg class="house" viewBox="0 0 96 132" role="img" aria-label="{}">'
        '<g class="roof"><use href="{}#roof-{}" width="96" height="30"/></g>'
        '<g transform="translate(8 28)"><rect class="frame" width="80" height="103" rx="3"/>'
        '<rect class="wall" x="3" y="3" width="74" height="97" rx="1.500"/>'
        '<path class="panes" d="{}"/>{}{}<path class="step" d="M3 97h74v3H3z"/></g></svg>',
        card(name),
        static(SPRITES),
        ROOFS.get(shown.kind, shown.kind),
        WINDOWS,
        _face(name),
        doors,
    )


WINDOWS = "M8 10h12v16H8zM60 10h12v16H60zM8 36h12v16H8zM60 36h12v16H60z"


def _face(name: str) -> SafeString:
    """Return what stands on the wall: a rank, an ace's A or a picture."""
    shown = HOUSES[name]
    if shown.kind in EMBLEMS:
        size = 44 if shown.suits else 60
        return format_html(
            '<use class="emblem" href="{}#{}" x="{}" y="11" width="{}" height="{}"/>',
            static(SPRITES),
            shown.kind,
            40 - size / 2,
            size,
            size,
        )
    rank = "A" if shown.kind == "ace" else shown.rank
    return format_html('<text class="rank" x="40" y="53">{}</text>', rank)


def _entrance(suit: str, left: float, width: float) -> SafeString:
    """Return a door under an arch, with the suit on its panel."""
    size = min(width - 3, 27)
    return format_html(
        '<g class="suit-{}"><path class="panel" d="M{} 97V{}a{} {} 0 0 1 {} 0V97z"/>'
        '<use class="ink" href="{}#{}" x="{}" y="{}" width="{}" height="{}"/></g>',
        suit,
        left,
        59 + width / 4,
        width / 2,
        width / 4,
        width,
        static(SPRITES),
        suit,
        left + (width - size) / 2,
        79 - size / 2,
        size,
        size,
    )


def die(shown: str, state: str = "") -> SafeString:
    """Return a die with ten sides: what it shows, or what it has to reach."""
    return format_html(
        '<svg class="die {}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#die"/>'
        '<text x="12" y="{}">{}</text></svg>',
        state,
        static(SPRITES),
        "15.7",
        shown,
    )
