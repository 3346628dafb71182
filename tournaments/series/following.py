"""What a series takes from its tournaments, and how it follows when one is corrected."""

from collections.abc import Iterator
from uuid import UUID

from agenda import sql as agenda
from tournaments import command_handler, foot, stage_queries, visibility
from tournaments.models import Series, SeriesEvent
from tournaments.series import commands
from tournaments.series import events as e
from tournaments.series.aggregate import UnitOfWork
from tournaments.series.events import Placed
from tournaments.state import Status, TournamentState
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
    record = stage_queries.record_of(state)
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


def schedule(state: TournamentState) -> None:
    """Have the agenda tell the series of a tournament that has moved, where it is in one."""
    followers = SeriesEvent.objects.filter(tournament=state.id)
    if state.status is not Status.FINISHED:
        followers = followers.filter(entrants__isnull=False)
    if followers.exists():
        agenda.schedule(kind=SERIES_FOLLOW, subject=state.id, version=state.version)


def follow(tournament: UUID) -> None:
    """Let every series that counts a tournament have its results as they are now."""
    state = command_handler.load(tournament)
    slugs = Series.objects.filter(events__tournament=tournament).values_list("slug", flat=True)
    for slug in slugs:

        def decide(work: UnitOfWork) -> None:
            take_results(work, state)

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
