"""Who withholds a share of a draw, and who would bend one: what they bring about."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from agenda import heartbeat
from agenda.models import DueRow, OutageRow
from matches.services import leaving
from tests.tournaments.cups import THREES, checked, redraw
from tests.tournaments.draw_sharers import (
    Sharer,
    begun,
    due,
    entered,
    made,
    promise,
    require_sound,
    time_is_up,
    types,
)
from tests.tournaments.events import REPORTED, Event, refused, run_all, somebody
from tournaments import selectors, verdict
from tournaments.models import DrawShare
from tournaments.services import draw_shares, entry, lifecycle, penalties, presence, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import Role

pytestmark = pytest.mark.django_db
TWO = {"min": 2, "target": 2, "max": 2}


def test_who_withholds_ends_the_attempt_and_all_promise_afresh() -> None:
    event, people = begun()
    promise(people[:3])
    event.do(rounds.pair)
    made(people[:2])
    time_is_up(event)
    assert event.state.draws.running is not None
    assert types(event)[-1] == "draw_refused"
    assert event.state.draws.refused == {2: [[people[2].number]]}
    promise(people[:2])
    assert types(event)[-1] == "draw_refused"
    promise(people[2:3])
    assert types(event)[-1] == "draw_sealed"
    made(people[:3])

    drawn = event.state.draws.shown[-1]
    assert (drawn.attempt, len(drawn.shares or ()), drawn.unforced) == (2, 3, False)
    require_sound(event)


def test_who_withholds_twice_is_off_the_roll_of_this_draw_alone() -> None:
    event, people = begun()
    promise(people[:3])
    event.do(rounds.pair)
    made(people[:2])
    time_is_up(event)
    promise(people[:3])
    made(people[:2])
    time_is_up(event)
    promise(people[:2])
    made(people[:2])

    drawn = event.state.draws.shown[-1]
    assert drawn.attempt == 3
    assert [each.entrant for each in drawn.shares or ()] == [each.number for each in people[:2]]
    assert people[2].is_asked
    event.do(rounds.publish, number=1)
    assert checked(event).findings == []


def test_who_does_not_come_back_is_not_waited_for_a_second_time() -> None:
    event, people = begun()
    promise(people[:3])
    event.do(rounds.pair)
    made(people[1:3])
    time_is_up(event)
    promise(people[1:3])
    time_is_up(event)
    made(people[1:3])

    assert [each.entrant for each in event.state.draws.shown[-1].shares or ()] == [
        each.number for each in people[1:3]
    ]
    require_sound(event)


def test_where_nobody_is_left_the_draw_is_made_without_any_share() -> None:
    event, people = begun()
    promise(people[:1])
    event.do(rounds.pair)
    time_is_up(event)
    time_is_up(event)

    drawn = event.state.draws.shown[-1]
    assert (drawn.attempt, bool(drawn.shares)) == (2, False)
    assert event.round.pairing.seed == drawn.value
    require_sound(event)


def test_a_refused_attempt_is_no_redraw() -> None:
    event, people = begun()
    promise(people[:1])
    event.do(rounds.pair)
    time_is_up(event)
    people[0].promise()
    people[0].show()
    redraw(event)

    assert [(each.kind, each.drawn, each.unforced) for each in event.state.draws.shown[1:]] == [
        ("pairing", 1, False),
        ("pairing", 2, True),
    ]
    found = checked(event)
    assert found.findings == []


def test_two_devices_of_an_entrant_are_one_seat_and_the_last_promise_counts() -> None:
    event, people = begun()
    desk, phone = people[0], Sharer(event, people[0].who, "phone")
    desk.promise()
    phone.promise()
    event.do(rounds.pair)
    with refused("share_mismatch"):
        desk.show()
    with refused("already_sealed"):
        desk.promise()
    phone.promise()
    phone.show()

    assert len(event.state.draws.shown[-1].shares or ()) == 1
    require_sound(event)


def test_nothing_that_a_draw_hangs_on_changes_while_it_waits() -> None:
    event, people = begun()
    promise(people[:1])
    event.do(rounds.pair)
    commands: list[Callable[[], object]] = [
        lambda: event.do(presence.leave, entrant=1),
        lambda: event.do(rounds.pair),
        lambda: event.do(rounds.keep_apart, first=1, second=2),
        lambda: event.do(lifecycle.pause),
        lambda: event.do(lifecycle.cancel, reason="rain"),
        lambda: event.do(lifecycle.roll_back, to_version=3),
        lambda: event.do(penalties.penalise, entrant=1, units=1),
        lambda: event.do(entry.register, newcomers=[Newcomer("late")]),
    ]
    before = event.state.version
    for each in commands:
        with refused("draw_running") as problem:
            each()
        assert problem.value.params["draw"] == 2
    assert event.state.version == before
    people[0].show()

    require_sound(event)


def test_while_its_lots_are_drawn_a_tournament_says_so_and_not_that_nobody_has_started_it() -> None:
    event = Event(**REPORTED, **THREES)
    sharers = entered(event, 3)
    promise(sharers)
    event.start()

    with refused("draw_running") as problem:
        event.do(rounds.pair)
    assert problem.value.params["draw"] == 1


def test_while_its_seeds_are_drawn_a_tournament_says_that_it_has_not_started() -> None:
    event = Event(**REPORTED, **THREES)
    sharers = entered(event, 3)
    promise(sharers)
    event.do(lifecycle.seed, method="random")
    assert event.state.draws.running is not None

    with refused("round_not_draft") as problem:
        event.do(rounds.pair)
    assert str(problem.value.detail) == "The tournament has not started; start it first."


def test_what_no_draw_hangs_on_may_happen_meanwhile() -> None:
    event, people = begun()
    promise(people[:1])
    event.do(rounds.pair)
    event.do(lifecycle.give_role, account=people[3].who.account, role=Role.SCOREKEEPER)
    people[0].show()

    require_sound(event)


def test_what_cannot_be_paired_is_refused_before_anything_is_sealed() -> None:
    event, people = begun(3)
    event.do(presence.leave, entrant=people[0].number)
    promise(people[1:])
    before = event.state.version
    with refused("pairing_infeasible"):
        event.do(rounds.pair)

    assert event.state.version == before


def test_a_dry_run_seals_nothing() -> None:
    event, people = begun()
    promise(people[:2])
    done = event.do(rounds.pair, dry_run=True)

    assert done.state.draws.running is None
    assert event.state.draws.running is None
    assert len(done.state.rounds) == 1


def test_who_plays_is_asked_for_nothing() -> None:
    event, people = begun()
    event.pair()

    assert not any(each.is_asked for each in people)
    with refused("not_on_roll"):
        draw_shares.promise(
            slug=event.slug, who=people[0].who, draw=3, attempt=1, promise=bytes(32)
        )


def test_nobody_promises_for_another_entrant_or_draw_or_attempt() -> None:
    event, people = begun()
    asked: dict[str, Any] = {"slug": event.slug, "promise": bytes(32)}
    with refused("not_on_roll"):
        draw_shares.promise(who=somebody(), draw=2, attempt=1, **asked)
    with refused("not_on_roll"):
        draw_shares.promise(who=people[0].who, draw=3, attempt=1, **asked)
    with refused("invalid"):
        draw_shares.promise(who=people[0].who, draw=2, attempt=2, **asked)

    assert not DrawShare.objects.filter(tournament=event.state.id).exists()


def test_a_log_says_who_added_chance_and_who_withheld(tmp_path: Path) -> None:
    event, people = begun()
    promise(people[:2])
    event.do(rounds.pair)
    people[0].show()
    time_is_up(event)
    promise(people[:2])
    made(people[:2])
    event.do(rounds.publish, number=1)
    path = tmp_path / "cup.ndjson"
    path.write_text("".join(selectors.log(event.state)))
    found = verdict.checked(path)

    assert found.faults == []
    assert "draw 2: entrant 2 withheld in attempt 1" in found.words
    assert "draw 2: the server, and 2 of 6 entrants: 1, 2" in found.words
    assert "1 attempts of draws came to nothing: shares were withheld" in found.warnings
    (listed,) = [each for each in selectors.draws(event.state, None).draws if each.draw == 2]
    assert (listed.added, listed.present, listed.withheld) == ([1, 2], 6, [[2]])


def test_what_is_due_late_or_twice_changes_nothing() -> None:
    event, people = begun()
    promise(people[:2])
    event.do(rounds.pair)
    first = due(event)
    made(people[:2])
    before = types(event)
    draw_shares.look_at_draw(first)

    assert types(event) == before


def test_an_outage_gives_time_to_show_anew() -> None:
    event, people = begun()
    promise(people[:2])
    event.do(rounds.pair)
    began = event.state.at
    assert began is not None
    heartbeat.OutageCache.last = None
    ended = began + timedelta(minutes=5)
    OutageRow.objects.create(id=uuid4(), began_at=began, ended_at=ended)
    time_is_up(event)
    assert types(event)[-1] == "draw_sealed"
    assert due(event).due_at == ended + timedelta(seconds=10)
    time_is_up(event)

    assert types(event)[-1] == "draw_refused"
    require_sound(event)


def test_a_result_that_comes_while_a_draw_waits_is_taken_over_afterwards() -> None:
    league = {"format": "league", "options": {"at_once": 2, "days": 7}}
    event, people = begun(3, game="pickpocket", table=TWO, play="matches", stages=[league])
    event.pair()
    run_all()
    (table,) = event.round.tables
    (idle,) = (each for each in people if each.number not in table.seats)
    idle.promise()
    event.do(rounds.pair)
    assert event.state.draws.running is not None
    match = event.round.tables[0].match
    assert match is not None
    leaving.void(match_id=match, actor="system", reason="enough", key="enough")
    run_all()
    assert types(event)[-1] == "draw_sealed"
    idle.show()
    DueRow.objects.update(due_at="2020-01-01T00:00Z")
    run_all()

    assert types(event)[-2:] == ["round_paired", "table_stopped"]
    require_sound(event)
