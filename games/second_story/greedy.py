"""How the greedy bot plays Second Story: weigh the bag at home against one more house."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from games.observation import Move, Observation, View
from games.second_story.cards import (
    ACE,
    CARDS,
    CROWN,
    EXCUSE,
    KIND,
    NUMBER,
    RANK,
    SIDES,
    SUITS,
    SUITS_OF,
    THE_EXCUSE,
)
from games.second_story.jobs import NEED_BY_FLATS
from games.second_story.scoring import rank_value

Chips = list[int]
"""A count for each suit, in canonical order."""

WEIGHTS = (0.25, 1.0, 0.5, 0.3, 0.15, 0.1)
"""What a chip of the most numerous suit, the second and so on is worth to a lair.

Only the second scores, but the first may become the second, and the others break ties.
"""

EXCUSE_WORTH = 0.4
"""What the Excuse at home is worth, in chips that score."""

SLIPS = 0.3
"""How likely the gentle bot leaves a decision to chance instead; measured in docs/bots.md."""


def choose(seen: Observation) -> Move:
    """Return the move after which the lair is expected to be worth the most."""
    return max(seen.legal, key=_Night(seen.view).worth)


def _success(need: int, dice: int) -> float:
    """Return how likely it is that one of the dice reaches the need."""
    return 1 - ((need - 1) / SIDES) ** dice


def _chips(counts: Mapping[str, int]) -> Chips:
    return [counts[name] for name in SUITS.names]


def _plus(chips: Sequence[int], suits: Iterable[int]) -> Chips:
    more = list(chips)
    for suit in suits:
        more[suit] += 1
    return more


def _lair_worth(lair: Sequence[int]) -> float:
    ordered = sorted(lair, reverse=True)
    return sum(weight * count for weight, count in zip(WEIGHTS, ordered, strict=True))


class _Night:
    """A night as its thief sees it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.lair = _chips(view["lairs"][view["active"]])
        self.bag = _chips(view["bag"])
        self.bank = _chips(view["bank"])
        self.card = CARDS.index(view["street"][-1])
        self.caught = _lair_worth(self.lair)

    def worth(self, move: Move) -> float:
        """Return what the lair is expected to be worth after the move."""
        kind = move["type"]
        if kind == "choose_approach":
            return self._job(self.card, self.bag, 0, thorough=move["approach"] == "thorough")
        if kind == "choose_flats":
            return self._job(self.card, self.bag, move["flats"])
        if kind == "take_chips":
            return self._home(_plus(self.bag, map(SUITS.index, move["suits"])))
        if kind == "enter_house":
            return self._enter()
        if kind == "end_night":
            return self._home(self.bag)
        return self._missed(kind)

    def _home(self, bag: Sequence[int]) -> float:
        """Return what the lair is worth with that bag in it."""
        return _lair_worth([one + other for one, other in zip(self.lair, bag, strict=True)])

    def _best(self, suits: Sequence[int], bag: Sequence[int], limit: int) -> float:
        """Return what the lair is worth with that bag and the best so many of the suits."""
        available = [suit for suit in suits if self.bank[suit]]
        most = min(limit, len(available))
        return max(self._home(_plus(bag, some)) for some in combinations(available, most))

    def _job(self, card: int, bag: Chips, flats: int, *, thorough: bool = False) -> float:
        """Return what a job is expected to bring, going home after it."""
        kind = KIND[card]
        dice = 2 if kind == CROWN or (kind == NUMBER and not thorough) else 1
        need = NEED_BY_FLATS[flats] if flats else RANK[card]
        won = self._best(SUITS_OF[card], bag, flats or (2 if thorough else 1))
        chance = _success(need, dice)
        return chance * won + (1 - chance) * self.caught

    def _house(self, card: int) -> float:
        """Return what a card is expected to bring that is flipped next."""
        kind = KIND[card]
        if kind == EXCUSE:
            return self._home(self.bag) + EXCUSE_WORTH
        if kind == ACE:
            suit = SUITS_OF[card][0]
            if self.bag[suit]:
                bag = list(self.bag)
                bag[suit] -= 1
                return self._home(bag)
            return self._best((suit,), self.bag, 1)
        if kind == CROWN:
            return self._job(card, self.bag, 0)
        if kind == NUMBER:
            return max(self._job(card, self.bag, 0, thorough=way) for way in (True, False))
        return max(self._job(card, self.bag, flats) for flats in (1, 2, 3))

    def _enter(self) -> float:
        """Return what the next house is expected to bring, over all cards that it may be.

        Who would go home without being in the lead on the last night has nothing to lose.
        """
        if self._too_late():
            return float("inf")
        cards = [CARDS.index(name) for name in self._coming()]
        return sum(map(self._house, cards)) / len(cards)

    def _coming(self) -> list[str]:
        """Return the cards that may come next."""
        view = self.view
        if not view["draw_size"]:
            return list(view["discard"])
        gone = {*view["discard"], *view["street"]}
        if view["excuse"] is not None:
            gone.add(CARDS.names[THE_EXCUSE])
        return [name for name in view["deck"] if name not in gone]

    def _too_late(self) -> bool:
        """Tell whether it is the last night and the bag is not enough to catch up."""
        view = self.view
        if view["last_night"] is None:
            return False
        mine = rank_value([one + other for one, other in zip(self.lair, self.bag, strict=True)])
        others = [
            rank_value(_chips(lair))
            for seat, lair in enumerate(view["lairs"])
            if seat != view["active"]
        ]
        return mine < max(others)

    def _missed(self, kind: str) -> float:
        """Return what is expected after a failed roll."""
        if kind == "accept_caught":
            return self.caught
        thorough = self.view["approach"] == "thorough"
        if kind == "use_excuse":
            job = self._job(self.card, self.bag, self.view["flats"] or 0, thorough=thorough)
            return job - EXCUSE_WORTH
        suits = SUITS_OF[self.card]
        lost = list(self.lair)
        lost[suits[0]] -= 1
        chance = _success(SIDES, 2)
        # The risked chip comes home too, so that the lair and the bag together keep it.
        return chance * self._best(suits, self.bag, 1) + (1 - chance) * _lair_worth(lost)
