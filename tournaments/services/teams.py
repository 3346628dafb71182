"""Say who plays for which team."""

from collections import Counter
from collections.abc import Sequence
from typing import Unpack

from accounts import names
from api.problems import Problem, invalid
from games.messages import Message
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.services import guards
from tournaments.unit_of_work import Principal, UnitOfWork


def assign(  # noqa: PLR0913 - what teams are made of
    *,
    slug: str,
    who: Principal,
    teams: Sequence[tuple[str, Sequence[int]]],
    best: int | None = None,
    apart: bool = True,
    tiebreaks: Sequence[str] = (),
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Let the entrants play for these teams and no others; without any there are no teams."""
    named = [(names.canonical(name), list(entrants)) for name, entrants in teams]
    _require_valid(named, tiebreaks)

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_not_over(state)
        for _name, entrants in named:
            for each in entrants:
                guards.entrant(state, each)
        if state.stages and work.own is not None and not work.who.of_site:
            # Whoever plays could give the best results to their own team.
            work.refuse_own({work.own})
        made = [e.Team(name=name, entrants=entrants) for name, entrants in named]
        work.add(e.TeamsAssigned(teams=made, best=best, apart=apart, tiebreaks=list(tiebreaks)))

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_valid(named: Sequence[tuple[str, Sequence[int]]], tiebreaks: Sequence[str]) -> None:
    """Raise Problem for teams that are there twice, or who plays for two."""
    for name, _entrants in named:
        if fault := names.fault(name):
            raise Problem("invalid", Message("%(name)s: %(fault)s", name=name, fault=fault))
    twice = [
        name for name, count in Counter(names.key(each) for each, _ in named).items() if count > 1
    ]
    if twice:
        raise invalid("teams", Message("two teams have one name; give each its own"))
    count = Counter(each for _name, entrants in named for each in entrants)
    several = [each for each, times in count.items() if times > 1]
    if several:
        text = Message("entrant %(entrant)s is named twice; name each once", entrant=several[0])
        raise invalid("teams", text)
    if len(set(tiebreaks)) < len(tiebreaks):
        raise invalid("tiebreaks", Message("a tie-break is there twice; name each once"))
