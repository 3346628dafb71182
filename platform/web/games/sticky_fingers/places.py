"""The five locations of Sticky Fingers, with what lies there and whose tokens stand there."""

from collections import Counter

from django.utils.translation import gettext as _

from games.sticky_fingers.cards import BackView
from games.sticky_fingers.views import FenceView, View
from web.games.core import Offer
from web.games.sticky_fingers import drawings
from web.games.sticky_fingers.choices import Choices
from web.games.sticky_fingers.things import Place, Square, Swap, Thing
from web.games.sticky_fingers.words import PLACES, TOOLS, back, buyer, tool

ORDER = list(PLACES)


def places(view: View, choices: Choices) -> list[Place]:
    """Return the locations in the order in which they are resolved."""
    return [_place(view, name, choices) for name in ORDER]


def _place(view: View, name: str, choices: Choices) -> Place:
    return Place(
        id=name,
        number=ORDER.index(name) + 1,
        name=str(PLACES[name]),
        state=_state(view, name),
        scenery=drawings.scenery(name),
        squares=_squares(view, name, choices),
        offer=_whole_place(name, choices),
        things=_things(view, name, choices),
        swaps=_swaps(view, choices) if name == "ruin" else [],
    )


def _state(view: View, name: str) -> str:
    """Return whether the tokens of a location act now, or have acted."""
    if view["phase"] != "act" or view["place"] is None:
        return ""
    now = ORDER.index(view["place"])
    if ORDER.index(name) == now:
        return "now"
    return "done" if ORDER.index(name) < now else ""


def _squares(view: View, name: str, choices: Choices) -> list[Square]:
    seats = view["squares"][name]
    free = seats.index(None) if view["phase"] == "place" and None in seats else -1
    is_open = view["phase"] == "act" and view["place"] == name
    return [
        Square(
            number=number + 1,
            seat=seat,
            name="" if seat is None else choices.people.name(seat),
            is_acting=is_open and view["square"] == number,
            is_next=number == free,
            offer=choices.offers.one("place_token", place=name, square=number),
        )
        for number, seat in enumerate(seats)
    ]


def _whole_place(name: str, choices: Choices) -> Offer | None:
    """Return the move to put a token on a place whose square nobody chooses."""
    found = choices.offers.one("place_token", place=name)
    return None if found is None or "square" in found.move else found


def _things(view: View, name: str, choices: Choices) -> list[Thing]:
    """Return what lies at a location."""
    is_asked = choices.is_asked and view["place"] == name
    if name == "city":
        return _piles(view, choices, is_asked=is_asked)
    if name == "harbor":
        return [_fence(fence, choices, is_asked=is_asked) for fence in view["harbor"]]
    if name == "ruin":
        return []
    slots = view["villa"] if name == "villa" else view["museum"]
    return [
        _loot(f"{name}-{slot}", shown, choices, slot if is_asked else None)
        for slot, shown in enumerate(slots)
    ]


def _piles(view: View, choices: Choices, *, is_asked: bool) -> list[Thing]:
    counts = Counter(view["city"])
    return [
        Thing(
            id=f"city-{name}",
            card=name,
            words=tool(name),
            drawing=drawings.tool(name, tool(name), silent=True),
            options=choices.with_tool(name) if is_asked else (),
            count=counts[name],
        )
        for name in TOOLS
        if counts[name]
    ]


def _loot(name: str, shown: BackView | None, choices: Choices, slot: int | None) -> Thing:
    """Return the loot of a slot, or the gap it left; `slot` where the viewer's token acts."""
    if shown is None:
        return Thing(id=name, card="", words=_("an empty space"))
    is_asked = slot is not None
    lacking = choices.lacking(shown) if is_asked else ()
    words = back(shown)
    return Thing(
        id=name,
        card="back",
        words=words,
        drawing=drawings.loot_back(
            shown["protection"], shown["tools"], words, lacking=lacking, silent=True
        ),
        options=() if slot is None else choices.with_slot(slot, shown),
        why_not=choices.why_not_stolen(shown) if is_asked else "",
    )


def _fence(fence: FenceView, choices: Choices, *, is_asked: bool) -> Thing:
    words = buyer(fence["icons"])
    options = choices.to_fence(fence) if is_asked else ()
    return Thing(
        id=f"harbor-{fence['fence']}",
        card=fence["fence"],
        words=words,
        drawing=drawings.fence(fence["icons"], words, silent=True),
        options=options,
        why_not=choices.why_not_sold() if is_asked and not options else "",
    )


def _swaps(view: View, choices: Choices) -> list[Swap]:
    """Return the exchange squares of the Ruin."""
    is_asked = choices.is_asked and view["place"] == "ruin"
    return [
        Swap(
            thing=Thing(
                id=f"ruin-{square}",
                card=f"exchange-{square}",
                words=_("give %(give)d, draw %(draw)d")
                % {"give": each["give"], "draw": each["draw"]},
                options=choices.on_swap(square) if is_asked else (),
                why_not=choices.why_not_swapped(each) if is_asked else "",
            ),
            give=each["give"],
            draw=each["draw"],
            seat=each["seat"],
            name="" if each["seat"] is None else choices.people.name(each["seat"]),
        )
        for square, each in enumerate(view["exchange"])
    ]
