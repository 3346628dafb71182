"""Positions of Pickpocket set by hand: who is inside, the row, the guards, hands and powers."""

from collections.abc import Iterable

from games.chance import Chance
from games.core import AnyRules
from games.json_types import JsonObject
from games.messages import Message
from games.pickpocket.model import (
    ALONE,
    DOUBLE,
    NO_TILE,
    NOBODY,
    POWER,
    REDRAW,
    STEPS,
    TURN,
    PersonalState,
    State,
)
from games.pickpocket.personal import of_one_pile
from games.pickpocket.scoring import power_order
from games.pickpocket.tiles import (
    ELEMENTS,
    GUARDS,
    HAND,
    LOOT,
    LOOTS,
    POWERS,
    SHOWN,
    TILES,
    guard,
    guard_value,
)
from games.positions import ANY, Said, Stock, choice, number, one_seat, pieces, some_seats

PHASES = {"turn": TURN, "double": DOUBLE, "redraw": REDRAW, "power": POWER}
GUARD_NAMES = TILES.names[LOOTS:]
YES_NO = ("no", "yes")

FIELDS = (
    number("night", Message("Night"), low=1, high=99),
    choice("phase", Message("Decision"), tuple(PHASES)),
    one_seat("active", Message("Whose turn it is")),
    number("scores", Message("Score"), each=True, high=999),
    pieces("hands", Message("Hand"), LOOT.names, each=True, any_=True),
    pieces("row", Message("Loot in the row"), LOOT.names),
    pieces("guards", Message("Guards tonight"), GUARD_NAMES),
    pieces("past_guards", Message("Guards on earlier nights"), GUARD_NAMES),
    some_seats("inside", Message("Who is inside")),
    some_seats("standing", Message("Who has a warning left")),
    number("left_with", Message("Left tonight with"), each=True, high=999),
    number("steps", Message("Steps of stop-or-double done"), high=1),
    pieces("powers", Message("Powers"), POWERS.names, each=True),
    choice("beer_drunk", Message("The beer is drunk"), YES_NO),
    choice("redrawn", Message("Drawn again tonight"), YES_NO),
    choice("caught", Message("Caught with"), LOOT.names),
    one_seat("starter", Message("Who began the night")),
    one_seat("prince", Message("The prince")),
    some_seats("arrivals", Message("Markers, in order of arrival")),
    pieces("discard", Message("Discard pile"), LOOT.names, any_=True),
    pieces("bag", Message("Tiles to come, the next one first"), TILES.names, any_=True),
)


def position_of(state: State) -> JsonObject:
    """Return the position of a state; of personal orders, that of whose turn it is."""
    active = state.acting[0]
    bag: Iterable[int] = reversed(state.bag)
    if isinstance(state, PersonalState):
        bag = [state.pieces[piece] for piece in reversed(state.orders[active])]
    discard = state.discard[:-1] if state.phase == REDRAW else state.discard
    return {
        "night": state.night,
        "phase": next(name for name, phase in PHASES.items() if phase == state.phase),
        "active": active,
        "scores": list(state.scores),
        "hands": [_names(hand) for hand in state.hands],
        "row": _names(state.row),
        "guards": _names(map(guard, state.guards)),
        "past_guards": _names(map(guard, state.past_guards)),
        "inside": _seats(state, state.inside),
        "standing": _seats(state, state.standing),
        "left_with": list(state.left_with),
        "steps": state.steps,
        "powers": [
            [POWERS.names[power] for power, holder in enumerate(state.holders) if holder == seat]
            for seat in range(state.seats)
        ],
        "beer_drunk": YES_NO[state.beer_drunk],
        "redrawn": YES_NO[state.redrawn],
        "caught": None if state.caught == NO_TILE else TILES.names[state.caught],
        "starter": state.starter,
        "prince": None if state.prince == NOBODY else state.prince,
        "arrivals": list(state.arrivals),
        "discard": _names(discard),
        "bag": _names(bag),
    }


def set_up(_rules: AnyRules, state: State, said: Said, chance: Chance) -> State:
    """Set a table up; whoever is not said to be outside is inside, and standing."""
    state.phase = PHASES[said.choice("phase", "turn")]
    state.night = said.number("night", 1)
    state.starter = said.number("starter", 0)
    state.scores = said.numbers("scores", 0)
    _set_seats(state, said)
    _set_powers(state, said)
    _set_turn(state, said)
    _deal(state, said, chance)
    _set_row(state, said)
    _check_turn(state, said)
    said.check()
    return of_one_pile(state) if isinstance(state, PersonalState) else state


def _names(tiles: Iterable[int]) -> list[str]:
    return [TILES.names[tile] for tile in tiles]


def _tiles(names: Iterable[str]) -> list[int]:
    return [TILES.index(name) for name in names]


def _seats(state: State, seats: int) -> list[int]:
    return [seat for seat in range(state.seats) if seats >> seat & 1]


def _set(seats: Iterable[int | None]) -> int:
    return sum(1 << seat for seat in {seat for seat in seats if seat is not None})


def _set_seats(state: State, said: Said) -> None:
    """Say who is inside and standing, what the others left with, and how the markers lie."""
    everybody = range(state.seats)
    state.prince = said.number("prince", NOBODY)
    inside, standing = said.seat_list("inside"), said.seat_list("standing")
    state.inside = _set(everybody if inside is None else inside)
    if standing is None:
        state.standing = state.inside if state.warns and state.phase != DOUBLE else 0
    else:
        state.standing = _set(standing)
    if state.standing and not state.warns:
        said.wrong("standing", Message("nobody is warned with this many players"))
    elif state.standing and state.phase == DOUBLE:
        said.wrong("standing", Message("nobody has a warning left in stop-or-double"))
    left = said.numbers("left_with", -1)
    state.left_with = [None if points < 0 else points for points in left]
    for seat, points in enumerate(state.left_with):
        if points is not None and state.inside >> seat & 1:
            said.wrong(
                f"left_with.{seat}", Message("nobody can have left with points and still be inside")
            )
    arrivals = [seat for seat in said.seat_list("arrivals") or everybody if seat is not None]
    if sorted(arrivals) != list(everybody):
        said.wrong("arrivals", Message("must name every seat once"))
    state.arrivals = arrivals


def _set_powers(state: State, said: Said) -> None:
    """Say who holds which power tonight."""
    for seat, powers in enumerate(said.pieces_each("powers")):
        for name in powers or []:
            power = POWERS.index(name or "")
            if not state.powers or state.night == 1:
                said.wrong(f"powers.{seat}", Message("there are no powers in this night"))
            elif state.holders[power] != NOBODY:
                text = Message("%(power)s is set twice", power=POWERS.names[power])
                said.wrong(f"powers.{seat}", text)
            state.holders[power] = seat
    state.beer_drunk = said.choice("beer_drunk", "no") == "yes"
    state.redrawn = said.choice("redrawn", "no") == "yes"


def _set_turn(state: State, said: Said) -> None:
    """Say who has to act, and what is left of the choosing of powers."""
    first = min(_seats(state, state.inside), default=0)
    state.acting = ALONE[said.number("active", first)]
    state.steps = said.number("steps", 0)
    if state.phase != POWER:
        return
    if not state.powers or state.night == 1 or state.prince == NOBODY:
        text = Message("powers are chosen from the second night on, when there is a prince")
        said.wrong("phase", text)
        return
    if sorted(state.arrivals) != list(range(state.seats)):
        return
    order = power_order(state)
    chosen = sorted(seat for seat in state.holders if seat != NOBODY)
    state.queue = order[len(chosen) :]
    if not state.queue or sorted(order[: len(chosen)]) != chosen:
        said.wrong("powers", Message("must be chosen from the lowest score up, one by one"))
    else:
        state.acting = ALONE[state.queue[0]]


def _deal(state: State, said: Said, chance: Chance) -> None:
    """Take the tiles that are set, and deal the others: hands of loot, the rest to the bag."""
    hands = [[ANY] * HAND if hand is None else hand for hand in said.pieces_each("hands")]
    row, discard = said.pieces("row") or [], said.pieces("discard") or []
    guards, past = said.pieces("guards") or [], said.pieces("past_guards") or []
    caught, bag = said.choice("caught", ""), said.pieces("bag") or []
    stock = Stock(said, _names([*state.box.loot, *state.box.guards]))
    for name, tiles in (("row", row), ("discard", discard), ("guards", guards),
                         ("past_guards", past), ("caught", [caught or None]),
                         ("bag", bag)):  # fmt: skip
        stock.take(name, tiles)
    for seat, hand in enumerate(hands):
        stock.take(f"hands.{seat}", hand)
    stock.close(chance, "set/tiles")
    for seat, hand in enumerate(hands):
        state.hands[seat] = sorted(
            _tiles(stock.deal(f"hands.{seat}", hand, LOOT.names.__contains__))
        )
    state.discard = _tiles(stock.deal("discard", discard, LOOT.names.__contains__))
    state.row = [LOOT.index(tile) for tile in row if tile is not None]
    state.guards = [guard_value(TILES.index(name)) for name in guards if name is not None]
    state.past_guards = [guard_value(TILES.index(name)) for name in past if name is not None]
    if caught:
        state.caught = LOOT.index(caught)
        state.discard.append(state.caught)
    to_come = stock.deal("bag", bag)
    state.bag = _tiles([*to_come, *stock.rest()])[::-1]


def _set_row(state: State, said: Said) -> None:
    """Lay the row tile by tile: each carries on a line that is open, and breaks what it lacks."""
    for tile in state.row:
        if not state.open & SHOWN[tile]:
            text = Message("%(tile)s does not extend any open line", tile=LOOT.names[tile])
            said.wrong("row", text)
            return
        state.counts = [
            count + more for count, more in zip(state.counts, ELEMENTS[tile], strict=True)
        ]
        state.open &= SHOWN[tile]
    if state.caught != NO_TILE and state.open & SHOWN[state.caught]:
        said.wrong("caught", Message("a tile that extends a line catches nobody"))


def _check_turn(state: State, said: Said) -> None:
    """Hold the decision to who is inside, and to the guards."""
    active = state.acting[0]
    if not state.inside >> active & 1:
        said.wrong("active", Message("only a player who is inside has a turn"))
    if state.alone() != (state.phase == DOUBLE) and state.phase != REDRAW:
        text = Message("only a thief who is alone inside plays stop-or-double, and must")
        said.wrong("phase", text)
    if len(state.guards) > 1 or state.guards_shown() >= GUARDS:
        said.wrong("guards", Message("a second guard of a night, or the last of all, ends it"))
    if state.phase == REDRAW and not (state.may_redraw(active) and state.caught != NO_TILE):
        text = Message("only the ambidextrous thief who is caught draws again, once a night")
        said.wrong("phase", text)
    elif state.phase != REDRAW and state.caught != NO_TILE:
        said.wrong("caught", Message("is only for a thief who may draw again"))
    if state.phase == POWER and (state.row or state.guards or not _all_inside(state)):
        said.wrong("phase", Message("powers are chosen before anything happens in a night"))
    if state.steps >= STEPS or (state.steps and not state.alone()):
        said.wrong("steps", Message("are taken only by a thief who is alone inside"))


def _all_inside(state: State) -> bool:
    return state.inside == _set(range(state.seats))
