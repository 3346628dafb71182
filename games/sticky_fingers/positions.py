"""Positions of Sticky Fingers set by hand: money, tools, loot, what lies open and the tokens."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from games.chance import Chance
from games.core import AnyRules
from games.json_types import JsonObject
from games.messages import Message
from games.positions import ANY, Piece, Said, Stock, choice, number, one_seat, pieces, some_seats
from games.sticky_fingers.cards import (
    CITY,
    FENCE_PILE,
    FENCES,
    HARBOR,
    LOOT,
    LOOT_PILE,
    MUSEUM,
    PLACES,
    RUIN,
    SCOUNDRELS,
    TOOL_PILE,
    TOOLS,
    VILLA,
)
from games.sticky_fingers.dataset import SQUARES, TOKENS
from games.sticky_fingers.model import ACT, ALONE, CHOOSE, NOBODY, NONE, PLACE, State

PHASES = {"place": PLACE, "act": ACT, "choose": CHOOSE}
NAMES = (TOOLS.names, LOOT.names, FENCES.names)
"""By pile."""
DISCARDS = ("tool_discard", "loot_discard", "fence_discard")
TO_COME = ("tool_pile", "loot_pile", "fence_pile")
SHOWN = {CITY: "city", VILLA: "villa", MUSEUM: "museum", HARBOR: "harbor"}
PILE_AT = {CITY: TOOL_PILE, VILLA: LOOT_PILE, MUSEUM: LOOT_PILE, HARBOR: FENCE_PILE}

FIELDS = (
    number("round", Message("Round"), low=1, high=9999),
    one_seat("starter", Message("Who begins the round")),
    choice("phase", Message("Phase"), tuple(PHASES)),
    choice("place", Message("Location being resolved"), PLACES.names),
    choice("scoundrels", Message("Scoundrel"), SCOUNDRELS.names, each=True),
    number("money", Message("Money"), each=True, high=999),
    pieces("hands", Message("Tools in hand"), TOOLS.names, each=True, any_=True),
    pieces("known", Message("Tools that everyone saw taken"), TOOLS.names, each=True),
    pieces("loot", Message("Loot held"), LOOT.names, each=True, any_=True),
    pieces("city", Message("Tools in the City"), TOOLS.names, any_=True),
    pieces("villa", Message("Loot in the Villa"), LOOT.names, any_=True, gaps=True),
    pieces("museum", Message("Loot in the Museum"), LOOT.names, any_=True, gaps=True),
    pieces("harbor", Message("Fences in the Harbour"), FENCES.names, any_=True),
    some_seats("city_tokens", Message("Tokens in the City"), gaps=True),
    some_seats("villa_tokens", Message("Tokens at the Villa"), gaps=True),
    some_seats("ruin_tokens", Message("Tokens at the Ruin"), gaps=True),
    some_seats("museum_tokens", Message("Tokens at the Museum"), gaps=True),
    some_seats("harbor_tokens", Message("Tokens in the Harbour"), gaps=True),
    some_seats("exchange", Message("Tokens on the Ruin's exchange squares"), gaps=True),
    some_seats("used", Message("Whose scoundrel has lent its tool here")),
    pieces("tool_discard", Message("Discarded tools"), TOOLS.names, any_=True),
    pieces("loot_discard", Message("Discarded loot"), LOOT.names, any_=True),
    pieces("fence_discard", Message("Discarded fences"), FENCES.names, any_=True),
    pieces("tool_pile", Message("Tools to come, the next one first"), TOOLS.names, any_=True),
    pieces("loot_pile", Message("Loot to come, the next one first"), LOOT.names, any_=True),
    pieces("fence_pile", Message("Fences to come, the next one first"), FENCES.names, any_=True),
)


def position_of(state: State) -> JsonObject:
    """Return the position of a state; how often piles were shuffled is left out."""
    tools, loot, fences = NAMES
    shown = state.display
    position: JsonObject = {
        "round": max(state.round, 1),
        "starter": state.starter,
        "phase": next(name for name, phase in PHASES.items() if phase == state.phase),
        "place": None if state.place == NONE else PLACES.names[state.place],
        "scoundrels": [None if it == NONE else SCOUNDRELS.names[it] for it in state.scoundrels],
    }
    if state.phase == CHOOSE:
        return position
    return {
        **position,
        "money": list(state.money),
        "hands": [_counted(hand) for hand in state.hands],
        "known": [_counted(hand) for hand in state.known],
        "loot": [[loot[card] for card in held] for held in state.loot],
        "city": [tools[tool] for tool in shown[CITY]],
        "villa": [None if card == NONE else loot[card] for card in shown[VILLA]],
        "museum": [None if card == NONE else loot[card] for card in shown[MUSEUM]],
        "harbor": [fences[card] for card in shown[HARBOR]],
        **{
            f"{name}_tokens": _seats(state.squares[place * SQUARES : (place + 1) * SQUARES])
            for place, name in enumerate(PLACES.names)
        },
        "exchange": _seats(state.exchange),
        "used": [seat for seat in range(state.seats) if state.used >> seat & 1],
        **{
            name: [NAMES[pile][card] for card in state.discards[pile]]
            for pile, name in enumerate(DISCARDS)
        },
        **{
            name: [NAMES[pile][card] for card in reversed(state.piles[pile])]
            for pile, name in enumerate(TO_COME)
        },
    }


def set_up(_rules: AnyRules, state: State, said: Said, chance: Chance) -> State:
    """Set a table up; displays of which nothing is said are full."""
    state.phase = PHASES[said.choice("phase", "place")]
    state.starter = said.number("starter", 0)
    _set_scoundrels(state, said, chance)
    if state.phase == CHOOSE:
        said.check()
        return state
    state.round = said.number("round", 1)
    state.money = said.numbers("money", 0)
    _set_tokens(state, said)
    _set_turn(state, said)
    state.used = sum(
        1 << seat for seat in {*(said.seat_list("used") or [])} - {None} if seat is not None
    )
    _deal(state, said, chance)
    _check_known(state, said)
    said.check()
    return state


def _counted(counts: Sequence[int]) -> list[str]:
    return [TOOLS.names[tool] for tool, count in enumerate(counts) for _ in range(count)]


def _counts(names: Iterable[str]) -> list[int]:
    counts = [0] * len(TOOLS.names)
    for name in names:
        counts[TOOLS.index(name)] += 1
    return counts


def _seats(squares: Sequence[int]) -> list[int | None]:
    return [None if seat == NOBODY else seat for seat in squares]


def _set_scoundrels(state: State, said: Said, chance: Chance) -> None:
    """Give everybody a scoundrel: the named one, or one of the others at random."""
    names = said.each("scoundrels")
    stock = Stock(said, [SCOUNDRELS.names[card] for card in state.deck.scoundrels])
    for seat, name in enumerate(names):
        stock.take(f"scoundrels.{seat}", [name])
    if state.phase != CHOOSE:
        names = [ANY if name is None else name for name in names]
        stock.close(chance, "set/scoundrels")
        names = stock.deal_all("scoundrels", names)
    said.check()
    state.scoundrels = [NONE if name is None else SCOUNDRELS.index(name) for name in names]
    if state.phase != CHOOSE:
        return
    chosen = [(state.starter + turn) % state.seats for turn in range(state.seats)]
    taken = [state.scoundrels[seat] != NONE for seat in chosen]
    if not state.picks:
        said.wrong("phase", Message("scoundrels are not chosen under the options of this match"))
    elif all(taken) or taken != sorted(taken, reverse=True):
        said.wrong("scoundrels", Message("must be chosen in turn, with one left to choose"))
    else:
        state.acting = ALONE[chosen[taken.index(False)]]


def _set_tokens(state: State, said: Said) -> None:
    """Put the tokens down, and hold their numbers to whose turn it is."""
    for place, name in enumerate(PLACES.names):
        tokens = said.seat_list(f"{name}_tokens") or []
        if len(tokens) > SQUARES:
            text = Message("has %(most)s squares", most=SQUARES)
            said.wrong(f"{name}_tokens", text)
            continue
        for square, seat in enumerate(tokens):
            state.squares[place * SQUARES + square] = NOBODY if seat is None else seat
        if state.phase == PLACE and not state.chosen_squares and None in _trimmed(tokens):
            said.wrong(f"{name}_tokens", Message("tokens go on the first free square here"))
    exchange = said.seat_list("exchange") or []
    for square, seat in enumerate(exchange[:SQUARES]):
        state.exchange[square] = NOBODY if seat is None else seat
    if len(exchange) > len(state.deck.table.exchange) and exchange[SQUARES:]:
        said.wrong("exchange", Message("has %(most)s squares", most=SQUARES))
    for seat in range(state.seats):
        if state.squares.count(seat) + state.exchange.count(seat) > TOKENS:
            text = Message("seat %(seat)s has only %(most)s tokens", seat=seat, most=TOKENS)
            said.wrong("phase", text)


def _trimmed(tokens: Sequence[int | None]) -> list[int | None]:
    """Return the tokens of a place up to the last one."""
    last = max((at for at, seat in enumerate(tokens) if seat is not None), default=-1)
    return list(tokens[: last + 1])


def _set_turn(state: State, said: Said) -> None:
    """Say whose turn it is: of placing, by the number of tokens down; of acting, by the squares."""
    down = [state.squares.count(seat) for seat in range(state.seats)]
    if state.phase == PLACE:
        state.placed = sum(down)
        turns, begun = divmod(state.placed, state.seats)
        wanted = [turns + ((seat - state.starter) % state.seats < begun)
                  for seat in range(state.seats)]  # fmt: skip
        if down != wanted:
            text = Message(
                "tokens are placed in turn: the seats must have placed %(tokens)s of them",
                tokens=wanted,
            )
            said.wrong("phase", text)
        elif state.placed >= state.tokens():
            said.wrong(
                "phase", Message("all tokens are placed: choose the location being resolved")
            )
        if max(state.money) >= state.deck.table.target:
            text = Message("nobody can have %(most)s when a round begins",
                           most=state.deck.table.target)  # fmt: skip
            said.wrong("money", text)
        if said.choice("place", "") or any(seat != NOBODY for seat in state.exchange):
            said.wrong("place", Message("no location is resolved before all tokens are placed"))
        state.acting = ALONE[(state.starter + state.placed) % state.seats]
        return
    state.placed = state.tokens()
    name = said.choice("place", "")
    first = next((place for place in range(HARBOR + 1) if state.next_square(place) != NONE), NONE)
    state.place = PLACES.index(name) if name else first
    state.square = state.next_square(state.place) if state.place != NONE else NONE
    if state.square == NONE or state.place != first:
        text = Message("must be the first location with tokens; those before it are resolved")
        said.wrong("place", text)
        return
    if state.place != RUIN and any(seat != NOBODY for seat in state.exchange):
        said.wrong("exchange", Message("is used only while the Ruin is resolved"))
    state.acting = ALONE[state.squares[state.place * SQUARES + state.square]]


def _deal(state: State, said: Said, chance: Chance) -> None:
    """Take the cards that are set, and deal the others; the rest are the piles."""
    state.discards = [[], [], []]
    state.shuffles = [1, 1, 1]
    hands = _hands(said)
    held = [cards or [] for cards in said.pieces_each("loot")]
    shown = {place: _shown(state, said, place) for place in SHOWN}
    for pile, names in enumerate(NAMES):
        stock = Stock(said, [names[card] for card in state.deck.cards[pile]])
        lists: dict[str, list[Piece]] = {
            SHOWN[place]: cards for place, cards in shown.items() if PILE_AT[place] == pile
        }
        mine = {TOOL_PILE: ("hands", hands), LOOT_PILE: ("loot", held)}.get(pile, ("", []))
        lists |= {f"{mine[0]}.{seat}": cards for seat, cards in enumerate(mine[1])}
        lists |= {name: said.pieces(name) or [] for name in (DISCARDS[pile], TO_COME[pile])}
        for field, cards in lists.items():
            stock.take(field, cards)
        stock.close(chance, f"set/{TO_COME[pile]}")
        dealt = {
            field: stock.deal_all(field, cards, _fits(state, field))
            for field, cards in lists.items()
        }
        _lay(state, pile, dealt, stock.rest())
    for at, loot in enumerate(state.loot):
        if any(map(state.deck.is_chest, loot)):
            said.wrong(f"loot.{at}", Message("a chest is cashed at once, and held by nobody"))


def _hands(said: Said) -> list[list[Piece]]:
    """Return the hands as they are asked for; tools that all have seen come before any others."""
    hands = [list(hand or []) for hand in said.pieces_each("hands")]
    for hand, known in zip(hands, said.pieces_each("known"), strict=True):
        named = Counter(known or [])
        named.subtract(hand)
        for tool in named.elements():
            if ANY in hand:
                hand[hand.index(ANY)] = tool
    return hands


def _shown(state: State, said: Said, place: int) -> list[Piece]:
    """Return what a place is asked to show; gaps fill it up where loot keeps its slot."""
    size = state.deck.sizes[state.seats][place]
    cards = said.pieces(SHOWN[place])
    if cards is None:
        return [ANY] * size
    if len(cards) > size:
        text = Message("has room for %(most)s cards, not %(given)s", most=size, given=len(cards))
        said.wrong(SHOWN[place], text)
    return [*cards, *([None] * (size - len(cards)))] if place in {VILLA, MUSEUM} else cards


def _fits(state: State, field: str) -> Callable[[str], bool] | None:
    """Return what a card must be to be dealt to a place: nobody holds a chest."""
    if field.startswith("loot."):
        return lambda name: not state.deck.is_chest(LOOT.index(name))
    return None


def _lay(state: State, pile: int, dealt: dict[str, list[Piece]], rest: Sequence[str]) -> None:
    """Lay the cards of a pile where they belong."""
    index = (TOOLS, LOOT, FENCES)[pile].index
    cards = {
        field: [NONE if name is None else index(name) for name in names]
        for field, names in dealt.items()
    }
    for place, name in SHOWN.items():
        if PILE_AT[place] == pile:
            state.display[place] = cards[name]
    for seat in range(state.seats):
        if pile == TOOL_PILE:
            names = [name for name in dealt[f"hands.{seat}"] if name is not None]
            state.hands[seat] = _counts(names)
        elif pile == LOOT_PILE:
            state.loot[seat] = cards[f"loot.{seat}"]
    state.discards[pile] = cards[DISCARDS[pile]]
    state.piles[pile] = [*cards[TO_COME[pile]], *map(index, rest)][::-1]


def _check_known(state: State, said: Said) -> None:
    """Note which tools of each hand all have seen taken."""
    for seat, names in enumerate(said.pieces_each("known")):
        state.known[seat] = _counts(name for name in names or [] if name is not None)
        hand = state.hands[seat]
        if any(known > held for known, held in zip(state.known[seat], hand, strict=True)):
            said.wrong(f"known.{seat}", Message("must be among the tools in hand"))
