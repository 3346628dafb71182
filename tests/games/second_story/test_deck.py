"""The cards, and what happens when they run out."""

from collections import Counter
from itertools import chain, combinations
from typing import Any

import msgspec
import pytest

from games import datasets
from games.core import IllegalMoveError
from games.second_story.cards import (
    ACE,
    CARDS,
    COURT,
    CROWN,
    DATASETS,
    EXCUSE,
    KIND,
    NUMBER,
    PAWN,
    RANK,
    SUITS_OF,
    TABLE,
    THE_EXCUSE,
    Dataset,
)
from games.second_story.events import DeckShuffled, HouseEntered, NightEnded
from tests.games.second_story.dealer import ALL_CARDS, RULES, Night, cards, new_state, suits


def of_kind(kind: int) -> list[int]:
    return [card for card, its_kind in enumerate(KIND) if its_kind == kind]


def test_ss_v27_each_rank_shows_every_suit_once() -> None:
    for rank in range(2, 10):
        on_cards = [SUITS_OF[card] for card in of_kind(NUMBER) if RANK[card] == rank]
        assert sorted(chain(*on_cards)) == [0, 1, 2, 3, 4, 5]


def test_ss_v27_every_suit_is_on_eight_numbers_two_pawns_and_two_courts() -> None:
    for kind, count in ((ACE, 1), (NUMBER, 8), (CROWN, 1), (PAWN, 2), (COURT, 2)):
        shown = Counter(chain(*(SUITS_OF[card] for card in of_kind(kind))))
        assert shown == dict.fromkeys(range(6), count)


def test_ss_v27_three_pairs_come_thrice_and_three_only_on_courts() -> None:
    pairs = Counter(SUITS_OF[card] for card in of_kind(NUMBER))
    on_courts: Counter[tuple[int, ...]] = Counter(
        pair for card in of_kind(COURT) for pair in combinations(SUITS_OF[card], 2)
    )

    for pair in ("MS", "WL", "YK"):
        assert pairs[suits(pair)] == 3
    for pair in ("MY", "SL", "WK"):
        assert pairs[suits(pair)] == 0
        assert on_courts[suits(pair)] == 1


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ({}, 36),
        ({"excuse": True}, 37),
        ({"pawns": True}, 40),
        ({"courts": True}, 40),
        (ALL_CARDS, 45),
    ],
)
def test_any_part_of_the_extended_deck_may_be_added(given: dict[str, object], size: int) -> None:
    deck = new_state(2, given).deck

    assert len(deck) == size
    assert list(deck) == sorted(deck)
    assert (THE_EXCUSE in deck) == ("excuse" in given)


def changed(**changes: Any) -> bytes:
    """Return the table with changes to its first card, or to itself where it has such a field."""
    table = msgspec.to_builtins(TABLE)
    for name, value in changes.items():
        (table if name in table else table["cards"][6])[name] = value
    return msgspec.json.encode(table)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"chips": 12}, "10 chips a suit"),
        ({"dice": {"count": 2, "sides": 6}}, "2 dice with 10 sides"),
        ({"suits": ["moons", "suns", "waves", "wood", "wyrms", "knots"]}, "the suits must be"),
        ({"id": "AM"}, "two cards have one id"),
        ({"rank": 11}, "cannot be of rank 11"),
        ({"rank": 3}, "rank 2 must show every suit once"),
        ({"kind": "pawn"}, "cannot be of rank 2"),
        ({"kind": "joker"}, "joker"),
        ({"verified": ["cards"]}, "verified or reconstructed"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_table_that_is_no_decktet_is_refused(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=fault):
        msgspec.json.decode(changed(**changes), type=Dataset)


def test_the_shipped_table_says_what_is_verified() -> None:
    table = datasets.load_dataset("games.second_story", DATASETS[0], Dataset)

    assert set(table.verified) == {"cards", "chips", "dice"}
    assert table.reconstructed == ()
    assert len(CARDS.names) == 45
    assert KIND[THE_EXCUSE] == EXCUSE


def inside(houses: str, discard: str) -> Night:
    """Return a night in the last of these houses with the deck empty and that discard pile."""
    night = Night(houses, [10] * 20)
    for _ in houses.split()[1:]:
        night.rob("thorough")
        night.move("enter_house")
    night.rob("thorough")
    night.state.draw = ()
    night.state.discard = cards(discard)
    return night


DISCARDED = "8MS 8WL 8YK 9MS 9WY 9LK 7ML 7SK 7WY 6MW 6SY 6LK 5ML 5SW 5YK CM CS CW CL AM"


def test_ss_v26_the_discard_pile_is_shuffled_when_a_card_is_needed() -> None:
    night = inside("2MK 2SY 2WL", DISCARDED)

    events = night.move("enter_house")

    assert isinstance(events[0], DeckShuffled)
    assert sorted(events[0].order) == sorted(cards(DISCARDED))
    assert events[1] == HouseEntered(0, events[0].order[0])
    assert night.chance.labels[-1] == "deck/2"
    assert len(night.state.draw) + len(night.state.street) == 20 + 3


def test_the_pile_is_shuffled_in_canonical_order() -> None:
    first, other = inside("2MK", "9MS AM 5YK"), inside("2MK", "5YK 9MS AM")

    assert first.move("enter_house") == other.move("enter_house")


def test_with_no_card_left_nobody_can_go_on() -> None:
    night = inside("2MK", "")

    assert night.legal() == ["end_night"]
    with pytest.raises(IllegalMoveError, match="no houses are left"):
        night.move("enter_house")


@pytest.mark.parametrize("last", ["AM", "X"])
def test_with_no_card_left_after_an_ace_or_the_excuse_the_night_ends(last: str) -> None:
    night = Night("2MK 2SY", [10], given=ALL_CARDS)
    night.rob("thorough")
    night.state.draw = cards(last)
    night.state.discard = ()

    events = night.move("enter_house")

    assert isinstance(events[2], NightEnded)
    assert night.state.active == 1
    assert (night.state.excuse_seat == 0) == (last == "X")


def test_an_excuse_at_home_is_not_shuffled_into_the_deck() -> None:
    night = Night("X 2MK 2SY", [10, 10], given=ALL_CARDS)
    night.rob("thorough")
    night.move("end_night")
    night.state.discard = (*night.state.discard, *night.state.draw)
    night.state.draw = ()

    night.rob("thorough")
    events = night.move("enter_house")

    assert isinstance(events[0], DeckShuffled)
    assert THE_EXCUSE not in events[0].order


def test_matches_begin_with_a_starter_a_deck_and_a_night() -> None:
    night = Night("7SK")

    assert night.told() == ["starter_drawn", "deck_shuffled", "night_began", "house_entered"]
    assert [RULES.event_data(event) for event in (night.events[0], *night.events[2:])] == [
        {"seat": 0},
        {"seat": 0, "night": 1},
        {"seat": 0, "card": "7SK"},
    ]
