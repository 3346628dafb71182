"""The scheme fair/1 of chance, against its published vector."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import chance
from games.chance import FairChance

SEED = bytes(range(32))
MATCH = "00000000-0000-7000-8000-000000000001"
ROOT = chance.root(SEED, MATCH, {0: "alice", 1: "bob", 2: "cleo"})
DEAL = """
    44 14 35 34 37 9 26 11 24 2 39 29 10 20 19 43 7 25 13 4 8 5 18 28 15 41 17 31 23 32 30 22 0 36
    27 6 1 40 21 12 42 33 38 3 16
"""


def test_the_commitment_binds_seed_and_match() -> None:
    published = "52f90e0444cc67f437ba3e7a7a29cec002154882d7f35e70088f5d7b2216e79e"

    assert chance.commitment(SEED, MATCH).hex() == published


def test_the_root_mixes_the_seed_with_every_client_seed_by_seat() -> None:
    published = "85e1a6e0ae25a599def1344306ab680b8267671d70bde20bfd5b25525af5c0ff"

    assert ROOT.hex() == published
    assert chance.root(SEED, MATCH, {2: "cleo", 1: "bob", 0: "alice"}) == ROOT
    assert chance.root(SEED, MATCH, {0: "bob", 1: "alice", 2: "cleo"}) != ROOT


def test_a_shared_deal_has_a_root_without_client_seeds() -> None:
    assert chance.shared_root(SEED, MATCH) not in {ROOT, chance.root(SEED, MATCH, {})}


def test_a_shuffle_follows_the_published_vector() -> None:
    assert FairChance(ROOT).shuffle("deal/1", range(45)) == [int(card) for card in DEAL.split()]


def test_dice_follow_the_published_vector() -> None:
    drawn = [FairChance(ROOT).below(f"dice/{roll}", 10) + 1 for roll in range(1, 9)]

    assert drawn == [2, 5, 5, 10, 10, 9, 8, 10]


def test_a_first_leader_follows_the_published_vector() -> None:
    assert FairChance(ROOT).below("start", 3) == 0


def test_one_label_goes_on_in_one_stream_and_labels_do_not_touch_each_other() -> None:
    mixed, alone = FairChance(ROOT), FairChance(ROOT)

    first = [mixed.below("a", 1000), mixed.below("b", 1000), mixed.below("a", 1000)]

    assert first[::2] == [alone.below("a", 1000), alone.below("a", 1000)]
    assert first[0] != first[2]


@pytest.mark.more
@given(n=st.integers(1, 2**32), label=st.text())
def test_a_draw_lies_below_its_bound(n: int, label: str) -> None:
    assert 0 <= FairChance(ROOT).below(label, n) < n


@given(items=st.lists(st.integers()), label=st.text())
def test_a_shuffle_keeps_every_item_and_the_given_list(items: list[int], label: str) -> None:
    before = list(items)

    shuffled = FairChance(ROOT).shuffle(label, items)

    assert sorted(shuffled) == sorted(items)
    assert items == before


@pytest.mark.parametrize("n", [2, 3, 10])
def test_every_value_comes_up_about_equally_often(n: int) -> None:
    fair = FairChance(ROOT)

    drawn = [fair.below("even", n) for _ in range(3000)]

    assert all(abs(drawn.count(value) - 3000 / n) < 3000 / n * 0.2 for value in range(n))
