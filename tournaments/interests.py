"""What of a tournament is somebody's own: nobody of the staff changes that alone.

A command of somebody who plays is compared by its outcome: their tables and byes, their score and
their place in the tournament, and those with whom they sit at an open table. So it does not matter
by which command it would have come, and a rollback is judged like a correction.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from accounts.models import Account
from api.problems import Problem
from games.messages import Message
from tournaments.record import Entrant
from tournaments.state import ROLES, EntrantStatus, Role, RoundState, TableState, TournamentState

OUT = frozenset({EntrantStatus.DROPPED, EntrantStatus.ABSENT, EntrantStatus.DISQUALIFIED})
TableStanding = tuple[Sequence[Entrant], *tuple[object, ...]]
"""Who sits at a table, and all else that has come of it."""


class Interest(NamedTuple):
    """What is somebody's own."""

    tables: dict[UUID, TableStanding]
    """How each of the tables stands."""
    byes: dict[int, bool]
    """Whether each round is a bye."""
    company: dict[Entrant, tuple[object, ...]]
    """How those stand who sit at the same open tables."""
    penalty: int
    account: UUID | None
    is_out: bool


def of(state: TournamentState, number: Entrant) -> Interest:
    """Return what is an entrant's own."""
    own = state.entrants[number]
    seated = [(round_, table) for round_, table in state.tables() if number in table.seats]
    company = {
        each
        for round_, table in seated
        if round_.published and not round_.closed
        for each in table.seats
        if each != number
    }
    return Interest(
        tables={table.id: _standing(round_, table) for round_, table in seated},
        byes={round_.number: number in round_.byes for round_ in state.rounds},
        company={each: _entrant(state, each) for each in company},
        penalty=own.penalty,
        account=own.account,
        is_out=own.presence in OUT,
    )


def _standing(round_: RoundState, table: TableState) -> TableStanding:
    more = round_.extended_s + table.extended_s
    decided = (table.places, table.scores, table.absent, table.ended, tuple(table.penalties))
    outcome = (*decided, table.void, table.unpaid, table.stopped is None)
    reports = (table.reported, tuple(table.disputes.items()), table.counted)
    return (table.seats, *outcome, *reports, more)


def _entrant(state: TournamentState, number: Entrant) -> tuple[object, ...]:
    each = state.entrants[number]
    return (each.presence, each.penalty, each.account, each.name)


def touched(before: Interest, after: TournamentState, number: Entrant) -> set[Entrant] | None:
    """Return whom a change touches together with an entrant; None where nothing is theirs."""
    if number not in after.entrants:
        return {number}
    now = of(after, number)
    changed = {
        each
        for table, standing in before.tables.items()
        if now.tables.get(table) != standing
        for each in standing[0]
    }
    if any(now.byes.get(round_, False) != had for round_, had in before.byes.items()):
        changed.add(number)
    if (before.penalty, before.account) != (now.penalty, now.account):
        changed.add(number)
    if before.is_out and not now.is_out:
        changed.add(number)
    for each, standing in before.company.items():
        if each not in after.entrants or _entrant(after, each) != standing:
            changed |= {number, each}
    return changed or None


class Staff(NamedTuple):
    """Who runs a tournament and who plays in it, as a command found them."""

    roles: dict[UUID, Role]
    players: dict[Entrant, UUID | None]

    def deciders(self, role: Role, asker: UUID | None, seats: Iterable[Entrant]) -> list[str]:
        """Return the names of the others of the staff who may decide about some entrants."""
        sitting = {self.players.get(each) for each in seats}
        free = [
            account
            for account, own in self.roles.items()
            if ROLES.index(own) >= ROLES.index(role) and account not in {asker, *sitting}
        ]
        names = Account.objects.filter(pk__in=free, is_active=True).order_by("username")
        return list(names.values_list("username", flat=True))

    def refusal(self, role: Role, asker: UUID | None, seats: Iterable[Entrant]) -> Problem:
        """Return the refusal to decide about what is one's own, with who may."""
        names = self.deciders(role, asker, seats)
        if names:
            text = Message(
                "This concerns you in this tournament. Those who can decide: %(deciders)s.",
                deciders=names,
            )
        else:
            text = Message(
                "This concerns you in this tournament, and no one else on its staff can decide"
                " it. Ask an administrator of the site, or give a role to someone it does not"
                " concern."
            )
        return Problem("own_interest", text, params={"deciders": names})


def staff_of(state: TournamentState) -> Staff:
    """Return who runs and who plays a tournament now."""
    return Staff(dict(state.roles), {each.number: each.account for each in state.entrants.values()})
