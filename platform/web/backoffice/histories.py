"""What streams of events come to in words, for the admin, whose layers know no pages."""

from collections.abc import Iterator, Mapping, Sequence

from accounts import stream_admin
from accounts.stream_admin import EVENTS_SHOWN, HistoryLine
from matches.events import KIND as MATCH
from matches.models import Match
from ratings.ladder.events import KIND as LADDER
from ratings.ladder.settings import parsed
from ratings.models import Ladder
from tournaments import command_handler
from tournaments.events import KIND as TOURNAMENT
from tournaments.events import Data
from tournaments.models import Series, Tournament
from tournaments.series import selectors as series
from tournaments.series.events import KIND as SERIES
from web.games import registry
from web.games.shared_events import describe_event
from web.matches.match_page import people_on
from web.ratings import words
from web.ratings.console import history
from web.series import pages
from web.series import words as series_words
from web.tournaments import plan
from web.tournaments.console import logs
from web.tournaments.page_context import TournamentContext


def of_tournament(row: Tournament) -> Iterator[HistoryLine]:
    """Yield the end of a tournament's log as its own staff reads it, the latest first."""
    for line in logs.lines(command_handler.load(row.pk), last=EVENTS_SHOWN):
        yield HistoryLine(line.version, line.at, line.actor, line.words, line.reason)


def of_ladder(row: Ladder) -> Iterator[HistoryLine]:
    """Yield the log of a ladder, the latest first."""
    return history.newest(row, EVENTS_SHOWN)


def plan_of_tournament(row: Tournament) -> Iterator[str]:
    """Yield the settings of a tournament as its players read them."""
    visit = TournamentContext(row, command_handler.load(row.pk), None)
    for name, value in (*plan.about(row.settings).facts, *plan.facts(visit)):
        yield f"{name}: {value}"
    for stage in plan.stages(visit):
        yield " · ".join(str(stage[name]) for name in ("title", "sizes", "rounds") if stage[name])


def of_series(row: Series) -> Iterator[HistoryLine]:
    """Yield the log of a series as everyone reads it, the latest first."""
    for line in pages.log_lines(series.read(row.slug, None)):
        yield HistoryLine(line["version"], line["at"], line["actor"], line["words"], line["reason"])


def plan_of_series(row: Series) -> Iterator[str]:
    """Yield how a series counts."""
    plan_ = series.read(row.slug, None).state.plan
    yield from series_words.facts(plan_)
    for group in plan_.groups:
        yield " · ".join((group.name, *series_words.group_facts(group)))


def of_match(row: Match, events: Sequence[Data]) -> Mapping[int, str]:
    """Return what happened at a match in the sentences of its table, by version."""
    language, people = (
        registry.language(row.game, row.dataset),
        people_on(list(row.chairs.all()), None),
    )
    described = {each["version"]: (each["type"], each["data"]) for each in events}
    sentences = {
        version: describe_event(language, kind, data, people)
        for version, (kind, data) in described.items()
    }
    return {version: words for version, words in sentences.items() if words is not None}


def rules_of_ladder(row: Ladder) -> Iterator[str]:
    """Yield the settings of a ladder as its players read them."""
    yield from words.rules(parsed(row.settings))


def tell_histories() -> None:
    """Have the admin tell events and settings as the pages do."""
    stream_admin.histories |= {TOURNAMENT: of_tournament, LADDER: of_ladder, SERIES: of_series}
    stream_admin.sentences |= {MATCH: of_match}
    stream_admin.settings |= {
        TOURNAMENT: plan_of_tournament,
        LADDER: rules_of_ladder,
        SERIES: plan_of_series,
    }
