"""Moves of Sticky Fingers as clients send them, less their type."""

import msgspec

from games.codec import Codec
from games.sticky_fingers.cards import Fence, Loot, Place, Scoundrel, Tool


class Pass(msgspec.Struct, frozen=True):
    """Take the acting token home without doing anything."""


class ChooseScoundrel(msgspec.Struct, frozen=True):
    """Choose a scoundrel that nobody has chosen yet."""

    scoundrel: Scoundrel


class PlaceToken(msgspec.Struct, frozen=True):
    """Put a token on the first free square of a place."""

    place: Place


class PlaceTokenOn(msgspec.Struct, frozen=True):
    """Put a token on a free square of a place, under `squares: chosen`."""

    place: Place
    square: int


class TakeTools(msgspec.Struct, frozen=True):
    """Take tools from the City."""

    tools: tuple[Tool, ...]


class StealLoot(msgspec.Struct, frozen=True):
    """Take the loot of a slot."""

    slot: int
    with_scoundrel: bool


class ExchangeTools(msgspec.Struct, frozen=True):
    """Discard tools on an exchange square of the Ruin, and draw."""

    square: int
    tools: tuple[Tool, ...]


class SellLoot(msgspec.Struct, frozen=True):
    """Sell one or two loot cards to a fence."""

    fence: Fence
    loot: tuple[Loot, ...]


MOVES: Codec[msgspec.Struct] = Codec(
    {
        "pass": Pass,
        "choose_scoundrel": ChooseScoundrel,
        "place_token": PlaceToken,
        "take_tools": TakeTools,
        "steal_loot": StealLoot,
        "exchange_tools": ExchangeTools,
        "sell_loot": SellLoot,
    }
)
CHOSEN_SQUARES: Codec[msgspec.Struct] = Codec({"place_token": PlaceTokenOn})
"""How a token is placed where its square is chosen too."""
