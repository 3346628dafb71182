"""A look at one tournament: which one, how it stands, and who looks."""

from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.http import HttpRequest

from tournaments import command_handler, selectors, visibility
from tournaments.models import Tournament
from tournaments.state import (
    EntrantState,
    Role,
    RoundState,
    Status,
    TableState,
    TournamentState,
)
from web import requests
from web.tournaments import people
from web.tournaments.people import People


@dataclass(frozen=True)
class TournamentContext:
    """A tournament as it stands, and the account that looks at it."""

    row: Tournament
    state: TournamentState
    account: UUID | None

    @cached_property
    def people(self) -> People:
        """Who takes part, by number."""
        return people.people(self.row.id)

    @property
    def role(self) -> Role | None:
        """What the reader is here, beside a player."""
        return self.state.role_of(self.account)

    @property
    def own(self) -> EntrantState | None:
        """The entrant that the reader plays as."""
        return None if self.account is None else self.state.entrant_of(self.account)

    @property
    def published(self) -> list[RoundState]:
        """The rounds that everybody may see."""
        return [each for each in self.state.rounds if each.published]

    @property
    def visible(self) -> list[RoundState]:
        """The rounds that the reader may see: for the staff a draft too."""
        is_staff = selectors.sees_drafts(self.state, self.account)
        return self.state.rounds if is_staff else self.published

    def own_tables(self) -> list[tuple[RoundState, TableState, int]]:
        """Return the tables at which the reader is waited for, each with its number."""
        own = self.own
        if own is None or self.state.status is not Status.RUNNING:
            return []
        return [
            (round_, table, number)
            for round_ in self.published
            for number, table in enumerate(round_.tables, start=1)
            if own.number in table.seats and table.is_open
        ]


def find(slug: str) -> Tournament:
    """Return a tournament by its slug or its id; raises not_found."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None:
        try:
            found = Tournament.objects.filter(id=UUID(slug)).first()
        except ValueError:
            found = None
    if found is None:
        raise visibility.not_found(slug)
    return found


def tournament_context(request: HttpRequest, slug: str) -> TournamentContext:
    """Return a tournament that the reader may know of; raises not_found."""
    row, account = find(slug), requests.account_id(request)
    if not visibility.sees(row, account):
        raise visibility.not_found(slug)
    return TournamentContext(row, command_handler.load(row.id), account)
