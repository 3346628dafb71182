"""A night of Second Story reckoned through: every card, every roll, every choice on the way.

Nobody has a hand in this game, so a decision can be reckoned instead of played out: the best
choice at each house of the expected value over all cards that may come and all odds of the dice,
some houses deep; then what the lairs are good for (`games.second_story.lair_model`), or exactly
who is ahead of whom when the match is over.
"""

from collections.abc import Iterable, Sequence
from math import exp

from games.core import Seat, placings
from games.rewards import SLOPE, pairwise_scores
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
from games.second_story.events import THOROUGH
from games.second_story.lair_model import MODEL, Dusk, LairModel, Stage
from games.second_story.model import APPROACH, FLATS, HOME, NOBODY, TAKE, State
from games.second_story.moves import (
    ACCEPT_CAUGHT,
    END_NIGHT,
    NO_FLATS,
    SECOND_CHANCE,
    taken,
)
from games.second_story.scoring import rank_value

HOUSES = 2
"""How many more houses are reckoned through. A third takes five times as long, for little."""
LAST_HOUSES = 3
"""The same in the last turn of a match, where who is behind has to go on and a third counts."""
ALL = 1.0
"""All of the others left behind: there is no more to win."""

Chips = tuple[int, ...]
"""A count for each suit, in canonical order."""


class Foresight:
    """A thief's decision, reckoned through to the end of the night.

    Cards that come tonight are taken as put back: a night is short. What lies under which card,
    nobody knows, and only what is left is looked at.
    """

    def __init__(
        self, state: State, houses: int | None = None, model: LairModel | None = None
    ) -> None:
        self.state = state
        self.seat: Seat = state.active
        if houses is None:
            houses = LAST_HOUSES if state.last_seat == self.seat else HOUSES
        self.houses = houses
        self.model = model
        self.lair: Chips = tuple(state.lairs[self.seat])
        self.bag: Chips = tuple(state.bag)
        self.base: Chips = tuple(map(int.__add__, state.bank, state.bag))
        """The bank and the bag: what the bag lacks of it, the bank has."""
        coming = sorted(state.draw or state.discard)
        self.houses_left = [card for card in coming if KIND[card] not in {ACE, EXCUSE}]
        self.numbers: dict[Chips, list[float]] = {}
        """By the suits of houses with a number: how likely one die misses each of them."""
        for card in self.houses_left:
            if KIND[card] == NUMBER:
                miss = (RANK[card] - 1) / SIDES
                self.numbers.setdefault(SUITS_OF[card], []).append(miss)
        self.others = [card for card in self.houses_left if KIND[card] != NUMBER]
        self.aces = [SUITS_OF[card][0] for card in coming if KIND[card] == ACE]
        self.count = len(coming)
        self.excuses = len(coming) - len(self.houses_left) - len(self.aces)
        self._going: dict[tuple[Chips, int], float] = {}
        self._jobs: dict[tuple[Chips, Chips, int, int], float] = {}
        self._homes: dict[tuple[Chips, Chips], float] = {}
        self._stages: dict[tuple[int, bool], tuple[Stage, list[float]]] = {}

    def value(self, move: int) -> float:
        """Return the part of the others that the seat may expect to leave behind by the move."""
        state, bag, houses = self.state, self.bag, self.houses
        if state.phase == HOME:
            return self.home(bag) if move == END_NIGHT else self.enter(bag, houses)
        if state.phase == TAKE:
            return self.on(self._with(bag, taken(move)), houses)
        return self._work(state.street[-1], move)

    def _work(self, card: int, move: int) -> float:
        """Return what a move at a house may bring, before its roll or after a failed one."""
        state, bag, houses = self.state, self.bag, self.houses
        if state.phase == APPROACH:
            return self._job(card, bag, houses, thorough=move == THOROUGH)
        if state.phase == FLATS:
            return self._job(card, bag, houses, flats=move - NO_FLATS)
        if move == SECOND_CHANCE:
            return self._second_chance(card)
        return self.caught(self.lair) if move == ACCEPT_CAUGHT else self._excused(card)

    def _second_chance(self, card: int) -> float:
        """Return what it may bring to risk a chip of the lair for another roll at a Crown."""
        suit = SUITS_OF[card][0]
        kept = self.lair, self.base, self._going, self._jobs
        self.lair, self.base = self._one(self.lair, suit, -1), self._one(self.base, suit, 1)
        # What is known of bags was known beside another lair.
        self._going, self._jobs = {}, {}
        value = self._job(card, self._one(self.bag, suit, 1), self.houses)
        self.lair, self.base, self._going, self._jobs = kept
        return value

    def _excused(self, card: int) -> float:
        """Return what it may bring to roll again for the Excuse, which is gone then."""
        state = self.state
        spent = SLOPE * self._excuse() if state.last_seat == NOBODY else 0.0
        thorough = state.approach == THOROUGH
        return self._job(card, self.bag, self.houses, state.flats, thorough=thorough) - spent

    def _excuse(self) -> float:
        return (MODEL if self.model is None else self.model).excuse

    # What a bag is worth.

    def home(self, bag: Chips) -> float:
        """Return what it is worth to bring a bag home."""
        key = (self.lair, bag)
        known = self._homes.get(key)
        if known is None:
            chips = tuple([one + other for one, other in zip(self.lair, bag, strict=True)])
            low = min(map(int.__sub__, self.base, bag))
            known = self._homes[key] = self._share(chips, low, at_home=True)
        return known

    def caught(self, lair: Chips) -> float:
        """Return what it is worth to lose the bag and to have that lair left."""
        key = (lair, ())
        known = self._homes.get(key)
        if known is None:
            known = self._homes[key] = self._share(lair, min(self.base), at_home=False)
        return known

    def _share(self, chips: Chips, low: int, *, at_home: bool) -> float:
        """Return what part of the others the seat may leave behind with such a lair."""
        state, seat = self.state, self.seat
        if state.last_seat == seat:
            lairs: list[Sequence[int]] = [*state.lairs]
            lairs[seat] = chips
            return pairwise_scores(placings(list(map(rank_value, lairs))))[seat]
        stage, rivals = self._stage(low, at_home=at_home)
        mine = stage.value(seat, chips)
        return sum([1 / (1 + exp(rival - mine)) for rival in rivals]) / len(rivals)

    def _stage(self, low: int, *, at_home: bool) -> tuple[Stage, list[float]]:
        """Return the table when the next night begins, and what the rivals have then."""
        state, seat = self.state, self.seat
        begins = at_home and not low and state.last_seat == NOBODY
        found = self._stages.get((low, begins))
        if found is None:
            last = seat if begins else state.last_seat
            after = (seat + 1) % state.seats
            dusk = Dusk(state.seats, low, last, after, state.excuse_seat)
            stage = Stage(dusk, self.model)
            rivals = [
                stage.value(other, lair) for other, lair in enumerate(state.lairs) if other != seat
            ]
            found = self._stages[low, begins] = stage, rivals
        return found

    # The night.

    def on(self, bag: Chips, houses: int) -> float:
        """Return what a bag is worth to a thief who may go home or on, so many houses more."""
        home = self.home(bag)
        if not houses or not self.count or home == ALL:
            return home
        return max(home, self.enter(bag, houses))

    def enter(self, bag: Chips, houses: int) -> float:
        """Return what the next house may bring, over all cards that may come."""
        key = (bag, houses)
        known = self._going.get(key)
        if known is None:
            total = len(self.houses_left) * self._any_house(bag, houses)
            total += self.excuses * self._any_house(bag, houses)
            for suit in self.aces:
                total += self._any_house(self._after_ace(bag, suit), houses)
            known = self._going[key] = total / self.count
        return known

    def _any_house(self, bag: Chips, houses: int) -> float:
        """Return what a house to rob may bring, all alike; home where there is none."""
        if not self.houses_left:
            return self.home(bag)
        key = (bag, -houses)
        known = self._going.get(key)
        if known is None:
            known = (self._numbers(bag, houses - 1) + self._rest(bag, houses)) / len(
                self.houses_left
            )
            self._going[key] = known
        return known

    def _numbers(self, bag: Chips, houses: int) -> float:
        """Return the sum of what the houses with a number may bring, and houses after them."""
        caught, total = self.caught(self.lair), 0.0
        for suits, misses in self.numbers.items():
            both, one = self._won(suits, bag, houses, 0), self._won(suits, bag, houses, 1)
            for miss in misses:
                thorough = both + miss * (caught - both)
                quick = one + miss * miss * (caught - one)
                total += max(quick, thorough)
        return total

    def _rest(self, bag: Chips, houses: int) -> float:
        """Return the sum of what all other houses may bring."""
        return sum([self._house(card, bag, houses) for card in self.others])

    def _after_ace(self, bag: Chips, suit: int) -> Chips:
        if bag[suit]:
            return self._one(bag, suit, -1)
        return self._with(bag, (suit,) if self._left(bag, suit) else ())

    def _house(self, card: int, bag: Chips, houses: int) -> float:
        """Return what a Crown or a tenement may bring."""
        if KIND[card] == CROWN:
            return self._job(card, bag, houses - 1)
        return max([self._job(card, bag, houses - 1, flats) for flats in (1, 2, 3)])

    def _job(
        self, card: int, bag: Chips, houses: int, flats: int = 0, *, thorough: bool = False
    ) -> float:
        """Return what a job may bring, and so many houses after it."""
        kind = KIND[card]
        need = jobs.NEED_BY_FLATS[flats] if flats else SIDES if kind == CROWN else RANK[card]
        miss = (need - 1) / SIDES
        if kind == CROWN or (kind == NUMBER and not thorough):
            miss *= miss
        won = self._won(SUITS_OF[card], bag, houses, 0 if thorough else flats or 1)
        return (1 - miss) * won + miss * self.caught(self.lair)

    def _won(self, suits: tuple[int, ...], bag: Chips, houses: int, limit: int) -> float:
        """Return what a job may bring that has succeeded; without a limit it gives all chips."""
        key = (suits, bag, houses, limit)
        known = self._jobs.get(key)
        if known is None:
            available = tuple([suit for suit in suits if self._left(bag, suit)])
            ways: Iterable[Chips] = (available,)
            if limit:
                ways = jobs.choices(available, limit, self.state.may_decline)
            known = max([self.on(self._with(bag, taking), houses) for taking in ways])
            self._jobs[key] = known
        return known

    def _left(self, bag: Chips, suit: int) -> int:
        """Return how many chips of the suit the bank has left beside such a bag."""
        return self.base[suit] - bag[suit]

    def _one(self, chips: Chips, suit: int, change: int) -> Chips:
        return (*chips[:suit], chips[suit] + change, *chips[suit + 1 :])

    def _with(self, bag: Chips, suits: Iterable[int]) -> Chips:
        more = list(bag)
        for suit in suits:
            more[suit] += 1
        return tuple(more)
