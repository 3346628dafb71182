"""Which tables of a deal count: its page, the API and the standings say the same."""

from typing import Any

import pytest
from django.test import Client

from deals import scoring
from tests.tournaments.events import run_all
from tests.tournaments.sharing import (
    People,
    account_of,
    assert_agreed,
    deal_of,
    left_out,
    of_bots,
    rows_of,
)
from tests.tournaments.test_time_limits import HOUR, after
from tests.web.deals.test_deal_pages import page
from tournaments import shared_deals
from tournaments.folds import merging
from tournaments.services import results, time_limits

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


@pytest.mark.more
def test_what_the_staff_has_corrected_counts_nowhere() -> None:
    event = of_bots(12)
    event.pair()
    run_all()
    first, second, third, last = event.round.tables
    known = shared_deals.constants(event.state, 3)
    assert_agreed(event)
    about: dict[str, Any] = {"reason": "wrong cards"}

    event.do(results.void, table_id=first.id, **about)
    event.do(results.override, table_id=second.id, places=[1, 2, 3], scores=[9, 5, 1], **about)
    run_all()
    assert_agreed(event)
    event.do(results.replay, table_id=third.id, **about)
    run_all()
    assert_agreed(event)

    gone = [first.match, second.match, third.match]
    assert [left_out(event, each) for each in gone] == ["void", "decided", "replaced"]
    for match in gone:
        assert {(row.compared, row.points) for row in rows_of(event, match)} == {(None, None)}
    left = rows_of(event, last.match)
    alone = [scoring.compare_one(row.margin or 0.0, [], known) for row in left]
    assert [row.compared for row in left] == pytest.approx(alone, abs=0.001)
    body = page(Client(), f"/deals/{deal_of(event)}")
    for words in ("called off", "decided by the staff", "played again"):
        assert body.count(f'<span class="badge">{words}</span>') == 3
    assert body.count("<tr><td>1</td>") == 3, "who is left is the first on each seat"
    assert body.count("<tr><td>\N{EN DASH}</td>") == 9


def test_who_was_ended_at_the_time_limit_is_compared_and_nobody_with_them() -> None:
    cup = People(round_seconds=HOUR["round_seconds"])
    cup.pair()
    cup.play(0)
    cup.play(1, moves=1)
    last = cup.event.round.tables[1]
    cup.event.do(time_limits.end, table_id=last.id, at=after(cup.event, 3601))
    run_all()

    assert left_out(cup.event, cup.match(0)) is None
    assert left_out(cup.event, cup.match(1)) == "time_limit"
    assert None not in {row.points for row in rows_of(cup.event, cup.match(1))}
    assert_agreed(cup.event)


@pytest.mark.more
def test_bots_are_shown_by_the_names_that_they_have_entered_with() -> None:
    event = of_bots()
    event.pair()
    run_all()
    body = page(Client(), f"/deals/{deal_of(event)}")
    names = {number: f"gentle {number}" for number in range(1, 7)}
    found = [row for table in event.round.tables for row in rows_of(event, table.match)]

    assert {row.entrant: row.player for row in found} == names
    for name in names.values():
        assert f'<th scope="row">{name}</th>' in body


@pytest.mark.more
def test_people_are_shown_by_the_names_that_they_have_entered_with_and_led_to_their_pages() -> None:
    cup = People(names=[f"Team {place}" for place in range(1, 7)])
    cup.pair()
    cup.play(0)
    cup.play(1)
    body = page(Client(), f"/deals/{cup.deal().id}")

    for place, player in enumerate(cup.players.values(), start=1):
        account = account_of(player).username
        assert f'<a href="/players/{account}">Team {place}</a>' in body
        assert body.count(account) == 1, "and nowhere by the name of the account"


@pytest.mark.more
def test_a_deal_follows_who_was_entered_twice() -> None:
    event = of_bots()
    event.pair()
    run_all()
    state = event.state
    merging.substitute(state, 1, by=9)
    seated = [each for seats in state.boards[1].seated.values() for each in seats]

    assert sorted(seated) == [2, 3, 4, 5, 6, 9]
