"""The component tables of Sticky Fingers: their form, and what every table must keep to.

What a table tells is up to it, as long as it is of this form: another set of cards, such as one
typed off a physical copy, needs no code.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from games import datasets

ToolName = Literal["hammer", "lockpick", "map", "pliers", "welding"]
Kind = Literal["money", "painting", "coins", "gold", "jewelry", "statue"]
Basis = Literal["card", "rulebook", "source", "reconstructed"]
"""Where a row is from: the printed card, the rules, another source, or made up to fit these."""

CHEST = "chest"
SEATS = range(2, 6)
TOKENS = 3
"""Each player's tokens."""
SQUARES = 5
"""Squares for tokens at each place: 25 for at most 15, so placing never gets stuck (SF-5)."""


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every card has."""

    id: str
    basis: Basis = "reconstructed"
    note: str = ""


class Scoundrel(CardRow, frozen=True, kw_only=True):
    """A scoundrel card with the tool that it shows."""

    name: str
    tool: ToolName
    colour: str


class Loot(CardRow, frozen=True, kw_only=True):
    """A loot card: type and value on its front, protection and tools on its back."""

    type: Kind
    value: int
    protection: Literal["chest", "pillar", "showcase", "safe"]
    tools: tuple[ToolName, ...]


class Icon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One type of loot that a fence buys one of, and what it pays on top."""

    type: Kind
    bonus: int = 0


class Fence(CardRow, frozen=True, kw_only=True):
    """A fence card; a type that it shows twice it buys two of."""

    icons: tuple[Icon, ...]


class Display(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards lie at each place."""

    city: int
    villa: int
    museum: int
    harbor: int


class Dataset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dataset of Sticky Fingers."""

    dataset: str
    status: Literal["verified", "reconstruction"]
    source: str
    target: int
    """The money that ends the game."""
    hands: tuple[int, ...]
    """Tools that are dealt, from the starting player clockwise."""
    display: Mapping[int, Display]
    """By number of players."""
    exchange: tuple[tuple[int, int], ...]
    """The Ruin's squares: tools given, tools drawn."""
    tools: Mapping[ToolName, int]
    """How many cards there are of each."""
    scoundrels: tuple[Scoundrel, ...]
    loot: tuple[Loot, ...]
    fences: tuple[Fence, ...]
    notes: Mapping[str, str] = {}
    """What is verified and what reconstructed, by field."""

    def __post_init__(self) -> None:
        """Raise ValueError, naming what is wrong, unless the table can be played with."""
        for fault in faults(self):
            message = f"{self.dataset}: {fault}"
            raise ValueError(message)


def faults(table: Dataset) -> Iterator[str]:
    """Yield what keeps the table from being played with."""
    rows: tuple[tuple[CardRow, ...], ...] = (table.scoundrels, table.loot, table.fences)
    for name, count in Counter(row.id for some in rows for row in some).items():
        if count > 1:
            yield f"{count} cards are called {name}"
    for card in table.loot:
        yield from _loot_faults(card)
    for fence in table.fences:
        yield from _fence_faults(fence)
    yield from _count_faults(table)


def _loot_faults(card: Loot) -> Iterator[str]:
    if not 2 <= len(card.tools) <= 3:
        yield f"loot {card.id} must show 2 or 3 tools, not {len(card.tools)}"
    if (card.protection == CHEST) != (card.type == "money"):
        yield f"loot {card.id}: money lies in chests, and nothing else does"
    if card.value < 1:
        yield f"loot {card.id} must be worth 1 or more, not {card.value}"


def _fence_faults(fence: Fence) -> Iterator[str]:
    for kind, count in Counter(icon.type for icon in fence.icons).items():
        if kind == "money":
            yield f"fence {fence.id} cannot buy money"
        if count > 2:
            yield f"fence {fence.id} shows {kind} {count} times; twice is the most"
    if any(icon.bonus < 0 for icon in fence.icons):
        yield f"fence {fence.id} has a bonus below 0"


def _count_faults(table: Dataset) -> Iterator[str]:
    if len(table.exchange) != SQUARES or any(give < 1 or draw < 1 for give, draw in table.exchange):
        yield f"the Ruin must have {SQUARES} squares that give and draw 1 or more"
    if set(table.display) != set(SEATS) or len(table.hands) != len(table.scoundrels):
        yield "displays and hands must be told for 2 to 5 players"
        return
    if len(table.scoundrels) != SEATS[-1]:
        yield f"there must be {SEATS[-1]} scoundrels, not {len(table.scoundrels)}"
    tools = sum(table.tools.values())
    for seats, display in table.display.items():
        if tools < sum(table.hands[:seats]) + display.city:
            yield f"{tools} tools are too few for {seats} players"
        if len(table.loot) < display.villa + display.museum:
            yield f"{len(table.loot)} loot cards are too few for {seats} players"
        if len(table.fences) < display.harbor:
            yield f"{len(table.fences)} fences are too few for {seats} players"
    if table.target < 1:
        yield f"the game must end at 1 or more, not {table.target}"


def load(dataset: str) -> Dataset:
    """Return the table of that id; raise DatasetError where it cannot be used."""
    return datasets.load_dataset("games.sticky_fingers", dataset, Dataset)
