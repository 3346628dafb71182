"""The table of Sticky Fingers."""

from collections import Counter
from collections.abc import Sequence
from typing import cast

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.sticky_fingers.views import LootView
from games.sticky_fingers.views import View as StickyView
from web.games.core import Fact, Offers, Scene, View
from web.games.narration import People
from web.games.sticky_fingers import drawings
from web.games.sticky_fingers.choices import Choices
from web.games.sticky_fingers.places import places
from web.games.sticky_fingers.things import (
    Marker,
    Option,
    Space,
    StickyPlate,
    Table,
    Thing,
)
from web.games.sticky_fingers.words import PLACES, TOOLS, back, front, kind_word, tool

TOKENS = 3
"""Tokens of each seat in a round."""
SINGLY_MAX = 8
"""Tools of a hand that lie singly; more lie in piles."""
HELD_MAX = 11
"""Tools and loot that have room beside one another as long as the tools lie singly."""


def scene(view: View, offers: Offers, people: People) -> Scene:
    """Return what the table shows."""
    seen = cast("StickyView", view)
    choices = Choices(seen, offers, people)
    table = Table(
        turn=_turn(seen),
        target=seen["target"],
        track=_track(seen, people),
        places=places(seen, choices),
        has_hand=seen["hand"] is not None,
        hand=_hand(seen["hand"] or (), len(seen["loot"] or ())),
        loot=[_own_loot(each, number, choices) for number, each in enumerate(seen["loot"] or ())],
        scoundrels=offers.where("choose_scoundrel"),
        passing=offers.one("pass"),
    )
    plates = [_plate(seen, seat) for seat in range(len(seen["money"]))]
    return Scene(plates, table, facts=_facts(seen), advice=choices.advice())


def _turn(view: StickyView) -> str:
    placed = sum(seat is not None for seats in view["squares"].values() for seat in seats)
    acting = f"{view['place'] or 'placing'}-{view['square'] or 0}"
    return f"turn-{view['round']}-{placed}-{acting}"


def _facts(view: StickyView) -> list[Fact]:
    """Return where the match is: the round, and whose tokens go down or act."""
    facts = [Fact(_("Round"), str(view["round"]))]
    if view["phase"] == "place":
        turn = TOKENS - max(view["tokens_left"]) + 1
        facts.append(Fact(_("Token"), f"{turn}/{TOKENS}"))
    elif view["place"] is not None:
        facts.append(Fact(_("Location"), str(PLACES[view["place"]])))
    return facts


def _track(view: StickyView, people: People) -> list[Space]:
    """Return the money track from 0 to where the game ends."""
    target = view["target"]
    markers: list[list[Marker]] = [[] for _space in range(target + 1)]
    for seat, (money, space) in enumerate(zip(view["money"], view["spaces"], strict=True)):
        words = _("%(name)s: %(money)d") % {"name": people.name(seat), "money": money}
        markers[space].append(Marker(seat=seat, words=words, lap=money - space))
    return [
        Space(money=money, is_goal=money == target, markers=there)
        for money, there in enumerate(markers)
    ]


def _hand(names: Sequence[str], loot: int) -> list[Thing]:
    """Return tools in the order of the rules: singly, or in piles where much is held."""
    if len(names) > SINGLY_MAX or len(names) + loot > HELD_MAX:
        return [_tool(f"hand-{name}", name, count) for name, count in _counted(names)]
    return [
        _tool(f"hand-{name}-{number}", name)
        for name, count in _counted(names)
        for number in range(count)
    ]


def _tool(place: str, name: str, count: int = 1) -> Thing:
    words = tool(name)
    drawing = drawings.tool(name, words, silent=True)
    return Thing(id=place, card=name, words=words, drawing=drawing, count=count)


def _own_loot(loot: LootView, number: int, choices: Choices) -> Thing:
    is_asked = choices.is_asked and choices.view["place"] == "harbor"
    options: Sequence[Option] = choices.of_loot(loot) if is_asked else ()
    return Thing(
        id=f"loot-{number}",
        card=_front_name(loot),
        words=front(loot["type"], loot["value"]),
        drawing=_front(loot),
        options=options,
        why_not=choices.why_not_bought(loot) if is_asked and not options else "",
    )


def _front_name(loot: LootView) -> str:
    return f"{loot['type']}-{loot['value']}"


def _front(loot: LootView) -> SafeString:
    kind, value = loot["type"], loot["value"]
    names = (front(kind, value), kind_word(kind))
    return drawings.loot_front(kind, value, loot["protection"], names, silent=True)


def _plate(view: StickyView, seat: int) -> StickyPlate:
    scoundrel = view["scoundrels"][seat]
    known = view["known"][seat] if view["known"] else ()
    hand = view["hands"][seat] if view["hands"] else known
    fronts = view["loots"][seat] if view["loots"] else ()
    return StickyPlate(
        score=view["money"][seat],
        note=_note(view, seat),
        tool=scoundrel and scoundrel["tool"],
        scoundrel=f"{scoundrel['name']} ({tool(scoundrel['tool'])})" if scoundrel else "",
        is_spent=view["scoundrel_used"][seat],
        tools=view["hand_sizes"][seat],
        loot=len(view["held"][seat]),
        tokens=view["tokens_left"][seat],
        held=[
            drawings.held_back(each["protection"], len(each["tools"]), back(each))
            for each in view["held"][seat]
        ],
        open_tools=[_tool(f"open-{seat}-{name}", name, n) for name, n in _counted(hand)],
        open_loot=[
            Thing(
                id=f"open-{seat}-loot-{number}",
                card=_front_name(each),
                words=front(each["type"], each["value"]),
                drawing=_front(each),
            )
            for number, each in enumerate(fronts)
        ],
    )


def _counted(names: Sequence[str]) -> list[tuple[str, int]]:
    counts = Counter(names)
    return [(name, counts[name]) for name in TOOLS if counts[name]]


def _note(view: StickyView, seat: int) -> str:
    """Return whether the seat starts the round, and the family name of its scoundrel."""
    scoundrel = view["scoundrels"][seat]
    # The name comes last: where a plate is narrow it is cut, and its tool stands there as a sign.
    names = [_("starts")] if view["starter"] == seat and view["round"] else []
    if scoundrel:
        names.append(scoundrel["name"].split()[-1])
    return " · ".join(names)
