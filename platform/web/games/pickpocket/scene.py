"""The table of Pickpocket."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.games import svg
from web.games.core import Material, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.pickpocket.words import LINES, POWERS, POWERS_EXPLAINED, tile

Table = dict[str, Any]


def drawn(name: str, *, silent: bool = False) -> SafeString:
    """Return a loot tile."""
    return svg.loot_tile(name, tile(name), silent=silent)


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    plays = {offer.move["tile"]: offer for offer in offers if offer.kind == "play_tile"}
    table: Table = {
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
    return Scene([_plate(view, seat) for seat in range(len(view["scores"]))], table)


def _guard(value: int) -> SafeString:
    return svg.guard(value, _("a guard of %(value)d") % {"value": value})


def _lines(view: View) -> list[Table]:
    return [
        {
            "element": name,
            "name": str(LINES[name]),
            "count": count,
            "whole": name in view["open_lines"],
        }
        for name, count in zip(LINES, view["elements"], strict=True)
    ]


@dataclass(frozen=True, kw_only=True)
class PickpocketPlate(Plate):
    """What is known of a thief tonight."""

    inside: bool
    place: str
    emblem: str
    hand_size: int
    prince: bool
    powers: list[Table]


def _plate(view: View, seat: int) -> PickpocketPlate:
    if not view["inside"][seat]:
        place, emblem = _("out for the night"), "harbor"
    elif view["lying"][seat]:
        place, emblem = _("inside, lying down"), "lying"
    else:
        place, emblem = _("inside"), "thief"
    return PickpocketPlate(
        score=view["scores"][seat],
        inside=view["inside"][seat],
        is_out=not view["inside"][seat],
        place=place,
        emblem=emblem,
        hand_size=view["hand_sizes"][seat],
        prince=view["prince"] == seat,
        powers=[
            {"name": str(POWERS[name]), "about": str(POWERS_EXPLAINED[name])}
            for name in view["powers"][seat]
        ],
    )


def _hands(view: View, people: People) -> list[Table]:
    values = view["hand_values"]
    return [
        {
            "name": people.name(seat),
            "cards": [drawn(name) for name in hand],
            "value": values and values[seat],
        }
        for seat, hand in enumerate(view["hands"] or ())
    ]
