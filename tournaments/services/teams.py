"""Say who plays for which team.

Where teams meet on boards, a team keeps its number and whoever has played for it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Unpack

from accounts import names
from api.problems import Problem, invalid
from games.messages import Message
from tournaments import events as e
from tournaments import stage_plan
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.record import Entrant
from tournaments.services import guards
from tournaments.state import TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

SINGLE = ("best_ranks",)
"""The tie-breaks of teams for which single results count, unless others are named."""
ON_BOARDS = ("board_points", "direct_encounter", "buchholz", "bottom_boards")
"""Those of teams that meet on boards."""
Named = Sequence[tuple[str, list[int]]]


def assign(  # noqa: PLR0913 - what teams are made of
    *,
    slug: str,
    who: Principal,
    teams: Sequence[tuple[str, Sequence[int]]],
    best: int | None = None,
    apart: bool = True,
    tiebreaks: Sequence[str] | None = (),
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Let the entrants play for these teams and no others; without any there are no teams."""
    named = [(names.canonical(name), list(entrants)) for name, entrants in teams]
    require_valid(named, tiebreaks or ())

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_not_over(state)
        for _name, entrants in named:
            for each in entrants:
                guards.entrant(state, each)
        if state.stages and work.own is not None and not work.who.of_site:
            # Whoever plays could give the best results to their own team.
            work.refuse_own({work.own})
        on_boards = stage_plan.has_boards(state)
        teams = _in_old_order(state, named) if on_boards and state.rounds else named
        made = [e.Team(name=name, entrants=entrants) for name, entrants in teams]
        usual = ON_BOARDS if on_boards else SINGLE
        chosen = list(usual if tiebreaks is None else tiebreaks)
        work.add(e.TeamsAssigned(teams=made, best=best, apart=apart, tiebreaks=chosen))

    return handle(slug=slug, who=who, decide=decide, **command)


def require_valid(
    named: Sequence[tuple[str, Sequence[int]]], tiebreaks: Sequence[str] = ()
) -> None:
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
        raise invalid("tiebreaks", Message("a tie-break appears twice; name each once"))


def without_team(state: TournamentState) -> list[Entrant]:
    """Return who is there and plays for no team."""
    members = {each for team in stage_plan.members_of(state) for each in team}
    return [each for each in state.present if each not in members]


def require_everyone(state: TournamentState) -> None:
    """Raise Problem unless everybody who is there plays for a team."""
    alone = without_team(state)
    if alone:
        who = ", ".join(state.name(each) for each in alone[:5])
        text = Message("Teams meet on boards here; choose the team for %(names)s.", names=who)
        raise Problem("pairing_infeasible", text, params={"entrants": alone})


def _in_old_order(state: TournamentState, named: Named) -> Named:
    """Return the teams with those that have played in their old order, new ones behind them.

    Raises Problem where somebody who has had a board would change teams.
    """
    seated = {each for _, table in state.tables() for each in table.seats}
    rest, kept = list(named), []
    for old in stage_plan.members_of(state):
        core = seated & {*old}
        same = [each for each in rest if core <= {*each[1]}] if core else _alike(rest, old)
        if not same:
            who = ", ".join(state.name(each) for each in sorted(core) or old)
            text = Message("%(names)s have played in one team, and stay in it.", names=who)
            raise Problem("result_locked", text)
        kept.append(same[0])
        rest.remove(same[0])
    return [*kept, *rest]


def _alike(named: Named, old: Sequence[int]) -> Named:
    """Return the teams, of those that are named, in which a member of an old one plays."""
    return [each for each in named if {*old} & {*each[1]}]
