"""Tables that their players brought to nothing: nobody gains by it, and the staff decides."""

from random import Random
from typing import Any

import pytest

from eventstore import verification
from matches.actors import Player
from matches.models import Match
from matches.services import leaving
from tests.matches import tables as at_table
from tests.matches.tables import new_key
from tests.tournaments.events import REPORTED, Event, refused, run_all, somebody
from tournaments import selectors, stage_queries, stage_records
from tournaments.command_handler import handle
from tournaments.events import KIND, SettingsChanged
from tournaments.models import Table, Tournament
from tournaments.services import lifecycle, results, rounds, seasons, timing
from tournaments.services.entry import Newcomer
from tournaments.state import Status
from tournaments.unit_of_work import PLATFORM, Principal, UnitOfWork

pytestmark = pytest.mark.django_db

DUELS = {"game": "second-story", "table": {"min": 2, "target": 2, "max": 2}}
ONE_ROUND = {"stages": [{"format": "swiss", "options": {"rounds": 2}}]}


def played(
    names: tuple[str, ...] = ("ann", "bob"), **settings: Any
) -> tuple[Event, list[Principal]]:
    """Return a tournament of duels whose first round is being played, and its players."""
    event = Event(**{**DUELS, **ONE_ROUND, **settings})
    people = [somebody(name) for name in names]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    run_all()
    return event, people


def player(who: Principal) -> Player:
    assert who.account is not None
    return Player(who.account, who.name)


def brought_to_nothing(event: Event, table: int = 0) -> None:
    """Have a table's match called off without a result."""
    match = event.round.tables[table].match
    assert match is not None
    leaving.void(match_id=match, actor="system", reason="nobody came", key=new_key())
    run_all()


def points(event: Event) -> set[int]:
    return {line.points for line in stage_queries.lines_of(event.state)}


def test_nobody_gets_points_for_a_table_that_came_to_nothing_and_its_round_stays_open() -> None:
    event, _people = played()
    brought_to_nothing(event)

    with refused("round_already_live") as refusal:
        event.do(rounds.close, number=1)

    table = event.round.tables[0]
    assert "tables without a result: 1" in refusal.value.detail
    assert refusal.value.params["tables"] == [str(table.id)]
    assert points(event) == {0}
    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert shown.stopped is not None
    assert shown.stopped.detail == "nobody came"
    assert selectors.page(event.state, None).rounds[0].undecided == 1
    assert Table.objects.get(id=table.id).stopped == "match_void"
    assert verification.check(KIND, event.state.id) == []


def test_its_players_have_met_and_have_no_result_until_the_staff_decides() -> None:
    event, _people = played()
    brought_to_nothing(event)

    record = stage_records.record_of(event.state)

    assert record.times_met(1, 2) == 1
    assert [list(record.results(each)) for each in (1, 2)] == [[], []]
    assert record.byes == {1: 0, 2: 0}


def test_what_the_staff_calls_off_after_that_brings_nothing_unless_it_says_so() -> None:
    event, _people = played()
    brought_to_nothing(event)
    table = event.round.tables[0].id

    told = event.do(results.void, table_id=table, points="bye", dry_run=True)
    event.do(results.void, table_id=table, reason="nobody came")

    assert {line.points for line in stage_queries.lines_of(told.state)} == {80}
    assert points(event) == {0}
    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.void, shown.paid, shown.stopped) == (True, False, None)
    assert stage_records.record_of(event.state).byes == {1: 0, 2: 0}
    event.do(rounds.close, number=1)
    assert event.pair().number == 2


def test_a_table_that_the_staff_calls_off_by_itself_brings_a_bye_or_nothing() -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.pair()
    table = event.round.tables[0].id

    nothing = event.do(results.void, table_id=table, points="none", dry_run=True)
    event.do(results.void, table_id=table)

    assert {line.points for line in stage_queries.lines_of(nothing.state)} == {0}
    assert points(event) == {80}


def test_a_result_of_the_staff_decides_a_table_that_came_to_nothing() -> None:
    event, _people = played()
    brought_to_nothing(event)

    event.do(results.override, table_id=event.round.tables[0].id, places=[1, 2], scores=None)

    assert event.round.undecided == []
    assert points(event) == {0, 120}
    event.do(rounds.close, number=1)


def test_a_cup_at_its_own_pace_stands_still_until_the_staff_has_decided() -> None:
    event, people = played(("ann", "bob", "cleo", "dirk"), pace="auto")
    for table in event.round.tables[1:]:
        first = people[table.seats[0] - 1]
        assert table.match is not None
        leaving.resign(match_id=table.match, player=player(first), key=new_key(), fingerprint=b"")
    brought_to_nothing(event)

    assert len(event.state.rounds) == 1
    event.do(results.override, table_id=event.round.tables[0].id, places=[1, 2], scores=None)

    assert len(event.state.rounds) == 2


@pytest.mark.more
def test_an_abandoned_table_does_not_keep_its_players_from_other_tables_of_an_arena() -> None:
    arena = {"stages": [{"format": "arena", "options": {"minutes": 60, "patience": 0}}]}
    event = Event(**{**DUELS, **arena})
    people = [somebody(name) for name in ("ann", "bob")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    run_all()
    assert len(event.state.rounds) == 1

    brought_to_nothing(event)

    assert len(event.state.rounds) == 2
    assert event.state.status is Status.RUNNING
    assert len(event.state.rounds[0].undecided) == 1


@pytest.mark.more
def test_a_rollback_leaves_the_decision_to_the_staff_again() -> None:
    event, _people = played()
    brought_to_nothing(event)
    version = event.state.version
    event.do(results.override, table_id=event.round.tables[0].id, places=[1, 2], scores=None)

    event.do(lifecycle.roll_back, to_version=version)
    run_all()

    assert len(event.round.undecided) == 1
    assert verification.check(KIND, event.state.id) == []


def test_what_players_report_after_the_time_counts_only_by_the_staff() -> None:
    league = {"stages": [{"format": "league", "options": {"days": 3, "overdue": "void"}}]}
    event = Event(**{**DUELS, **REPORTED, **league})
    people = [somebody(name) for name in ("ann", "bob")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    assert event.round.due is not None
    run_due(event)

    with refused("result_locked"):
        event.report(0, [1, 2], who=people[0])
    event.report(0, [1, 2])

    assert event.round.tables[0].places == (1, 2)


def run_due(event: Event) -> None:
    assert event.round.due is not None
    timing.tick(event.state.id, event.round.due)


@pytest.mark.more
def test_a_match_that_is_overdue_is_called_off_and_the_staff_reads_whose_move_it_was() -> None:
    league = {"stages": [{"format": "league", "options": {"days": 3, "overdue": "void"}}]}
    event, _people = played(stages=league["stages"])
    table = event.round.tables[0]
    assert table.match is not None
    to_act = at_table.page(table.match)["to_act"]

    run_due(event)
    run_all()

    stopped = event.round.tables[0].stopped
    assert stopped is not None
    assert stopped["awaited"] == [table.seats[seat] for seat in to_act]
    assert Match.objects.get(id=table.match).status == "void"
    assert points(event) == {0}


@pytest.mark.more
def test_who_gave_up_is_named_with_the_result() -> None:
    event, people = played()
    table = event.round.tables[0]
    loser = table.seats[1]
    assert table.match is not None

    leaving.resign(
        match_id=table.match, player=player(people[loser - 1]), key=new_key(), fingerprint=b""
    )
    run_all()

    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.placings, shown.gone) == ([1, 2], [loser])


@pytest.mark.more
def test_who_plays_a_match_out_is_not_said_to_have_left() -> None:
    event, people = played(options={})
    table = event.round.tables[0]
    assert table.match is not None
    sitting = [player(people[each - 1]) for each in table.seats]

    rng = Random(1)
    while at_table.next_move(table.match, sitting, rng) is not None:
        pass
    run_all()

    assert selectors.round_page(event.state, 1, None).tables[0].gone == []


class TestPlans:
    def test_no_plan_has_whoever_stands_badly_wait_for_the_match_to_be_called_off(self) -> None:
        event = Event(**REPORTED)
        settings = event.state.settings

        with refused("invalid_options") as refusal:
            lifecycle.create_tournament(
                who=event.organiser, asked={**settings, "slug": "x-1", "on_timeout": "abort"}
            )
        with refused("invalid_options"):
            event.do(lifecycle.edit, asked={"on_timeout": "abort"})

        assert [error.field for error in refusal.value.errors] == ["on_timeout"]
        assert "must be auto, bot or forfeit" in refusal.value.detail

    @pytest.mark.parametrize(
        ("clock", "words"),
        [
            ({"per_move": 1}, "must leave people 10 seconds"),
            ({"bank": 5, "increment": 60}, "must leave people 10 seconds"),
            ({"per_move": 3600}, "must not let a decision take 3600 seconds"),
            ({"per_move": 60, "bank": 1741}, "must not let a decision take 1801 seconds"),
        ],
    )
    def test_no_plan_for_people_has_a_clock_by_which_nobody_can_play(
        self, clock: dict[str, int], words: str
    ) -> None:
        settings = {**DUELS, "round_seconds": 1800, "clock": clock}

        with refused("invalid_options") as refusal:
            Event(**settings)

        assert [error.field for error in refusal.value.errors] == ["clock"]
        assert words in refusal.value.detail
        assert Event(**settings, bots="only").state.settings["clock"] == clock

    @pytest.mark.more
    @pytest.mark.parametrize(
        ("plan", "takes"),
        [
            ({}, True),
            ({"round_seconds": 14 * 86_400}, False),
            ({"stages": [{"format": "league", "options": {"days": 14}}]}, False),
        ],
    )
    def test_a_vacation_stops_no_clock_where_rounds_have_an_end(
        self, plan: dict[str, Any], takes: bool
    ) -> None:
        event, _people = played(**{"clock": {"per_move": 86_400}, **plan})

        match = event.round.tables[0].match
        assert match is not None
        assert at_table.page(match)["vacations"] is takes

    @pytest.mark.more
    def test_a_plan_of_old_that_says_so_opens_its_matches_with_forfeit(self) -> None:
        event = of_old()
        people = [somebody(name) for name in ("ann", "bob")]
        event.enter(*(Newcomer(who.name, who.account) for who in people))
        event.start()
        event.pair()
        run_all()

        match = event.round.tables[0].match
        assert match is not None
        assert Match.objects.get(id=match).on_timeout == "forfeit"
        assert verification.check(KIND, event.state.id) == []

    @pytest.mark.more
    def test_a_season_that_follows_on_a_plan_of_old_takes_forfeit_over(self) -> None:
        event = of_old(**REPORTED, stages=[{"format": "league", "options": {"size": 4}}])
        event.enter_names(4).start()
        for _ in range(3):
            event.play_round()
        event.do(lifecycle.finish)

        event.do(seasons.make_next, new_slug=f"{event.slug}-2")

        row = Tournament.objects.get(slug=f"{event.slug}-2")
        assert row.settings["on_timeout"] == "forfeit"


def of_old(**settings: Any) -> Event:
    """Return a tournament whose stream was begun when plans could still call matches off."""
    event = Event(**{**DUELS, "bots": "none", **settings})

    def decide(work: UnitOfWork) -> None:
        work.add(SettingsChanged(settings={**event.state.settings, "on_timeout": "abort"}))

    handle(slug=event.slug, who=PLATFORM, decide=decide)
    return event
