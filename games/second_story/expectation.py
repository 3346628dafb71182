"""What a decision in Second Story may bring: the odds of a house, and what lairs are good for."""

from collections.abc import Iterable, Sequence
from operator import add

from games.core import Seat, placings
from games.rewards import SLOPE, expected_scores, pairwise_scores
from games.second_story import jobs
from games.second_story.cards import (
    ACE,
    CROWN,
    EXCUSE,
    KIND,
    NUMBER,
    RANK,
    SIDES,
    SUITS_OF,
)
from games.second_story.events import QUICK, THOROUGH
from games.second_story.model import APPROACH, FLATS, HOME, NOBODY, TAKE, State
from games.second_story.moves import (
    ACCEPT_CAUGHT,
    END_NIGHT,
    NO_FLATS,
    SECOND_CHANCE,
    taken,
)
from games.second_story.scoring import rank_value

Chips = Sequence[int]
"""A count for each suit, in canonical order."""

WEIGHTS = (0.9, 1.5, 1.1, 2.4, 3.6, 1.9)
"""What a chip is good for, from the least numerous suit of a lair to the most numerous one.

It is divided by the chips of the suit that the bank has the fewest of, and LEFT: the fewer nights
there are to come, the more a chip tells. All these figures are those of a logistic regression that
told best who would be ahead of whom in the end, over the nights of 1,500 matches of greedy bots at
two to five seats.
"""

LEFT = 3

TURN = 0.31
"""What it is worth to have one's next night as much earlier as the table has seats."""

LAST_WEIGHTS = (0.15, 0.6, 0.55, 1.3, 2.8, 0.2)
"""The same when the last nights have begun."""

LAST_TURN = 0.43
"""What it is worth to have a night then still."""

EXCUSED = 0.3
"""What the Excuse is worth at home; a guess, since it was not in those decks."""

AFTER_ACE = 6
"""How many houses stand for all of those that may follow an Ace."""


def lair_values(
    state: State, lairs: Sequence[Chips], low: int, last: Seat, active: Seat
) -> list[float]:
    """Return what the seats have when a night begins, in the unit of `Heuristic.evaluate`.

    low is how many chips the bank has of the suit that it has the fewest of, last the seat of the
    last night, and active the one whose night begins.
    """
    seats = len(lairs)
    weights = LAST_WEIGHTS if last != NOBODY else [weight / (low + LEFT) for weight in WEIGHTS]
    left = (last - active) % seats
    values = []
    for seat, lair in enumerate(lairs):
        value: float = sum(map(_times, weights, sorted(lair)))
        wait = (seat - active) % seats
        if last == NOBODY:
            value -= TURN * wait / seats
        elif wait <= left:
            value += LAST_TURN
        if last == NOBODY and seat == state.excuse_seat:
            value += EXCUSED
        values.append(value)
    return values


def _times(one: float, other: float) -> float:
    return one * other


class Expectation:
    """A thief's decision, reckoned through up to the end of the job after it.

    All odds of dice and of the cards that may come are taken exactly, but for what follows an Ace.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat: Seat = state.active
        # Not in their order, which nobody knows.
        self.coming = sorted(state.draw or state.discard)
        self._known: dict[tuple[object, ...], float] = {}

    def value(self, move: int) -> float:
        """Return the part of the others that the seat may expect to leave behind by the move."""
        state = self.state
        night = Night(state.lairs[self.seat], state.bag, state.bank)
        if state.phase == HOME:
            return self.home(night) if move == END_NIGHT else self._enter(night)
        if state.phase == TAKE:
            return self.home(night.with_chips(taken(move)))
        return self._work(night, state.street[-1], move)

    def _work(self, night: "Night", card: int, move: int) -> float:
        """Return what a move at a house may bring, before its roll or after a failed one."""
        state = self.state
        if state.phase == APPROACH:
            return self._job(night, card, move)
        if state.phase == FLATS:
            return self._job(night, card, flats=move - NO_FLATS)
        if move == SECOND_CHANCE:
            return self._job(night.risking(SUITS_OF[card][0]), card)
        return self.caught(night) if move == ACCEPT_CAUGHT else self._again(night, card)

    def _again(self, night: "Night", card: int) -> float:
        """Return what it may bring to roll again for the Excuse."""
        state = self.state
        spent = EXCUSED * SLOPE if state.last_seat == NOBODY else 0.0
        return self._job(night, card, state.approach, state.flats) - spent

    def home(self, night: "Night") -> float:
        """Return what it is worth to bring the bag home."""
        chips = list(map(add, night.lair, night.bag))
        return self._share(chips, min(night.bank), went_home=True)

    def caught(self, night: "Night") -> float:
        """Return what it is worth to lose the bag."""
        low = min(map(add, night.bank, night.bag))
        return self._share(night.lair, low, went_home=False)

    def _share(self, chips: Chips, low: int, *, went_home: bool) -> float:
        """Return what part of the others the seat may leave behind with such a lair."""
        key = (*sorted(chips), low, went_home)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._reckon(chips, low, went_home=went_home)
        return known

    def _reckon(self, chips: Chips, low: int, *, went_home: bool) -> float:
        state, seat = self.state, self.seat
        lairs: list[Chips] = [*state.lairs]
        lairs[seat] = chips
        if state.last_seat == seat:
            return pairwise_scores(placings(list(map(rank_value, lairs))))[seat]
        last = seat if went_home and not low and state.last_seat == NOBODY else state.last_seat
        return expected_scores(lair_values(state, lairs, low, last, (seat + 1) % state.seats))[seat]

    def _enter(self, night: "Night") -> float:
        """Return what the next house may bring."""
        houses = [self._house(night, card) for card in self.coming]
        return sum(houses) / len(houses)

    def _house(self, night: "Night", card: int) -> float:
        """Return what a card may bring."""
        kind = KIND[card]
        if kind == ACE:
            return self._after_ace(night.after_ace(SUITS_OF[card][0]))
        if kind == EXCUSE:
            return self.home(night)
        if kind == CROWN:
            return self._job(night, card)
        if kind == NUMBER:
            return max(self._job(night, card, THOROUGH), self._job(night, card, QUICK))
        return max(self._job(night, card, flats=flats) for flats in (1, 2, 3))

    def _after_ace(self, night: "Night") -> float:
        """Return what the house after an Ace may bring, by some of all ranks."""
        others = sorted(
            [c for c in self.coming if KIND[c] not in {ACE, EXCUSE}], key=RANK.__getitem__
        )
        if not others:
            return self.home(night)
        count = min(AFTER_ACE, len(others))
        some = [others[(2 * n + 1) * len(others) // (2 * count)] for n in range(count)]
        return sum(self._house(night, card) for card in some) / count

    def _job(self, night: "Night", card: int, approach: int = QUICK, flats: int = 0) -> float:
        """Return what a job may bring that is followed by going home."""
        kind = KIND[card]
        need = jobs.NEED_BY_FLATS[flats] if flats else SIDES if kind == CROWN else RANK[card]
        miss = (need - 1) / SIDES
        if kind == CROWN or (kind == NUMBER and approach != THOROUGH):
            miss *= miss
        available = tuple([suit for suit in SUITS_OF[card] if night.bank[suit]])
        ways: Iterable[tuple[int, ...]] = (available,)
        if kind != NUMBER or approach != THOROUGH:
            ways = jobs.choices(available, flats or 1, self.state.may_decline)
        won = max(self.home(night.with_chips(suits)) for suits in ways)
        return (1 - miss) * won + miss * self.caught(night)


class Night:
    """A lair, a bag and the bank in the course of a night; never changed."""

    __slots__ = ("bag", "bank", "lair")

    def __init__(self, lair: Chips, bag: Chips, bank: Chips) -> None:
        self.lair = lair
        self.bag = bag
        self.bank = bank

    def with_chips(self, suits: Iterable[int]) -> "Night":
        """Return the night with a chip of each of the suits in the bag."""
        bag, bank = list(self.bag), list(self.bank)
        for suit in suits:
            bag[suit] += 1
            bank[suit] -= 1
        return Night(self.lair, bag, bank)

    def risking(self, suit: int) -> "Night":
        """Return the night with a chip of the lair at risk."""
        lair, bag = list(self.lair), list(self.bag)
        lair[suit] -= 1
        bag[suit] += 1
        return Night(lair, bag, self.bank)

    def after_ace(self, suit: int) -> "Night":
        """Return the night after an Ace of the suit."""
        if not self.bag[suit]:
            return self.with_chips((suit,)) if self.bank[suit] else self
        bag, bank = list(self.bag), list(self.bank)
        bag[suit] -= 1
        bank[suit] += 1
        return Night(self.lair, bag, bank)
