"""What streams of events come to in words, for the admin, whose layers know no pages."""

from collections.abc import Iterator

from accounts import stream_admin
from accounts.stream_admin import EVENTS_SHOWN, Told
from ratings.ladder.events import KIND as LADDER
from ratings.ladder.settings import parsed
from ratings.models import Ladder
from tournaments import command_handler
from tournaments.events import KIND as TOURNAMENT
from tournaments.models import Tournament
from web.ratings import words
from web.ratings.console import history
from web.tournaments import plan
from web.tournaments.console import logs
from web.tournaments.page_context import TournamentContext


def of_tournament(row: Tournament) -> Iterator[Told]:
    """Yield the log of a tournament as its own staff reads it, the latest first."""
    for line in logs.lines(command_handler.load(row.pk)):
        yield Told(line.version, line.at, line.actor, line.words, line.reason)


def of_ladder(row: Ladder) -> Iterator[Told]:
    """Yield the log of a ladder, the latest first."""
    return history.told(row, EVENTS_SHOWN)


def plan_of_tournament(row: Tournament) -> Iterator[str]:
    """Yield the settings of a tournament as its players read them."""
    visit = TournamentContext(row, command_handler.load(row.pk), None)
    for name, value in (*plan.about(row.settings).facts, *plan.facts(visit)):
        yield f"{name}: {value}"
    for stage in plan.stages(visit):
        yield " · ".join(str(stage[name]) for name in ("title", "sizes", "rounds") if stage[name])


def rules_of_ladder(row: Ladder) -> Iterator[str]:
    """Yield the settings of a ladder as its players read them."""
    yield from words.rules(parsed(row.settings))


def tell_histories() -> None:
    """Have the admin tell events and settings as the pages do."""
    stream_admin.told |= {TOURNAMENT: of_tournament, LADDER: of_ladder}
    stream_admin.settings_told |= {TOURNAMENT: plan_of_tournament, LADDER: rules_of_ladder}
