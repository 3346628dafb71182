"""Tables and brackets as SVG: pure functions from a layout to markup.

No drawing has a style of its own; the classes stand in `web/tournaments/tournaments.css`.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.tournaments.layout import Box, Bracket, Line

BOX = 76
RADIUS = 27
"""Of the circle on which the seats stand, in units of the drawing."""
NAME_MAX = 22
"""Letters of a name that fit its row; the whole name is in the title."""


def round_table(size: int, mine: int | None = None) -> SafeString:
    """Return a table with its seats, the leader's on top and marked; decoration of a list."""
    seats = [_seat(seat, size, is_mine=seat == mine) for seat in range(size)]
    return format_html(
        '<svg class="round-table" viewBox="0 0 {0} {0}" aria-hidden="true">'
        '<circle class="top" cx="{1}" cy="{1}" r="20"/>{2}</svg>',
        BOX,
        BOX // 2,
        format_html_join("", "{}", ((each,) for each in seats)),
    )


def _seat(seat: int, size: int, *, is_mine: bool) -> SafeString:
    angle = 2 * pi * seat / size - pi / 2
    x, y = (round(BOX / 2 + RADIUS * turn(angle), 1) for turn in (cos, sin))
    classes = " ".join(filter(None, ("leader" * (seat == 0), "mine" * is_mine)))
    return format_html(
        '<circle class="seat {}" cx="{}" cy="{}" r="9"/><text class="{}" x="{}" y="{}">{}</text>',
        classes,
        x,
        y,
        classes,
        x,
        round(y + 4.2, 1),
        seat + 1,
    )


def bracket(drawn: Bracket, words: str) -> SafeString:
    """Return a bracket; its boxes with a match or a page are links."""
    return format_html(
        '<svg class="bracket" role="group" aria-label="{}" width="{}" height="{}"'
        ' viewBox="0 0 {} {}">{}{}{}</svg>',
        words,
        drawn.width,
        drawn.height,
        drawn.width,
        drawn.height,
        format_html_join(
            "",
            '<text class="column" x="{}" y="16">{}</text>',
            ((x, text) for x, text in drawn.heads),
        ),
        format_html_join("", "{}", ((_line(each),) for each in drawn.lines)),
        format_html_join("", "{}", ((_box(each),) for each in drawn.boxes)),
    )


def _line(line: Line) -> SafeString:
    return format_html(
        '<path class="way{}" d="M{} {}H{}V{}H{}"/>',
        " open" if line.is_open else "",
        line.x1,
        line.y1,
        line.middle,
        line.y2,
        line.x2,
    )


def _box(box: Box) -> SafeString:
    rows = _rows(box)
    inside = format_html(
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="7"/>'
        '<text class="head" x="{}" y="{}">{}</text>{}',
        f"box {box.kind}",
        box.x,
        box.y,
        box.width,
        box.height,
        box.x + 10,
        box.y + 16,
        box.title,
        format_html_join("", "{}", ((row,) for row in rows)),
    )
    if box.link:
        return format_html('<a href="{}">{}</a>', box.link, inside)
    return format_html("<g>{}</g>", inside)


def _rows(box: Box) -> Sequence[SafeString]:
    found = []
    for number, row in enumerate(box.rows):
        y = box.y + 37 + number * 22
        # Bold letters are wider, and a sign takes room from the name.
        room = NAME_MAX - 2 * row.goes_on - 2 * len(row.sign)
        short = row.name if len(row.name) <= room else row.name[: room - 1] + "…"
        classes = " ".join(
            filter(None, ("row", "on" * row.goes_on, "mine" * row.is_mine, "open" * row.is_open))
        )
        found.append(
            format_html(
                '<text class="{}" x="{}" y="{}"><title>{}</title>{}</text>'
                '<text class="result" x="{}" y="{}">{}</text>',
                classes,
                box.x + 10,
                y,
                f"{row.name}, {row.note}" if row.note else row.name,
                short,
                box.x + box.width - 10,
                y,
                " ".join(filter(None, (row.result, row.sign))),
            )
        )
    return found
