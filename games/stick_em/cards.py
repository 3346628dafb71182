"""The cards of Stick 'Em: small integers inside, `blue-10` outside."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from games import datasets
from games.codec import NameTable

COLOURS = ("red", "yellow", "green", "blue", "purple", "gray")
"""Canonical order; gray is only in the deck for six (SE-23)."""

NUMBERS = 15
"""Numbers run from 0 to 14 at most; a card is colour * 15 + number."""

HAND = 15
TRICKS = HAND - 1
"""The pain card leaves the hand before the first trick: 14 cards, 14 tricks (SE-1)."""

CARDS = NameTable(f"{colour}-{number}" for colour in COLOURS for number in range(NUMBERS))
Card = Annotated[int, CARDS]

NUMBER = tuple(number for _ in COLOURS for number in range(NUMBERS))
"""A card's number, by card."""

COLOUR = tuple(colour for colour in range(len(COLOURS)) for _ in range(NUMBERS))
"""A card's colour as an index of COLOURS, by card."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards for one number of players: every colour with the numbers from 0 to highest."""

    colours: tuple[str, ...]
    highest: int

    def cards(self) -> tuple[int, ...]:
        """Return the cards in canonical order: by colour, then by number."""
        return tuple(
            COLOURS.index(colour) * NUMBERS + number
            for colour in self.colours
            for number in range(self.highest + 1)
        )


class Dataset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dataset: which cards are dealt to how many players."""

    dataset: str
    source: str
    decks: Mapping[int, Deck]
    deal: int
    tricks: int

    def __post_init__(self) -> None:
        """Raise ValueError unless every deck can be dealt out to the last card."""
        if (self.deal, self.tricks) != (HAND, TRICKS):
            message = f"{self.dataset} must deal {HAND} cards for {TRICKS} tricks"
            raise ValueError(message)
        for players, deck in self.decks.items():
            known = [colour for colour in COLOURS if colour in deck.colours]
            if list(deck.colours) != known or not 0 <= deck.highest < NUMBERS:
                message = f"{self.dataset}: the deck for {players} has unknown cards or order"
                raise ValueError(message)
            if len(deck.colours) * (deck.highest + 1) != players * self.deal:
                message = f"{self.dataset}: the deck for {players} is not {players} hands"
                raise ValueError(message)


DATASETS = ("stick-em/capstone-2020",)
DECKS = {
    dataset: {
        players: deck.cards()
        for players, deck in datasets.load_dataset("games.stick_em", dataset, Dataset).decks.items()
    }
    for dataset in DATASETS
}
"""The deck in canonical order, by dataset and number of players."""
