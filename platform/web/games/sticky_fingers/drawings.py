"""The cards and signs of Sticky Fingers as SVG, from the symbols of the game's own `art.svg`.

Cards are 80 wide and 104 high. What a drawing says in words stands in its label, or nowhere where
the element around it says it. Colours come as attributes, as objects keep theirs in the dark.
"""

from collections.abc import Iterable, Sequence

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.sticky_fingers.views import IconView

ART = "web/games/sticky_fingers/art.svg"
CAPTION_MAX = 9
"""Letters that surely fit the foot of a card."""
SPREAD = {1: (40,), 2: (22, 58)}
"""The middles of so many signs in one row of a card."""


def sign(name: str, extra: str = "") -> SafeString:
    """Return a sign as a decoration of the text beside it."""
    return format_html(
        '<svg class="sign {}" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>',
        extra,
        static(ART),
        name,
    )


def picture(tool_name: str) -> SafeString:
    """Return the picture of a tool without its card."""
    return format_html(
        '<svg class="picture" viewBox="0 0 64 64" aria-hidden="true">'
        '<use href="{}#picture-{}"/></svg>',
        static(ART),
        tool_name,
    )


def front_chip(kind: str, value: int) -> SafeString:
    """Return the front of loot as a chip: its sign and value on its own colour."""
    return format_html('<span class="kind {}">{}{}</span>', kind, sign(kind), value)


def fence_chip(icons: Sequence[IconView]) -> SafeString:
    """Return a fence as a chip: what it buys, in signs."""
    signs = format_html_join("", "{}", ((sign(icon["type"]),) for icon in icons))
    return format_html('<span class="buyer">{}</span>', signs)


def scenery(place: str) -> SafeString:
    """Return the picture of a location, which fills the box around it."""
    return format_html(
        '<svg class="scenery" viewBox="0 0 240 92" preserveAspectRatio="xMidYMid slice"'
        ' aria-hidden="true"><use href="{}#scene-{}" width="240" height="92"/></svg>',
        static(ART),
        place,
    )


def tool(name: str, words: str, *, silent: bool = False) -> SafeString:
    """Return a tool: its picture, and its sign in the corner that a fan leaves in sight."""
    return _card("tool", words, (_face(f"card-{name}"), _caption(words)), silent=silent)


def loot_back(
    protection: str,
    tools: Sequence[str],
    words: str,
    *,
    lacking: Sequence[str] = (),
    silent: bool = False,
) -> SafeString:
    """Return the back of loot: what protects it above, the tools that it takes below.

    Those that the viewer lacks are fainter; `lacking` names each as often as it is missing.
    """
    missing = list(lacking)
    signs = []
    for (x, y, size), name in zip(_panel(len(tools)), reversed(tools), strict=True):
        is_missing = name in missing
        if is_missing:
            missing.remove(name)
        signs.append(_placed(name, x, y, size, "lacking" if is_missing else ""))
    parts = (
        _face("back"),
        _placed(protection, 40, 23, 29, "protection"),
        *reversed(signs),
    )
    return _card("loot-back", words, parts, silent=silent)


def _panel(count: int) -> Sequence[tuple[float, float, float]]:
    """Return where a number of needed tools stand, the last first: middle x, middle y, size."""
    if count == 2:
        return ((58, 71, 31), (22, 71, 31))
    return ((40, 86, 26), (58, 56, 26), (22, 56, 26))


def held_back(protection: str, tools: int, words: str) -> SafeString:
    """Return the back of loot as small as on a plate: its protection, a dot for each tool."""
    first = 40 - 12 * (tools - 1)
    parts = (
        _face("night"),
        _placed(protection, 40, 42, 50, "protection"),
        *(
            format_html('<circle class="dot" cx="{}" cy="84" r="7"/>', first + 24 * number)
            for number in range(tools)
        ),
    )
    return _card("loot-back", words, parts)


def loot_front(
    kind: str, value: int, protection: str, names: tuple[str, str], *, silent: bool = False
) -> SafeString:
    """Return the front of loot: value, what it is, and by what it was protected.

    `names` are the words of the card and the word of its kind.
    """
    words, caption = names
    parts = (
        _face("edge"),
        SafeString('<rect class="panel" x="4" y="4" width="72" height="96" rx="6"/>'),
        _lettering(value, 18, 32, "value"),
        _placed(protection, 62, 19, 18, "guarded"),
        _placed(kind, 42, 60, 44),
        _caption(caption),
    )
    return _card(f"loot {kind}", words, parts, silent=silent)


def fence(icons: Sequence[IconView], words: str, *, silent: bool = False) -> SafeString:
    """Return a fence: a sign for each card it buys, beside it what it pays on top."""
    rows = [icons[at : at + 2] for at in range(0, len(icons), 2)]
    step = {1: 0, 2: 44, 3: 31}[len(rows)]
    parts = [_face("paper")]
    for number, row in enumerate(rows):
        y = 52 + step * (number - (len(rows) - 1) / 2)
        for x, icon in zip(SPREAD[len(row)], row, strict=True):
            parts += _icon(icon, x, y)
    return _card("fence", words, parts, silent=silent)


def _icon(icon: IconView, x: float, y: float) -> Iterable[SafeString]:
    """Yield one entry of a fence; its sign moves aside for a bonus."""
    if not icon["bonus"]:
        yield _placed(icon["type"], x, y, 28, icon["type"])
        return
    yield _placed(icon["type"], x - 5, y - 3, 25, icon["type"])
    yield format_html('<circle class="bonus" cx="{}" cy="{}" r="11.5"/>', x + 9, y + 7)
    yield _lettering(f"+{icon['bonus']}", x + 8.5, y + 12.5, "bonus-figure")


def _card(
    classes: str, words: str, parts: Iterable[SafeString], *, silent: bool = False
) -> SafeString:
    named = (
        SafeString('aria-hidden="true"')
        if silent
        else format_html('role="img" aria-label="{}"', words)
    )
    return format_html(
        '<svg class="piece {}" viewBox="0 0 80 104" {}>{}</svg>',
        classes,
        named,
        format_html_join("", "{}", ((part,) for part in parts)),
    )


def _face(name: str) -> SafeString:
    """Return a symbol as large as the card."""
    return format_html('<use href="{}#{}"/>', static(ART), name)


def _placed(name: str, x: float, y: float, size: float, extra: str = "") -> SafeString:
    """Return a symbol as a square with its middle at x, y."""
    return format_html(
        '<use{} href="{}#{}" x="{}" y="{}" width="{}" height="{}"/>',
        format_html(' class="{}"', extra) if extra else "",
        static(ART),
        name,
        f"{x - size / 2:g}",
        f"{y - size / 2:g}",
        size,
        size,
    )


def _lettering(text: object, x: float, y: float, classes: str) -> SafeString:
    return format_html('<text class="{}" x="{}" y="{}">{}</text>', classes, x, y, text)


def _caption(words: str) -> SafeString:
    """Return the word at the foot of a card; a long one is drawn together to fit."""
    fit = SafeString(' textLength="68" lengthAdjust="spacingAndGlyphs"')
    return format_html(
        '<text class="caption" x="40" y="95"{}>{}</text>',
        fit if len(words) > CAPTION_MAX else "",
        words,
    )
