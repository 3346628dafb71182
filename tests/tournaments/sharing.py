"""Tournaments whose tables share deals, played by people as far as a test wants."""

from itertools import count
from random import Random
from typing import Any
from uuid import UUID

from accounts.models import Account
from deals import selectors as deals
from deals.models import Deal
from deals.state import DealState
from matches.actors import Player
from tests.matches import tables
from tests.tournaments.cups import PODS
from tests.tournaments.events import Event, run_all
from tournaments.services.entry import Newcomer

SHARED: dict[str, Any] = {
    "game": "second-story",
    "table": {"min": 3, "target": 3, "max": 3},
    "stages": PODS,
    "on_timeout": "bot",
    "deals": {"compare": "margin", "shadow": False},
}


def of_bots(count: int = 6, **settings: Any) -> Event:
    """Return a tournament of bots that has started."""
    event = Event(**{**SHARED, "bots": "only", **settings})
    return event.enter_bots(count, "gentle").start()


class People:
    """A tournament of people that has started, and who they are."""

    def __init__(self, number: int = 6, **settings: Any) -> None:
        self.event = Event(**{**SHARED, **settings})
        self.players = {each.account: each for each in tables.people(number)}
        self.event.enter(*(Newcomer(each.username, each.account) for each in self.players.values()))
        self.event.start()

    def deal(self) -> DealState:
        """Return the deal that was opened last."""
        row = Deal.objects.order_by("-pk").first()
        assert row is not None
        return deals.load(row.pk)

    def pair(self) -> None:
        """Pair and publish the next round, and open its matches."""
        self.event.pair()
        run_all()

    def match(self, table: int) -> UUID:
        found = self.event.round.tables[table].match
        assert found is not None
        return found

    def at(self, table: int) -> list[Player]:
        """Return the players of a table, by seat."""
        state = self.event.state
        seats = self.event.round.tables[table].seated
        accounts = [state.entrants[each].account for each in seats]
        return [self.players[each] for each in accounts if each is not None]

    def play(self, table: int, seed: int = 1, moves: int | None = None) -> None:
        """Have a table play, so many moves or to its end, and the rest run."""
        match, players, rng = self.match(table), self.at(table), Random(seed)
        for _ in count() if moves is None else range(moves):
            if tables.next_move(match, players, rng) is None:
                break
        run_all()


def account_of(player: Player) -> Account:
    """Return the account of a player."""
    assert player.account is not None
    return Account.objects.get(pk=player.account)
