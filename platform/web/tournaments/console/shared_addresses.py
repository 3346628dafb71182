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
    """As they have entered."""
    tables: int
    """At how many tables of the deal they sat."""


def of(state: TournamentState) -> list[SharedAddress]:
    """Return them, round by round; none where tables share no deals."""
    if shared_deals.plan_of(state.settings) is None:
        return []
    entered = {each.account: each.name for each in state.entrants.values()}
    return [
        SharedAddress(
            each.round, [*map(entered.__getitem__, each.shared.accounts)], each.shared.tables
        )
        for each in sightings.in_rounds(state.id)
    ]
