"""Who takes part, by the names that they go by now."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import Account
from tournaments.models import Entrant


class Person(NamedTuple):
    """Somebody who has entered."""

    number: int
    name: str
    account: str = ""
    """The name of the account, where there is one with a page."""
    bot: str = ""
    """The id of the built-in bot that plays."""


People = Mapping[int, Person]
"""Entrants by number."""


def people(tournament: UUID) -> People:
    """Return the entrants of a tournament; an erased account goes by its neutral name."""
    rows = Entrant.objects.filter(tournament=tournament).select_related("account")
    return {row.number: _person(row) for row in rows}


def _person(row: Entrant) -> Person:
    if row.account is None:
        return Person(row.number, row.name, "", row.bot)
    if not row.account.is_active:
        return Person(row.number, row.account.username)
    return Person(row.number, row.name, row.account.username)


def names(who: People, numbers: Iterable[int]) -> str:
    """Return the names of entrants as a list in words."""
    return listed([who[each].name for each in numbers if each in who])


def listed(words: list[str]) -> str:
    """Return words as a list: "Ada, Ben and Cleo"."""
    if len(words) < 2:
        return "".join(words)
    return _("%(first)s and %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def accounts(ids: Iterable[UUID]) -> dict[UUID, str]:
    """Return the names of accounts by id."""
    found = Account.objects.filter(id__in=list(ids))
    return {account.pk: account.username for account in found}
