"""Many entrants from one list: what was understood is shown first, then entered at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Unpack

from django.db.models.functions import Lower

from accounts import names
from accounts.models import Account
from api.problems import Problem, field_error
from games.messages import Message, join
from tournaments import events as e
from tournaments import name_lists
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.name_lists import Layout, LeftOut, Listed
from tournaments.services import entry
from tournaments.services.entry import NAME_MAX, Newcomer
from tournaments.state import EntrantState, EntrantStatus, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

CLUB_MAX = 60


class ListAsked(NamedTuple):
    """A list, and how it is to be read."""

    text: str
    layout: Layout = "auto"
    accounts_named: bool = False
    """Whether names are those of accounts; otherwise only a column of accounts is."""


class Accepted(NamedTuple):
    """Somebody of a list who can be entered."""

    listed: Listed
    newcomer: Newcomer
    waits: bool
    """Whether the tournament is full, so that the waiting list is next."""


class UnderstoodList(NamedTuple):
    """What entering a list would do, and what it would leave out."""

    layout: Layout
    accepted: Sequence[Accepted]
    left_out: Sequence[LeftOut]


class EnteredList(NamedTuple):
    """What entering a list has done."""

    result: CommandResult
    understood: UnderstoodList


def understand(state: TournamentState, asked: ListAsked) -> UnderstoodList:
    """Return whom a list would enter and whom not, line by line; raises Problem for no list."""
    found = name_lists.read(asked.text, asked.layout)
    people = [
        each._replace(account=each.account or each.name)
        if asked.accounts_named and not each.bot
        else each
        for each in found.people
    ]
    judge = _Judge(state, people)
    for each in people:
        judge.look_at(each)
    left_out = sorted([*found.left_out, *judge.left_out], key=lambda each: each.line)
    return UnderstoodList(found.layout, judge.accepted, left_out)


def enter(
    *,
    slug: str,
    who: Principal,
    asked: ListAsked,
    leave_out: bool = False,
    **command: Unpack[CommandOptions],
) -> EnteredList:
    """Enter all people of a list in one command, an event each; raises Problem.

    A line that cannot be entered refuses the whole list, unless such lines are to be left out.
    """
    checked: list[UnderstoodList] = []

    def decide(work: UnitOfWork) -> None:
        found = understand(work.state, asked)
        if not found.accepted or (found.left_out and not leave_out):
            raise _refusal(found.left_out)
        for each in found.accepted:
            entry.enter(work, each.newcomer, is_self=False)
        _seed(work, found.accepted)
        checked[:] = [found]

    result = handle(slug=slug, who=who, decide=decide, **command)
    return EnteredList(result, checked[0])


def enter_list(
    *,
    slug: str,
    who: Principal,
    asked: ListAsked,
    leave_out: bool = False,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Enter all people of a list in one command."""
    return enter(slug=slug, who=who, asked=asked, leave_out=leave_out, **command).result


def _refusal(left_out: Sequence[LeftOut]) -> Problem:
    """Return why nobody was entered, line by line."""
    if not left_out:
        return Problem("invalid", Message("The list names nobody."))
    errors = [field_error(f"line {each.line}", "left_out", each.why) for each in left_out]
    lines = join("; ", (join(" ", (each.field, each.message)) for each in errors[:5]))
    return Problem("invalid", Message("%(lines)s. Nobody was entered.", lines=lines), errors=errors)


def _seed(work: UnitOfWork, accepted: Sequence[Accepted]) -> None:
    """Seed the field by the list where it says so, before the start."""
    seeds = [each.listed.seed for each in accepted]
    if work.state.stages or not all(seeds):
        return
    count = len(work.state.entrants) - len(accepted)
    said = {count + at: seed for at, seed in enumerate(seeds, start=1)}
    last = len(work.state.entrants) + 1
    order = sorted(
        work.state.present,
        key=lambda each: (said.get(each) or work.state.entrants[each].seed or last, each),
    )
    work.add(e.SeedsAssigned(method="manual", order=order, random_seed=""))


class _Judge:
    """Takes the people of a list one after another, and says of each what becomes of them."""

    def __init__(self, state: TournamentState, people: Sequence[Listed]) -> None:
        self.state = state
        self.accepted: list[Accepted] = []
        self.left_out: list[LeftOut] = []
        self._lines: dict[str, int] = {}
        wanted = {each.account.lower() for each in people if each.account}
        found = Account.objects.annotate(low=Lower("username")).filter(low__in=wanted)
        self._accounts = {account.username.lower(): account for account in found}
        self._faults = names.faults({each.name for each in people if not each.bot})
        self._there = dict(_by_key(state))
        self._bound = {each.account: each for each in self._there.values() if each.account}

    def look_at(self, listed: Listed) -> None:
        """Accept somebody, or note why not."""
        key = names.key(listed.name)
        why = self._why_not(listed, key)
        if why is None:
            account = self._account(listed)
            newcomer = Newcomer(
                listed.name,
                None if account is None else account.pk,
                listed.bot or None,
                listed.rating,
                listed.club,
            )
            why = self._ineligible(newcomer)
            if why is None:
                capacity = self.state.settings["capacity"]
                taken = len(self.state.present) + len(self.accepted)
                waits = capacity is not None and taken >= capacity
                self.accepted.append(Accepted(listed, newcomer, waits))
                self._lines[key] = listed.line
        if why is not None:
            self.left_out.append(LeftOut(listed.line, listed.name, why))

    def _why_not(self, listed: Listed, key: str) -> Message | None:
        """Return what is wrong with a name, or with whom it stands for."""
        account = self._account(listed)
        there = self._there.get(key)
        if there is None and account is not None:
            there = self._bound.get(account.pk)
        if there is not None:
            return Message("has already entered, as entrant %(number)s", number=there.number)
        if key in self._lines:
            return Message("the same name as in line %(line)s", line=self._lines[key])
        if listed.account and account is None:
            return Message("names an account %(name)s that does not exist", name=listed.account)
        return self._fault(listed, "" if account is None else account.username)

    def _fault(self, listed: Listed, own: str) -> Message | None:
        """Return what is wrong with a text; an account may always be called like itself."""
        if len(listed.name) > NAME_MAX:
            return Message("needs a name of 1 to %(limit)s characters", limit=NAME_MAX)
        if len(listed.club) > CLUB_MAX:
            return Message("the club has more than %(limit)s characters", limit=CLUB_MAX)
        if listed.bot:
            return names.fault(listed.name, bot=listed.bot)
        is_own = own.casefold() == listed.name.casefold()
        return None if is_own else self._faults.get(listed.name)

    def _account(self, listed: Listed) -> Account | None:
        return self._accounts.get(listed.account.lower())

    def _ineligible(self, newcomer: Newcomer) -> Message | None:
        """Return why a tournament does not take somebody."""
        if newcomer.account in {each.newcomer.account for each in self.accepted} - {None}:
            return Message("names the same account as a line before")
        try:
            entry.require_eligible(self.state, newcomer)
        except Problem as problem:
            return problem.detail
        return None


def _by_key(state: TournamentState) -> Iterator[tuple[str, EntrantState]]:
    for each in state.entrants.values():
        if each.presence is not EntrantStatus.WITHDRAWN:
            yield names.key(each.name), each
