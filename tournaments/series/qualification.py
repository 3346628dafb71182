"""Let the best of a series, or of one of its events, into another tournament."""

from typing import Unpack
from uuid import UUID

from api.problems import Problem, invalid
from games.messages import Message
from tournaments import command_handler as tournament_commands
from tournaments.models import Entrant, Tournament
from tournaments.series import events as e
from tournaments.series import qualifying
from tournaments.series.aggregate import UnitOfWork
from tournaments.series.commands import (
    CommandOptions,
    CommandResult,
    handle,
    require_organiser,
    runs,
)
from tournaments.series.events import EntrantNamed
from tournaments.series.following import entered
from tournaments.series.managing import entrant_of, event_of, lock_tournament, require_run
from tournaments.series.qualifying import Candidate
from tournaments.series.standings import standings
from tournaments.series.state import Qualifier, SeriesState
from tournaments.services import entry, presence
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus, TournamentState
from tournaments.unit_of_work import PLATFORM, Principal

QUALIFIERS_MAX = 20


def add(
    *,
    slug: str,
    who: Principal,
    tournament: str,
    places: int,
    event: str | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Give so many places of a tournament to the best; its organisers alone may."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        target = lock_tournament(tournament, who)
        require_run(target, who)
        if target.stages:
            text = Message("That tournament has started; nobody can qualify for it any more.")
            raise Problem("round_already_live", text)
        if target.id in state.events:
            text = Message("must not be an event of the series")
            raise invalid("tournament", text)
        if len(state.qualifiers) >= QUALIFIERS_MAX:
            text = Message("a series leads to %(most)s tournaments at most", most=QUALIFIERS_MAX)
            raise invalid("tournament", text)
        source = {} if event is None else {"event": str(event_of(state, event))}
        number = state.qualifiers_made + 1
        work.add(
            e.QualifierAdded(number=number, tournament=str(target.id), places=places, **source)
        )

    return handle(slug=slug, who=who, decide=decide, **command)


def remove(
    *, slug: str, who: Principal, number: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Let nobody qualify by it any more; who has accepted stays entered."""

    def decide(work: UnitOfWork) -> None:
        find(work.state, number)
        work.add(e.QualifierRemoved(number=number))

    return handle(slug=slug, who=who, decide=decide, **command)


def find(state: SeriesState, number: int) -> Qualifier:
    """Return a qualifier; raises not_found."""
    found = state.qualifiers.get(number)
    if found is None:
        text = Message("The series has no qualification %(number)s.", number=number)
        raise Problem("not_found", text)
    return found


def answer(  # noqa: PLR0913 - who answers what, for whom
    *,
    slug: str,
    who: Principal,
    number: int,
    accept: bool,
    tournament: str | None = None,
    entrant: int | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Take a place or leave it: for oneself, or as the staff for somebody who is named.

    Who accepts is entered, and who declines after that is withdrawn: then the next in line may
    enter.
    """
    is_dry = bool(command.get("dry_run"))

    def decide(work: UnitOfWork) -> None:
        state = work.state
        qualifier = find(state, number)
        named = None if tournament is None or entrant is None else (tournament, entrant)
        if named is not None:
            require_organiser(state, who)
        candidate = _candidate(state, qualifier, who, named)
        target = _target(qualifier)
        _require_open(candidate, accept=accept, by_staff=named is not None and runs(state, who))
        ref = EntrantNamed.of(candidate.ref)
        if accept:
            own = _enter(target, qualifier, candidate, is_dry=is_dry)
            answered = e.QualifierAnswered(
                number=number, entrant=ref, answer="accepted", entered=own
            )
        else:
            answered = e.QualifierAnswered(number=number, entrant=ref, answer="declined")
            if candidate.standing == "accepted":
                _withdraw(target, qualifier, candidate, is_dry=is_dry)
        work.add(answered)

    return handle(slug=slug, who=who, decide=decide, by_anyone=True, **command)


def _candidate(
    state: SeriesState, qualifier: Qualifier, who: Principal, named: tuple[str, int] | None
) -> Candidate:
    line = qualifying.line(state, standings(state), qualifier)
    if named is not None:
        ref = entrant_of(state, *named)
        found = next((each for each in line if ref in each.person.refs), None)
    else:
        mine = [each for each in line if who.account and each.person.account == who.account]
        found = next(iter(mine), None)
    if found is None:
        raise Problem("entry_not_eligible", Message("There is no such place in this ranking."))
    return found


def _require_open(candidate: Candidate, *, accept: bool, by_staff: bool) -> None:
    """Raise entry_not_eligible unless a place may be taken, or left."""
    standing = candidate.standing
    if standing == ("accepted" if accept else "declined"):
        text = Message("This has already been answered that way.")
        raise Problem("entry_not_eligible", text)
    if accept and standing == "tied" and by_staff:
        return
    if accept and standing in {"next", "tied", "declined"}:
        waits = Message("Others come first; the next in line may enter when one of them declines.")
        tied = Message("You are tied for the last place; an organiser of the series decides.")
        gone = Message(
            "The place was declined and has gone to the next in line; ask an organiser of "
            "the series."
        )
        if standing == "declined" and by_staff:
            return
        raise Problem(
            "entry_not_eligible", {"next": waits, "tied": tied, "declined": gone}[standing]
        )


def _target(qualifier: Qualifier) -> TournamentState:
    return tournament_commands.load(qualifier.tournament)


def _enter(
    target: TournamentState, qualifier: Qualifier, candidate: Candidate, *, is_dry: bool
) -> int:
    """Enter somebody in the tournament, unless they are there, and return the number there."""
    account, ref = candidate.person.account, candidate.ref
    there = entered(target, qualifier, ref, account)
    if there is not None and there.presence is not EntrantStatus.WITHDRAWN:
        return there.number
    source = Entrant.objects.select_related("account").get(
        tournament=ref.tournament, number=ref.entrant
    )
    done = entry.register(
        slug=slug_of(target.id),
        who=PLATFORM,
        newcomers=[Newcomer(source.name, account, None, source.rating)],
        dry_run=is_dry,
    )
    return max(done.state.entrants)


def _withdraw(
    target: TournamentState, qualifier: Qualifier, candidate: Candidate, *, is_dry: bool
) -> None:
    """Withdraw somebody who had accepted, and is still there."""
    if target.stages:
        text = Message("That tournament has started; leave it on its own page.")
        raise Problem("round_already_live", text)
    there = entered(target, qualifier, candidate.ref, candidate.person.account)
    if there is not None and there.presence is not EntrantStatus.WITHDRAWN:
        presence.leave(slug=slug_of(target.id), who=PLATFORM, entrant=there.number, dry_run=is_dry)


def slug_of(tournament: UUID) -> str:
    """Return the slug of a tournament."""
    return str(Tournament.objects.values_list("slug", flat=True).get(id=tournament))
