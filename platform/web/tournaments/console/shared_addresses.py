"""Accounts that have come to tables of one deal from one address, as the staff is told of them."""

from collections.abc import Sequence
from typing import NamedTuple

from deals import sightings
from tournaments import shared_deals
from tournaments.state import TournamentState


class SharedAddress(NamedTuple):
    """Entrants who have played the deal of a round from one address."""

    round: int
    names: Sequence[str]
    """As they have entered; whoever has been replaced since goes by their user name."""
    tables: int
    """At how many tables of the deal they sat."""


def of(state: TournamentState) -> list[SharedAddress]:
    """Return them, round by round; none where tables share no deals."""
    if shared_deals.plan_of(state.settings) is None:
        return []
    entered = {each.account: each.name for each in state.entrants.values()}
    return [
        SharedAddress(number, [*map(entered.get, found.accounts, found.names)], found.tables)
        for number, found in sightings.in_rounds(state.id)
    ]
