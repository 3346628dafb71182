"""Moves of Stick 'Em as clients send them, less their type; inside, a move is the card."""

import msgspec

from games.codec import Codec
from games.stick_em.cards import Card
from games.stick_em.model import PAIN, PLAY


class ChoosePain(msgspec.Struct, frozen=True):
    """Pick the pain card."""

    card: Card


class PlayCard(msgspec.Struct, frozen=True):
    """Play a card to the trick."""

    card: Card


MOVES: Codec[ChoosePain | PlayCard] = Codec({"choose_pain": ChoosePain, "play_card": PlayCard})
MOVE_TYPES = {PAIN: "choose_pain", PLAY: "play_card"}
"""What is done with the card, by phase."""
