"""Compare what was drawn in a match with what lay on the table, with Python's own library alone.

It knows of each game only where chance comes in: under which label, out of which cards, and which
event shows the result. Whether moves are legal is another question.
"""

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

Json = dict[str, Any]

GAMES = Path(__file__).parent.parent / "games"
COLOURS = ("red", "yellow", "green", "blue", "purple", "gray")
LOOT_TILES = ["PKVJ", "PKV", "PKJ", "PVJ", "KVJ", "PK", "PV", "PJ", "KV", "KJ", "VJ"]
LOOT_TILES += ["PP", "KK", "VV", "JJ", "P", "K", "V", "J"]
TOOLS = ("hammer", "lockpick", "map", "pliers", "welding")
PILES = {"city": "tools", "villa": "loot", "museum": "loot", "harbor": "fences"}


class OtherCardsError(Exception):
    """The text says what lay on the table otherwise than it was drawn."""


def same(found: object, drawn: object, what: str) -> None:
    if found != drawn:
        message = f"{what} is not what was drawn"
        raise OtherCardsError(message)


class Draws:
    """What was drawn, one after the other."""

    def __init__(self, draws: Iterable[Json]) -> None:
        self.left = deque(draws)

    def next(self, label: str, kind: str, n: int) -> Any:
        """Return the result of the next draw, which has to be this one."""
        if not self.left:
            message = f"{label} was never drawn"
            raise OtherCardsError(message)
        draw = self.left.popleft()
        same((draw["label"], draw["kind"], draw["n"]), (label, kind, n), f"the draw of {label}")
        return draw["result"]

    def below(self, label: str, n: int) -> int:
        return int(self.next(label, "below", n))

    def order(self, label: str, items: Sequence[int]) -> list[int]:
        """Return items in the order that was drawn; they are what the order is made of."""
        found: list[int] = self.next(label, "order", len(items))
        same(Counter(found), Counter(items), f"what {label} is made of")
        return found


class StickEm:
    def __init__(self, header: Json, draws: Draws) -> None:
        self.draws, self.rounds = draws, 0
        self.seats = len(header["chance"])
        deck = box(header, "stick_em")["decks"][str(self.seats)]
        self.deck = [f"{c}-{n}" for c in COLOURS if c in deck["colours"] for n in range(15)]
        self.deck = [each for each in self.deck if int(each.split("-")[1]) <= deck["highest"]]
        self.names = [f"{colour}-{number}" for colour in COLOURS for number in range(15)]

    def round_began(self, data: Json) -> None:
        if data["round"] == 1:
            same(data["leader"], self.draws.below("leader", self.seats), "the leader")

    def hands_dealt(self, data: Json) -> None:
        self.rounds += 1
        deck = self.draws.order(f"deal/{self.rounds}", [*map(self.names.index, self.deck)])
        hands = [card for hand in data["hands"] for card in hand]
        same([len(hand) for hand in data["hands"]], [15] * self.seats, "the size of a hand")
        same(hands, [self.names[card] for card in deck], f"deal {self.rounds}")


class SecondStory:
    """Under `second-story@2` each seat has an order of the cards of its own in each night."""

    def __init__(self, header: Json, draws: Draws) -> None:
        self.draws, self.is_personal = draws, header["rules"] == "second-story@2"
        self.seats, self.cards = len(header["chance"]), box(header, "second_story")["cards"]
        chosen = {"excuse": "excuse", "pawn": "pawns", "court": "courts"}
        self.whole = [
            number
            for number, card in enumerate(self.cards)
            if card["kind"] not in chosen or header["options"][chosen[card["kind"]]]
        ]
        self.deck: list[str] = []
        self.shuffles = 1 if self.is_personal else 0
        self.rolls = self.houses = self.rolls_here = 0
        self.night = ""

    def starter_drawn(self, data: Json) -> None:
        same(data["seat"], self.draws.below("starter", self.seats), "who begins")

    def night_began(self, data: Json) -> None:
        self.night = f"{data['seat']}/{(data['night'] - 1) // self.seats + 1}"
        self.houses = 0

    def deck_shuffled(self, data: Json) -> None:
        self.shuffles += 1
        self._lie(data, list(range(len(self.cards))) if self.shuffles > 1 else self.whole)

    def order_drawn(self, data: Json) -> None:
        self._lie(data, self.whole)

    def _lie(self, data: Json, pile: Sequence[int]) -> None:
        """Have the deck lie as drawn: of the whole deck, or of the cards that were discarded."""
        ids = [card["id"] for card in self.cards]
        there = {*data["order"]}
        if self.is_personal:
            order = self.draws.order(f"deck/{self.shuffles}/{self.night}", self.whole)
        else:
            items = [each for each in pile if self.shuffles == 1 or ids[each] in there]
            order = self.draws.order(f"deck/{self.shuffles}", items)
        named = [ids[card] for card in order]
        self.deck = [card for card in named if not self.is_personal or card in there]
        same(data["order"], self.deck, f"the deck of shuffle {self.shuffles}")

    def house_entered(self, data: Json) -> None:
        self.houses, self.rolls_here = self.houses + 1, 0
        same(data["card"], self.deck.pop(0), "a house")

    def dice_rolled(self, data: Json) -> None:
        self.rolls, self.rolls_here = self.rolls + 1, self.rolls_here + 1
        label = f"roll/{self.rolls}"
        if self.is_personal:
            again = f"/{self.rolls_here}" if self.rolls_here > 1 else ""
            label = f"roll/{self.night}/{self.houses}{again}"
        dice = [self.draws.below(label, 10) + 1 for _ in data["dice"]]
        same(data["dice"], dice, "a roll of the dice")


class Pickpocket:
    """Under `pickpocket@2` each seat draws from the bag in an order of its own."""

    def __init__(self, header: Json, draws: Draws) -> None:
        self.draws, self.seats = draws, len(header["chance"])
        tiles = box(header, "pickpocket")
        self.names = [*LOOT_TILES, *(f"guard-{value}" for value in range(1, 10))]
        self.loot = [
            number
            for each in tiles["tiles"]
            for number in [LOOT_TILES.index(each["tile"])] * each["count"]
        ]
        self.guards = [len(LOOT_TILES) + value - 1 for value in tiles["guards"]]
        self.bag: list[int] = []
        self.orders: list[list[int]] = []

    def markers_stacked(self, data: Json) -> None:
        same(data["order"], self.draws.order("markers", range(self.seats)), "the stack of markers")

    def hands_dealt(self, data: Json) -> None:
        loot = self.draws.order("deal", self.loot)
        hands = [tile for hand in data["hands"] for tile in hand]
        same(len(hands), 3 * self.seats, "the number of tiles in hands")
        same(hands, [self.names[tile] for tile in loot[: 3 * self.seats]], "a hand")
        self.bag = [*loot[3 * self.seats :], *self.guards]

    def bag_filled(self, data: Json) -> None:
        self.bag = self.draws.order("bag", self.bag)
        same(data["order"], [self.names[tile] for tile in self.bag], "the bag")
        self.orders = [[*range(len(self.bag))]] * self.seats

    def orders_drawn(self, data: Json) -> None:
        self.bag = sorted(self.bag)
        same(data["tiles"], [self.names[tile] for tile in self.bag], "the bag")
        pieces = range(len(self.bag))
        self.orders = [self.draws.order(f"bag/{seat}", pieces) for seat in range(self.seats)]
        same(data["orders"], self.orders, "an order of the bag")

    def tile_drawn(self, data: Json) -> None:
        same(data["tile"], self._next(data["seat"]), "a tile out of the bag")

    glove_tile_taken = tile_drawn

    def guard_appeared(self, data: Json) -> None:
        same(f"guard-{data['value']}", self._next(data["seat"]), "a guard out of the bag")

    def _next(self, seat: int) -> str:
        piece = self.orders[seat][0]
        self.orders = [[each for each in order if each != piece] for order in self.orders]
        return self.names[self.bag[piece]]


class StickyFingers:
    def __init__(self, header: Json, draws: Draws) -> None:
        self.draws, self.seats = draws, len(header["chance"])
        self.box = box(header, "sticky_fingers")
        self.numbers = {
            "tools": [*TOOLS],
            "loot": [each["id"] for each in self.box["loot"]],
            "fences": [each["id"] for each in self.box["fences"]],
        }
        every = [tool for tool in TOOLS for _ in range(self.box["tools"][tool])]
        self.outside = {**self.numbers, "tools": every}
        self.piles: dict[str, list[str]] = {pile: [] for pile in self.numbers}
        self.shuffles = Counter[str]()
        self.starter = 0
        self.lying: dict[tuple[str, int], str] = {}

    def starter_drawn(self, data: Json) -> None:
        self.starter = self.draws.below("starter", self.seats)
        same(data["seat"], self.starter, "who begins")

    def scoundrels_dealt(self, data: Json) -> None:
        names = [each["id"] for each in self.box["scoundrels"]]
        order = self.draws.order("scoundrels", range(len(names)))
        dealt = [names[each] for each in order[: self.seats]]
        same(data["scoundrels"], dealt, "a scoundrel")

    def pile_shuffled(self, data: Json) -> None:
        pile = data["pile"]
        self.shuffles[pile] += 1
        first = self.shuffles[pile] == 1
        names, cards = self.numbers[pile], self.outside[pile] if first else data["order"]
        label = f"{pile}/{self.shuffles[pile]}"
        order = self.draws.order(label, [names.index(card) for card in cards])
        same(data["order"], [names[card] for card in order], f"the pile of {pile}")
        self.piles[pile] += data["order"]

    def _next(self, pile: str, count: int) -> list[str]:
        found, self.piles[pile] = self.piles[pile][:count], self.piles[pile][count:]
        return found

    def tools_dealt(self, data: Json) -> None:
        for place in range(self.seats):
            hand = data["hands"][(self.starter + place) % self.seats]
            same(hand, self._next("tools", len(hand)), "a hand of tools")

    def tools_drawn(self, data: Json) -> None:
        same(data["tools"], self._next("tools", len(data["tools"])), "a drawn tool")

    def display_filled(self, data: Json) -> None:
        """Lay cards down: of loot the back shows, and the lowest gaps are filled."""
        place, pile = data["place"], PILES[data["place"]]
        cards = self._next(pile, len(data["cards"]))
        if pile != "loot":
            same(data["cards"], cards, f"what lies at the {place}")
            return
        backs = {each["id"]: each for each in self.box["loot"]}
        shown = [{name: backs[card][name] for name in ("protection", "tools")} for card in cards]
        same(data["cards"], shown, f"what lies at the {place}")
        size = self.box["display"][str(self.seats)][place]
        gaps = [slot for slot in range(size) if (place, slot) not in self.lying]
        self.lying.update(((place, slot), card) for slot, card in zip(gaps, cards, strict=False))

    def loot_stolen(self, data: Json) -> None:
        same(data["loot"], self.lying.pop((data["place"], data["slot"])), "the loot of a slot")


BY_GAME: dict[str, Callable[[Json, Draws], Any]] = {
    "stick-em": StickEm,
    "second-story": SecondStory,
    "pickpocket": Pickpocket,
    "sticky-fingers": StickyFingers,
}


def box(header: Json, folder: str) -> Json:
    """Return what is in a game's box, which is published as data."""
    name = str(header["dataset"]).split("/")[1]
    found: Json = json.loads((GAMES / folder / f"{name}.json").read_text())
    return found


def compare(header: Json, events: Iterable[Json], draws: Iterable[Json]) -> None:
    """Check that all that was drawn lay on the table, and that nothing else did."""
    left = Draws(draws)
    game = BY_GAME[header["game"]](header, left)
    for event in events:
        seen = getattr(game, event["type"], None)
        if seen is not None:
            seen(event["data"])
    same([each["label"] for each in left.left], [], "what was drawn at the end")
