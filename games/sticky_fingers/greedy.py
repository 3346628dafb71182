"""How the greedy bot plays Sticky Fingers: weigh each move by what the round would come to.

What the round would come to is reckoned roughly: the seat's tokens act in the order of the places,
each does the best it can, and whoever acts before them takes the best away.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from games.observation import Move, Observation, View

PLACES = ("city", "villa", "ruin", "museum", "harbor")

TOOL = 0.5
"""What a tool in hand is worth, in money."""

TOOLS_USEFUL = 8
"""Tools beyond so many are worth next to nothing."""

UNSOLD = 0.8
"""The share of its value that loot is worth before it is sold."""

LIKELY = 0.85
"""The share of the value of loot yet to be stolen that a fence is expected to pay."""

NEAR = 4
"""Money short of the target from where on only money counts."""

LATE = 0.2
"""What is left then of all other worth."""

SLIPS = 0.5
"""How likely the gentle bot leaves a decision to chance instead; measured in docs/bots.md."""


class Held(NamedTuple):
    """Loot in hand; the type of what has yet to be stolen is not known."""

    kind: str | None
    value: float


class Hoard:
    """What a seat has at some moment of the round that it reckons with."""

    def __init__(self, view: View) -> None:
        self.tools = Counter[str](view["hand"])
        self.any_of: set[str] = set()
        """Kinds of which it may still choose some in the City."""
        self.choices = 0
        self.loot = [Held(card["type"], card["value"]) for card in view["loot"]]
        self.money = 0.0

    def worth(self, *, late: bool) -> float:
        """Return what all of it is worth, in money."""
        tools = self.tools.total() + self.choices
        kept = TOOL * min(tools, TOOLS_USEFUL) + 0.05 * max(0, tools - TOOLS_USEFUL)
        kept += UNSOLD * sum(held.value for held in self.loot)
        return self.money + kept * (LATE if late else 1.0)


def choose(seen: Observation) -> Move:
    """Return the move after which the round is likely to come to most; the first among equals."""
    view, legal = seen.view, seen.legal
    if view["phase"] == "choose":
        return legal[0]
    weigh = _weigh_token if view["phase"] == "place" else _weigh_action
    return max(legal, key=lambda move: weigh(view, move))


def _weigh_token(view: View, move: Move) -> float:
    """Return what the round comes to with one more token there."""
    squares = {place: list(seats) for place, seats in view["squares"].items()}
    seats = squares[move["place"]]
    seats[move.get("square", seats.index(None))] = view["seat"]
    return _round(view, Hoard(view), squares)


def _weigh_action(view: View, move: Move) -> float:
    """Return what the round comes to once the acting token has done that."""
    hoard, squares = Hoard(view), {place: list(seats) for place, seats in view["squares"].items()}
    place = view["place"]
    squares[place][view["square"]] = None
    after = dict(view)
    lent = False
    if move["type"] == "take_tools":
        hoard.tools.update(move["tools"])
        after["city"] = list((Counter(view["city"]) - Counter(move["tools"])).elements())
    elif move["type"] == "steal_loot":
        back, lent = view[place][move["slot"]], move["with_scoundrel"]
        after[place] = [other for other in view[place] if other is not back]
        _take(hoard, back, _tool(view) if lent else None)
    elif move["type"] == "exchange_tools":
        hoard.tools.subtract(move["tools"])
        hoard.choices += view["exchange"][move["square"]]["draw"]
    elif move["type"] == "sell_loot":
        fence = next(fence for fence in view["harbor"] if fence["fence"] == move["fence"])
        after["harbor"] = [other for other in view["harbor"] if other is not fence]
        sold = [card for card in view["loot"] if card["loot"] in move["loot"]]
        _pay_out(hoard, fence, [Held(card["type"], card["value"]) for card in sold])
    return _round(after, hoard, squares, lent=lent)


def _tool(view: View) -> str:
    """Return the tool that the seat's scoundrel lends."""
    return str(view["scoundrels"][view["seat"]]["tool"])


def _round(
    view: View,
    hoard: Hoard,
    squares: Mapping[str, Sequence[int | None]],
    *,
    lent: bool = False,
) -> float:
    """Return what the seat has in the end if its tokens on those squares do what they can."""
    seat = view["seat"]
    for place in PLACES:
        here = place == view["place"]
        lends = not (here and (lent or view["scoundrel_used"][seat]))
        before = [owner for owner in squares[place] if owner is not None]
        for turn, owner in enumerate(before):
            others = turn - before[:turn].count(seat)
            if owner != seat:
                continue
            if place in ("villa", "museum"):
                lends = _steal(view, hoard, place, others, lends=lends)
            else:
                _act(view, hoard, place, turn)
    return hoard.worth(late=max(view["money"]) >= view["target"] - NEAR)


def _act(view: View, hoard: Hoard, place: str, turn: int) -> None:
    """Let a token do its best at a place where the loot is not, `turn` others before it."""
    if place == "city":
        hoard.choices += max(0, min(2, len(view["city"]) - 2 * turn))
        hoard.any_of.update(view["city"])
    elif place == "ruin":
        hoard.choices += hoard.tools.total() > 0
    else:
        _sell(view, hoard, turn)


def _steal(view: View, hoard: Hoard, place: str, ahead: int, *, lends: bool) -> bool:
    """Take the best loot that is left and can be paid; tell if the scoundrel's tool is unlent."""
    backs = sorted((back for back in view[place] if back), key=_value, reverse=True)[ahead:]
    ways = [
        (_value(back) - TOOL * (len(back["tools"]) - (lent is not None)), lent is not None, back)
        for back in backs
        for lent in ([_tool(view), None] if lends and _tool(view) in back["tools"] else [None])
        if _missing(hoard, back, lent) <= hoard.choices
    ]
    if not ways:
        return lends
    _, lent, back = max(ways, key=lambda way: way[:2])
    _take(hoard, back, _tool(view) if lent else None)
    return lends and not lent


def _value(back: View) -> float:
    """Return what loot with that back is worth on average."""
    three = len(back["tools"]) > 2
    if back["protection"] == "chest":
        return 3.0 if three else 1.5
    return 3.3 if three else 2.0


def _needs(back: View, lent: str | None) -> Counter[str]:
    needs = Counter[str](back["tools"])
    if lent is not None:
        needs[lent] -= 1
    return needs


def _missing(hoard: Hoard, back: View, lent: str | None) -> int:
    """Return how many tools are missing; many, where one is that there is no choice of."""
    missing = _needs(back, lent) - hoard.tools
    return missing.total() if hoard.any_of.issuperset(missing) else len(PLACES) ** 2


def _take(hoard: Hoard, back: View, lent: str | None) -> None:
    """Pay for the loot and have it: money out of a chest, else a card of a type not known."""
    needs = _needs(back, lent)
    hoard.choices -= (needs - hoard.tools).total()
    hoard.tools -= needs
    if back["protection"] == "chest":
        hoard.money += _value(back)
    else:
        hoard.loot.append(Held(None, _value(back)))


def _sell(view: View, hoard: Hoard, gone: int) -> None:
    """Sell what brings most, the fences that buy best being gone first."""
    sales = sorted(_sales(view, hoard), key=lambda sale: sale[0], reverse=True)
    fences = list(dict.fromkeys(fence["fence"] for _, fence, _ in sales))
    for _, fence, cards in sales:
        if fence["fence"] in fences[gone:]:
            _pay_out(hoard, fence, cards)
            return


def _pay_out(hoard: Hoard, fence: View, cards: Sequence[Held]) -> None:
    """Turn the cards into money."""
    hoard.money += _price(fence, cards)
    for card in cards:
        hoard.loot.remove(card)


def _sales(view: View, hoard: Hoard) -> Iterator[tuple[float, View, tuple[Held, ...]]]:
    """Yield price, fence and cards of every sale."""
    for fence in view["harbor"]:
        for count in (1, 2):
            for cards in combinations(hoard.loot, count):
                price = _price(fence, cards)
                if price:
                    yield price, fence, cards


def _price(fence: View, cards: Sequence[Held]) -> float:
    """Return what a fence pays for the cards, 0 where it does not buy them together."""
    kind = cards[0].kind
    if kind is None:
        return LIKELY * cards[0].value if len(cards) == 1 else 0.0
    bonuses = [icon["bonus"] for icon in fence["icons"] if icon["type"] == kind]
    if len(bonuses) < len(cards) or any(card.kind != kind for card in cards):
        return 0.0
    paid = [*sorted(bonuses, reverse=True)[: len(cards)], *(card.value for card in cards)]
    return float(sum(paid))
