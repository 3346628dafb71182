"""Streams of every kind, as the conformance suite of the kernel takes them."""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from api.problems import Problem
from deals.aggregate import DEAL
from deals.events import DealTableAdded
from deals.models import Deal
from deals.services import attempts
from deals.state import DealState
from eventstore import aggregate, streams
from eventstore.aggregate import Aggregate, CommandContext
from eventstore.command_handler import handle
from eventstore.errors import StoreError
from games.messages import Message
from matches.aggregate import MATCH
from matches.aggregate import UnitOfWork as MatchWork
from matches.events import TimeExtended
from matches.services import leaving, vacations
from matches.state import MatchState
from matches.vacation_aggregate import VACATION
from matches.vacations import Vacations, VacationTaken
from moderation.aggregate import CASE
from moderation.events import CaseDecided, CaseSeen
from moderation.services import reporting
from moderation.services.reporting import Complaint
from moderation.state import CaseState
from ratings.aggregate import LADDER, Work
from ratings.ladder import events as e
from ratings.ladder_rows import LadderState
from studies import services
from studies.aggregate import STUDY
from studies.events import LineBegun, StudyShared, StudyWithdrawn
from studies.state import StudyState
from tests.deals import played
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.circuits import Circuit
from tests.tournaments.events import Event
from tests.toys import tally
from tournaments import events as t
from tournaments.aggregate import TOURNAMENT
from tournaments.command_handler import find
from tournaments.series import events as s
from tournaments.series.aggregate import SERIES
from tournaments.series.aggregate import UnitOfWork as SeriesWork
from tournaments.series.commands import find as find_series
from tournaments.series.state import SeriesState
from tournaments.state import TournamentState
from tournaments.unit_of_work import UnitOfWork
from transparency.site_stream import SITE, SiteRewound, SiteState
from transparency.site_stream import STREAM as SITE_STREAM

Decide = Callable[[Any, Any], None]
REFUSALS = (Problem, StoreError)
"""What says no: the service's problem, or the store's own error where an app makes none of it."""


class Specimen(NamedTuple):
    """What the suite needs to know of one kind of stream."""

    aggregate: Aggregate[Any, Any]
    opened: Callable[[], UUID]
    """Opens a stream of that kind and returns its id."""
    step: Callable[[int], Decide]
    """A command that may always be given; another number makes another one."""
    refusal: Exception
    """What a command of this kind is refused with."""
    old: tuple[str, int, str, str]
    """An event of an older schema: type, schema, body, and how it is written today."""
    code: Callable[[Exception], str]
    """What a refusal is: `version_conflict`, `idempotency_key_reused` or `not_found`."""
    actor: str = "system"


def new_key() -> str:
    return secrets.token_urlsafe(24)


def of_tally() -> Specimen:
    def opened() -> UUID:
        tally.make_table()
        stream_id = uuid4()

        def begin(_state: tally.State, work: tally.Work) -> None:
            work.add(tally.Opened())

        handle(
            tally.TALLY, stream_id, CommandContext("system", new_key()), begin, expected_version=0
        )
        return stream_id

    def step(number: int) -> Decide:
        def add(_state: tally.State, work: tally.Work) -> None:
            work.add(tally.Added(number), tally.Added(1))

        return add

    return Specimen(
        aggregate=tally.TALLY,
        opened=opened,
        step=step,
        refusal=tally.Refused(),
        old=("amount_added", 1, '{"n":7}', '{"amount":7}'),
        code=store_code,
    )


def store_code(error: Exception) -> str:
    return {
        "ConcurrencyError": "version_conflict",
        "KeyReusedError": "idempotency_key_reused",
        "UnknownStreamError": "not_found",
    }[type(error).__name__]


def problem_code(error: Exception) -> str:
    assert isinstance(error, Problem)
    return error.code


SETTINGS_OF_OLD = '{"clock":3600,"game":"pickpocket","name":"Old"}'


def of_ladder() -> Specimen:
    def step(number: int) -> Decide:
        match = ladders.result(["ann", "bob", "cleo"], [1, 2, 2], match=UUID(int=number))
        adjusted = e.RatingAdjusted(player="guest:ann", name="ann", by=number)

        def rate(_state: LadderState, work: Work) -> None:
            work.add(match)
            work.add(adjusted)

        return rate

    return Specimen(
        aggregate=LADDER,
        opened=lambda: ladders.opened().id,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=(
            "ladder_opened",
            1,
            f'{{"reason":"","settings":{SETTINGS_OF_OLD},"slug":"old"}}',
            f'{{"reason":"","rules":"","settings":{SETTINGS_OF_OLD},"slug":"old"}}',
        ),
        code=problem_code,
    )


def of_tournament() -> Specimen:
    def step(number: int) -> Decide:
        def enter(state: TournamentState, work: UnitOfWork) -> None:
            name = f"p{number}"
            about: Any = {"account": None, "bot": None, "waiting": False, "late": False}
            entrant = len(state.entrants) + 1
            work.add(t.EntrantRegistered(entrant=entrant, name=name, rating=1500, **about))
            work.add(t.PenaltyGiven(entrant=entrant, units=number))

        return enter

    def opened() -> UUID:
        return find(Event(play="reported").slug).id

    return Specimen(
        aggregate=TOURNAMENT,
        opened=opened,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=(
            "tournament_started",
            1,
            '{"lots":[2,1],"random_seed":"00","reason":""}',
            '{"edition":1,"lots":[2,1],"random_seed":"00","reason":"","rules":""}',
        ),
        code=problem_code,
    )


def of_match() -> Specimen:
    def opened() -> UUID:
        return tables.begun(tables.people(3), clock={"per_move": 86_400})

    def step(number: int) -> Decide:
        def extend(_state: MatchState, work: MatchWork) -> None:
            work.add(TimeExtended(number, "a test"))

        return extend

    return Specimen(
        aggregate=MATCH,
        opened=opened,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=("match_opened", 1, OPENED_OF_OLD, OPENED_OF_OLD),
        code=problem_code,
    )


OPENED_OF_OLD = (
    f'{{"clock":null,"commitment":"{"0" * 64}","dataset":"stick-em/capstone-2020","game":"stick-em"'
    ',"ladder":null,"on_timeout":"auto","options":{"all_zero":"aside","history":"open","rounds":1},"rules":"stick-em@1","seats":3'
    ',"tournament_table":null}'
)
"""From before a match could be opened without bots or vacations: today's form leaves that out."""


def of_vacations() -> Specimen:
    def opened() -> UUID:
        (player,) = tables.people(1)
        vacations.take(player=player, days=1)
        return player.account

    def step(number: int) -> Decide:
        def take(_state: Vacations, work: aggregate.UnitOfWork[Vacations]) -> None:
            work.add(VacationTaken("2026-01-01T00:00:00.000Z", f"2026-01-0{number}T00:00:00.000Z"))

        return take

    taken = '{"from":"2026-01-01T00:00:00.000Z","until":"2026-01-02T00:00:00.000Z"}'
    return Specimen(
        aggregate=VACATION,
        opened=opened,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=("vacation_taken", 1, taken, taken),
        code=problem_code,
    )


def of_study() -> Specimen:
    def opened() -> UUID:
        ann, bob = tables.people(2)
        match = tables.begun([ann, bob], game="pickpocket")
        leaving.resign(match_id=match, player=bob, key=new_key(), fingerprint=b"resign")
        return services.open_study(account_id=ann.account, match_id=match, at=1)

    def step(number: int) -> Decide:
        def share(_state: StudyState, work: aggregate.UnitOfWork[StudyState]) -> None:
            work.add(StudyShared() if number % 2 else StudyWithdrawn())
            work.add(LineBegun(line=1 + number, at=None, parent=1, ply=0, bots=[]))

        return share

    return Specimen(
        aggregate=STUDY,
        opened=opened,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=("study_shared", 1, "{}", "{}"),
        code=problem_code,
    )


def of_deal() -> Specimen:
    tables_of: dict[UUID, list[DealTableAdded]] = {}

    def opened() -> UUID:
        deal = played.opened("pickpocket", 2)
        row = Deal.objects.get(pk=deal)
        tables_of[deal] = [
            DealTableAdded(match=str(attempts.deal_in(row, each)), account=str(each.account))
            for each in tables.people(3)
        ]
        return deal

    def step(number: int) -> Decide:
        def begin(state: DealState, work: aggregate.UnitOfWork[DealState]) -> None:
            work.add(tables_of[state.id][number - 1])

        return begin

    closed = '{"reason":"time_up","seed":"00"}'
    return Specimen(
        aggregate=DEAL,
        opened=opened,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=("deal_closed", 1, closed, closed),
        code=problem_code,
    )


def of_case() -> Specimen:
    def opened() -> UUID:
        ann, bob = tables.people(2)
        complaint = Complaint(about=ann.account, ground="stalling")
        made = reporting.report(reporter_id=bob.account, site="192.0.2.1", complaint=complaint)
        return made.case_id

    def step(number: int) -> Decide:
        def look(_state: CaseState, work: aggregate.UnitOfWork[CaseState]) -> None:
            ban = CaseDecided(measure="ban", ground="cheating", until=None, reason=f"{number}")
            work.add(CaseSeen(), ban)

        return look

    decision = '{"ground":"other","measure":"warn","reason":"","until":null}'
    return Specimen(
        aggregate=CASE,
        opened=opened,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=("case_decided", 1, decision, decision),
        code=problem_code,
    )


def of_series() -> Specimen:
    def opened() -> UUID:
        return find_series(Circuit().slug).pk

    def step(number: int) -> Decide:
        def change(state: SeriesState, work: SeriesWork) -> None:
            work.add(s.SeriesChanged(settings={**state.settings, "name": f"Circuit {number}"}))
            work.add(s.SeriesClosed() if number % 2 else s.SeriesReopened())

        return change

    return Specimen(
        aggregate=SERIES,
        opened=opened,
        step=step,
        refusal=Problem("invalid", Message("a refusal")),
        old=("series_closed", 1, "{}", '{"reason":""}'),
        code=problem_code,
    )


def of_site() -> Specimen:
    own: list[bool] = []

    def step(number: int) -> Decide:
        def rewind(_state: SiteState, work: aggregate.UnitOfWork[SiteState]) -> None:
            work.add(SiteRewound(reason="a test", origin="", size=number, note="", kept=0))

        return rewind

    def opened() -> UUID:
        # A site has one such stream; of what it has already, nothing is taken away. A test that
        # wants a second stream has one that is of no site.
        is_first, own[:] = not own, [True]
        stream_id = SITE_STREAM if is_first else uuid4()
        version = len(streams.load(SITE.kind, stream_id))
        context = CommandContext("system", new_key())
        handle(SITE, stream_id, context, step(1), expected_version=version)
        return stream_id

    rewound = '{"kept":1,"note":"","origin":"club.example/log","reason":"a disk","size":2}'
    today = (
        '{"from_root":"","kept":1,"note":"","origin":"club.example/log","others":[],'
        '"reason":"a disk","size":2,"streams":[],"to_at":null}'
    )
    return Specimen(
        aggregate=SITE,
        opened=opened,
        step=step,
        refusal=tally.Refused(),
        old=("site_rewound", 1, rewound, today),
        code=store_code,
    )


SPECIMENS: dict[str, Callable[[], Specimen]] = {
    "tally": of_tally,
    "ladder": of_ladder,
    "tournament": of_tournament,
    "match": of_match,
    "vacation": of_vacations,
    "study": of_study,
    "deal": of_deal,
    "case": of_case,
    "series": of_series,
    "site": of_site,
}
