"""The drawings of Pickpocket: signs and tiles from the game's own sprite file.

A tile is made of elements, not one drawing, as its four lanes have to meet those of its neighbours
whatever their height is. Colours are classes of the game's style sheet.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.games.pickpocket.words import LINES, tile

SPRITES = "web/games/pickpocket/art.svg"

LETTERS = dict(zip(LINES, "PKVJ", strict=True))
"""The letter of a line's element in the name of a tile."""


class Band(NamedTuple):
    """One of the four lanes of a tile."""

    line: str
    elements: int
    """How many are on it."""
    state: str = "short"
    """In the hand `short`; in the row `whole`, `frayed` where the line broke, `grey` after that."""


def sign(name: str, extra: str = "", box: str = "0 0 24 24") -> SafeString:
    """Return a symbol as a decoration of the text beside it."""
    return format_html(
        '<svg class="sign {}" viewBox="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        extra,
        box,
        static(SPRITES),
        name,
    )


def portrait(name: str) -> SafeString:
    """Return the picture of a person, a guard or the merchant."""
    return sign(name, "portrait", "0 0 48 56" if name == "guard" else "0 0 48 64")


def hand_tile(name: str) -> SafeString:
    """Return a tile of a hand, whose bands are short."""
    lanes = [Band(line, name.count(letter)) for line, letter in LETTERS.items()]
    return _tile(name, lanes)


def row(names: Sequence[str]) -> list[SafeString]:
    """Return the loot behind the merchant: bands over whole lines, torn where each broke."""
    broken: set[str] = set()
    tiles = []
    for name in names:
        lanes = []
        for line, letter in LETTERS.items():
            count = name.count(letter)
            if line in broken:
                lanes.append(Band(line, count, "grey"))
            elif count:
                lanes.append(Band(line, count, "whole"))
            else:
                broken.add(line)
                lanes.append(Band(line, 0, "frayed"))
        tiles.append(_tile(name, lanes))
    return tiles


def merchant() -> SafeString:
    """Return the tile that opens all four lines."""
    lanes = _lanes(Band(line, 0, "whole") for line in LINES)
    return format_html('<span class="tile merchant">{}{}</span>', lanes, portrait("merchant"))


def _tile(name: str, lanes: Sequence[Band]) -> SafeString:
    return format_html(
        '<span class="tile" role="img" aria-label="{}" data-card="{}">{}</span>',
        tile(name),
        name,
        _lanes(lanes),
    )


def _lanes(lanes: Iterable[Band]) -> SafeString:
    return format_html_join(
        "",
        '<span class="lane {} line-{}">{}</span>',
        (
            (
                lane.state if lane.elements or lane.state != "short" else "bare",
                lane.line,
                _signs(lane),
            )
            for lane in lanes
        ),
    )


def _signs(lane: Band) -> SafeString:
    if lane.state == "frayed":
        return format_html(
            '<svg class="torn" viewBox="0 0 16 40" preserveAspectRatio="none" aria-hidden="true">'
            '<use href="{}#frayed"/></svg>',
            static(SPRITES),
        )
    return format_html_join("", "{}", ((sign(lane.line),) for _ in range(lane.elements)))
