"""What happens in Sticky Fingers: the events, as the log keeps them."""

from collections.abc import Mapping

from games.core import Event, Seat
from games.sticky_fingers.cards import Face, Fence, Loot, Pile, Piled, Place, Scoundrel, Tool


class StarterDrawn(Event, frozen=True, gc=False):
    """A random seat starts, in place of the rulebook's longest fingers (SF-39)."""

    seat: Seat


class ScoundrelsDealt(Event, frozen=True, gc=False):
    """Everybody got a scoundrel card, one a seat (SF-40)."""

    scoundrels: tuple[Scoundrel, ...]


class ScoundrelChosen(Event, frozen=True, gc=False):
    """A seat has chosen its scoundrel card, under `scoundrels: choose` (SF-40)."""

    seat: Seat
    scoundrel: Scoundrel


class PileShuffled(Event, frozen=True, gc=False):
    """A discard pile lies shuffled under what is left of its draw pile; next card first."""

    pile: Pile
    order: tuple[Piled, ...]


class ToolsDealt(Event, frozen=True, gc=False):
    """Everybody got his first tools, one hand a seat."""

    hands: tuple[tuple[Tool, ...], ...]


class DisplayFilled(Event, frozen=True, gc=False):
    """New cards lie at a place, in drawing order: face up, but for loot, which shows its back."""

    place: Place
    cards: tuple[Face, ...]


class RoundBegan(Event, frozen=True, gc=False):
    """A round has begun; rounds count from 1."""

    round: int
    starter: Seat


class TokenPlaced(Event, frozen=True, gc=False):
    """A seat has put a token on a square of a place; squares count from 0."""

    seat: Seat
    place: Place
    square: int


class PlaceOpened(Event, frozen=True, gc=False):
    """A place that holds tokens is being resolved."""

    place: Place


class ToolsTaken(Event, frozen=True, gc=False):
    """A seat has taken tools from the City."""

    seat: Seat
    tools: tuple[Tool, ...]


class LootStolen(Event, frozen=True, gc=False):
    """A seat has taken the loot of a slot, for tools of its hand and maybe its scoundrel's."""

    seat: Seat
    place: Place
    slot: int
    paid: tuple[Tool, ...]
    with_scoundrel: bool
    loot: Loot


class ChestCashed(Event, frozen=True, gc=False):
    """The loot just stolen is a chest, turned up and paid out at once (SF-16, SF-17)."""

    seat: Seat
    loot: Loot
    value: int


class ToolsExchanged(Event, frozen=True, gc=False):
    """A seat has put its token on an exchange square of the Ruin and discarded tools."""

    seat: Seat
    square: int
    tools: tuple[Tool, ...]


class ToolsDrawn(Event, frozen=True, gc=False):
    """A seat has drawn tools into its hand for those that it has just given."""

    seat: Seat
    tools: tuple[Tool, ...]


class LootSold(Event, frozen=True, gc=False):
    """A seat has sold one or two loot cards of one type to a fence, which is gone with them."""

    seat: Seat
    fence: Fence
    loot: tuple[Loot, ...]
    points: int


class ActionPassed(Event, frozen=True, gc=False):
    """A token has come home from a place without doing anything there."""

    seat: Seat
    place: Place


class RoundEnded(Event, frozen=True, gc=False):
    """All places are resolved and filled up again; money by seat."""

    round: int
    money: tuple[int, ...]


EVENT_TYPES: Mapping[str, type[Event]] = {
    "starter_drawn": StarterDrawn,
    "scoundrels_dealt": ScoundrelsDealt,
    "scoundrel_chosen": ScoundrelChosen,
    "pile_shuffled": PileShuffled,
    "tools_dealt": ToolsDealt,
    "display_filled": DisplayFilled,
    "round_began": RoundBegan,
    "token_placed": TokenPlaced,
    "place_opened": PlaceOpened,
    "tools_taken": ToolsTaken,
    "loot_stolen": LootStolen,
    "chest_cashed": ChestCashed,
    "tools_exchanged": ToolsExchanged,
    "tools_drawn": ToolsDrawn,
    "loot_sold": LootSold,
    "action_passed": ActionPassed,
    "round_ended": RoundEnded,
}
