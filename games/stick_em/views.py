"""What each viewer may know of a match of Stick 'Em."""

from collections.abc import Sequence
from typing import TypedDict

from games.core import ALL, Event, Seat, Viewer
from games.json_types import JsonObject
from games.stick_em.cards import CARDS, COLOUR, COLOURS, TRICKS
from games.stick_em.events import CardPlayed, HandsDealt, PainChosen, TrickSetAside, TrickTaken
from games.stick_em.model import HIDDEN, NOBODY, PAIN, PHASES, PLAY, State

NAMES = CARDS.names
_name_of = NAMES.__getitem__


class PlayedCard(TypedDict):
    """A card on the table and who played it."""

    seat: int
    card: str


class LastTrick(TypedDict):
    """The trick before this one; `seat` took it, null if it was set aside.

    `cards` is null under `history: memory` until the round is scored.
    """

    seat: int | None
    cards: list[PlayedCard] | None


class View(TypedDict):
    """Stick 'Em as one viewer sees it; lists go by seat, cards are named `blue-10`."""

    seat: int | None
    round: int
    rounds: int
    phase: str
    leader: int | None
    to_act: list[int]
    hand: list[str] | None
    hands: list[list[str]] | None
    hand_sizes: list[int]
    pain: list[str | None]
    committed: list[bool]
    lead: str | None
    trick: list[PlayedCard]
    trick_number: int
    captured: list[list[str]] | None
    captured_sizes: list[int]
    aside_size: int
    scores: list[list[int]]
    totals: list[int]
    last_trick: LastTrick | None


def piles_hidden(state: State) -> bool:
    """Tell whether captured cards may not be looked through (SE-20)."""
    return state.memory and state.phase in (PAIN, PLAY)


def view(state: State, viewer: Viewer) -> View:
    """Return what the viewer may know: all but the others' hands and face-down pain cards.

    Under `history: memory` the cards of a trick are hidden from everybody once somebody has taken
    it, until the round is scored (SE-20); that they were played is told as it happens.
    """
    every = viewer == ALL
    return {
        "seat": viewer if viewer >= 0 else None,
        "round": state.round,
        "rounds": state.rounds,
        "phase": PHASES[state.phase],
        "leader": _seat(state.leader),
        "to_act": list(state.acting),
        "hand": _names(state.hands[viewer]) if viewer >= 0 else None,
        "hands": [_names(hand) for hand in state.hands] if every else None,
        "hand_sizes": [len(hand) for hand in state.hands],
        "pain": _pain(state, viewer),
        "committed": [pain != HIDDEN for pain in state.pain],
        "lead": COLOURS[COLOUR[state.trick[0]]] if state.trick else None,
        "trick": _played(state.trick_leader, state.trick, state.seats),
        "trick_number": _trick_number(state),
        "captured": [_names(pile) for pile in state.captured]
        if every or not piles_hidden(state)
        else None,
        "captured_sizes": [len(pile) for pile in state.captured],
        "aside_size": len(state.aside),
        "scores": [list(points) for points in state.scores],
        "totals": list(state.totals),
        "last_trick": _last_trick(state, every=every),
    }


def _seat(seat: Seat) -> Seat | None:
    return seat if seat != NOBODY else None


def _names(cards: Sequence[int]) -> list[str]:
    return list(map(_name_of, cards))


def _pain(state: State, viewer: Viewer) -> list[str | None]:
    """Return the pain cards that the viewer may see: while seats pick, only its own (SE-19)."""
    hidden = state.phase == PAIN and viewer != ALL
    return [
        None if pain == HIDDEN or (hidden and seat != viewer) else NAMES[pain]
        for seat, pain in enumerate(state.pain)
    ]


def _played(leader: Seat, cards: Sequence[int], seats: int) -> list[PlayedCard]:
    return [
        {"seat": (leader + position) % seats, "card": NAMES[card]}
        for position, card in enumerate(cards)
    ]


def _trick_number(state: State) -> int:
    """Return the trick that is played, from 1 to 14, and 0 before a round's first."""
    if state.phase == PLAY:
        return min(state.tricks + 1, TRICKS)
    return state.tricks


def _last_trick(state: State, *, every: bool) -> LastTrick | None:
    trick = state.last_trick
    if trick is None:
        return None
    cards = None
    if every or not (piles_hidden(state) and state.tricks):
        cards = _played(state.last_leader, trick.cards, state.seats)
    return {"seat": trick.seat if isinstance(trick, TrickTaken) else None, "cards": cards}


def redact(event: Event, data: JsonObject, index: int, viewer: Viewer, state: State) -> JsonObject:
    """Return the event's data as the viewer may see it; `data` is the whole of it."""
    if viewer == ALL:
        return data
    if isinstance(event, HandsDealt):
        hands = data["hands"]
        data["hands"] = [hand if seat == viewer else len(hand) for seat, hand in enumerate(hands)]
    elif isinstance(event, PainChosen):
        if event.seat != viewer:
            data["card"] = None
    elif state.memory and _forgotten(state, index):
        if isinstance(event, CardPlayed):
            data["card"] = None
        elif isinstance(event, TrickTaken | TrickSetAside):
            data["cards"] = len(event.cards)
    return data


def _forgotten(state: State, index: int) -> bool:
    """Tell whether that event belongs to a complete trick of a round that is not yet scored.

    A round is always 15 n + 18 events: two, n picks, the reveal, 14 tricks of n + 1, the score.
    """
    seats = state.seats
    opened = seats + 3
    scored, position = divmod(index, opened + TRICKS * (seats + 1) + 1)
    return scored == len(state.scores) and 0 <= (position - opened) < state.tricks * (seats + 1)
