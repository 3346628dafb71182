"""Positions of Second Story set by hand: lairs, bag, street, and what the thief decides."""

from collections.abc import Sequence
from copy import deepcopy
from typing import cast

from games.chance import Chance
from games.core import AnyRules
from games.json_types import JsonObject
from games.messages import Message
from games.positions import PositionError, Said, Stock, choice, number, one_seat, pieces
from games.second_story import jobs
from games.second_story.cards import (
    CARDS,
    CHIPS,
    COURT,
    CROWN,
    KIND,
    NUMBER,
    PAWN,
    SIDES,
    SUIT_COUNT,
    SUITS,
    THE_EXCUSE,
)
from games.second_story.events import QUICK, THOROUGH
from games.second_story.model import (
    APPROACH,
    FLATS,
    HOME,
    MISSED,
    NIGHTS_MAX,
    NO_GAIN,
    NOBODY,
    NOTHING,
    TAKE,
    State,
)
from games.second_story.moves import ENTER_HOUSE
from games.second_story.rules import SecondStory

PHASES = {"house": APPROACH, "take": TAKE, "missed": MISSED, "home": HOME}
"""At a house that is just entered the thief chooses an approach, or at a tenement flats."""
APPROACHES = {"thorough": THOROUGH, "quick": QUICK}
DRAWS_MAX = 50
"""So often the cards are dealt and the dice rolled until the thief has something to decide."""
DICE = tuple(str(side) for side in range(1, SIDES + 1))

FIELDS = (
    number("night", Message("Night"), low=1, high=NIGHTS_MAX - 1),
    one_seat("active", Message("Whose turn it is")),
    pieces("lairs", Message("Chips in the lair"), SUITS.names, each=True),
    pieces("bag", Message("Chips in the bag"), SUITS.names),
    pieces("street", Message("Houses tonight, the current one last"), CARDS.names),
    choice("phase", Message("Decision"), tuple(PHASES)),
    choice("approach", Message("Approach"), tuple(APPROACHES)),
    number("flats", Message("Flats"), low=1, high=3),
    pieces("dice", Message("Dice"), DICE),
    one_seat("excuse_seat", Message("Who has the Excuse in the lair")),
    one_seat("last_seat", Message("Who plays the last turn")),
    choice("last_suit", Message("Suit that ran out"), SUITS.names),
    pieces("discard", Message("Discard pile"), CARDS.names, any_=True),
    pieces("draw", Message("Cards to come, the next one first"), CARDS.names, any_=True),
)


def position_of(state: State) -> JsonObject:
    """Return the position of a state; how often was rolled and shuffled is left out."""
    suits, cards = SUITS.names, CARDS.names
    phases = {number: name for name, number in PHASES.items()} | {FLATS: "house"}
    approaches = {number: name for name, number in APPROACHES.items()}
    return {
        "night": state.night,
        "active": state.active,
        "lairs": [_chips(lair) for lair in state.lairs],
        "bag": _chips(state.bag),
        "street": [cards[card] for card in state.street],
        "phase": phases[state.phase],
        "approach": approaches.get(state.approach),
        "flats": state.flats or None,
        "dice": [str(die) for die in state.dice],
        "excuse_seat": None if state.excuse_seat == NOBODY else state.excuse_seat,
        "last_seat": None if state.last_seat == NOBODY else state.last_seat,
        "last_suit": None if state.last_suit == NOTHING else suits[state.last_suit],
        "discard": [cards[card] for card in state.discard],
        "draw": [cards[card] for card in state.draw],
    }


def set_up(rules: AnyRules, state: State, said: Said, chance: Chance) -> State:
    """Set a table up; where no house lies open, the thief enters the next one.

    What is not said is drawn again until the thief has something to decide in the night asked for.
    """
    for turn in range(1, DRAWS_MAX + 1):
        label = "set/cards" if turn == 1 else f"set/cards/{turn}"
        made = _once(rules, deepcopy(state), said, chance, label)
        if made.acting == (made.active,) == (said.number("active", 0),) and (
            made.night == said.number("night", 1)
        ):
            return made
    text = Message(
        "the night is over before the thief decides anything: enter which houses are open"
    )
    raise PositionError([("street", text)])


def _once(rules: AnyRules, state: State, said: Said, chance: Chance, label: str) -> State:
    state.starter = 0
    state.night = said.number("night", 1)
    state.active = said.number("active", 0)
    state.acting = (state.active,)
    state.shuffles = 1
    _set_chips(state, said)
    _set_last_turn(state, said)
    street = [card for card in said.pieces("street") or [] if card is not None]
    discard, draw = said.pieces("discard") or [], said.pieces("draw") or []
    stock = Stock(said, [CARDS.names[card] for card in state.deck])
    stock.take("street", street)
    stock.take("discard", discard)
    stock.take("draw", draw)
    excuse = said.number("excuse_seat", NOBODY)
    if excuse != NOBODY:
        stock.take("excuse_seat", [CARDS.names[THE_EXCUSE]])
        state.excuse_seat = excuse
    stock.close(chance, label)
    state.street = _cards(street)
    state.gains = [NO_GAIN] * len(street)
    state.discard = _cards(stock.deal("discard", discard))
    state.draw = _cards([*stock.deal("draw", draw), *stock.rest()])
    if street:
        _set_house(state, said)
        said.check()
        return state
    said.check()
    if any(state.bag):
        said.wrong("bag", Message("must be empty before the first house of a night"))
        said.check()
    course = cast("SecondStory", rules).course(state, chance)
    course.apply_move(state.active, ENTER_HOUSE)
    return course.state


def _chips(counts: Sequence[int]) -> list[str]:
    return [SUITS.names[suit] for suit in range(SUIT_COUNT) for _ in range(counts[suit])]


def _cards(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(CARDS.index(name) for name in names)


def _set_chips(state: State, said: Said) -> None:
    """Lay the chips out; what lies nowhere else is in the bank."""
    stock = Stock(said, SUITS.names * CHIPS)
    places = [*zip(said.pieces_each("lairs"), state.lairs, strict=True),
              (said.pieces("bag"), state.bag)]  # fmt: skip
    for at, (names, counts) in enumerate(places):
        stock.take("bag" if at == state.seats else f"lairs.{at}", names or [])
        for name in names or []:
            if name is not None:
                counts[SUITS.index(name)] += 1
                state.bank[SUITS.index(name)] -= 1


def _set_last_turn(state: State, said: Said) -> None:
    """Let the match end with a turn that is known, or go on; the seat and the suit go together."""
    state.last_seat = said.number("last_seat", NOBODY)
    suit = said.choice("last_suit", "")
    if (state.last_seat == NOBODY) != (not suit):
        text = Message("belongs with the suit that ran out: give both or neither")
        said.wrong("last_seat", text)
    elif suit:
        state.last_suit = SUITS.index(suit)


def _set_house(state: State, said: Said) -> None:
    """Let the thief decide at the last house of the street."""
    kind = KIND[state.street[-1]]
    phase = PHASES[said.choice("phase", "home" if kind == CROWN else "house")]
    state.phase = FLATS if phase == APPROACH and kind in {PAWN, COURT} else phase
    if kind not in {NUMBER, PAWN, COURT, CROWN}:
        text = Message("no thief stops at %(card)s", card=CARDS.names[state.street[-1]])
        said.wrong("street", text)
    elif phase == APPROACH and kind == CROWN:
        said.wrong("phase", Message("at a Crown the dice are rolled at once"))
    if said.errors or phase == APPROACH:
        return
    approach = said.choice("approach", "quick")
    state.approach = APPROACHES[approach] if kind == NUMBER else NOTHING
    state.flats = said.number("flats", 1) if kind in {PAWN, COURT} else 0
    state.need = jobs.need(state)
    _set_dice(state, said)


def _set_dice(state: State, said: Said) -> None:
    """Let the last roll lie as it must for the decision."""
    fits = state.phase != MISSED
    usual = str(SIDES if fits else 1)
    count = jobs.dice_count(state)
    dice = said.pieces("dice") or [usual] * count
    state.dice = tuple(int(die or 0) for die in dice)
    if len(dice) != count:
        said.wrong("dice", Message("must be %(count)s here", count=count))
    elif (max(state.dice) >= state.need) != fits:
        text = Message("must reach %(need)s, or miss it, to fit the decision",
                       need=state.need)  # fmt: skip
        said.wrong("dice", text)
    elif state.phase == MISSED and not (jobs.second_chance(state) or jobs.excuse_at_home(state)):
        said.wrong("phase", Message("nothing can be done about a failed roll here"))
    elif state.phase == TAKE and len(jobs.takings(state)) < 2:
        said.wrong("phase", Message("there are no chips to choose from here"))
