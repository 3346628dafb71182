"""Rounds in which all tables of a size play one deal, from the publication to the results."""

import json
from typing import Any
from uuid import UUID

import pytest

from accounts.models import Account
from deals import scoring, shown
from deals import selectors as deals
from deals.services import closing
from eventstore import streams, verification
from games import rewards
from matches.events import KIND as MATCH
from matches.models import Match
from matches.state import Status
from tests.deals import played
from tests.tournaments.cups import checked
from tests.tournaments.events import Event, assert_verified, refused, run_all, somebody
from tests.tournaments.sharing import SHARED, People, assert_agreed, left_out, of_bots
from tournaments import shared_deals, stage_queries, stage_records
from tournaments.events import KIND
from tournaments.models import Table
from tournaments.record import UNITS
from tournaments.services import agreed_draws, lifecycle, results, rounds
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db


def opened(match: UUID | None) -> dict[str, Any]:
    """Return the first event of a match."""
    assert match is not None
    found: dict[str, Any] = json.loads(streams.load(MATCH, match, until=1)[0].body)
    return found


def types(event: Event, since: int = 0) -> list[str]:
    return [each.type for each in streams.load(KIND, event.state.id, after=since)]


def test_all_tables_of_a_round_are_dealt_the_same_and_compared() -> None:
    event = of_bots()
    event.pair()
    run_all()
    state = event.state
    (board,) = state.boards.values()
    known = shared_deals.constants(state, 3)
    first, other = event.round.tables
    begun = [opened(table.match) for table in event.round.tables]

    assert {each["shared_deal"] for each in begun} == {str(board.deal)}
    assert {each["deal"] for each in begun} == {f"{state.id}/board/1"}
    assert {each["bind"] for each in begun} == {event.round.pairing.seed}
    assert {each["rules"] for each in begun} == {"second-story@2"}
    assert not Match.objects.filter(withheld=True).exists()
    assert shown.deal(board.deal, None).deal == f"{state.id}/board/1"
    for seat in range(3):
        mine, theirs = (rewards.margin(each.scores or (), seat) for each in (first, other))
        compared = scoring.compare([mine, theirs], scoring.comparison(known, 2))[0]
        assert shared_deals.compared(state, first)[seat] == pytest.approx(compared)
        units = stage_records.table_of(state, first).points
        assert units is not None
        assert units[seat] == pytest.approx(scoring.points(compared, known) * UNITS, abs=UNITS / 20)
    assert checked(event).findings == []
    assert_verified(event)
    assert verification.check("deal", board.deal) == []


def test_how_a_table_ended_stands_nowhere_before_the_last_table_of_its_deal() -> None:
    cup = People()
    cup.pair()
    before = cup.event.state.version
    cup.play(0)
    first, other = cup.event.round.tables

    assert (first.is_played, first.places, first.scores) == (True, None, None)
    assert types(cup.event, before) == ["table_played"]
    assert not Table.objects.exclude(places=None).exists()
    assert {line.points for line in stage_queries.lines_of(cup.event.state)} == {0}
    assert Match.objects.filter(withheld=True).count() == 2
    assert cup.deal().closed is None

    before = cup.event.state.version
    cup.play(1)

    told = [*(["table_played"] + ["result_recorded"] * 2), "round_deal_closed"]
    assert types(cup.event, before) == told
    assert all(table.done for table in cup.event.round.tables)
    assert cup.deal().closed is not None
    assert not other.done
    assert_verified(cup.event)


def test_the_next_round_waits_for_the_end_of_the_deal() -> None:
    cup = People(pace="auto")
    cup.event.pair() if not cup.event.state.rounds else None
    run_all()
    cup.play(0)
    assert len(cup.event.state.rounds) == 1

    cup.play(1)

    assert len(cup.event.state.rounds) == 2
    assert [each.number for each in cup.event.state.boards.values()] == [1, 2]
    assert len({opened(table.match)["deal"] for table in cup.event.round.tables}) == 1


def test_tables_of_another_size_play_another_deal_and_one_alone_is_compared_with_nobody() -> None:
    event = of_bots(7, table={"min": 3, "target": 3, "max": 4})
    event.pair()
    run_all()
    state = event.state

    assert sorted(each.seats for each in state.boards.values()) == [3, 4]
    assert len({opened(table.match)["commitment"] for table in event.round.tables}) == 2
    for table in event.round.tables:
        known = shared_deals.constants(state, len(table.seats))
        for seat, found in enumerate(shared_deals.compared(state, table)):
            assert found == scoring.compare_one(rewards.margin(table.scores or (), seat), [], known)


@pytest.mark.more
def test_a_table_that_is_played_again_has_a_deal_of_its_own() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    table = cup.event.round.tables[0]
    match = cup.match(0)
    cup.event.do(results.replay, table_id=table.id, reason="cards were shown round")
    run_all()

    assert "shared_deal" not in opened(cup.match(0))
    cup.play(1)
    assert cup.deal().closed is not None
    assert cup.event.round.tables[1].done
    cup.play(0, seed=5)
    state = cup.event.state
    first = cup.event.round.tables[0]
    assert first.done
    known = shared_deals.constants(state, 3)
    alone = [
        scoring.compare_one(rewards.margin(first.scores or (), seat), [], known)
        for seat in range(3)
    ]
    assert shared_deals.compared(state, first) == alone
    assert left_out(cup.event, match) == "replaced"
    assert_agreed(cup.event)
    assert checked(cup.event).findings == []


def test_a_table_that_is_called_off_holds_nobody_up_and_compares_nobody() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    cup.play(1, moves=2)
    cup.event.do(results.void, table_id=cup.event.round.tables[1].id, reason="fire alarm")
    run_all()

    assert cup.deal().closed is not None
    assert cup.event.round.tables[0].done
    (board,) = cup.event.state.boards.values()
    assert len(shared_deals.counted(cup.event.state, board)) == 1
    assert left_out(cup.event, cup.match(1)) == "void"
    assert_agreed(cup.event)
    assert not Match.objects.filter(withheld=True).exists()


def test_nobody_enters_a_result_while_its_deal_is_open() -> None:
    cup = People(agreed_draws=True)
    cup.pair()
    cup.play(0)
    table = cup.event.round.tables[0]

    with refused("result_locked"):
        cup.event.do(
            results.override, table_id=table.id, places=[1, 2, 3], scores=[9, 5, 1], reason="x"
        )
    with refused("result_locked"):
        cup.event.do(agreed_draws.agree, table_id=table.id, reason="x")
    with refused("result_locked"):
        cup.event.do(rounds.unpublish, number=1)


@pytest.mark.more
def test_a_correction_repairs_no_round_in_which_a_withheld_table_is_over() -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    cup.play(1)
    earlier = cup.event.round.tables[0]
    cup.event.do(rounds.close, number=1)
    cup.pair()
    cup.play(0)
    right: dict[str, Any] = {
        "table_id": earlier.id,
        "places": [1, 2, 3],
        "scores": [9, 5, 1],
        "reason": "x",
    }

    with refused("result_locked"):
        cup.event.do(results.override, **right, then="repair")

    assert cup.event.round.tables[0].is_played
    cup.event.do(results.override, **right, then="keep")


@pytest.mark.more
def test_a_round_that_is_withdrawn_shows_its_deal_and_is_dealt_another() -> None:
    cup = People()
    cup.pair()
    first = cup.deal()
    cup.event.do(rounds.unpublish, number=1)
    run_all()
    withdrawn = deals.load(first.id).closed
    cup.event.do(rounds.publish, number=1)
    run_all()

    assert withdrawn is not None
    assert withdrawn.reason == "called_off"
    assert sorted(cup.event.state.boards) == [1, 2]
    assert opened(cup.match(0))["deal"].endswith("/board/2")
    assert checked(cup.event).findings == []


@pytest.mark.more
def test_a_number_that_a_rollback_has_undone_is_never_dealt_again() -> None:
    cup = People()
    before = cup.event.state.version
    cup.pair()
    cup.event.do(lifecycle.roll_back, to_version=before)
    run_all()
    cup.pair()

    assert opened(cup.match(0))["deal"].endswith("/board/2")
    assert opened(cup.match(1))["deal"].endswith("/board/2")
    assert checked(cup.event).findings == []
    assert_verified(cup.event)


@pytest.mark.more
def test_a_draft_that_is_published_again_after_a_rollback_plays_its_new_deal() -> None:
    cup = People()
    cup.event.pair(publish=False)
    draft = cup.event.state.version
    cup.event.do(rounds.publish, number=1)
    run_all()
    cup.play(0)
    old = {cup.match(0), cup.match(1)}
    cup.event.do(lifecycle.roll_back, to_version=draft)
    run_all()
    cup.event.do(rounds.publish, number=1)
    run_all()

    assert old.isdisjoint({cup.match(0), cup.match(1)})
    assert {opened(cup.match(at))["deal"] for at in (0, 1)} == {f"{cup.event.state.id}/board/2"}
    cup.play(0)
    cup.play(1)
    assert all(table.done for table in cup.event.round.tables)
    assert checked(cup.event).findings == []
    assert_verified(cup.event)


@pytest.mark.more
def test_what_a_rollback_takes_back_is_taken_over_again() -> None:
    cup = People()
    cup.pair()
    version = cup.event.state.version
    cup.play(0)
    cup.play(1)
    had = [table.scores for table in cup.event.round.tables]
    cup.event.do(lifecycle.roll_back, to_version=version)
    run_all()

    assert [table.scores for table in cup.event.round.tables] == had
    assert_verified(cup.event)


@pytest.mark.more
def test_a_table_that_even_bots_do_not_end_is_called_off_and_the_round_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    stuck, deal = cup.match(1), cup.deal().id
    with played.later(monkeypatch, scoring_days()):
        played.run_close(deal)
    assert cup.deal().closed is None
    assert not cup.event.round.tables[0].done
    with played.later(monkeypatch, scoring_days() + closing.GRACE + closing.AGAIN):
        played.run_close(deal)
    run_all()
    first, other = cup.event.round.tables

    assert Match.objects.get(id=stuck).status == Status.VOID.value
    assert cup.deal().closed is not None
    assert first.done
    assert other.stopped is not None
    assert left_out(cup.event, stuck) == "void"
    assert not Match.objects.filter(withheld=True).exists()
    cup.event.do(results.void, table_id=other.id, reason="nobody played on")
    cup.event.do(rounds.close, number=1)
    assert_agreed(cup.event)


def scoring_days() -> Any:
    """Return a little more than a deal is open."""
    from deals.services.rounds import OPEN_FOR  # noqa: PLC0415

    return OPEN_FOR + played.HOUR


@pytest.mark.parametrize(
    "settings",
    [
        {"on_timeout": "auto"},
        {"play": "reported"},
        {"chance": "required"},
        {"options": {"nights": 1}},
        {"stages": [{"format": "knockout"}], "table": {"min": 2, "target": 2, "max": 2}},
        {"stages": [{"sum_of": 2}]},
        {"rules": "second-story@1"},
        {"deals": None, "points": "margin"},
    ],
)
def test_a_plan_that_shares_no_deals_like_that_is_refused(settings: dict[str, Any]) -> None:
    with refused("invalid_options"):
        Event(**{**SHARED, **settings})


@pytest.mark.more
def test_places_may_count_where_margins_were_not_measured() -> None:
    settings = {**SHARED, "rules": "second-story@1", "deals": {"compare": "placing"}}
    event = of_bots(**settings)
    event.pair()
    run_all()

    assert opened(event.round.tables[0].match)["rules"] == "second-story@1"
    for table in event.round.tables:
        assert table.places is not None
        # Bots may tie, and then share what their places bring.
        shares = rewards.pairwise_scores(table.places)
        earned = stage_records.table_of(event.state, table).points
        assert earned == tuple(round(UNITS * each) for each in shares)


@pytest.mark.more
def test_nothing_is_shown_as_compared_where_places_count() -> None:
    event = of_bots(deals={"compare": "placing"})
    event.pair()
    run_all()
    (board,) = event.state.boards.values()
    found = shown.deal(board.deal, None)

    assert found.scoring is None
    assert {row.compared for seat in found.seat_results or () for row in seat.results} == {None}
    assert {row.points for seat in found.seat_results or () for row in seat.results} == {None}
    assert verification.check("deal", board.deal) == []


def test_no_second_account_of_a_player_enters_as_a_program_or_as_a_guest() -> None:
    event = Event(**SHARED)
    program, guest = somebody("robo"), somebody("guest")
    Account.objects.filter(username=program.name).update(is_bot=True, bot_contact="me@example.org")
    Account.objects.filter(username=guest.name).update(is_guest=True)

    with refused("bots_not_allowed"):
        event.enter(Newcomer(program.name, program.account))
    with refused("guests_not_allowed"):
        event.enter(Newcomer(guest.name, guest.account))


def test_no_deals_are_shared_with_a_program_or_a_guest_who_has_entered_before() -> None:
    event = Event(**{**SHARED, "deals": None})
    who = [somebody() for _ in range(3)]
    event.enter(*(Newcomer(each.name, each.account) for each in who))
    entrant = Account.objects.filter(username=who[0].name)
    entrant.update(is_guest=True)

    with refused("guests_not_allowed"):
        event.do(lifecycle.edit, asked={"deals": SHARED["deals"]})
    assert event.state.settings["deals"] is None
    entrant.update(is_guest=False)
    event.do(lifecycle.edit, asked={"deals": SHARED["deals"]})
    entrant.update(is_bot=True, bot_contact="me@example.org")
    with refused("bots_not_allowed"):
        event.start()
