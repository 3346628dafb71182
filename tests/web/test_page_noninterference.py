"""Nobody learns from a page what is hidden: worlds that a viewer cannot tell apart look the same.

Two matches of each game are played by the same people in the same way; only cards that the viewer
cannot see lie differently. Whatever the pages show must then be the same, byte for byte, but for
ids, times and the forms' tokens.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from eventstore.memory import Entry
from games.core import ALL
from matches import redaction
from matches.actors import Player
from matches.aggregate import MATCH
from matches.dealer import Dealer
from tests.matches import tables
from tests.samples import leading
from tests.web.readings import pages
from tests.web.visitors import member

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("no_limits")]

SEATS = 3
LOOKS = 2
"""How often both worlds are looked at, by a player and by a stranger."""
MOVES = 3
"""How many moves are made alike in both worlds between two looks."""
HIDDEN = {
    "pickpocket": ("deal", 3, 6),
    "stick-em": ("deal/1", 15, 30),
    "sticky-fingers": ("tools/1", 3, -1),
    "second-story": ("deck/1", 20, 21),
}
"""By game the shuffle and two places in it whose swap nobody but its owners can see."""
FRONTS = ("sticky-fingers", ("loot/1", 0, 18))
"""Two paintings of one back: one lies at the Villa, the other in the pile."""


class Deal:
    """Cards in chosen orders, in place of fair ones: chance is what a test may fake."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, label: str, places: Sequence[int]) -> None:
        self.swaps = False
        self._swapped: dict[UUID, bool] = {}
        monkeypatch.setattr(Dealer, "shuffle", self._shuffle(label, places))
        monkeypatch.setattr(Dealer, "below", lambda _dealer, _label, _n: 0)

    def _shuffle(
        self, label: str, places: Sequence[int]
    ) -> Callable[[Dealer, str, Sequence[Any]], list[Any]]:
        def shuffle(dealer: Dealer, name: str, items: Sequence[Any]) -> list[Any]:
            order = list(items)
            Random(name).shuffle(order)
            if name == label and self._swapped.setdefault(dealer.match_id, self.swaps):
                one, other = places
                order[one], order[other] = order[other], order[one]
            return order

        return shuffle


def worlds_of(deal: Deal, players: Sequence[Player], game: str) -> list[UUID]:
    """Return two matches that differ in what is swapped, played on alike for a while."""
    matches = []
    for deal.swaps in (False, True):
        match = tables.opened(players[0], SEATS, game=game)
        for number, player in enumerate(players):
            tables.seat(match, player, client_seed=f"seed-{number}")
        matches.append(match)
    return matches


@pytest.mark.parametrize(("game", "hidden"), leading([FRONTS, *HIDDEN.items()]))
def test_pages_are_the_same_bytes_in_worlds_that_their_reader_cannot_tell_apart(
    game: str, hidden: tuple[str, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    label, *places = hidden
    browser, account = member()
    ann = Player(account.pk, account.username)
    players = [ann, *tables.people(SEATS - 1)]
    matches = worlds_of(Deal(monkeypatch, label, places), players, game)
    assert differ(matches)
    compared = 0

    for _ in range(LOOKS):
        for reader in (browser, Client()):
            for one, other in zip(*(pages(reader, match) for match in matches), strict=True):
                assert one == other
                compared += 1
        for _move in range(MOVES):
            played_alike(matches, players)

    assert compared >= LOOKS * 2 * 8


def differ(matches: Sequence[UUID]) -> bool:
    """Tell whether the true states behind the matches are not the same."""
    one, other = (redaction.game_view(Entry(MATCH, match).current(), ALL) for match in matches)
    return str(one) != str(other)


def played_alike(matches: Sequence[UUID], players: Sequence[Player]) -> None:
    """Make the same move in both worlds, one that is legal in both, if there is one."""
    views = [tables.page(match) for match in matches]
    for seat in views[0]["to_act"]:
        options = [tables.page(match, players[seat])["legal_moves"] for match in matches]
        common = [move for move in options[0] if move in options[1]]
        if not common:
            continue
        for match, view in zip(matches, views, strict=True):
            tables.move(match, players[seat], common[-1], view["version"])
        return


def test_a_leak_planted_in_the_view_is_caught_by_the_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    label, *places = HIDDEN["pickpocket"]
    players = tables.people(SEATS)
    matches = worlds_of(Deal(monkeypatch, label, places), players, "pickpocket")
    honest = redaction.game_view

    def leaky(state: Any, viewer: int) -> Any:
        shown = honest(state, viewer)
        return shown and {**shown, "loot": sum(state.game.hands[1])}

    monkeypatch.setattr(redaction, "game_view", leaky)

    assert any(
        one != other
        for one, other in zip(*(pages(Client(), match) for match in matches), strict=True)
    )
