"""The table of Second Story."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.second_story.jobs import NEED_BY_FLATS
from web.games import svg
from web.games.core import Offer, Offers, Plate, Scene, View
from web.games.narration import People
from web.games.second_story.words import HOUSES, SUITS, card, suit

Table = dict[str, Any]


def drawn(name: str) -> SafeString:
    """Return a house."""
    house = HOUSES[name]
    if house.kind == "number":
        rank, emblem = str(house.rank), "number"
    elif house.kind == "ace":
        rank, emblem = "A", house.suits[0]
    else:
        rank, emblem = "", house.kind
    return svg.house(rank, house.suits, emblem, card(name))


def chips(counts: Mapping[str, int]) -> list[Table]:
    """Return chips by suit, every suit included."""
    return [
        {
            "suit": name,
            "suit_name": suit(name),
            "count": counts[name],
            "words": f"{suit(name)}: {counts[name]}",
        }
        for name in SUITS
    ]


@dataclass(frozen=True, kw_only=True)
class SecondStoryPlate(Plate):
    """What is known of a thief and the lair."""

    chips: list[Table]
    excuse: bool
    active: bool


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    street = view["street"]
    last = view["last_night"]
    active = view["active"]
    table: Table = {
        "night": view["night"],
        "active": None if active is None else people.name(active),
        "house": {"drawing": drawn(street[-1]), "title": HOUSES[street[-1]].name}
        if street
        else None,
        "street": [drawn(name) for name in street[:-1]],
        "job": _job(view),
        "roll": _roll(view),
        "bag": [chip for chip in chips(view["bag"]) if chip["count"]],
        "bank": chips(view["bank"]),
        "draw_size": view["draw_size"],
        "discard": [card(name) for name in view["discard"]],
        "last_night": last
        and _("The last night: the bank has run out of %(suit)s. %(name)s plays last.")
        % {"suit": suit(last["suit"]), "name": people.name(last["last_seat"])},
        "buttons": [
            {"offer": offer, "suits": offer.move.get("suits", ()), "odds": _odds(street, offer)}
            for offer in offers
        ],
    }
    plates = [
        SecondStoryPlate(
            score=view["scores"][seat],
            chips=chips(lair),
            excuse=view["excuse"] == seat,
            active=active == seat,
        )
        for seat, lair in enumerate(view["lairs"])
    ]
    return Scene(plates, table)


def _odds(street: Sequence[str], offer: Offer) -> int | None:
    """Return in how many of 100 cases a job works; None for a move without a roll of its own."""
    if offer.kind == "choose_flats":
        return 10 * (11 - NEED_BY_FLATS[offer.move["flats"]])
    if offer.kind != "choose_approach":
        return None
    tenths = 11 - (HOUSES[street[-1]].rank or 0)
    return 10 * tenths if offer.move["approach"] == "thorough" else 100 - (10 - tenths) ** 2


def _job(view: View) -> str:
    if view["approach"] == "thorough":
        return _("a thorough job")
    if view["approach"] == "quick":
        return _("a quick job")
    return _("flats: %(number)d") % {"number": view["flats"]} if view["flats"] else ""


def _roll(view: View) -> Table | None:
    roll = view["roll"]
    if roll is None:
        return None
    dice = [
        svg.die(
            value, _("a die that shows %(value)d") % {"value": value}, success=value >= roll["need"]
        )
        for value in roll["dice"]
    ]
    words = _("%(need)d or more: success") if roll["success"] else _("%(need)d or more: failed")
    return {"dice": dice, "words": words % {"need": roll["need"]}, "success": roll["success"]}
