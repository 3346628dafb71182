"""Accounts that have come to tables of one deal from one address, as the staff is told of them."""

from collections.abc import Sequence
from typing import NamedTuple

from deals import sightings
from tournaments import shared_deals
from tournaments.state import Role
from web.tournaments.console.console_context import ConsoleContext


class SharedAddress(NamedTuple):
    """Entrants who have played the deal of a round from one address."""

    round: int
    names: Sequence[str]
    """As they have entered; whoever has been replaced since goes by their user name."""
    tables: int
    """At how many tables of the deal they sat."""


def may_know(found: ConsoleContext) -> bool:
    """Whether somebody is told: organisers who do not play themselves, and the site's staff."""
    is_outside = found.state.entrant_of(found.me.pk) is None
    is_of_site = found.of_site or found.me.is_staff
    return is_of_site or (found.role is Role.ORGANISER and is_outside)


def of(found: ConsoleContext) -> list[SharedAddress]:
    """Return them, round by round; none where tables share no deals, or for who may not know."""
    state = found.state
    if shared_deals.plan_of(state.settings) is None or not may_know(found):
        return []
    entered = {each.account: each.name for each in state.entrants.values()}
    return [
        SharedAddress(number, [*map(entered.get, shared.accounts, shared.names)], shared.tables)
        for number, shared in sightings.in_rounds(state.id)
    ]
