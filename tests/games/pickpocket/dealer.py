"""Taverns of Pickpocket with the tiles that a test wants, and moves in words.

Tiles are written as in the log, a guard as its value: `PK KJ 4`.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from games.chance import FairChance
from games.core import Event, Seat, replay
from games.pickpocket.events import BagFilled, HandsDealt, MarkersStacked, NightBegan
from games.pickpocket.model import State
from games.pickpocket.moves import (
    CHOOSE,
    DECLINE_REDRAW,
    DRAW,
    DRINK,
    LEAVE,
    USE_REDRAW,
)
from games.pickpocket.rules import Pickpocket
from games.pickpocket.tiles import LOOT, POWERS, guard

RULES = Pickpocket()
CHANCE = FairChance(bytes(32))

PLAIN = {
    "draw": DRAW,
    "beer": DRINK,
    "redraw": USE_REDRAW,
    "decline": DECLINE_REDRAW,
    "leave": LEAVE,
}

PADDING = " PKVJ PKVJ PKVJ 2 2 2 2"
"""What the bag holds after the tiles that a test is about."""


def tiles(text: str) -> tuple[int, ...]:
    """Return the tiles written so, separated by spaces."""
    return tuple(guard(int(it)) if it.isdigit() else LOOT.index(it) for it in text.split())


def new_state(seats: int, **options: object) -> State:
    """Return an empty tavern."""
    return RULES.new_state(seats, RULES.check_options(seats, options))


def opened(seats: int, seed: str = "1", **options: object) -> State:
    """Return a tavern in which a match has just begun."""
    state = new_state(seats, **options)
    return replay(
        RULES, state, RULES.opening_events(state, FairChance(sha256(seed.encode()).digest()))
    )


def tavern(
    seats: int,
    bag: str = "",
    hands: Sequence[str] = (),
    *,
    starter: Seat = 0,
    powers: Mapping[str, Seat] | None = None,
    **options: object,
) -> State:
    """Return a night about to begin, the bag's next tile first; stack and hands go by seat."""
    state = new_state(seats, powers=powers is not None, **options)
    dealt = [tiles(hand) for hand in hands] + [()] * (seats - len(hands))
    opening = [
        MarkersStacked(tuple(range(seats))),
        HandsDealt(tuple(dealt)),
        BagFilled(tiles(bag + PADDING)),
        NightBegan(1, starter, None),
    ]
    replay(RULES, state, opening)
    for name, seat in (powers or {}).items():
        state.holders[POWERS.index(name)] = seat
    return state


def move_of(text: str) -> int:
    """Return the move written so: `draw`, `play PK`, `leave`, `leave 2`, `take bruce`."""
    word, _, what = text.partition(" ")
    if word == "play":
        return LOOT.index(what)
    if word == "take":
        return CHOOSE + POWERS.index(what)
    return LEAVE + 1 + int(what) if what else PLAIN[word]


def do(state: State, *moves: str) -> tuple[Event, ...]:
    """Make the moves in turn and return the events of the last one."""
    events: tuple[Event, ...] = ()
    for text in moves:
        (seat,) = RULES.to_act(state)
        events = RULES.decide(state, seat, move_of(text), CHANCE)
        replay(RULES, state, events)
    return events


def draw(state: State, times: int) -> None:
    """Let the thieves draw in turn, so many tiles in all."""
    do(state, *["draw"] * times)


def told(events: Sequence[Event]) -> list[str]:
    """Return the names of the events."""
    return [RULES.event_type(event) for event in events]


def may(state: State) -> list[str]:
    """Return the legal moves of the seat that has to act, in the words of `move_of`."""
    (seat,) = RULES.to_act(state)
    words = {number: word for word, number in PLAIN.items()}
    texts = []
    for move in RULES.legal_moves(state, seat):
        if move in words:
            texts.append(words[move])
        elif move < DRAW:
            texts.append(f"play {LOOT.names[move]}")
        elif move < CHOOSE:
            texts.append(f"leave {move - LEAVE - 1}")
        else:
            texts.append(f"take {POWERS.names[move - CHOOSE]}")
    return texts
