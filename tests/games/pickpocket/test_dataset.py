"""The component table of Pickpocket: what the rulebook says of it, and what is refused."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from games.pickpocket.dataset import BOXES, DATASETS, Dataset
from games.pickpocket.tiles import ELEMENTS, GUARD_MAX, LOOTS, SHOWN, TILES, guard, guard_value

BOX = BOXES[DATASETS[0]]


def lines() -> list[int]:
    """Return how many tiles have each line."""
    return [sum(SHOWN[tile] >> line & 1 for tile in BOX.loot) for line in range(4)]


def test_the_table_says_that_it_is_a_reconstruction() -> None:
    assert BOX.table.status == "reconstructed"
    assert BOX.table.reconstructed


def test_there_are_seventy_one_tiles_with_seven_guards() -> None:
    assert (len(BOX.loot), len(BOX.guards)) == (64, 7)


def test_each_line_is_a_little_rarer_than_the_one_above() -> None:
    assert lines() == [39, 36, 32, 29]


def test_some_tiles_have_two_elements_on_their_only_line_also_jewels() -> None:
    doubles = [tile for tile in BOX.loot if 2 in ELEMENTS[tile]]

    assert doubles
    assert all(sorted(ELEMENTS[tile]) == [0, 0, 0, 2] for tile in doubles)
    assert any(ELEMENTS[tile][3] == 2 for tile in doubles)


def test_a_tile_in_hand_is_worth_its_symbols() -> None:
    assert all(BOX.values[tile] == sum(ELEMENTS[tile]) for tile in BOX.loot)


def test_there_are_guards_of_three_and_four() -> None:
    assert [guard_value(tile) for tile in BOX.guards] == [2, 2, 3, 3, 4, 4, 5]


def test_the_illusion_adds_one_two_and_three() -> None:
    assert sorted(set(BOX.illusion)) == [0, 1, 2, 3, 4, 5, 6]
    assert BOX.illusion[0b0001] == 0


def test_the_merchant_opens_every_line_and_bears_nothing() -> None:  # PK-1, PK-3
    assert (BOX.opens, BOX.elements) == (15, (0, 0, 0, 0))


def test_guards_are_named_by_their_values() -> None:
    assert TILES.names[guard(4)] == "guard-4"
    assert guard(1) == LOOTS
    assert len(TILES.names) == LOOTS + GUARD_MAX


def raw() -> dict[str, Any]:
    text = files("games.pickpocket").joinpath("recon-1.json").read_bytes()
    table: dict[str, Any] = msgspec.json.decode(text)
    return table


def unknown_tile(table: dict[str, Any]) -> None:
    table["tiles"][0]["tile"] = "PPK"


def tile_too_few(table: dict[str, Any]) -> None:
    table["tiles"][0]["count"] = 1


def tile_twice(table: dict[str, Any]) -> None:
    table["tiles"][1]["tile"] = "PKVJ"


def no_such_count(table: dict[str, Any]) -> None:
    table["tiles"][0]["count"] = 0


def negative_value(table: dict[str, Any]) -> None:
    table["tiles"][0]["value"] = -1


def six_guards(table: dict[str, Any]) -> None:
    table["guards"].pop()


def guard_too_strong(table: dict[str, Any]) -> None:
    table["guards"][0] = 10


def no_open_line(table: dict[str, Any]) -> None:
    table["merchant"]["opens"] = []


def unknown_line(table: dict[str, Any]) -> None:
    table["merchant"]["elements"] = {"crown": 1}


def other_lines(table: dict[str, Any]) -> None:
    table["lines"].reverse()


def illusion_of_two(table: dict[str, Any]) -> None:
    del table["illusion"]["key"]


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (unknown_tile, "no such loot tile: 'PPK'"),
        (tile_too_few, "must be 64 loot tiles, not 63"),
        (tile_twice, "listed twice"),
        (no_such_count, "PKVJ must be there at least once"),
        (negative_value, "PKVJ cannot be worth -1"),
        (six_guards, "there must be 7 guards"),
        (guard_too_strong, "no guard can be worth 10"),
        (no_open_line, "must open a line"),
        (unknown_line, "no other lines than purse, key, vial, jewel"),
        (other_lines, "the lines must be purse, key, vial, jewel"),
        (illusion_of_two, "must show three elements worth"),
    ],
)
def test_a_table_that_cannot_be_played_with_is_refused(
    spoil: Callable[[dict[str, Any]], None], text: str
) -> None:
    table = raw()
    spoil(table)

    with pytest.raises(msgspec.ValidationError, match=text):
        msgspec.json.decode(msgspec.json.encode(table), type=Dataset)
