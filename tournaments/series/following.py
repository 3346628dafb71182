"""What a series takes from its tournaments, and from those to which it leads."""

from collections.abc import Iterator
from uuid import UUID

from django.db.models import Q

from agenda import sql as agenda
from tournaments import command_handler, foot, stage_queries, stage_records, visibility
from tournaments.models import Series, SeriesEvent
from tournaments.news import Moved
from tournaments.series import commands
from tournaments.series import events as e
from tournaments.series.aggregate import UnitOfWork
from tournaments.series.events import EntrantNamed, Placed, Ref
from tournaments.series.state import Qualifier
from tournaments.state import OVER, EntrantState, EntrantStatus, Status, TournamentState
from tournaments.unit_of_work import PLATFORM

SERIES_FOLLOW = "series_follow"
"""The agenda's kind for a tournament of a series whose results may be others than before."""


def results_of(state: TournamentState) -> list[Placed] | None:
    """Return how a tournament ended; None while it runs, and of what is not for everybody.

    Built-in bots are passed over, and so is who has neither played nor had a bye.
    """
    if state.status is not Status.FINISHED or is_private(state):
        return None
    return list(_placed(state))


def is_private(state: TournamentState) -> bool:
    """Return whether a tournament is for its entrants and its staff alone."""
    return bool(state.settings.get("visibility") == visibility.PRIVATE)


def _placed(state: TournamentState) -> Iterator[Placed]:
    record = stage_records.record_of(state)
    out = foot.disqualified(state)
    passed = 0
    for line in stage_queries.lines_of(state):
        entrant = state.entrants[line.entrant]
        took_part = any(True for _ in record.earned(line.entrant))
        if entrant.bot is not None or not took_part:
            passed += 1
            continue
        account = None if entrant.account is None else str(entrant.account)
        yield Placed(line.entrant, max(1, line.rank - passed), account, line.entrant in out)


def schedule(moved: Moved) -> None:
    """Have the agenda tell the series of a tournament that has moved, where that is news to one."""
    state = moved.state
    followers = SeriesEvent.objects.filter(tournament=state.id)
    if state.status is not Status.FINISHED:
        followers = followers.filter(entrants__isnull=False)
    if followers.exists() or (
        may_pass_on(state) and Series.objects.filter(targets__contains=[state.id]).exists()
    ):
        agenda.schedule(kind=SERIES_FOLLOW, subject=state.id, version=state.version)


def may_pass_on(state: TournamentState) -> bool:
    """Return whether somebody has withdrawn while others can still take the place."""
    gone = (each.presence is EntrantStatus.WITHDRAWN for each in state.entrants.values())
    return not state.stages and state.status not in OVER and any(gone)


def follow(tournament: UUID) -> None:
    """Let every series of a tournament know what it is now: its results, and who has withdrawn."""
    state = command_handler.load(tournament)
    concerned = Q(events__tournament=tournament) | Q(targets__contains=[tournament])
    slugs = Series.objects.filter(concerned).values_list("slug", flat=True).distinct().order_by()
    for slug in slugs:

        def decide(work: UnitOfWork) -> None:
            take_results(work, state)
            pass_on(work, state)

        commands.handle(slug=slug, who=PLATFORM, decide=decide)


def take_results(work: UnitOfWork, tournament: TournamentState) -> None:
    """Add what a series does not know yet of the results of one of its events."""
    event = work.state.events.get(tournament.id)
    if event is None:
        return
    now = results_of(tournament)
    known = None if event.results is None else list(event.results)
    if now == known:
        return
    if now is None:
        work.add(e.ResultsWithdrawn(tournament=str(tournament.id)))
    else:
        work.add(e.ResultsCounted(tournament=str(tournament.id), results=now))


def pass_on(work: UnitOfWork, target: TournamentState) -> None:
    """Decline the places of those who have withdrawn from a tournament, for the next in line."""
    if not may_pass_on(target):
        return
    accounts = work.state.accounts()
    for qualifier in work.state.qualifiers.values():
        accepted = [ref for ref, said in qualifier.answers.items() if said == "accepted"]
        for ref in accepted if qualifier.tournament == target.id else ():
            found = entered(target, qualifier, ref, accounts.get(ref))
            if found is not None and found.presence is EntrantStatus.WITHDRAWN:
                named = EntrantNamed.of(ref)
                work.add(
                    e.QualifierAnswered(number=qualifier.number, entrant=named, answer="declined")
                )


def entered(
    target: TournamentState, qualifier: Qualifier, ref: Ref, account: UUID | None
) -> EntrantState | None:
    """Return as whom somebody who may enter a tournament is in it, or was; None if never.

    An account may have withdrawn and come back as another entrant.
    """
    there = None if account is None else target.entrant_of(account)
    if there is not None:
        return there
    known = target.entrants.get(qualifier.entered.get(ref, 0))
    if known is not None or account is None:
        return known
    mine = (each for each in target.entrants.values() if each.account == account)
    return next(mine, None)
