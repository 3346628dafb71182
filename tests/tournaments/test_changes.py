"""Changes to rounds that are paired already: as little as needed, and never where was played."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from matches.models import Match
from matches.services import moving
from tests.tournaments.events import REPORTED, Event, refused, run_all, somebody
from tournaments import bounds, exports, selectors, stage_queries
from tournaments.models import Table
from tournaments.record import UNITS
from tournaments.services import entry, extending, lifecycle, penalties, presence, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import TournamentState

pytestmark = pytest.mark.django_db

FOURS = {"table": {"min": 3, "target": 4, "max": 4}, "stages": [{"options": {"rounds": 3}}]}


def cup(entrants: int, **settings: Any) -> Event:
    return Event(**REPORTED, **{**FOURS, **settings}).enter_names(entrants).start()


def tables(state: TournamentState) -> dict[UUID, tuple[int, ...]]:
    assert state.round is not None
    return {table.id: table.seats for table in state.round.tables}


def seated(state: TournamentState) -> list[int]:
    assert state.round is not None
    at_tables = [each for table in state.round.tables for each in table.seats]
    return sorted([*at_tables, *state.round.byes])


def points(event: Event) -> dict[int, int]:
    return {line.entrant: line.points for line in stage_queries.lines_of(event.state)}


def test_who_leaves_after_publication_changes_one_table_alone() -> None:
    event = cup(16)
    before = tables(event.state) if event.pair() else {}
    gone = event.round.tables[1].seats[2]
    event.do(presence.leave, entrant=gone)

    event.do(rounds.repair, number=1, scope="touched")

    after = tables(event.state)
    assert len(after.keys() & before.keys()) == 3
    (new,) = [seats for table, seats in after.items() if table not in before]
    assert len(new) == 3
    assert seated(event.state) == sorted(set(range(1, 17)) - {gone})
    assert Table.objects.filter(tournament__slug=event.slug).count() == 4
    why = selectors.explanation(event.state, 1, event.organiser.account)
    assert len(why.tables) == 4


def test_a_newcomer_fills_the_gap_and_nobody_else_moves() -> None:
    event = cup(8)
    event.pair()
    gone = event.round.tables[0].seats[0]
    untouched = event.round.tables[1].id
    event.do(presence.no_show, entrant=gone)
    event.enter(Newcomer("late"))

    event.do(rounds.repair, number=1, scope="touched")

    assert untouched in tables(event.state)
    assert seated(event.state) == sorted({*range(1, 10)} - {gone})


def test_a_table_that_is_too_small_gives_its_players_to_the_others_or_a_bye() -> None:
    event = cup(7)
    event.pair()
    small = min(event.round.tables, key=lambda table: len(table.seats))
    assert len(small.seats) == 3

    event.do(rounds.sit_out, number=1, entrant=small.seats[0])

    state = event.state
    assert seated(state) == list(range(1, 8))
    assert [len(seats) for seats in tables(state).values()] == [4]
    assert set(event.round.byes) == set(small.seats)


def test_who_sits_out_has_a_bye_and_stays_out_when_the_draft_is_paired_again() -> None:
    event = cup(8)
    event.pair(publish=False)
    event.do(rounds.sit_out, number=1, entrant=5)

    event.do(rounds.repair, number=1)

    assert 5 in event.round.byes
    assert seated(event.state) == list(range(1, 9))
    with refused("not_found"):
        event.do(rounds.sit_out, number=1, entrant=5)


def test_a_table_where_somebody_has_won_is_not_touched() -> None:
    event = cup(8)
    event.pair()
    first, second = event.round.tables
    event.report(0, [1, 2, 3, 4])
    event.do(presence.leave, entrant=first.seats[0])

    with refused("result_locked"):
        event.do(rounds.repair, number=1, scope="touched")
    with refused("result_locked"):
        event.do(rounds.swap, number=1, first=first.seats[1], second=second.seats[1])


def test_without_a_change_nothing_is_repaired_and_in_brackets_only_all_of_it() -> None:
    event = cup(8)
    event.pair()
    with refused("pairing_infeasible"):
        event.do(rounds.repair, number=1, scope="touched")
    bracket = cup(8, stages=[{"format": "knockout"}])
    bracket.pair()
    with refused("pairing_infeasible"):
        bracket.do(rounds.sit_out, number=1, entrant=1)


def people_at_tables(**settings: Any) -> Event:
    """Return a tournament of six people whose first round is being played."""
    event = Event(**{**FOURS, "table": {"min": 3, "target": 3, "max": 3}, **settings})
    people = [somebody(f"p{number}") for number in range(6)]
    event.step("open")
    for who in people:
        event.do(entry.register, who=who, newcomers=[Newcomer(who.name, who.account)])
    event.start()
    event.pair()
    run_all()
    return event


def test_a_swap_in_a_published_round_calls_two_matches_off_and_opens_two() -> None:
    event = people_at_tables()
    old = [match_of(event, place).id for place in (0, 1)]
    first, second = (table.seats[0] for table in event.round.tables)

    event.do(rounds.swap, number=1, first=first, second=second)
    run_all()

    new = [match_of(event, place).id for place in (0, 1)]
    assert not set(new) & set(old)
    assert {match.status for match in Match.objects.filter(id__in=old)} == {"void"}
    assert {match.status for match in Match.objects.filter(id__in=new)} == {"live"}
    assert [table.seats[0] for table in event.round.tables] == [second, first]


@pytest.mark.more
def test_more_time_goes_to_the_clocks_of_the_matches_and_is_told() -> None:
    event = people_at_tables(clock={"per_move": 60}, round_seconds=3600)
    first, second = (match_of(event, place) for place in (0, 1))
    assert first.deadline is not None
    assert second.deadline is not None
    ends = selectors.round_page(event.state, 1, None).ends_at

    table = event.round.tables[0].id
    event.do(extending.extend_table, table_id=table, seconds=300, reason="a spilt drink")

    assert match_of(event, 0).deadline == first.deadline + timedelta(seconds=300)
    assert match_of(event, 1).deadline == second.deadline
    event.do(extending.extend_round, number=1, seconds=60)
    assert match_of(event, 0).deadline == first.deadline + timedelta(seconds=360)
    page = selectors.round_page(event.state, 1, None)
    assert moment(str(page.ends_at)) - moment(str(ends)) == timedelta(seconds=60)
    assert moment(str(page.tables[0].ends_at)) - moment(str(ends)) == timedelta(seconds=360)


def match_of(event: Event, place: int) -> Match:
    found = event.round.tables[place].match
    assert found is not None
    return Match.objects.get(id=found)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_nothing_is_extended_where_nothing_is_timed() -> None:
    event = cup(4)
    event.pair()

    with refused("invalid"):
        event.do(extending.extend_round, number=1, seconds=60)


@pytest.mark.more
@pytest.mark.parametrize(("plan", "command"), [("void", None), ("stand", "void")])
def test_void_results_of_a_disqualified_player_bring_nothing_and_others_keep_theirs(
    plan: str, command: Any
) -> None:
    event = cup(4, disqualified=plan)
    event.play_round()
    winner = event.round.tables[0].seats[0]
    event.pair()
    place = event.round.tables[0].seats.index(winner)
    places = [2, 3, 4]
    places.insert(place, 1)
    event.report(0, places)
    earlier = points(event)

    event.do(penalties.disqualify, entrant=winner, results=command)

    after = points(event)
    assert after[winner] == 0
    moved_up = {each: after[each] - earlier[each] for each in after if each != winner}
    assert set(moved_up.values()) == {UNITS // 3}, "in the open round the others move up"
    assert event.state.rounds[0].tables[0].places == (1, 2, 3, 4), "earlier rounds stay"


@pytest.mark.more
def test_results_of_a_disqualified_player_stand_unless_somebody_says_otherwise() -> None:
    event = cup(4)
    event.play_round()
    before = points(event)

    event.do(penalties.disqualify, entrant=1)

    assert points(event) == before


def test_nobody_enters_a_stage_that_is_over() -> None:
    event = Event(
        **REPORTED, late_entry=True, stages=[{"format": "pods", "options": {"rounds": 1}}]
    )
    event.enter_names(8).start()
    event.play_round()

    with refused("late_entry_closed"):
        event.enter(Newcomer("Late"))


@pytest.mark.more
@pytest.mark.parametrize(("policy", "expected"), [("none", 0), ("bye", 2 * UNITS * 2 // 3)])
def test_a_late_entry_gets_for_missed_rounds_what_the_plan_says(policy: str, expected: int) -> None:
    event = cup(4, late_points=policy)
    event.play_round()
    event.play_round()

    event.enter(Newcomer("late"))

    assert points(event)[5] == expected


def test_all_of_it_can_be_rolled_back() -> None:
    event = cup(8)
    event.pair()
    version, before = event.state.version, tables(event.state)
    event.do(rounds.swap, number=1, first=1, second=8)
    event.do(rounds.sit_out, number=1, entrant=3)

    event.do(lifecycle.roll_back, to_version=version)

    assert tables(event.state) == before
    assert event.round.byes == ()


def test_a_table_is_locked_once_somebody_has_moved_there() -> None:
    event = people_at_tables()
    match = match_of(event, 0)
    seat_row = match.chairs.get(seat=match.to_act[0])
    assert seat_row.account is not None
    play_one_move(match, seat_row.account_id, seat_row.account.username)
    first, second = (table.seats[0] for table in event.round.tables)

    with refused("result_locked"):
        event.do(rounds.swap, number=1, first=first, second=second)


def play_one_move(match: Match, account: Any, name: str) -> None:
    from matches import selectors as matches  # noqa: PLC0415
    from matches.actors import Player  # noqa: PLC0415

    page = matches.match_page(match.id, account)
    moving.submit_move(
        match_id=match.id,
        player=Player(account, name),
        move=page.legal_moves[0],
        expected_version=page.version,
        key="a-first-move-0001",
        fingerprint=b"",
    )


@pytest.mark.more
def test_a_disqualified_player_ranks_below_all_others_and_files_say_so() -> None:
    event = cup(8)
    event.play_round()
    leader = event.ranking()[0]

    event.do(penalties.disqualify, entrant=leader)

    state = event.state
    lines = stage_queries.lines_of(state)
    assert (lines[-1].entrant, lines[-1].rank, lines[-1].points) == (leader, 8, UNITS)
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    ranges = bounds.ranks(state)
    assert (ranges[leader].best, ranges[leader].worst) == (8, 8)
    assert all(ranges[line.entrant].worst <= 7 for line in lines[:-1])
    last = exports.export(state, "csv").decode().splitlines()[-1].split(",")
    assert (last[0], last[-2]) == ("8", "disqualified")
    state.edition = 1
    assert stage_queries.lines_of(state)[0].entrant == leader, "as it was when it started"
