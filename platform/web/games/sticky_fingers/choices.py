"""What one may do with what lies at a location, and why not: for the player whose token acts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.sticky_fingers.cards import BackView
from games.sticky_fingers.views import ExchangeView, FenceView, LootView, View
from web.games.core import Offer, Offers
from web.games.narration import People, join_words
from web.games.sticky_fingers import drawings
from web.games.sticky_fingers.things import Option
from web.games.sticky_fingers.words import kind_word, tool


@dataclass(frozen=True)
class Choices:
    """The moves of the seat that a page is made for, sorted by the things they are made with."""

    view: View
    offers: Offers
    people: People

    @property
    def is_asked(self) -> bool:
        """Tell whether the viewer's token acts now."""
        return self.view["phase"] == "act" and bool(self.offers)

    def with_tool(self, name: str) -> Sequence[Option]:
        """Return the ways to take such a tool from the City, with which other one."""
        found = [each for each in self.offers.where("take_tools") if name in each.move["tools"]]
        return [Option(offer=each, pictures=_tools(each.move["tools"])) for each in found]

    def with_slot(self, slot: int, back: BackView) -> Sequence[Option]:
        """Return the ways to steal the loot of a slot: with the scoundrel's tool or without."""
        return [self._theft(each, back) for each in self.offers.where("steal_loot", slot=slot)]

    def _theft(self, offer: Offer, back: BackView) -> Option:
        paid = list(back["tools"])
        if not offer.move["with_scoundrel"]:
            return Option(offer=offer, pictures=_tools(paid), note=_("all from your hand"))
        lent = self._own_tool()
        paid.remove(lent)
        note = _("your scoundrel lends: %(tool)s") % {"tool": tool(lent)}
        return Option(offer=offer, pictures=_tools(paid), note=note)

    def lacking(self, back: BackView) -> list[str]:
        """Return the tools that the viewer lacks for a loot, each as often as it is missing."""
        missing = Counter(back["tools"]) - Counter(self.view["hand"] or ())
        lent = self._own_tool()
        if missing[lent] and not self._is_spent():
            missing[lent] -= 1
        return sorted(missing.elements())

    def why_not_stolen(self, back: BackView) -> str:
        """Return why the viewer cannot take a loot; nothing where they can."""
        missing = self.lacking(back)
        if not missing:
            return ""
        words = _("You lack: %(tools)s.") % {"tools": join_words([tool(name) for name in missing])}
        if self._is_spent() and self._own_tool() in missing:
            words += " " + _("Your scoundrel has lent its tool here already.")
        return words

    def _own_tool(self) -> str:
        seat = self.view["seat"]
        scoundrel = None if seat is None else self.view["scoundrels"][seat]
        return scoundrel["tool"] if scoundrel else ""

    def _is_spent(self) -> bool:
        seat = self.view["seat"]
        return seat is not None and self.view["scoundrel_used"][seat]

    def on_swap(self, square: int) -> Sequence[Option]:
        """Return what may be given on an exchange square."""
        found = self.offers.where("exchange_tools", square=square)
        return [Option(offer=each, pictures=_tools(each.move["tools"])) for each in found]

    def why_not_swapped(self, swap: ExchangeView) -> str:
        """Return why the viewer cannot use an exchange square; nothing where they can."""
        if swap["seat"] is not None:
            return _("%(name)s has taken this exchange; it opens again next round.") % {
                "name": self.people.name(swap["seat"])
            }
        held = len(self.view["hand"] or ())
        if held >= swap["give"]:
            return ""
        return ngettext(
            "This takes %(give)d tool; you hold %(held)d.",
            "This takes %(give)d tools; you hold %(held)d.",
            swap["give"],
        ) % {"give": swap["give"], "held": held}

    def to_fence(self, fence: FenceView) -> Sequence[Option]:
        """Return what may be sold to a fence."""
        return [
            Option(
                offer=each,
                pictures=[_front(card) for card in self._loot(each)],
                note=self._price(each, fence),
            )
            for each in self.offers.where("sell_loot", fence=fence["fence"])
        ]

    def why_not_sold(self) -> str:
        """Return why a fence that the viewer can sell nothing to buys nothing."""
        if not self.view["loot"]:
            return _("You hold no loot to sell.")
        return _("This fence buys nothing that you hold.")

    def of_loot(self, loot: LootView) -> Sequence[Option]:
        """Return the fences that buy a loot of the viewer, alone or with another one."""
        fences = {fence["fence"]: fence for fence in self.view["harbor"]}
        return [
            self._sale(each, fences[each.move["fence"]])
            for each in self.offers.where("sell_loot")
            if loot["loot"] in each.move["loot"]
        ]

    def _sale(self, offer: Offer, fence: FenceView) -> Option:
        sold = [_front(card) for card in self._loot(offer)]
        buys = drawings.fence_chip(fence["icons"])
        return Option(offer=offer, pictures=[*sold, buys], note=self._price(offer, fence))

    def why_not_bought(self, loot: LootView) -> str:
        """Return why no fence takes a loot of the viewer."""
        return _("No fence here buys: %(type)s.") % {"type": kind_word(loot["type"])}

    def _loot(self, offer: Offer) -> list[LootView]:
        own = {each["loot"]: each for each in self.view["loot"] or ()}
        return [own[name] for name in offer.move["loot"]]

    def _price(self, offer: Offer, fence: FenceView) -> str:
        """Return what a sale brings: the values, and a bonus for each card, the best first."""
        cards = self._loot(offer)
        bonuses = sorted(
            (icon["bonus"] for icon in fence["icons"] if icon["type"] == cards[0]["type"]),
            reverse=True,
        )
        return f"+{sum(card['value'] for card in cards) + sum(bonuses[: len(cards)])}"

    def advice(self) -> str:
        """Return what there is to know before the viewer moves, or why passing is all there is."""
        view = self.view
        if view["phase"] == "place" and view["seat"] is not None and self.offers:
            left = view["tokens_left"][view["seat"]]
            return ngettext("Your last token.", "%(left)d tokens left.", left) % {"left": left}
        is_bound = self.is_asked and all(offer.kind == "pass" for offer in self.offers)
        return self._why_only_passing() if is_bound else ""

    def _why_only_passing(self) -> str:
        view = self.view
        if view["place"] == "city":
            return _("No tools are left in the City.")
        if view["place"] == "ruin":
            return _("No exchange is open for the tools you hold.")
        if view["place"] == "harbor":
            return self._why_nothing_is_sold()
        if any(view["villa"] if view["place"] == "villa" else view["museum"]):
            return _("You lack the tools for every card here.")
        return _("No cards are left here.")

    def _why_nothing_is_sold(self) -> str:
        if not self.view["harbor"]:
            return _("No fences are left.")
        if not self.view["loot"]:
            return _("You hold no loot to sell.")
        return _("No fence here buys what you hold.")


def _tools(names: Sequence[str]) -> list[SafeString]:
    return [drawings.picture(name) for name in names]


def _front(card: LootView) -> SafeString:
    return drawings.front_chip(card["type"], card["value"])
