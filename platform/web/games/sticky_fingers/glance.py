"""The table of Sticky Fingers in words."""

from django.utils.translation import gettext as _

from web.games.glance import View, by_seat, counted, held
from web.games.narration import People
from web.games.sticky_fingers.words import back, buyer, front, place, tool


def glance(view: View, people: People) -> list[str]:
    """Return the tokens and what is on display, the seats, and what the viewer holds."""
    seats = range(len(view["money"]))
    lines = [_tokens(view, people), _display(view)]
    lines.append(by_seat(people, [_seat(view, seat) for seat in seats]))
    if view["hand"] is not None:
        loot = [front(each["type"], each["value"]) for each in view["loot"] or ()]
        lines.append(held([*map(tool, view["hand"]), *loot], people))
    return lines


def _tokens(view: View, people: People) -> str:
    by_place = (
        f"{place(name)}: {people.names(there)}"
        for name, squares in view["squares"].items()
        if (there := [seat for seat in squares if seat is not None])
    )
    words = _("Tokens: %(tokens)s.") % {"tokens": "; ".join(by_place) or _("none")}
    if view["place"] is None:
        return words
    return words + " " + _("Open now: %(place)s.") % {"place": place(view["place"])}


def _display(view: View) -> str:
    shown = {
        "city": [tool(each) for each in view["city"]],
        "villa": [back(each) for each in view["villa"] if each],
        "museum": [back(each) for each in view["museum"] if each],
        "harbor": [buyer(each["icons"]) for each in view["harbor"]],
    }
    return "; ".join(f"{place(name)}: {counted(things)}" for name, things in shown.items()) + "."


def _seat(view: View, seat: int) -> str:
    return _("money %(money)s, tools %(tools)s, loot %(loot)s, tokens left %(tokens)s") % {
        "money": view["money"][seat],
        "tools": view["hand_sizes"][seat],
        "loot": len(view["held"][seat]),
        "tokens": view["tokens_left"][seat],
    }
