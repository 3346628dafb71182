"""The table of Sticky Fingers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.games import svg
from web.games.core import Material, Offer, Offers, Plate, Scene, View
from web.games.narration import People, join_words
from web.games.sticky_fingers.words import PLACES, back, buyer, front, rate, tool

Table = dict[str, Any]


def drawn_tool(name: str) -> SafeString:
    """Return a tool card."""
    return svg.tool(name, tool(name))


def drawn_back(shown: Mapping[str, Any]) -> SafeString:
    """Return the back of a loot card."""
    return svg.loot_back(shown["protection"], shown["tools"], back(shown))


def drawn_front(shown: Mapping[str, Any]) -> SafeString:
    """Return the front of a loot card."""
    kind, value = shown["type"], shown["value"]
    return svg.loot(kind, value, front(kind, value))


def drawn_fence(shown: Mapping[str, Any]) -> SafeString:
    """Return a fence."""
    icons = [(icon["type"], icon["bonus"]) for icon in shown["icons"]]
    return svg.fence(icons, buyer(shown["icons"]))


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    players = range(len(view["money"]))
    table: Table = {
        "round": view["round"],
        "target": view["target"],
        "places": [_place(view, name, offers, people) for name in PLACES],
        "hand": [
            {"drawing": drawn_tool(name), "count": number}
            for name, number in Counter(view["hand"] or ()).items()
        ],
        "loot": [drawn_front(shown) for shown in view["loot"] or ()],
        "has_hand": view["hand"] is not None,
        "hands": _hands(view, people),
        "piles": view["piles"],
        "buttons": [offer for offer in offers if offer.kind in ("choose_scoundrel", "pass")],
    }
    return Scene([_plate(view, seat) for seat in players], table)


def _place(view: View, name: str, offers: Offers, people: People) -> Table:
    active = view["place"] == name
    display, groups = _displays(view, name, offers if active else Offers.none())
    return {
        "id": name,
        "name": str(PLACES[name]),
        "active": active,
        "squares": [
            {
                "seat": seat,
                "name": None if seat is None else people.name(seat),
                "acting": active and view["square"] == square,
                "offer": offers.one("place_token", place=name, square=square),
            }
            for square, seat in enumerate(view["squares"][name])
        ],
        "offer": _whole_place(name, offers),
        "display": display,
        "groups": groups,
        "exchange": _exchange(view, people) if name == "ruin" else [],
    }


def _whole_place(name: str, offers: Offers) -> Offer | None:
    """Return the move to put a token on a place whose square nobody chooses."""
    found = offers.one("place_token", place=name)
    return None if found is None or "square" in found.move else found


def _displays(view: View, name: str, offers: Offers) -> tuple[list[Material], list[Table]]:
    """Return what lies at a place, and the moves there in groups."""
    if name == "city":
        shown = [Material(drawn_tool(each), tool(each)) for each in view["city"]]
        return shown, _group("", offers.where("take_tools"), _tools_of)
    if name == "ruin":
        return [], _exchange_groups(view, offers)
    if name == "harbor":
        shown = [Material(drawn_fence(each), buyer(each["icons"])) for each in view["harbor"]]
        return shown, _group("", offers.where("sell_loot"))
    slots = [
        Material(drawn_back(each), back(each)) if each else Material("", _("an empty space"))
        for each in view[name]
    ]
    return slots, _group("", offers.where("steal_loot"))


def _exchange(view: View, people: People) -> list[Table]:
    """Return the squares of the Ruin, and whose token blocks each."""
    return [
        {
            "give": each["give"],
            "draw": each["draw"],
            "words": rate(each["give"], each["draw"]),
            "seat": each["seat"],
            "name": None if each["seat"] is None else people.name(each["seat"]),
        }
        for each in view["exchange"]
    ]


def _exchange_groups(view: View, offers: Offers) -> list[Table]:
    groups = []
    for square, each in enumerate(view["exchange"]):
        found = offers.where("exchange_tools", square=square)
        # As the square stands on the board, and in words.
        give, draw = each["give"], each["draw"]
        groups += _group(f"{give} → {draw}: {rate(give, draw)}", found, _tools_of)
    return groups


def _tools_of(offer: Offer) -> Iterable[SafeString]:
    return [svg.shape(name) for name in offer.move["tools"]]


def _group(title: str, offers: Sequence[Offer], signs: Any = lambda _offer: ()) -> list[Table]:
    if not offers:
        return []
    return [
        {
            "title": title,
            "offers": [
                {
                    "offer": each,
                    "signs": signs(each),
                    "short": join_words([tool(name) for name in each.move.get("tools", ())]),
                }
                for each in offers
            ],
        }
    ]


@dataclass(frozen=True, kw_only=True)
class StickyFingersPlate(Plate):
    """What is known of a player."""

    scoundrel: Table | None
    scoundrel_used: bool
    tokens_left: int
    hand_size: int
    known: list[SafeString]
    held: list[SafeString]


def _plate(view: View, seat: int) -> StickyFingersPlate:
    scoundrel = view["scoundrels"][seat]
    known = view["known"]
    return StickyFingersPlate(
        score=view["money"][seat],
        scoundrel=scoundrel
        and {
            "name": scoundrel["name"],
            "tool": scoundrel["tool"],
            "words": tool(scoundrel["tool"]),
        },
        scoundrel_used=view["scoundrel_used"][seat],
        tokens_left=view["tokens_left"][seat],
        hand_size=view["hand_sizes"][seat],
        known=[svg.shape(name) for name in known[seat]] if known else [],
        held=[drawn_back(shown) for shown in view["held"][seat]],
    )


def _hands(view: View, people: People) -> list[Table]:
    loots = view["loots"] or []
    return [
        {
            "name": people.name(seat),
            "cards": [drawn_tool(name) for name in hand],
            "loot": [drawn_front(shown) for shown in loots[seat]],
        }
        for seat, hand in enumerate(view["hands"] or ())
    ]
