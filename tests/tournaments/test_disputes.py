"""Reports that differ: both versions stand, the staff sees them, and a judge says why."""

import pytest

from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tournaments import selectors
from tournaments.services import lifecycle, results
from tournaments.services.entry import Newcomer
from tournaments.state import Role
from tournaments.unit_of_work import Principal

pytestmark = pytest.mark.django_db


def disputed() -> tuple[Event, list[Principal]]:
    """Return a table of three at which two say different things, and its players."""
    event = Event(**REPORTED)
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    event.report(0, [1, 2, 3], who=people[0])
    event.report(0, [2, 1, 3], who=people[1])
    return event, people


def test_another_report_stands_beside_the_first_and_nobody_has_won() -> None:
    event, _people = disputed()

    table = event.round.tables[0]
    assert table.is_disputed
    assert table.places is None
    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert shown.disputed
    assert [each.placings for each in shown.versions] == [[1, 2, 3], [2, 1, 3]]
    assert_verified(event)


def test_a_third_player_settles_it_by_saying_what_one_of_them_has_said() -> None:
    event, people = disputed()

    event.report(0, [2, 1, 3], who=people[2])

    table = event.round.tables[0]
    assert (table.places, table.is_disputed, table.versions) == ((2, 1, 3), False, {})


def test_who_gives_in_confirms_the_other_version() -> None:
    event, people = disputed()

    event.report(0, [2, 1, 3], who=people[0])

    assert event.round.tables[0].places == (2, 1, 3)


def test_a_judge_decides_with_a_reason_and_the_table_is_told() -> None:
    event, _people = disputed()
    table = event.round.tables[0]
    keeper = somebody()
    event.do(lifecycle.give_role, account=keeper.account, role=Role.SCOREKEEPER)

    with refused("permission_denied"):
        event.report(0, [1, 2, 3], who=keeper)
    for service in (results.report, results.override):
        with refused("invalid"):
            event.do(service, table_id=table.id, places=[1, 2, 3], scores=None)
    with refused("invalid"):
        event.do(results.void, table_id=table.id)
    event.do(
        results.override,
        table_id=table.id,
        places=[1, 2, 3],
        scores=None,
        reason="The sheet says so",
    )

    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.placings, shown.disputed, shown.decision) == (
        [1, 2, 3],
        False,
        "The sheet says so",
    )


def test_nobody_fills_the_log_with_versions() -> None:
    event, people = disputed()
    version = event.state.version
    event.report(0, [2, 1, 3], who=people[1])
    assert event.state.version == version, "said already"

    others = [[1, 3, 2], [3, 1, 2], [3, 2, 1], [2, 3, 1]]
    for places in others:
        event.report(0, places, who=people[1])

    with refused("result_locked"):
        event.report(0, [2, 1, 3], who=people[1])
    assert len(event.round.tables[0].versions) == 2
