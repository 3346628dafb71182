"""Compare pairs that have often met, each with the other players who have met them as often.

A pair is tested once a month at most, on its latest matches, once all of them were begun after the
test before: no test looks at a match that an earlier one of the pair has looked at. What is unusual
is noted; where the next test finds it so again, the list of the staff leads with it, and where it
does not the pair is like any other. Nothing else ever follows: no sanction, no rating, no mail.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Self
from uuid import UUID

import structlog
from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F
from django.utils import timezone

from analyses import partiality as measured
from analyses import services as analyses
from analyses.models import Analysis
from analyses.partiality import Found, Towards
from bots.analysis.partiality import (
    MATCHES_MIN,
    MEASURED,
    VERSION,
    Figure,
    Pair,
    Ranked,
    is_unusual,
    mutual,
    ranked,
)
from matches.models import Match, Seat
from matches.state import Status
from partiality.models import PairTest
from tournaments import selectors as tournaments

MONTH = timedelta(days=30)
SEATS_MIN = 3
"""At a table of two everything that is given is given to the other."""
DECISIONS_MAX = 10

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Table(NamedTuple):
    """What is compared with one another: matches of a game at tables of a size."""

    game: str
    seats: int


class Met(NamedTuple):
    """A match at which a pair met, and where each of them sat."""

    match: UUID
    first: int
    second: int


Meetings = Mapping[tuple[UUID, UUID], list[Met]]
"""By pair, in the order of ids, the latest first."""


def compare() -> None:
    """Have reckoned what is missing, and test the pairs whose time has come."""
    given: dict[Table, Given] = {}
    for table, meetings in met_often().items():
        latest = {pair: found[:MATCHES_MIN] for pair, found in meetings.items()}
        analyses.queue_partiality(_seats_of(latest.values()))
        given[table] = _given(latest)
    due = {table: _due(table, found) for table, found in given.items()}
    lately = PairTest.objects.filter(tested_at__gt=timezone.now() - MONTH).count()
    tests = lately + sum(map(len, due.values()))
    for table, pairs in due.items():
        _test(table, given[table], pairs, tests)


def met_often() -> dict[Table, Meetings]:
    """Return the pairs of people who have finished enough matches together here.

    Those that they have played for one team do not count, nor do tables of a deal that is open.
    """
    latest = ("-match__ended_at", "match")
    rows = (
        Seat.objects.filter(
            match__status=Status.FINISHED.value,
            match__imported_at=None,
            match__withheld=False,
            match__ended_at__isnull=False,
            match__seats_max__gte=SEATS_MIN,
            account__is_bot=False,
            match__chairs__account__is_bot=False,
            account__lt=F("match__chairs__account"),
        )
        .values("match__game", "match__seats_max", "account", "match__chairs__account")
        .annotate(
            number=Count("match"),
            ids=ArrayAgg("match", order_by=latest),
            firsts=ArrayAgg("seat", order_by=latest),
            seconds=ArrayAgg("match__chairs__seat", order_by=latest),
        )
        .filter(number__gte=MATCHES_MIN)
    )
    found: dict[Table, dict[tuple[UUID, UUID], list[Met]]] = defaultdict(dict)
    teams = tournaments.teams_at({each for row in rows for each in row["ids"]})
    for row in rows:
        table = Table(row["match__game"], row["match__seats_max"])
        pair = (row["account"], row["match__chairs__account"])
        met = [Met(*each) for each in zip(row["ids"], row["firsts"], row["seconds"], strict=True)]
        apart = [each for each in met if not _is_of_a_team(each, teams.get(each.match))]
        if len(apart) >= MATCHES_MIN:
            found[table][pair] = apart
    return dict(found)


def _is_of_a_team(met: Met, teams: Sequence[str] | None) -> bool:
    """Tell whether two played for one team, who may favour one another as they like."""
    return teams is not None and "" != teams[met.first] == teams[met.second]


def _seats_of(meetings: Iterable[list[Met]]) -> list[tuple[UUID, int]]:
    return [
        (each.match, seat) for met in meetings for each in met for seat in (each.first, each.second)
    ]


class Directions(NamedTuple):
    """What each of a pair gave the other, match by match."""

    there: list[tuple[UUID, Found, Towards]]
    back: list[tuple[UUID, Found, Towards]]


Given = Mapping[tuple[UUID, UUID], Directions]
"""By pair, of all of whose matches it is reckoned."""


def _given(latest: Meetings) -> Given:
    known = _known(latest)
    found = {pair: _directions(met, known) for pair, met in latest.items()}
    return {pair: each for pair, each in found.items() if each is not None}


def _due(table: Table, given: Given) -> dict[tuple[UUID, UUID], PairTest | None]:
    """Return the pairs that are tested now, with the test before: none looks at a match twice."""
    rows = PairTest.objects.filter(**table._asdict())
    before = {(row.first_id, row.second_id): row for row in rows}
    return {
        pair: before.get(pair)
        for pair, found in given.items()
        if pair not in before or _is_due(before[pair], found)
    }


def _is_due(before: PairTest, found: Directions) -> bool:
    if before.tested_at > timezone.now() - MONTH:
        return False
    matches = Match.objects.filter(id__in=[match for match, *_rest in found.there])
    return not matches.filter(started_at__lte=before.tested_at).exists()


def _test(
    table: Table,
    given: Given,
    due: Mapping[tuple[UUID, UUID], PairTest | None],
    tests: int,
) -> None:
    """Test pairs among all of the table; there are so many tests in the month."""
    figures: dict[Pair, float] = {}
    for (first, second), found in given.items():
        figures[str(first), str(second)] = _in_all(found.there)
        figures[str(second), str(first)] = _in_all(found.back)
    both = mutual(figures)
    for pair, before in due.items():
        _keep(table, pair, given[pair], both, Before.of(before, tests))


def _known(meetings: Meetings) -> dict[tuple[UUID, int], Found]:
    wanted = _seats_of(meetings.values())
    rows = Analysis.objects.filter(
        kind=Analysis.Kind.PARTIALITY,
        version=MEASURED,
        done_at__isnull=False,
        match__in={match for match, _seat in wanted},
    )
    return {
        (match, seat): measured.read(body)
        for match, seat, body in rows.values_list("match", "seat", "body")
        if seat is not None
    }


def _directions(met: list[Met], known: Mapping[tuple[UUID, int], Found]) -> Directions | None:
    """Return what a pair gave one another; None while something is still being reckoned."""
    there, back = [], []
    for each in met:
        one, other = known.get((each.match, each.first)), known.get((each.match, each.second))
        if one is None or other is None:
            return None
        there.append((each.match, one, _to(one, each.second)))
        back.append((each.match, other, _to(other, each.first)))
    return Directions(there, back)


def _to(found: Found, seat: int) -> Towards:
    return next(each for each in found.towards if each.seat == seat)


def _in_all(given: list[tuple[UUID, Found, Towards]]) -> float:
    total = sum(each.given for _match, _found, each in given)
    return Figure(total, sum(each.variance for _match, _found, each in given)).z


class Before(NamedTuple):
    """How far a pair had come before a test, and how many there are in the month."""

    stage: PairTest.Stage
    noted_at: datetime | None
    tests: int

    @classmethod
    def of(cls, row: PairTest | None, tests: int) -> Self:
        """Return that of a row; a pair that was never tested has none, nor one by another rule."""
        if row is None or row.version != VERSION:
            return cls(PairTest.Stage.USUAL, None, tests)
        return cls(PairTest.Stage(row.stage), row.noted_at, tests)

    def followed_by(
        self,
        is_unusual: bool,
        now: datetime,
    ) -> tuple[PairTest.Stage, datetime | None]:
        """Return how far it has come: unusual once, then at once again, or back to the start."""
        if self.stage == PairTest.Stage.UNUSUAL:
            return self.stage, self.noted_at
        if is_unusual:
            return PairTest.Stage(self.stage + 1), self.noted_at or now
        return PairTest.Stage.USUAL, None


def _keep(
    table: Table,
    pair: tuple[UUID, UUID],
    found: Directions,
    both: Mapping[Pair, float],
    before: Before,
) -> None:
    first, second = map(str, pair)
    ranks = [ranked(both, (first, second)), ranked(both, (second, first))]
    z = [_in_all(found.there), _in_all(found.back)]
    now = timezone.now()
    stage, noted_at = before.followed_by(is_unusual(z, ranks, before.tests), now)
    PairTest.objects.update_or_create(
        first_id=pair[0],
        second_id=pair[1],
        **table._asdict(),
        defaults={
            "version": VERSION,
            "stage": stage,
            "noted_at": noted_at,
            "tested_at": now,
            "matches": len(found.there),
            "figures": z,
            "p": _p(ranks),
            "compared_with": [0 if rank is None else rank.others for rank in ranks],
            "tests": before.tests,
            "decisions": _most(found),
        },
    )


def _p(ranks: list[Ranked | None]) -> list[float] | None:
    found = [rank.p for rank in ranks if rank is not None]
    return found if len(found) == len(ranks) else None


def _most(found: Directions) -> list[dict[str, object]]:
    every = [
        (given.given, str(match), given.at, whole.seat)
        for direction in found
        for match, whole, towards in direction
        for given in towards.decisions
        if given.given > 0
    ]
    most = sorted(every, reverse=True)[:DECISIONS_MAX]
    return [{"given": g, "match": match, "at": at, "seat": seat} for g, match, at, seat in most]
