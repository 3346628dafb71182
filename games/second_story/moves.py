"""What a seat may do: small integers inside, `{"type": "take_chips", …}` outside."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from games.codec import Codec
from games.core import IllegalMoveError, Seat, WireError
from games.json_types import JsonMapping, JsonObject
from games.messages import Message
from games.second_story import jobs
from games.second_story.cards import CROWN, KIND, SUIT_COUNT, SUITS, SUITS_OF, Chips
from games.second_story.events import QUICK, THOROUGH, Approach
from games.second_story.model import APPROACH, FLATS, HOME, MISSED, TAKE, State

Move = int

NO_FLATS: Final = 1
"""The move to rob n flats is this + n, and THOROUGH and QUICK are moves themselves."""

SECOND_CHANCE: Final = 5
USE_EXCUSE: Final = 6
ACCEPT_CAUGHT: Final = 7
END_NIGHT: Final = 8
ENTER_HOUSE: Final = 9

TAKE_NOTHING: Final = 16
"""The move to take chips is this plus 1 << suit for each of them."""


class ChooseApproach(msgspec.Struct, frozen=True):
    """Rob a house of rank 2 to 9 thoroughly, or be quick about it."""

    approach: Approach


class ChooseFlats(msgspec.Struct, frozen=True):
    """Rob 1, 2 or 3 flats of a tenement."""

    flats: int


class TakeChips(msgspec.Struct, frozen=True):
    """Take one chip of each of these suits; their order means nothing."""

    suits: Chips


class TakeSecondChance(msgspec.Struct, frozen=True):
    """Risk a chip of the lair for another roll at a Crown."""


class UseExcuse(msgspec.Struct, frozen=True):
    """Discard the Excuse for another roll."""


class AcceptCaught(msgspec.Struct, frozen=True):
    """Drop the bag and flee."""


class EndNight(msgspec.Struct, frozen=True):
    """Take the bag home."""


class EnterHouse(msgspec.Struct, frozen=True):
    """Try another house."""


AnyMove = (
    ChooseApproach
    | ChooseFlats
    | TakeChips
    | TakeSecondChance
    | UseExcuse
    | AcceptCaught
    | EndNight
    | EnterHouse
)

MOVES: Codec[AnyMove] = Codec(
    {
        "choose_approach": ChooseApproach,
        "choose_flats": ChooseFlats,
        "take_chips": TakeChips,
        "take_second_chance": TakeSecondChance,
        "use_excuse": UseExcuse,
        "accept_caught": AcceptCaught,
        "end_night": EndNight,
        "enter_house": EnterHouse,
    }
)

PLAIN: Mapping[Move, AnyMove] = {
    THOROUGH: ChooseApproach(THOROUGH),
    QUICK: ChooseApproach(QUICK),
    NO_FLATS + 1: ChooseFlats(1),
    NO_FLATS + 2: ChooseFlats(2),
    NO_FLATS + 3: ChooseFlats(3),
    SECOND_CHANCE: TakeSecondChance(),
    USE_EXCUSE: UseExcuse(),
    ACCEPT_CAUGHT: AcceptCaught(),
    END_NIGHT: EndNight(),
    ENTER_HOUSE: EnterHouse(),
}
"""The moves that take no chips."""

INDEX = {record: move for move, record in PLAIN.items()}

TYPES: Mapping[int, tuple[str, ...]] = {
    APPROACH: ("choose_approach",),
    FLATS: ("choose_flats",),
    TAKE: ("take_chips",),
    MISSED: ("take_second_chance", "use_excuse", "accept_caught"),
    HOME: ("end_night", "enter_house"),
}
"""The types of move by the phase in which they are made."""


@cache
def take(suits: Chips) -> Move:
    """Return the move to take a chip of each of these suits."""
    return TAKE_NOTHING + sum(1 << suit for suit in suits)


@cache
def taken(move: Move) -> Chips:
    """Return the suits that the move takes, in canonical order."""
    return tuple(suit for suit in range(SUIT_COUNT) if (move - TAKE_NOTHING) >> suit & 1)


def legal(state: State) -> Sequence[Move]:
    """Return the moves of the seat that has to act, in canonical order."""
    phase = state.phase
    if phase == APPROACH:
        return (THOROUGH, QUICK)
    if phase == FLATS:
        return (NO_FLATS + 1, NO_FLATS + 2, NO_FLATS + 3)
    if phase == TAKE:
        return [take(suits) for suits in jobs.takings(state)]
    if phase == MISSED:
        return _ways_out(state)
    if phase == HOME:
        return (END_NIGHT, ENTER_HOUSE) if state.draw or state.discard else (END_NIGHT,)
    return ()


def _ways_out(state: State) -> Sequence[Move]:
    """Return what may be done about a failed roll: either help where both are there (SS-24)."""
    ways = []
    if jobs.second_chance(state):
        ways.append(SECOND_CHANCE)
    if jobs.excuse_at_home(state):
        ways.append(USE_EXCUSE)
    return [*ways, ACCEPT_CAUGHT]


def refusal(state: State, move: Move) -> str:
    """Return why a move is not legal for the seat that has to act, in words for a person."""
    phase = state.phase
    if phase == MISSED and move == SECOND_CHANCE:
        if KIND[state.street[-1]] != CROWN:
            return Message("only a Crown gives a second chance")
        return Message(
            "there are no %(suit)s in your lair to risk",
            suit=_suit(SUITS_OF[state.street[-1]][0]),
        )
    if phase == MISSED and move == USE_EXCUSE:
        return Message("the Excuse is not in your lair")
    if phase == HOME and move == ENTER_HOUSE:
        return Message("no houses are left to enter")
    if phase == TAKE and move >= TAKE_NOTHING:
        return _untaken(state, taken(move))
    return Message("the move must be of type %(types)s now", types=" or ".join(TYPES[phase]))


def _untaken(state: State, suits: Chips) -> str:
    """Return why these chips cannot be taken."""
    on_card = SUITS_OF[state.street[-1]]
    for suit in suits:
        if suit not in on_card:
            return Message("there are no %(suit)s in this house", suit=_suit(suit))
        if not state.bank[suit]:
            return Message("there are no %(suit)s left in the bank", suit=_suit(suit))
    limit = state.flats or 1
    if len(suits) > limit:
        return Message(
            "you can take at most %(limit)s here, not %(given)s", limit=limit, given=len(suits)
        )
    return Message("you must take as many as there are for you, not %(given)s", given=len(suits))


def _suit(suit: int) -> str:
    return SUITS.names[suit]


def move_data(move: Move) -> JsonObject:
    """Return the move as clients send it."""
    record = TakeChips(taken(move)) if move >= TAKE_NOTHING else PLAIN[move]
    return {"type": MOVES.name(record), **MOVES.data(record)}


def parse(state: State, seat: Seat, data: JsonMapping) -> Move:
    """Return the move that a client sent; raise IllegalMoveError where it makes no sense now."""
    if seat not in state.acting:
        raise IllegalMoveError("you have nothing to decide now")
    fields = dict(data)
    wanted = TYPES[state.phase]
    asked = fields.pop("type", None)
    if asked not in wanted:
        message = Message("the move must be of type %(types)s now", types=" or ".join(wanted))
        raise IllegalMoveError(message)
    try:
        record = MOVES.parse(asked, fields)
    except WireError as error:
        raise IllegalMoveError(str(error)) from error
    if isinstance(record, TakeChips):
        return _parse_take(record.suits)
    if record not in INDEX:
        raise IllegalMoveError("flats must be 1, 2 or 3")
    return INDEX[record]


def _parse_take(suits: Chips) -> Move:
    if len(set(suits)) < len(suits):
        raise IllegalMoveError("you can take only one chip of a suit here")
    return take(tuple(sorted(suits)))
