"""The cards of Sticky Fingers: small integers inside, the datasets' ids outside.

A number stands for the same id under every dataset; what the card shows is the `Deck`'s to say.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final, TypedDict, get_args

import msgspec

from games import datasets
from games.codec import NameTable, NumberCodec
from games.errors import WireError
from games.json_types import JsonObject
from games.sticky_fingers import dataset as data

DATASETS = datasets.dataset_ids("games.sticky_fingers", "sticky-fingers/recon-1")
_TABLES = tuple(data.load(dataset) for dataset in DATASETS)

TOOLS = NameTable(get_args(data.ToolName))
PLACES = NameTable(("city", "villa", "ruin", "museum", "harbor"))
CITY: Final = 0
VILLA: Final = 1
RUIN: Final = 2
MUSEUM: Final = 3
HARBOR: Final = 4

PILES = NameTable(("tools", "loot", "fences"))
TOOL_PILE: Final = 0
LOOT_PILE: Final = 1
FENCE_PILE: Final = 2

KINDS = NameTable(get_args(data.Kind))
"""Types of loot; money, which lies in chests, is the first."""


def _ids(field: str) -> NameTable:
    return NameTable(dict.fromkeys(row.id for table in _TABLES for row in getattr(table, field)))


SCOUNDRELS = _ids("scoundrels")
LOOT = _ids("loot")
FENCES = _ids("fences")

PILED = NameTable((*TOOLS.names, *LOOT.names, *FENCES.names))
"""Any card of any pile, as a shuffle tells it."""
PILED_FROM = (0, len(TOOLS.names), len(TOOLS.names) + len(LOOT.names))
"""The number in PILED of the first card, by pile."""


class BackView(TypedDict):
    """Loot face down, as events and views show it."""

    protection: str
    tools: list[str]


class Back(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The back of a loot card: all that is known of it while it is on display."""

    protection: str
    tools: tuple[str, ...]


def back(card: data.Loot) -> Back:
    """Return the card's back."""
    return Back(card.protection, card.tools)


def shown_back(shown: Back) -> BackView:
    """Return a back, JSON-ready."""
    return {"protection": shown.protection, "tools": list(shown.tools)}


class Faces(NumberCodec):
    """What a displayed card shows: a tool's or a fence's id, or the back of loot."""

    wire_type = str | Back

    def __init__(self) -> None:
        backs = dict.fromkeys(back(card) for table in _TABLES for card in table.loot)
        self.faces: tuple[str | Back, ...] = (*TOOLS.names, *backs, *FENCES.names)
        self._codes = {face: code for code, face in enumerate(self.faces)}

    def to_wire(self, code: int) -> str | BackView:
        """Return a name, or a back as an object of its own."""
        face = self.faces[code]
        return face if isinstance(face, str) else shown_back(face)

    def from_wire(self, value: str | Back) -> int:
        """Return the face's number; raise WireError for one that no card shows."""
        try:
            return self._codes[value]
        except KeyError:
            message = f"no card shows {msgspec.json.encode(value).decode()}"
            raise WireError(message) from None

    def json_schema(self) -> JsonObject:
        """Return the JSON schema of a face."""
        tools = {"type": "array", "items": TOOLS.json_schema()}
        shown = {
            "type": "object",
            "properties": {"protection": {"type": "string"}, "tools": tools},
            "required": ["protection", "tools"],
            "additionalProperties": False,
        }
        return {"anyOf": [{"type": "string"}, shown]}


FACES = Faces()

Tool = Annotated[int, TOOLS]
Place = Annotated[int, PLACES]
Pile = Annotated[int, PILES]
Scoundrel = Annotated[int, SCOUNDRELS]
Loot = Annotated[int, LOOT]
Fence = Annotated[int, FENCES]
Piled = Annotated[int, PILED]
Face = Annotated[int, FACES]

Counts = tuple[int, ...]
"""How many of each tool, in the order of TOOLS."""


class Deck(msgspec.Struct, frozen=True):
    """A dataset as the engine reads it; sequences go by number, empty where it has no such card."""

    table: data.Dataset
    cards: tuple[tuple[int, ...], ...]
    """Every card in dataset order, by pile."""
    scoundrels: tuple[int, ...]
    lent: tuple[int, ...]
    """The tool that a scoundrel lends."""
    kind: tuple[int, ...]
    """A loot card's type, as an index of KINDS."""
    value: tuple[int, ...]
    needs: tuple[Counts, ...]
    """The tools on the back of a loot card."""
    face: tuple[int, ...]
    """The back of a loot card, as an index of FACES."""
    offers: tuple[tuple[tuple[int, ...], ...], ...]
    """The bonus of each icon, best first, by fence and type of loot."""
    sizes: tuple[tuple[int, ...], ...]
    """How many cards lie at each place, by number of players."""

    def is_chest(self, loot: int) -> bool:
        """Tell whether the card is a chest, which is cashed at once (SF-16)."""
        return not self.kind[loot]


def tool_counts(tools: Sequence[str]) -> Counts:
    """Return how many of each tool there are."""
    counted = Counter(tools)
    return tuple(counted[tool] for tool in TOOLS.names)


def _offers(fence: data.Fence) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted((icon.bonus for icon in fence.icons if icon.type == kind), reverse=True))
        for kind in KINDS.names
    )


def deck(table: data.Dataset) -> Deck:
    """Return the table as the engine reads it."""
    loot = {LOOT.index(card.id): card for card in table.loot}
    fences = {FENCES.index(fence.id): fence for fence in table.fences}
    scoundrels = {SCOUNDRELS.index(card.id): card for card in table.scoundrels}
    every = [loot.get(card) for card in range(len(LOOT.names))]
    buyers = [fences.get(fence) for fence in range(len(FENCES.names))]
    tools = sorted(TOOLS.index(name) for name, count in table.tools.items() for _ in range(count))
    return Deck(
        table=table,
        cards=(tuple(tools), tuple(loot), tuple(fences)),
        scoundrels=tuple(scoundrels),
        lent=tuple(
            TOOLS.index(scoundrels[card].tool) if card in scoundrels else -1
            for card in range(len(SCOUNDRELS.names))
        ),
        kind=tuple(KINDS.index(card.type) if card else -1 for card in every),
        value=tuple(card.value if card else 0 for card in every),
        needs=tuple(tool_counts(card.tools) if card else () for card in every),
        face=tuple(FACES.from_wire(back(card)) if card else -1 for card in every),
        offers=tuple(_offers(fence) if fence else () for fence in buyers),
        sizes=((), (), *(_sizes(table.display[seats]) for seats in data.SEATS)),
    )


def _sizes(display: data.Display) -> tuple[int, ...]:
    return (display.city, display.villa, 0, display.museum, display.harbor)


DECKS = {table.dataset: deck(table) for table in _TABLES}
