"""The table of Pickpocket in words."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from web.games.glance import View, by_seat, held
from web.games.narration import People, join_words
from web.games.pickpocket.words import LINES, power, tile


def glance(view: View, people: People) -> list[str]:
    """Return the row and the guards, the seats, and the hand."""
    seats = range(len(view["scores"]))
    lines = [_row(view), by_seat(people, [_seat(view, seat) for seat in seats])]
    return [*lines, held([tile(name) for name in view["hand"]], people)] if view["hand"] else lines


def _row(view: View) -> str:
    guards = [str(value) for value in view["guards"]]
    words = {
        "tiles": len(view["row"]),
        "lines": join_words([str(LINES[name]) for name in view["open_lines"]]),
        "loot": view["loot"],
        "guards": join_words(guards),
        "left": view["guards_left"],
    }
    return (
        _(
            "Tiles in the row: %(tiles)s. Whole lines: %(lines)s. The loot is worth %(loot)s."
            " Guards tonight: %(guards)s; still to come in this match: %(left)s."
        )
        % words
    )


def _seat(view: View, seat: int) -> str:
    words = [_("score %(score)s") % {"score": view["scores"][seat]}, _whereabouts(view, seat)]
    words.append(_("tiles in hand: %(n)s") % {"n": view["hand_sizes"][seat]})
    if view["powers"][seat]:
        words.append(
            _("power: %(power)s") % {"power": join_words([*map(power, view["powers"][seat])])}
        )
    return ", ".join(words)


def _whereabouts(view: View, seat: int) -> str:
    if view["inside"][seat]:
        return _("lying inside") if view["lying"][seat] else pgettext("a thief", "inside")
    points = view["left_with"][seat]
    return _("caught") if points is None else _("left with %(points)s") % {"points": points}
