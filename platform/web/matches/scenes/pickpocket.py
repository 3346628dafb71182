"""The table of Pickpocket."""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.matches import svg
from web.matches.narration.core import People
from web.matches.narration.pickpocket import LINES, POWERS, POWERS_EXPLAINED, tile
from web.matches.scenes.core import Material, Offers, Scene

View = Mapping[str, Any]


def drawn(name: str, *, silent: bool = False) -> SafeString:
    """Return a loot tile."""
    return svg.loot_tile(name, tile(name), silent=silent)


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    plays = {offer.move["tile"]: offer for offer in offers if offer.kind == "play_tile"}
    return {
        "night": view["night"],
        "merchant": svg.tile_of("merchant", _("the merchant, which opens all lines")),
        "row": [drawn(name) for name in view["row"]],
        "lines": _lines(view),
        "loot": view["loot"],
        "guards": [_guard(value) for value in view["guards"]],
        "guards_left": view["guards_left"],
        "past_guards": view["past_guards"],
        "bag_size": view["bag_size"],
        "caught": view["caught"] and drawn(view["caught"]),
        "double_steps": view["double_steps"],
        "discard": [tile(name) for name in view["discard"]],
        "players": [_player(view, seat) for seat in range(len(view["scores"]))],
        "hand": [
            Material(drawn(name, silent=name in plays), tile(name), plays.get(name))
            for name in view["hand"] or ()
        ],
        "has_hand": view["hand"] is not None,
        "hands": _hands(view, people),
        "powers_free": [
            {
                "name": str(POWERS[name]),
                "about": str(POWERS_EXPLAINED[name]),
                "offer": offers.one("choose_power", power=name),
            }
            for name in view["powers_free"]
        ],
        "buttons": [offer for offer in offers if offer.kind not in ("play_tile", "choose_power")],
    }


def _guard(value: int) -> SafeString:
    return svg.guard(value, _("a guard of %(value)d") % {"value": value})


def _lines(view: View) -> list[Scene]:
    return [
        {
            "element": name,
            "name": str(LINES[name]),
            "count": count,
            "whole": name in view["open_lines"],
        }
        for name, count in zip(LINES, view["elements"], strict=True)
    ]


def _player(view: View, seat: int) -> Scene:
    if not view["inside"][seat]:
        place, emblem = _("out for the night"), "harbor"
    elif view["lying"][seat]:
        place, emblem = _("inside, lying down"), "lying"
    else:
        place, emblem = _("inside"), "thief"
    return {
        "score": view["scores"][seat],
        "inside": view["inside"][seat],
        "place": place,
        "emblem": emblem,
        "hand_size": view["hand_sizes"][seat],
        "prince": view["prince"] == seat,
        "powers": [
            {"name": str(POWERS[name]), "about": str(POWERS_EXPLAINED[name])}
            for name in view["powers"][seat]
        ],
    }


def _hands(view: View, people: People) -> list[Scene]:
    values = view["hand_values"]
    return [
        {
            "name": people.name(seat),
            "cards": [drawn(name) for name in hand],
            "value": values and values[seat],
        }
        for seat, hand in enumerate(view["hands"] or ())
    ]
