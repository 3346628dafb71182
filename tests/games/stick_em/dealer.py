"""Tables of Stick 'Em with the cards that a test wants, in the rulebook's own terms.

Cards are written as in the rulings: B10 is the blue 10; R red, Y yellow, G green, P purple,
A gray.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from games.chance import FairChance
from games.core import Event, Seat, replay
from games.stick_em.cards import NUMBERS
from games.stick_em.events import (
    HandsDealt,
    PainChosen,
    PainRevealed,
    RoundBegan,
    TrickSetAside,
    TrickTaken,
)
from games.stick_em.model import State
from games.stick_em.rules import StickEm

T = TypeVar("T")

RULES = StickEm()
LETTERS = "RYGBPA"
CHANCE = FairChance(bytes(32))


def card(text: str) -> int:
    """Return the card written so."""
    return LETTERS.index(text[0]) * NUMBERS + int(text[1:])


def cards(text: str) -> tuple[int, ...]:
    """Return the cards written so, separated by spaces."""
    return tuple(map(card, text.split()))


class Dealt:
    """Chance that leads and deals as told, and then never again."""

    def __init__(self, leader: Seat, hands: Sequence[Sequence[int]]) -> None:
        self.leader = leader
        self.deck = [card for hand in hands for card in hand]
        self.labels: list[str] = []

    def below(self, label: str, n: int) -> int:
        """Return the leader."""
        self.labels.append(label)
        assert 0 <= self.leader < n
        return self.leader

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in the order of the hands."""
        self.labels.append(label)
        return [items[items.index(card)] for card in self.deck]


def new_state(seats: int, given: Mapping[str, object] | None = None) -> State:
    """Return an empty table."""
    return RULES.new_state(seats, RULES.check_options(seats, given or {}))


def playing(
    hands: Sequence[str],
    pains: str,
    *,
    leader: Seat = 0,
    given: Mapping[str, object] | None = None,
) -> State:
    """Return a table with these hands (less the pain cards), about to play its first trick."""
    picks = cards(pains)
    dealt = tuple((pick, *cards(hand)) for pick, hand in zip(picks, hands, strict=True))
    chosen = [PainChosen(seat, pick) for seat, pick in enumerate(picks)]
    opening = [RoundBegan(1, leader), HandsDealt(dealt), *chosen, PainRevealed(picks)]
    return replay(RULES, new_state(len(hands), given), opening)


def play(state: State, text: str) -> tuple[Event, ...]:
    """Play the cards in turn and return the events of the last one."""
    events: tuple[Event, ...] = ()
    for played in cards(text):
        (seat,) = RULES.to_act(state)
        events = RULES.decide(state, seat, played, CHANCE)
        replay(RULES, state, events)
    return events


def trick(plays: str, *, leader: Seat = 0, all_zero: str = "aside") -> TrickTaken | TrickSetAside:
    """Play one trick, in playing order from the leader, and return what became of it."""
    played = plays.split()
    seats = len(played)
    hands = [f"{played[(seat - leader) % seats]} P13" for seat in range(seats)]
    pains = " ".join(["A14", "A13", "A12", "A11", "A10", "A9"][:seats])
    state = playing(hands, pains, leader=leader, given={"all_zero": all_zero})
    event = play(state, plays)[-1]
    assert isinstance(event, TrickTaken | TrickSetAside)
    return event
