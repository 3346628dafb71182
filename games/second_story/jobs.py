"""What a house asks of the thief and what it gives: dice, needs and the chips to choose from."""

from functools import cache
from itertools import combinations

from games.second_story.cards import CROWN, KIND, NUMBER, RANK, SIDES, SUITS_OF
from games.second_story.events import THOROUGH
from games.second_story.model import NOBODY, State

NEED_BY_FLATS = (0, 3, 6, 9)
"""What a roll must reach for that many flats of a tenement."""


def dice_count(state: State) -> int:
    """Return how many dice the thief rolls: two in a hurry and always at a Crown (SS-9)."""
    kind = KIND[state.street[-1]]
    return 2 if kind == CROWN or (kind == NUMBER and state.approach != THOROUGH) else 1


def need(state: State) -> int:
    """Return what a die must reach.

    The rank of the card, 10 at a Crown. At a tenement 3, 6 or 9 by the number of flats; its rank
    means nothing (SS-29), and less is a failure as anywhere else (SS-26).
    """
    card = state.street[-1]
    if state.flats:
        return NEED_BY_FLATS[state.flats]
    return SIDES if KIND[card] == CROWN else RANK[card]


def takings(state: State) -> tuple[tuple[int, ...], ...]:
    """Return every set of chips that may be taken after a success, in canonical order.

    Of the card's suits only those that the bank still has (SS-3, SS-7); where it has none there
    is nothing to take, but the roll had to be made (SS-4, SS-10). A thorough job takes all of
    them, a quick one and a Crown up to one, also when both dice succeed (SS-6), and a tenement
    up to as many different suits as flats (SS-27). All but the thorough job may take fewer or
    none, unless `may_decline_chip` is false: then as many as there are (SS-5).
    """
    bank = state.bank
    available = tuple([suit for suit in SUITS_OF[state.street[-1]] if bank[suit]])
    if state.approach == THOROUGH:
        return (available,)
    return choices(available, state.flats or 1, state.may_decline)


@cache
def choices(
    available: tuple[int, ...], limit: int, may_decline: bool
) -> tuple[tuple[int, ...], ...]:
    """Return the sets of up to `limit` of the suits, by size; the largest only if one must."""
    most = min(limit, len(available))
    sizes = range(most + 1) if may_decline else (most,)
    return tuple(chosen for size in sizes for chosen in combinations(available, size))


def second_chance(state: State) -> bool:
    """Tell whether a chip of the Crown's suit is in the lair, to be risked for another roll.

    It may be done again as long as such chips last (SS-11), whether or not the bank has any
    (SS-14).
    """
    card = state.street[-1]
    return KIND[card] == CROWN and state.lairs[state.active][SUITS_OF[card][0]] > 0


def excuse_at_home(state: State) -> bool:
    """Tell whether the active seat has the Excuse in its lair.

    One that was flipped tonight lies beside the bag and does not count (SS-22).
    """
    return state.excuse_seat == state.active != NOBODY
