"""The publication of a round is undone until somebody has done something at one of its tables."""

from random import Random

import pytest

from eventstore import streams
from matches.actors import Player
from matches.models import Match
from tests.matches import tables
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all
from tests.tournaments.test_agreed_draws import agree, at_table
from tests.tournaments.test_seat_choice import at_the_final, choose
from tests.tournaments.test_taking_back import back, built_on
from tournaments.events import KIND
from tournaments.services import calls, clocks, lifecycle, penalties, rounds, timing

pytestmark = pytest.mark.django_db


def undo(event: Event) -> None:
    """Undo the last publication, by the first event of its command."""
    events = streams.load(KIND, event.state.id)
    published = max(each.version for each in events if each.type == "round_published")
    back(event, max(each.version for each in events[:published] if each.key is not None))


def test_a_round_is_a_draft_again_until_somebody_reports() -> None:
    event = Event(**REPORTED).enter_names(8).start()
    event.pair()
    undo(event)
    assert event.round.status == "draft"

    event.do(rounds.publish, number=1)
    event.report(0, [1, 2, 3, 4])
    with built_on("have come in since"):
        undo(event)


def test_it_stays_once_a_player_has_agreed_to_a_draw_and_though_that_is_withdrawn() -> None:
    event, (ann, _bob) = at_table(4)
    agree(event, ann)
    with built_on("table 1"):
        undo(event)

    agree(event, ann, withdrawn=True)
    with built_on("table 1"):
        undo(event)
    assert event.round.published


def test_it_stays_once_a_player_has_chosen_a_seat_and_not_just_been_given_one() -> None:
    event = at_the_final()
    undo(event)
    event.do(rounds.publish, number=event.round.number)
    final = event.round.tables[0]
    assert final.choosing is not None
    timing.tick(event.state.id, final.choosing.until)
    assert len(final.choosing.order) - len(free(event)) == 1
    undo(event)

    event.do(rounds.publish, number=event.round.number)
    version = event.state.version
    choose(event, 3)
    with built_on("table 1"):
        undo(event)
    chosen = event.state.version
    with refused("not_found"):
        back(event, chosen)
    event.do(lifecycle.roll_back, to_version=version)
    undo(event)

    assert event.round.status == "draft"
    assert_verified(event)


def free(event: Event) -> list[int]:
    choosing = event.round.tables[0].choosing
    assert choosing is not None
    return choosing.free


def test_it_stays_once_a_judge_was_called_points_were_taken_or_the_clock_runs() -> None:
    event = Event(**REPORTED).enter_names(8).start()
    event.pair()
    start = event.state.version
    table = event.round.tables[1]

    event.do(calls.call, table_id=table.id)
    with built_on("table 2"):
        undo(event)
    event.do(lifecycle.roll_back, to_version=start)
    event.do(penalties.penalise, entrant=table.seats[0], units=60, table=table.id, reason="late")
    with built_on("table 2"):
        undo(event)
    event.do(lifecycle.roll_back, to_version=start)
    event.do(clocks.start, number=1, seconds=600)
    with built_on("clock of round 1"):
        undo(event)
    event.do(lifecycle.roll_back, to_version=start)
    undo(event)
    assert event.round.status == "draft"


def test_matches_that_wait_are_called_off_and_one_that_is_played_keeps_the_round() -> None:
    event, people = at_table(play="matches")
    run_all()
    waiting = event.round.tables[0].match
    assert waiting is not None
    undo(event)
    run_all()
    assert Match.objects.get(id=waiting).status == "void"

    event.do(rounds.publish, number=1)
    run_all()
    players = [Player(who.account, who.name) for who in people if who.account is not None]
    match = event.round.tables[0].match
    assert match is not None
    tables.next_move(match, players, Random(1))

    with built_on("table 1"):
        undo(event)
    assert_verified(event)


def test_points_taken_and_seats_chosen_are_undone_by_commands_of_their_own_alone() -> None:
    event = at_the_final()
    first = event.state.version + 1
    event.do(penalties.penalise, entrant=1, units=60)
    second = event.state.version + 1
    choose(event, 1)

    for version in (first, second):
        with refused("not_found"):
            back(event, version)
