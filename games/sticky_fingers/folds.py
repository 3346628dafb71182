"""What each event changes in a match of Sticky Fingers."""

from collections.abc import Sequence

from games.core import Event, Folds, Seat
from games.sticky_fingers.cards import (
    CITY,
    FENCE_PILE,
    HARBOR,
    LOOT_PILE,
    PILED_FROM,
    RUIN,
    TOOL_PILE,
)
from games.sticky_fingers.dataset import SQUARES
from games.sticky_fingers.events import (
    ActionPassed,
    ChestCashed,
    DisplayFilled,
    LootSold,
    LootStolen,
    PileShuffled,
    PlaceOpened,
    RoundBegan,
    RoundEnded,
    ScoundrelChosen,
    ScoundrelsDealt,
    StarterDrawn,
    TokenPlaced,
    ToolsDealt,
    ToolsDrawn,
    ToolsExchanged,
    ToolsTaken,
)
from games.sticky_fingers.model import ACT, ALONE, CHOOSE, DEAL, NOBODY, NONE, OVER, PLACE, State

PILE_AT = (TOOL_PILE, LOOT_PILE, NONE, LOOT_PILE, FENCE_PILE)
"""The pile that a place is filled from."""


def _starter_drawn(state: State, event: StarterDrawn) -> None:
    state.starter = event.seat
    if state.picks:
        state.phase = CHOOSE
        state.acting = ALONE[event.seat]


def _scoundrels_dealt(state: State, event: ScoundrelsDealt) -> None:
    state.scoundrels = list(event.scoundrels)


def _scoundrel_chosen(state: State, event: ScoundrelChosen) -> None:
    state.scoundrels[event.seat] = event.scoundrel
    if NONE in state.scoundrels:
        state.acting = ALONE[(event.seat + 1) % state.seats]
    else:
        state.phase = DEAL
        state.acting = ()


def _pile_shuffled(state: State, event: PileShuffled) -> None:
    pile = event.pile
    start = PILED_FROM[pile]
    state.piles[pile] = [card - start for card in reversed(event.order)] + state.piles[pile]
    state.discards[pile] = []
    state.shuffles[pile] += 1


def _tools_dealt(state: State, event: ToolsDealt) -> None:
    for seat, tools in enumerate(event.hands):
        hand = state.hands[seat]
        for tool in tools:
            hand[tool] += 1
        pile = state.piles[TOOL_PILE]
        del pile[len(pile) - len(tools) :]


def _display_filled(state: State, event: DisplayFilled) -> None:
    """Lay the next cards of the pile down; loot fills the lowest gaps, all else comes last."""
    place = event.place
    pile = state.piles[PILE_AT[place]]
    shown = state.display[place]
    for _ in event.cards:
        card = pile.pop()
        if place in (CITY, HARBOR):
            shown.append(card)
        else:
            shown[shown.index(NONE)] = card


def _round_began(state: State, event: RoundBegan) -> None:
    state.phase = PLACE
    state.round = event.round
    state.starter = event.starter
    state.acting = ALONE[event.starter]
    state.placed = 0


def _token_placed(state: State, event: TokenPlaced) -> None:
    state.squares[event.place * SQUARES + event.square] = event.seat
    state.placed += 1
    if state.placed < state.tokens():
        state.acting = ALONE[(event.seat + 1) % state.seats]
    else:
        state.phase = DEAL
        state.acting = ()


def _place_opened(state: State, event: PlaceOpened) -> None:
    state.phase = ACT
    state.place = event.place
    state.used = 0
    _turn_to(state, state.next_square(event.place))


def _turn_to(state: State, square: int) -> None:
    """Let the token on that square of the place act."""
    state.square = square
    state.acting = ALONE[state.squares[state.place * SQUARES + square]]


def _send_home(state: State) -> None:
    """Take the acting token away and turn to the next one of the place.

    With the last one at the Ruin, those on the exchange squares come home too.
    """
    square = state.square
    state.squares[state.place * SQUARES + square] = NOBODY
    following = state.next_square(state.place, square + 1)
    if following != NONE:
        _turn_to(state, following)
        return
    state.square = NONE
    state.acting = ()
    if state.place == RUIN:
        state.exchange = [NOBODY] * SQUARES


def _pay(state: State, seat: Seat, tools: Sequence[int]) -> None:
    """Discard tools of a hand; those that everybody knows of leave first (SF-43)."""
    hand, known = state.hands[seat], state.known[seat]
    for tool in tools:
        hand[tool] -= 1
        if known[tool]:
            known[tool] -= 1
    state.discards[TOOL_PILE] += tools


def _tools_taken(state: State, event: ToolsTaken) -> None:
    hand, known = state.hands[event.seat], state.known[event.seat]
    city = state.display[CITY]
    for tool in event.tools:
        city.remove(tool)
        hand[tool] += 1
        known[tool] += 1
    _send_home(state)


def _loot_stolen(state: State, event: LootStolen) -> None:
    seat = event.seat
    _pay(state, seat, event.paid)
    if event.with_scoundrel:
        state.used |= 1 << seat
    state.display[event.place][event.slot] = NONE
    state.loot[seat].append(event.loot)
    if state.deck.is_chest(event.loot):
        state.acting = ()
    else:
        _send_home(state)


def _chest_cashed(state: State, event: ChestCashed) -> None:
    """Pay the chest out; it goes to the discards and its front is known (SF-17)."""
    state.loot[event.seat].remove(event.loot)
    state.discards[LOOT_PILE].append(event.loot)
    state.money[event.seat] += event.value
    _send_home(state)


def _tools_exchanged(state: State, event: ToolsExchanged) -> None:
    _pay(state, event.seat, event.tools)
    state.exchange[event.square] = event.seat
    state.acting = ()


def _tools_drawn(state: State, event: ToolsDrawn) -> None:
    hand = state.hands[event.seat]
    pile = state.piles[TOOL_PILE]
    for _ in event.tools:
        hand[pile.pop()] += 1
    _send_home(state)


def _loot_sold(state: State, event: LootSold) -> None:
    """Pay the loot out; it and the fence are discarded, and the fence is gone (SF-30)."""
    held = state.loot[event.seat]
    for loot in event.loot:
        held.remove(loot)
    state.discards[LOOT_PILE] += event.loot
    state.display[HARBOR].remove(event.fence)
    state.discards[FENCE_PILE].append(event.fence)
    state.money[event.seat] += event.points
    _send_home(state)


def _action_passed(state: State, _event: ActionPassed) -> None:
    _send_home(state)


def _round_ended(state: State, _event: RoundEnded) -> None:
    """End the game with the round in which somebody has come to the target (SF-35)."""
    state.place = NONE
    state.used = 0
    state.phase = OVER if max(state.money) >= state.deck.table.target else DEAL


FOLDS: Folds[Event, State] = {
    StarterDrawn: _starter_drawn,
    ScoundrelsDealt: _scoundrels_dealt,
    ScoundrelChosen: _scoundrel_chosen,
    PileShuffled: _pile_shuffled,
    ToolsDealt: _tools_dealt,
    DisplayFilled: _display_filled,
    RoundBegan: _round_began,
    TokenPlaced: _token_placed,
    PlaceOpened: _place_opened,
    ToolsTaken: _tools_taken,
    LootStolen: _loot_stolen,
    ChestCashed: _chest_cashed,
    ToolsExchanged: _tools_exchanged,
    ToolsDrawn: _tools_drawn,
    LootSold: _loot_sold,
    ActionPassed: _action_passed,
    RoundEnded: _round_ended,
}


def fold(state: State, event: Event) -> None:
    """Fold one event into the state, in place."""
    state.moves = None
    FOLDS[type(event)](state, event)
