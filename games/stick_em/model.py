"""A match of Stick 'Em as it stands, and how each event changes it."""

from typing import Final

from games.core import Event, Folds, Seat
from games.stick_em.cards import TRICKS
from games.stick_em.events import (
    CardPlayed,
    HandsDealt,
    PainChosen,
    PainRevealed,
    RoundBegan,
    RoundScored,
    TrickSetAside,
    TrickTaken,
)

DEAL: Final = 0
PAIN: Final = 1
PLAY: Final = 2
OVER: Final = 3
PHASES = ("deal", "pain", "play", "over")
"""The phase's name; `deal` only stands between the events of one decision."""

NOBODY: Final = -10
"""The leader before there is one; no viewer is called so."""

SEATS: Final = 6
"""At the largest table."""

ALONE = tuple((seat,) for seat in range(SEATS))
"""Who has to act where only that seat has."""


def _after(seats: int, leader: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Return who plays to a trick after each seat: the next one, and nobody after the last."""
    after: list[tuple[Seat, ...]] = [ALONE[(seat + 1) % seats] for seat in range(seats)]
    after[leader - 1] = ()
    return tuple(after)


AFTER = tuple(tuple(_after(seats, leader) for leader in range(seats)) for seats in range(SEATS + 1))
"""Who plays to a trick after each seat, by the number of seats and the leader."""

NO_TRICK: tuple[tuple[Seat, ...], ...] = ((),) * SEATS
"""Who plays after each seat where no trick is played: nobody."""

HIDDEN: Final = -1
"""The pain card of a seat that has picked none."""


class State:
    """A match of Stick 'Em as it stands."""

    __slots__ = (
        "acting",
        "after",
        "aside",
        "captured",
        "deck",
        "hands",
        "last_leader",
        "last_trick",
        "leader",
        "memory",
        "pain",
        "phase",
        "round",
        "rounds",
        "scores",
        "seats",
        "totals",
        "trick",
        "trick_leader",
        "tricks",
        "zeros_to_leader",
    )

    def __init__(
        self,
        deck: tuple[int, ...],
        *,
        seats: int,
        rounds: int,
        memory: bool,
        zeros_to_leader: bool,
    ) -> None:
        self.deck = deck
        self.seats = seats
        self.rounds = rounds
        self.memory = memory
        self.zeros_to_leader = zeros_to_leader
        self.phase = DEAL
        self.round = 0
        self.leader: Seat = NOBODY
        self.acting: tuple[Seat, ...] = ()
        self.after = NO_TRICK
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.pain = [HIDDEN] * seats
        self.trick: list[int] = []
        self.trick_leader: Seat = NOBODY
        self.tricks = 0
        self.captured: list[list[int]] = [[] for _ in range(seats)]
        self.aside: list[int] = []
        self.last_leader: Seat = NOBODY
        self.last_trick: TrickTaken | TrickSetAside | None = None
        self.scores: list[tuple[int, ...]] = []
        self.totals: tuple[int, ...] = (0,) * seats

    def copy(self) -> "State":
        """Return a state that shares nothing mutable with this one."""
        other: State = State.__new__(State)
        other.deck = self.deck
        other.seats = self.seats
        other.rounds = self.rounds
        other.memory = self.memory
        other.zeros_to_leader = self.zeros_to_leader
        other.phase = self.phase
        other.round = self.round
        other.leader = self.leader
        other.acting = self.acting
        other.after = self.after
        other.hands = [hand[:] for hand in self.hands]
        other.pain = self.pain[:]
        other.trick = self.trick[:]
        other.trick_leader = self.trick_leader
        other.tricks = self.tricks
        other.captured = [pile[:] for pile in self.captured]
        other.aside = self.aside[:]
        other.last_leader = self.last_leader
        other.last_trick = self.last_trick
        other.scores = self.scores[:]
        other.totals = self.totals
        return other


def _round_began(state: State, event: RoundBegan) -> None:
    state.phase = DEAL
    state.round = event.round
    state.leader = event.leader
    state.acting = ()
    state.after = NO_TRICK
    state.pain = [HIDDEN] * state.seats
    state.captured = [[] for _ in range(state.seats)]
    state.aside = []
    state.tricks = 0


def _hands_dealt(state: State, event: HandsDealt) -> None:
    state.phase = PAIN
    state.acting = tuple(range(state.seats))
    state.hands = [sorted(hand) for hand in event.hands]


def _pain_chosen(state: State, event: PainChosen) -> None:
    state.hands[event.seat].remove(event.card)
    state.pain[event.seat] = event.card
    state.acting = tuple([seat for seat in state.acting if seat != event.seat])


def _pain_revealed(state: State, _event: PainRevealed) -> None:
    state.phase = PLAY
    state.trick_leader = state.leader
    state.after = AFTER[state.seats][state.leader]
    state.acting = ALONE[state.leader]


def _card_played(state: State, event: CardPlayed) -> None:
    seat = event.seat
    state.hands[seat].remove(event.card)
    state.trick.append(event.card)
    state.acting = state.after[seat]


def _trick_taken(state: State, event: TrickTaken) -> None:
    seat = event.seat
    state.captured[seat] += event.cards
    state.last_leader = state.trick_leader
    state.last_trick = event
    state.trick = []
    state.tricks += 1
    state.trick_leader = seat
    state.after = AFTER[state.seats][seat]
    state.acting = ALONE[seat] if state.tricks < TRICKS else ()


def _trick_set_aside(state: State, event: TrickSetAside) -> None:
    state.aside += event.cards
    state.last_leader = state.trick_leader
    state.last_trick = event
    state.trick = []
    state.tricks += 1
    state.acting = ALONE[state.trick_leader] if state.tricks < TRICKS else ()


def _round_scored(state: State, event: RoundScored) -> None:
    state.scores.append(event.points)
    state.totals = event.totals
    state.acting = ()
    state.phase = DEAL if state.round < state.rounds else OVER


FOLDS: Folds[Event, State] = {
    RoundBegan: _round_began,
    HandsDealt: _hands_dealt,
    PainChosen: _pain_chosen,
    PainRevealed: _pain_revealed,
    CardPlayed: _card_played,
    TrickTaken: _trick_taken,
    TrickSetAside: _trick_set_aside,
    RoundScored: _round_scored,
}
