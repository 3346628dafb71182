"""The cards and chips of Second Story: small integers inside, `7SK` and `suns` outside."""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Final, Literal

import msgspec

from games import datasets
from games.codec import NameTable

ACE: Final = 0
NUMBER: Final = 1
CROWN: Final = 2
PAWN: Final = 3
COURT: Final = 4
EXCUSE: Final = 5
KINDS = ("ace", "number", "crown", "pawn", "court", "excuse")

SUITS = NameTable(("moons", "suns", "waves", "leaves", "wyrms", "knots"))
"""Canonical order."""

Suit = Annotated[int, SUITS]
Chips = tuple[Suit, ...]
"""A suit for each chip."""

SUIT_COUNT = len(SUITS.names)

CHIPS = 10
"""Chips of each suit, whatever the number of players."""

SIDES = 10
"""A die shows 1 to 10; its "0" is the 10, which always succeeds (SS-1)."""

SIZES = {"ace": (6, 1), "number": (24, 2), "crown": (6, 1), "pawn": (4, 3), "court": (4, 3)}
"""How many cards of a kind there are, and how many suits each shows."""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card; aces are of rank 1 and crowns of 10, and only they and the numbers have a rank."""

    id: str
    name: str
    kind: Literal["ace", "number", "crown", "pawn", "court", "excuse"]
    rank: int | None
    suits: tuple[str, ...]


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice on the table."""

    count: int
    sides: int


class Dataset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dataset: the whole extended deck in canonical order, the chips and the dice.

    `verified` and `reconstructed` name the parts that are known and those that were inferred.
    """

    dataset: str
    source: str
    verified: tuple[str, ...]
    reconstructed: tuple[str, ...]
    suits: tuple[str, ...]
    chips: int
    dice: Dice
    cards: tuple[House, ...]

    def __post_init__(self) -> None:
        """Raise ValueError unless the table has the structure of the Decktet."""
        for fault in self._faults():
            message = f"{self.dataset}: {fault}"
            raise ValueError(message)

    def _faults(self) -> Iterator[str]:
        if self.suits != SUITS.names:
            yield f"the suits must be {', '.join(SUITS.names)}, not {', '.join(self.suits)}"
        if (self.chips, self.dice) != (CHIPS, Dice(2, SIDES)):
            yield f"there must be {CHIPS} chips a suit and 2 dice with {SIDES} sides"
        if {*self.verified, *self.reconstructed} != {"cards", "chips", "dice"}:
            yield "cards, chips and dice must each be called verified or reconstructed"
        if len({card.id for card in self.cards}) != len(self.cards):
            yield "two cards have one id"
        for card in self.cards:
            yield from _card_faults(card)
        for kind in KINDS:
            yield from _kind_faults(kind, [card for card in self.cards if card.kind == kind])
        yield from _pair_faults(self.cards)


def _card_faults(card: House) -> Iterator[str]:
    if sorted(set(card.suits), key=SUITS.names.index) != list(card.suits):
        yield f"{card.id} must show different suits in canonical order"
    ranks = {"ace": (1,), "number": range(2, 10), "crown": (10,)}.get(card.kind, (None,))
    if card.rank not in ranks:
        yield f"{card.id} cannot be of rank {card.rank}"


def _kind_faults(kind: str, cards: list[House]) -> Iterator[str]:
    """Yield what is wrong with the cards of one kind: each suit must be on as many of them."""
    count, width = SIZES.get(kind, (1, 0))
    if len(cards) != count or any(len(card.suits) != width for card in cards):
        yield f"there must be {count} cards {kind} of {width} suits"
    for suit in SUITS.names:
        if sum(suit in card.suits for card in cards) != count * width // SUIT_COUNT:
            yield f"{suit} must be on as many cards {kind} as any other suit"


def _pair_faults(cards: tuple[House, ...]) -> Iterator[str]:
    """Yield what is wrong with the pairs: each rank has every suit, three pairs are missing."""
    numbers = [card for card in cards if card.kind == "number"]
    for rank in range(2, 10):
        suits = [suit for card in numbers if card.rank == rank for suit in card.suits]
        if sorted(suits) != sorted(SUITS.names):
            yield f"rank {rank} must show every suit once"
    pairs = [card.suits for card in numbers]
    for pair in (("moons", "suns"), ("waves", "leaves"), ("wyrms", "knots")):
        if pairs.count(pair) != 3:
            yield f"{' and '.join(pair)} must be on three number cards"
    courts = [card.suits for card in cards if card.kind == "court"]
    paired = {pair for suits in courts for pair in combinations(suits, 2)}
    for pair in (("moons", "wyrms"), ("suns", "leaves"), ("waves", "knots")):
        if pair in pairs or pair not in paired:
            yield f"{' and '.join(pair)} must be together on a court and on no number card"


DATASETS = ("decktet/verified-1",)

TABLE = datasets.load_dataset("games.second_story", DATASETS[0], Dataset)

CARDS = NameTable(card.id for card in TABLE.cards)
"""The 45 cards of the extended deck in the order of the dataset."""

Card = Annotated[int, CARDS]

KIND = tuple(KINDS.index(card.kind) for card in TABLE.cards)
"""ACE, NUMBER, CROWN, PAWN, COURT or EXCUSE, by card."""

RANK = tuple(card.rank or 0 for card in TABLE.cards)
"""By card; 0 where a rank means nothing, on Pawns and Courts too (SS-29)."""

SUITS_OF = tuple(tuple(map(SUITS.index, card.suits)) for card in TABLE.cards)
"""The suits on a card in canonical order, by card."""

THE_EXCUSE = KIND.index(EXCUSE)


def deck(*, excuse: bool, pawns: bool, courts: bool) -> tuple[int, ...]:
    """Return the basic deck with some or all of the extension, in canonical order (SS-43)."""
    wanted = (True, True, True, pawns, courts, excuse)
    return tuple(card for card, kind in enumerate(KIND) if wanted[kind])
