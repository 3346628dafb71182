"""Decide who is who: entrants without an account, or with one, that are one person or several."""

from collections.abc import Mapping, Sequence
from typing import Unpack
from uuid import UUID

from api.problems import Problem, invalid
from games.messages import Message
from tournaments.series import events as e
from tournaments.series import people
from tournaments.series.aggregate import UnitOfWork
from tournaments.series.commands import CommandOptions, CommandResult, handle
from tournaments.series.events import EntrantNamed, Ref
from tournaments.series.managing import entrant_of, require_impartial, require_open
from tournaments.unit_of_work import Principal

LINKS_MAX = 2000

Named = tuple[str, int]
"""An entrant: the slug of the tournament, and the number there."""


def link(
    *,
    slug: str,
    who: Principal,
    entrants: Sequence[Named],
    same: bool,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Say that entrants are one person, or that they are not."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        require_open(state)
        refs = [entrant_of(state, *each) for each in dict.fromkeys(entrants)]
        if len(refs) < 2:
            raise invalid("entrants", Message("name at least two entrants"))
        require_impartial(state, who, refs)
        if len(state.joined) + len(state.parted) >= LINKS_MAX:
            text = Message("a series has %(most)s decisions of this kind at most", most=LINKS_MAX)
            raise invalid("entrants", text)
        named = [EntrantNamed.of(each) for each in refs]
        if not same:
            _require_apart_possible(state.accounts(), refs)
            work.add(e.EntrantsParted(entrants=named))
            return
        accounts = state.accounts()
        one = people.people(accounts, [*state.joined, refs]).of(refs[0])
        if one is None or not set(refs) <= set(one.refs):
            text = Message(
                "They cannot be one person: they have different accounts, or have played in the"
                " same tournament."
            )
            raise Problem("entry_not_eligible", text)
        work.add(e.EntrantsJoined(entrants=named))

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_apart_possible(accounts: Mapping[Ref, UUID | None], refs: Sequence[Ref]) -> None:
    known = [accounts[each] for each in refs if accounts[each] is not None]
    if len(set(known)) < len(known):
        text = Message("They have one account, which is one person.")
        raise Problem("entry_not_eligible", text)
