"""Cards, tiles, dice and tokens as SVG: pure functions from a name to markup.

Every drawing carries its words, which whoever does not see it gets instead; colours never say
anything alone. No drawing has a style of its own, so that the strictest policy lets them pass: the
classes stand in `web/matches/tables.css`, the shapes in `web/matches/shapes.svg`.
"""

from collections.abc import Iterable, Sequence

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

CARD = SafeString('<rect class="face" x="1" y="1" width="58" height="82" rx="7"/>')


def shape(name: str, extra: str = "") -> SafeString:
    """Return a shape as a decoration of the text beside it."""
    return format_html(
        '<svg class="shape {}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>',
        extra,
        static("web/matches/shapes.svg"),
        name,
    )


def placed(name: str, x: float, y: float, size: float, extra: str = "") -> SafeString:
    """Return a shape inside of a drawing, as a square with its upper left corner at x, y."""
    return format_html(
        '<use class="{}" href="{}#{}" x="{}" y="{}" width="{}" height="{}"/>',
        extra,
        static("web/matches/shapes.svg"),
        name,
        x,
        y,
        size,
        size,
    )


def lettering(text: object, x: float, y: float, extra: str) -> SafeString:
    """Return text inside of a drawing, its baseline at y."""
    return format_html('<text class="{}" x="{}" y="{}">{}</text>', extra, x, y, text)


def corner(text: str) -> SafeString:
    """Return the rank in the upper left corner, clear of the edge also where it has two digits."""
    return lettering(text, 4.5 + 4 * len(text), 17, "corner")


def drawing(
    words: str, box: str, classes: str, parts: Iterable[SafeString], *, silent: bool = False
) -> SafeString:
    """Return a whole drawing; silent where the element around it says the words."""
    inside = format_html_join("", "{}", ((part,) for part in parts))
    if silent:
        named: str = SafeString('aria-hidden="true"')
    else:
        named = format_html('role="img" aria-label="{}"', words)
    return format_html(
        '<svg class="drawn {}" viewBox="{}" {}><title>{}</title>{}</svg>',
        classes,
        box,
        named,
        words,
        inside,
    )


def back(words: str, emblem: str = "spike", *, silent: bool = False) -> SafeString:
    """Return a card face down."""
    parts = (CARD, placed(emblem, 18, 30, 24))
    return drawing(words, "0 0 60 84", "playing-card back", parts, silent=silent)


def stick_em_card(colour: str, number: str, words: str, *, silent: bool = False) -> SafeString:
    """Return a card of Stick 'Em: number and emblem in its colour."""
    parts = (
        CARD,
        corner(number),
        placed(colour, 42, 6, 12),
        placed(colour, 17, 22, 26, "emblem"),
        lettering(number, 30, 74, "number"),
    )
    return drawing(words, "0 0 60 84", f"playing-card ink-{colour}", parts, silent=silent)


def house(
    rank: str, suits: Sequence[str], emblem: str, words: str, *, silent: bool = False
) -> SafeString:
    """Return a card of the Decktet: its rank or its emblem, and its suits."""
    middle = (
        lettering(rank, 30, 44, "number")
        if emblem == "number"
        else placed(emblem, 15, 18, 30, "emblem")
    )
    width = 20 * len(suits)
    signs = [
        placed(suit, 31 - width / 2 + 20 * place, 56, 18, f"ink-{suit}")
        for place, suit in enumerate(suits)
    ]
    parts = (CARD, corner(rank), middle, *signs)
    return drawing(words, "0 0 60 84", f"playing-card house {emblem}", parts, silent=silent)


def die(value: int, words: str, *, success: bool) -> SafeString:
    """Return a die with ten sides."""
    parts = (
        SafeString('<path class="face" d="M20 1L39 16v9L20 39 1 25v-9z"/>'),
        SafeString('<path class="edge" d="M20 1L8 24l12 15 12-15z"/>'),
        lettering(value, 20, 27, "number"),
    )
    return drawing(words, "0 0 40 40", f"die {'good' if success else 'bad'}", parts)


LINES = {"P": "purse", "K": "key", "V": "vial", "J": "jewel"}


def loot_tile(name: str, words: str, *, silent: bool = False) -> SafeString:
    """Return a loot tile of Pickpocket: its elements on four lines, `PKV` or `JJ`."""
    parts = [SafeString('<rect class="face" x="1" y="1" width="38" height="82" rx="6"/>')]
    for line, (letter, element) in enumerate(LINES.items()):
        y = 4 + 19.500 * line
        count = name.count(letter)
        if not count:
            parts.append(format_html('<path class="edge" d="M16 {}h8"/>', y + 9))
        for number in range(count):
            x = 11 if count == 1 else 2 + 18 * number
            parts.append(placed(element, x, y, 18, f"ink-{element}"))
    return drawing(words, "0 0 40 84", "tile", parts, silent=silent)


def guard(value: int, words: str) -> SafeString:
    """Return a guard of Pickpocket with his value."""
    parts = (
        SafeString('<rect class="face" x="1" y="1" width="38" height="82" rx="6"/>'),
        placed("guard", 6, 12, 28, "emblem"),
        lettering(value, 20, 70, "number"),
    )
    return drawing(words, "0 0 40 84", "tile guard", parts)


def tile_of(emblem: str, words: str) -> SafeString:
    """Return a tile that shows nothing but an emblem: the merchant, a tile face down."""
    parts = (
        SafeString('<rect class="face" x="1" y="1" width="38" height="82" rx="6"/>'),
        placed(emblem, 7, 29, 26, "emblem"),
    )
    return drawing(words, "0 0 40 84", f"tile {emblem}", parts)
