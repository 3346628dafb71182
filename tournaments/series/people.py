"""Who is who across tournaments: by account, or by what the staff has decided; never by a name.

Pure.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple
from uuid import UUID

from tournaments.series.events import Ref


class Person(NamedTuple):
    """One person, as all the entrants that they were."""

    refs: tuple[Ref, ...]
    """In the order of the events."""
    account: UUID | None

    @property
    def key(self) -> str:
        """What the person is called within the series: the same while they are the same."""
        if self.account is not None:
            return f"account:{self.account}"
        return f"entrant:{self.refs[0].tournament}:{self.refs[0].entrant}"


class People(NamedTuple):
    """Everybody in a series."""

    persons: tuple[Person, ...]
    conflicts: tuple[tuple[Ref, ...], ...]
    """Entrants that were joined and cannot be one person: of two accounts, or twice in an event."""

    def of(self, ref: Ref) -> Person | None:
        """Return who an entrant is."""
        return next((each for each in self.persons if ref in each.refs), None)


def people(accounts: Mapping[Ref, UUID | None], joined: Sequence[Collection[Ref]]) -> People:
    """Return the people behind entrants, in the order in which they first took part.

    `joined` are the decisions of the staff, the earliest first; one that a later correction has
    made impossible does not count, and is named.
    """
    groups: dict[Ref, list[Ref]] = {}
    by_account: dict[UUID, list[Ref]] = {}
    for ref, account in accounts.items():
        own = [] if account is None else by_account.setdefault(account, [])
        own.append(ref)
        groups[ref] = own
    conflicts = []
    for decided in joined:
        there = [ref for ref in accounts if ref in decided]
        together = {each for ref in there for each in groups[ref]}
        ordered = [ref for ref in accounts if ref in together]
        if not may_be_one(ordered, accounts):
            conflicts.append(tuple(there))
            continue
        for ref in ordered:
            groups[ref] = ordered
    found: dict[int, Person] = {}
    for group in groups.values():
        known = (accounts[ref] for ref in group if accounts[ref] is not None)
        found.setdefault(id(group), Person(tuple(group), next(known, None)))
    return People(tuple(found.values()), tuple(conflicts))


def may_be_one(refs: Collection[Ref], accounts: Mapping[Ref, UUID | None]) -> bool:
    """Return whether entrants may be one person: of one account at most, in each event once."""
    known = {accounts[ref] for ref in refs if accounts.get(ref) is not None}
    return len(known) <= 1 and len({ref.tournament for ref in refs}) == len(refs)


def alike(
    found: People,
    accounts: Mapping[Ref, UUID | None],
    names: Mapping[Ref, str],
    parted: Collection[frozenset[Ref]],
) -> list[tuple[Person, ...]]:
    """Return people with one name who are not joined: a question to the staff, never an answer.

    All of one name together where they may be one person and nothing is decided; else by pairs.
    """
    by_name: dict[str, list[Person]] = {}
    for person in found.persons:
        for name in dict.fromkeys(names[ref].casefold() for ref in person.refs if ref in names):
            by_name.setdefault(name, []).append(person)

    def is_open(several: Sequence[Person]) -> bool:
        pairs = [
            (a, b) for one, other in combinations(several, 2) for a in one.refs for b in other.refs
        ]
        refs = [ref for each in several for ref in each.refs]
        return may_be_one(refs, accounts) and not any(frozenset(pair) in parted for pair in pairs)

    asked: list[tuple[Person, ...]] = []
    for same in by_name.values():
        if len(same) > 1 and is_open(same):
            asked.append(tuple(same))
        else:
            asked += [pair for pair in combinations(same, 2) if is_open(pair)]
    return list(dict.fromkeys(asked))
