"""Sticky Fingers in words."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.json_types import JsonMapping
from games.sticky_fingers import cards
from web.games.narration import Data, GameText, People, join_words

TOOLS: dict[str, Promise] = {
    "hammer": _("hammer"),
    "lockpick": _("lock pick"),
    "map": _("map"),
    "pliers": _("pliers"),
    "welding": _("welding torch"),
}
PLACES: dict[str, Promise] = {
    "city": _("City"),
    "villa": _("Villa"),
    "ruin": _("Ruin"),
    "museum": _("Museum"),
    "harbor": _("Harbour"),
}
KINDS: dict[str, Promise] = {
    "money": _("money"),
    "painting": _("painting"),
    "coins": _("coins"),
    "statue": _("statue"),
    "gold": _("gold"),
    "jewelry": _("jewellery"),
}
PROTECTIONS: dict[str, Promise] = {
    "chest": _("chest"),
    "pillar": _("pillar"),
    "showcase": _("display case"),
    "safe": _("safe"),
}
PILES: dict[str, Promise] = {"tools": _("tools"), "loot": _("loot"), "fences": _("fences")}


def tool(name: str) -> str:
    """Return a tool in words."""
    return str(TOOLS[name])


def place(name: str) -> str:
    """Return a place in words."""
    return str(PLACES[name])


def kind_word(name: str) -> str:
    """Return a kind of loot in words."""
    return str(KINDS[name])


def front(kind: str, value: int) -> str:
    """Return the front of a loot card in words: "statue 3"."""
    return gettext("%(type)s %(value)s") % {"type": KINDS[kind], "value": value}


def rate(give: int, draw: int) -> str:
    """Return what an exchange square does: "2 for 1"."""
    return gettext("%(draw)d for %(give)d") % {"give": give, "draw": draw}


def buyer(icons: Sequence[JsonMapping]) -> str:
    """Return a fence by what it buys."""
    words = [f"{KINDS[icon['type']]}{bonus(icon['bonus'])}" for icon in icons]
    return gettext("fence for %(types)s") % {"types": join_words(words)}


def bonus(points: int) -> str:
    """Return what a fence pays on top: " +2", or nothing."""
    return f" +{points}" if points else ""


def back(shown: JsonMapping) -> str:
    """Return the back of a loot card in words."""
    return gettext("%(protection)s, for %(tools)s") % {
        "protection": PROTECTIONS[shown["protection"]],
        "tools": join_words([tool(each) for each in shown["tools"]]),
    }


SENTENCES: dict[str, Promise] = {
    "starter_drawn": _("%(seat)s starts."),
    "scoundrels_dealt": _("Scoundrels, in seat order: %(scoundrels)s."),
    "scoundrel_chosen": _("%(seat)s chose %(scoundrel)s."),
    "pile_shuffled": _("A pile is shuffled: %(pile)s."),
    "display_filled": _("New at the %(place)s: %(cards)s."),
    "round_began": _("Round %(round)s begins with %(starter)s."),
    "token_placed": _("%(seat)s placed a token at the %(place)s."),
    "place_opened": _("Resolving the %(place)s."),
    "tools_taken": _("%(seat)s took %(tools)s."),
    "loot_stolen": _("%(seat)s stole %(loot)s (%(place)s) for %(paid)s."),
    "loot_stolen:hidden": _("%(seat)s stole from the %(place)s, card %(slot)s, for %(paid)s."),
    "chest_cashed": _("%(seat)s gets a chest worth %(value)s."),
    "tools_exchanged": _("%(seat)s exchanged %(rate)s and gave %(tools)s."),
    "tools_drawn": _("%(seat)s drew %(tools)s."),
    "tools_drawn:hidden": _("Tools that %(seat)s drew: %(tools)s."),
    "loot_sold": _("%(seat)s sold %(loot)s for %(points)s."),
    "action_passed": _("%(seat)s passed (%(place)s)."),
    "round_ended": _("Round %(round)s is over. Money: %(money)s."),
}
MOVES: dict[str, Promise] = {
    "choose_scoundrel": _("Choose %(scoundrel)s"),
    "place_token": _("Place a token at the %(place)s"),
    "place_token_on": _("Place a token at the %(place)s, square %(square)s"),
    "take_tools": _("Take %(tools)s"),
    "steal_loot": _("Steal card %(slot)s"),
    "steal_loot:with_scoundrel=True": _("Steal card %(slot)s with your scoundrel's tool"),
    "exchange_tools": _("Exchange %(rate)s: give %(tools)s"),
    "sell_loot": _("Sell %(loot)s to the %(fence)s"),
    "pass": _("Pass"),
}
PROMPTS: dict[str, Promise] = {
    "choose_scoundrel": _("Choose your scoundrel."),
    "place_token": _("Place a token: choose a location."),
    "take_tools": _("City: choose two tools, or pass."),
    "steal_loot": _("Choose a card to steal, or pass."),
    "exchange_tools": _("Ruin: choose an exchange, or pass."),
    "sell_loot": _("Harbour: choose loot and a fence, or pass."),
    "pass": _("You can only pass here."),
}


class Cards:
    """The cards of one dataset in words."""

    def __init__(self, dataset: str) -> None:
        table = cards.DECKS[dataset].table
        self._loot = {row.id: row for row in table.loot}
        self._fences = {row.id: row for row in table.fences}
        self._scoundrels = {row.id: row for row in table.scoundrels}
        self._exchange = table.exchange

    def loot(self, name: str) -> str:
        """Return a loot card whose front is known: "statue 3"."""
        row = self._loot[name]
        return front(row.type, row.value)

    def fence(self, name: str) -> str:
        """Return a fence by what it buys."""
        icons = [{"type": icon.type, "bonus": icon.bonus} for icon in self._fences[name].icons]
        return buyer(icons)

    def buys(self, name: str) -> str:
        """Return what a fence buys, for a sentence that calls it a fence: "statue +2 / gold"."""
        return " / ".join(
            f"{KINDS[icon.type]}{bonus(icon.bonus)}" for icon in self._fences[name].icons
        )

    def scoundrel(self, name: str) -> str:
        """Return a scoundrel with his tool."""
        row = self._scoundrels[name]
        return f"{row.name} ({tool(row.tool)})"

    def exchange(self, square: int) -> str:
        """Return what an exchange square does: "2 for 1"."""
        give, draw = self._exchange[square]
        return rate(give, draw)

    def face(self, shown: str | JsonMapping) -> str:
        """Return whatever lies on display."""
        if isinstance(shown, Mapping):
            return back(shown)
        return tool(shown) if shown in TOOLS else self.fence(shown)


class StickyFingers(GameText):
    """The words of the game, with the cards of one dataset."""

    def __init__(self, dataset: str) -> None:
        self._cards = Cards(dataset)
        readers = {
            "tool": tool,
            "tools": tool,
            "kind": kind_word,
            "paid": tool,
            "place": place,
            "loot": self._cards.loot,
            "pile": lambda pile: PILES[pile],
            "cards": self._cards.face,
            "scoundrel": self._cards.scoundrel,
            "scoundrels": self._cards.scoundrel,
            "fence": self._cards.fence,
            "buyer": self._cards.buys,
        }
        super().__init__(
            sentences=SENTENCES,
            readers=readers,
            hidden={"loot_stolen": "loot", "tools_drawn": "tools"},
            moves=MOVES,
            prompts=PROMPTS,
            silent=("tools_dealt",),
            by_seat=("money",),
        )

    def describe_event(self, kind: str, data: Data, people: People) -> str | None:
        """Return an event in a sentence."""
        if kind == "tools_exchanged":
            data = {**data, "rate": self._cards.exchange(data["square"])}
        if kind == "loot_stolen":
            data = {**data, "slot": data["slot"] + 1}
        return super().describe_event(kind, data, people)

    def describe_move(self, move: Data, people: People) -> str:
        """Return a move in words."""
        if move["type"] == "exchange_tools":
            move = {**move, "rate": self._cards.exchange(move["square"])}
        if move["type"] == "steal_loot":
            move = {**move, "slot": move["slot"] + 1}
        if move["type"] == "place_token" and "square" in move:
            move = {**move, "type": "place_token_on", "square": move["square"] + 1}
        return super().describe_move(move, people)


def language(dataset: str) -> GameText:
    """Return the words of the game, with the names that a dataset gives its scoundrels."""
    return StickyFingers(dataset)
