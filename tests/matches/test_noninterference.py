"""Nobody learns what is hidden: worlds that a viewer cannot tell apart give the same bytes.

Two matches are played by the same people in the same way; only cards that the viewer cannot see
lie differently. Whatever the API answers the viewer must then be the same, byte for byte, but for
ids and times.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from random import Random
from typing import Any
from uuid import UUID

import pytest

from matches import redaction
from matches.actors import Player
from matches.dealer import Dealer
from tests.matches import tables
from tests.matches.observers import Caller
from tests.samples import leading, sampled

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("no_limits")]

SEATS = 4
VIEWER = 0


class World:
    """One match, in which the hidden cards lie in one of the ways in which they may lie."""

    def __init__(
        self,
        deal: "Deal",
        players: Sequence[Player],
        callers: Sequence[Caller],
        options: dict[str, object],
    ) -> None:
        self.callers = callers
        self.match = tables.opened(players[0], SEATS, options=options)
        deal.stack(self.match)
        for number, player in enumerate(players):
            tables.seat(self.match, player, client_seed=f"seed-{number}")

    def move(self, seat: int, card: str) -> bytes:
        """Play a card for a seat, whatever the phase makes of it."""
        seen = self.callers[seat].page(self.match)
        kind = seen["legal_moves"][0]["type"]
        return self.callers[seat].move(self.match, {"type": kind, "card": card}, seen["version"])

    def hand(self, seat: int) -> list[str]:
        """Return a seat's cards."""
        cards: list[str] = self.callers[seat].page(self.match)["view"]["hand"]
        return cards


class Deal:
    """Decks in chosen orders, in place of fair ones: chance is what a test may fake."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.swap: tuple[int, int] = (0, 0)
        self._swaps: dict[UUID, tuple[int, int]] = {}
        monkeypatch.setattr(Dealer, "shuffle", self._shuffle_for())
        monkeypatch.setattr(Dealer, "below", lambda _dealer, _label, _n: 0)

    def stack(self, match: UUID) -> None:
        """Give a match the deck of the day, with two cards swapped."""
        self._swaps[match] = self.swap

    def _shuffle_for(self) -> Callable[[Dealer, str, Sequence[int]], list[int]]:
        def shuffle(dealer: Dealer, label: str, items: Sequence[int]) -> list[int]:
            deck = list(items)
            Random(label).shuffle(deck)
            first, second = self._swaps[dealer.match_id]
            deck[first], deck[second] = deck[second], deck[first]
            return deck

        return shuffle


@pytest.fixture
def players() -> list[Player]:
    return tables.people(SEATS)


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    return Deal(monkeypatch)


def compare(worlds: Sequence[World], viewers: Sequence[Caller]) -> int:
    """Return how many observations were compared; fails at the first that differs."""
    compared = 0
    for viewer in viewers:
        pairs = zip(*(viewer.observations(world.match) for world in worlds), strict=True)
        for one, other in pairs:
            assert one == other
            compared += 1
    return compared


@pytest.mark.parametrize("history", sampled(["open", "memory"], "memory"))
@pytest.mark.parametrize("swap", leading([[15, 30], [44, 45]]))
def test_two_worlds_that_a_viewer_cannot_tell_apart_answer_the_same_bytes(
    players: list[Player], deal: Deal, swap: tuple[int, int], history: str
) -> None:
    callers = [Caller(player) for player in players]
    worlds = []
    for deal.swap in ((0, 0), swap):
        worlds.append(World(deal, players, callers, {"rounds": 1, "history": history}))
    viewers = [callers[VIEWER], Caller(None)]
    moved = [seat_of(position) for position in swap]
    compared = compare(worlds, viewers)

    # While nobody sees them, even the picks may differ between the worlds.
    for world in worlds:
        for seat in moved:
            world.move(seat, world.hand(seat)[0])
    assert worlds[0].hand(moved[0]) != worlds[1].hand(moved[0])
    compared += compare(worlds, viewers)

    assert compared > 300


@pytest.mark.parametrize("history", sampled(["open", "memory"], "memory"))
def test_hidden_cards_show_in_nothing_while_tricks_are_played(
    players: list[Player], deal: Deal, history: str
) -> None:
    callers = [Caller(player) for player in players]
    swap = (15 + 3, 30 + 4)
    worlds = []
    for deal.swap in ((0, 0), swap):
        worlds.append(World(deal, players, callers, {"rounds": 1, "history": history}))
    viewers = [callers[VIEWER], Caller(None)]
    common = [
        [card for card in worlds[0].hand(seat) if card in worlds[1].hand(seat)]
        for seat in range(SEATS)
    ]
    rng = Random(8)
    for seat in range(SEATS):
        card = common[seat].pop(rng.randrange(len(common[seat])))
        for world in worlds:
            world.move(seat, card)
    for _ in range(4 * SEATS + 2):
        (seat,) = callers[0].page(worlds[0].match)["to_act"]
        card = common[seat].pop(rng.randrange(len(common[seat])))
        answers = [world.move(seat, card) for world in worlds]
        if seat not in (1, 2):
            assert answers[0] == answers[1]

    assert compare(worlds, viewers) > 200


def test_a_leak_planted_in_the_view_is_caught(
    players: list[Player], deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    callers = [Caller(player) for player in players]
    worlds = []
    for deal.swap in ((0, 0), (15, 30)):
        worlds.append(World(deal, players, callers, {"rounds": 1}))
    honest = redaction.game_view

    def leaky(state: Any, viewer: int) -> Any:
        shown = honest(state, viewer)
        return shown and {**shown, "checksum": sum(map(hash, chain(*state.game.hands[1:2])))}

    monkeypatch.setattr(redaction, "game_view", leaky)

    with pytest.raises(AssertionError):
        compare(worlds, [Caller(None)])


def seat_of(position: int) -> int:
    """Return the seat that gets the card at a position of the shuffled deck."""
    return position // 15
