"""The component tables of Pickpocket, checked as they are read."""

from collections.abc import Mapping

import msgspec

from games import datasets
from games.errors import WireError
from games.pickpocket.tiles import GUARD_MAX, GUARDS, LINES, LOOT, LOOTS, guard, line_set

LOOT_TILES = 64
"""Loot tiles in the box: 71 of which 7 are guards."""

ILLUSION_VALUES = [1, 2, 3]
"""One line alone brings 1, 2 or 3 points, two together 3, 4 or 5, all three 6 (D12)."""


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a table is known, and where from."""

    source: str
    parts: tuple[str, ...]


class Merchant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tile that the loot starts at: which lines it opens, which elements it bears (PK-3)."""

    opens: tuple[str, ...]
    elements: Mapping[str, int]


class LootTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of loot tile; `value` is the number in its corner."""

    tile: str
    value: int
    count: int


class Dataset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dataset: the loot tiles in the order in which they are shuffled, then the guards."""

    dataset: str
    status: str
    """`verified` where all of it was read off the printed game, else `reconstructed`."""
    verified: Provenance
    reconstructed: tuple[str, ...]
    lines: tuple[str, ...]
    merchant: Merchant
    tiles: tuple[LootTile, ...]
    guards: tuple[int, ...]
    illusion: Mapping[str, int]

    def __post_init__(self) -> None:
        """Raise ValueError for a set that the rules cannot be played with."""
        self._require(self.lines == LINES, f"the lines must be {', '.join(LINES)}")
        self._check_loot()
        named = [*self.merchant.opens, *self.merchant.elements, *self.illusion]
        self._require(set(named) <= set(LINES), f"no other lines than {', '.join(LINES)}")
        self._require(len(set(self.merchant.opens)) > 0, "the merchant must open a line")
        self._require(
            sorted(self.illusion.values()) == ILLUSION_VALUES,
            f"the illusion must show three elements worth {ILLUSION_VALUES}",
        )
        self._require(len(self.guards) == GUARDS, f"there must be {GUARDS} guards")
        for value in self.guards:
            self._require(1 <= value <= GUARD_MAX, f"no guard can be worth {value}")

    def _check_loot(self) -> None:
        names = [entry.tile for entry in self.tiles]
        for entry in self.tiles:
            try:
                LOOT.index(entry.tile)
            except WireError as error:
                message = f"{self.dataset}: no such loot tile: {error}"
                raise ValueError(message) from error
            self._require(entry.count > 0, f"{entry.tile} must be there at least once")
            self._require(entry.value >= 0, f"{entry.tile} cannot be worth {entry.value}")
        self._require(len(set(names)) == len(names), "a loot tile is listed twice")
        total = sum(entry.count for entry in self.tiles)
        self._require(total == LOOT_TILES, f"there must be {LOOT_TILES} loot tiles, not {total}")

    def _require(self, holds: bool, text: str) -> None:
        if not holds:
            message = f"{self.dataset}: {text}"
            raise ValueError(message)


class Components:
    """A table as the engine uses it; made once and never changed."""

    __slots__ = ("elements", "guards", "illusion", "loot", "opens", "table", "values")

    def __init__(self, table: Dataset) -> None:
        self.table = table
        self.loot = tuple(
            LOOT.index(entry.tile) for entry in table.tiles for _ in range(entry.count)
        )
        """Every loot tile, in dataset order."""
        self.guards = tuple(map(guard, table.guards))
        self.opens = line_set(table.merchant.opens)
        """The lines that are open when a night begins (PK-1)."""
        self.elements = tuple(table.merchant.elements.get(line, 0) for line in LINES)
        """The merchant's elements, by line (PK-3)."""
        values = [0] * LOOTS
        for entry in table.tiles:
            values[LOOT.index(entry.tile)] = entry.value
        self.values = tuple(values)
        """What a tile in hand is worth at the end, by tile."""
        self.illusion = tuple(
            sum(value for line, value in table.illusion.items() if lines & line_set([line]))
            for lines in range(1 << len(LINES))
        )
        """What the illusion brings, by the set of lines that are open and have elements."""


DATASETS = datasets.dataset_ids("games.pickpocket", "pickpocket/recon-1")
BOXES = {
    dataset: Components(datasets.load_dataset("games.pickpocket", dataset, Dataset))
    for dataset in DATASETS
}
