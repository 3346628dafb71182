"""Read series as anybody may see them: of tournaments that the reader may not know of, nothing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from uuid import UUID

from accounts.models import Account
from eventstore import streams
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games.json_types import JsonObject
from tournaments import visibility
from tournaments.models import Entrant, Series, Tournament
from tournaments.series import answers as a
from tournaments.series import commands, people, qualifying
from tournaments.series.commands import CommandResult
from tournaments.series.events import KIND, Ref
from tournaments.series.people import Person
from tournaments.series.scoring import MILLI
from tournaments.series.standings import Line, Standings, counts, standings
from tournaments.series.state import SeriesState
from tournaments.state import Status


class SeriesRead:
    """A series as it stands, with what it is called and who is in it."""

    def __init__(self, state: SeriesState, reader: UUID | None) -> None:
        self.state = state
        self.reader = reader

    @cached_property
    def standings(self) -> Standings:
        """Who stands where."""
        return standings(self.state)

    @cached_property
    def tournaments(self) -> Mapping[UUID, Tournament]:
        """The tournaments that the reader may know of, by id."""
        ids = {*self.state.events, *(each.tournament for each in self.state.qualifiers.values())}
        rows = Tournament.objects.filter(visibility.seen_by(self.reader), id__in=ids)
        return {row.pk: row for row in rows}

    @cached_property
    def entrants(self) -> Mapping[Ref, Entrant]:
        """Everybody with a result."""
        rows = Entrant.objects.filter(tournament__in=list(self.state.events))
        found = rows.select_related("account")
        return {Ref(row.tournament_id, row.number): row for row in found}

    @cached_property
    def names(self) -> Mapping[Ref, str]:
        """What entrants are called; an erased account goes by its neutral name."""
        return {ref: name_of(row) for ref, row in self.entrants.items()}

    def name(self, person: Person) -> str:
        """Return what a person is called, as in the latest tournament."""
        return self.names.get(person.refs[-1], "?")

    def person(self, person: Person) -> a.PersonShown:
        """Return who a person is."""
        last = person.refs[-1]
        row = self.entrants.get(last)
        known = None if row is None or row.account is None or not row.account.is_active else row
        return a.PersonShown(
            name=self.name(person),
            account=None if known is None or known.account is None else known.account.username,
            tournament=self.slug(last.tournament),
            entrant=last.entrant,
        )

    def slug(self, tournament: UUID) -> str:
        """Return the slug of a tournament; its id where the reader may not know of it."""
        row = self.tournaments.get(tournament)
        return str(tournament) if row is None else row.slug

    def alike(self) -> list[tuple[Person, ...]]:
        """Return people with one name who are not joined, for the staff to decide."""
        state = self.state
        return people.alike(self.standings.people, state.accounts(), self.names, state.parted)


def name_of(row: Entrant) -> str:
    """Return what an entrant is called."""
    if row.account is not None and not row.account.is_active:
        return row.account.username
    return row.name


def read(slug: str, reader: UUID | None) -> SeriesRead:
    """Return a series; raises not_found."""
    return SeriesRead(commands.load(commands.find(slug).pk), reader)


def list_row(row: Series) -> a.SeriesListed:
    """Return a series as a list shows it."""
    return a.SeriesListed(
        id=str(row.pk),
        slug=row.slug,
        name=row.name,
        closed=row.closed,
        events=row.events_count,
        people=row.people_count,
        version=row.version,
    )


def points_text(milli: int) -> str:
    """Return points as people write them: whole, or with the decimals that they have.

    >>> points_text(12500), points_text(-3000), points_text(333)
    ('12.5', '-3', '0.333')
    """
    whole, rest = divmod(abs(milli), MILLI)
    decimals = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' if milli < 0 else ''}{whole}{decimals}"


def page(found: SeriesRead) -> a.SeriesShown:
    """Return a series."""
    state = found.state
    names = dict(Account.objects.filter(id__in=state.organisers).values_list("id", "username"))
    return a.SeriesShown(
        id=str(state.id),
        slug=state.slug,
        version=state.version,
        settings=state.settings,
        closed=state.closed,
        organisers=[names[each] for each in state.organisers if each in names],
        events=list(_events(found)),
        qualifiers=[qualifier(found, number) for number in state.qualifiers],
    )


def _events(found: SeriesRead) -> Iterable[a.SeriesEventShown]:
    plan = found.state.plan
    for event in found.state.events.values():
        row = found.tournaments.get(event.tournament)
        if row is not None:
            yield a.SeriesEventShown(
                slug=row.slug,
                name=row.name,
                game=row.game,
                status=Status(row.status),
                group=event.group,
                entrants=None if event.results is None else len(event.results),
                counts=counts(event, plan),
            )


def qualifier(found: SeriesRead, number: int) -> a.QualifierShown:
    """Return a tournament that the best may enter, with everybody in line."""
    each = found.state.qualifiers[number]
    row = found.tournaments.get(each.tournament)
    line = qualifying.line(found.state, found.standings, each)
    return a.QualifierShown(
        number=number,
        tournament=found.slug(each.tournament),
        name="" if row is None else row.name,
        places=each.places,
        event=None if each.event is None else found.slug(each.event),
        line=[a.CandidateShown(one.rank, found.person(one.person), one.standing) for one in line],
    )


def standings_page(found: SeriesRead) -> a.SeriesStandings:
    """Return the standings, with every result and whether it counts."""
    lines = [_line(found, line) for line in found.standings.lines]
    return a.SeriesStandings(version=found.state.version, results=lines)


def _line(found: SeriesRead, line: Line) -> a.SeriesStanding:
    return a.SeriesStanding(
        rank=line.rank,
        person=found.person(line.person),
        points=points_text(line.milli),
        events=line.events,
        wins=line.wins,
        results=[
            a.SeriesResult(
                tournament=found.slug(each.tournament),
                entrant=each.entrant,
                rank=each.rank,
                field=each.field,
                points=points_text(each.milli),
                counts=each.counts,
                disqualified=each.out,
            )
            for each in line.results
        ],
        adjustments=[a.AdjustmentShown(each.points, each.reason) for each in line.adjustments],
    )


def after_command(done: CommandResult, reader: UUID | None) -> a.SeriesAnswered:
    """Return the series after a command; after one that was only tried also whom it moves."""
    found = SeriesRead(done.state, reader)
    moved = [] if done.before is None else list(moves(SeriesRead(done.before, reader), found))
    is_dry = done.before is not None
    return a.SeriesAnswered(done.state.version, is_dry, page(found), moved)


def moves(before: SeriesRead, after: SeriesRead) -> Iterable[a.SeriesMove]:
    """Yield whose line differs between two moments of a series."""
    old = {line.person.key: line for line in before.standings.lines}
    new = {line.person.key: line for line in after.standings.lines}
    for key in dict.fromkeys((*new, *old)):
        was, now = old.get(key), new.get(key)
        figures = [(each.rank, each.milli) if each else None for each in (was, now)]
        if figures[0] != figures[1]:
            shown = after.name(now.person) if now else before.name(old[key].person)
            yield a.SeriesMove(
                name=shown,
                rank_before=was.rank if was else None,
                rank_after=now.rank if now else None,
                points_before=points_text(was.milli) if was else None,
                points_after=points_text(now.milli) if now else None,
            )


def log(state: SeriesState) -> list[a.SeriesLogLine]:
    """Return every event with who, when and why."""
    return [_log_line(each) for each in streams.load(KIND, state.id)]


def _log_line(event: StoredEvent) -> a.SeriesLogLine:
    data: JsonObject = json.loads(event.body)
    return a.SeriesLogLine(
        version=event.version,
        type=event.type,
        actor=event.actor,
        reason=str(data.pop("reason", "")),
        data=data,
        at=format_timestamp(event.at),
    )


def of_tournament(tournament: UUID) -> Sequence[Series]:
    """Return the series in which a tournament counts."""
    return list(Series.objects.filter(events__tournament=tournament))
