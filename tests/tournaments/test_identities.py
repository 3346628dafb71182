"""Who entrants are: renamed, made one of two, and whether they have paid."""

from html import unescape

import pytest

from tests.callers import Caller
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, somebody
from tests.web.tournaments.consoles import Console
from tournaments import exports, selectors
from tournaments.services import entry, identities, lifecycle, presence
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus, Role

pytestmark = pytest.mark.django_db

PODS = {"stages": [{"format": "pods", "options": {"rounds": 2}}]}


def played(entrants: int = 8, rounds: int = 2) -> Event:
    event = Event(**REPORTED, **PODS).enter_names(entrants).start()
    for _ in range(rounds):
        event.play_round()
    return event


def test_a_new_name_stands_everywhere_after_the_end_too() -> None:
    event = played()
    event.do(lifecycle.finish)
    ranking = event.state.final_ranking

    event.do(identities.rename, entrant=3, name="Zoë", reason="was misspelt")

    state = event.state
    assert (state.name(3), state.final_ranking) == ("Zoë", ranking)
    for form in ("csv", "txt", "json"):
        file = exports.export(state, form).decode()
        assert ("Zoë" in file, "p3" in file) == (True, False), form
    assert_verified(event)
    with refused("entry_not_eligible"):
        event.do(identities.rename, entrant=2, name="ZOË", reason="a joke")
    with refused("invalid"):
        event.do(identities.rename, entrant=2, name="Yan")
    with refused("invalid"):
        event.do(identities.rename, entrant=2, name="admin", reason="a joke")


def test_two_before_the_start_become_one_with_the_account_and_the_club() -> None:
    event, somebody_ = Event(**REPORTED), somebody()
    event.enter(
        Newcomer("Ann", None, None, 0), Newcomer("Ann L", somebody_.account, None, 7, "Owl")
    )

    event.do(identities.merge, entrant=1, other=2, reason="entered twice")

    state = event.state
    kept = state.entrants[1]
    assert (kept.name, kept.account, kept.rating, kept.club) == (
        "Ann",
        somebody_.account,
        7,
        "Owl",
    )
    assert state.present == [1]
    assert state.entrants[2].presence is EntrantStatus.WITHDRAWN
    assert_verified(event)
    with refused("entrant_dropped"):
        event.do(identities.merge, entrant=1, other=2, reason="again")
    with refused("invalid"):
        event.do(identities.merge, entrant=1, other=1, reason="with oneself")


def test_results_of_both_count_for_one_after_the_end_too() -> None:
    event = played(rounds=1)
    event.do(presence.leave, entrant=1)
    event.enter(Newcomer("p1 again"))
    event.play_round()
    event.do(lifecycle.finish)
    lines = {line.entrant: line for line in selectors.standings(event.state).results}
    both = lines[1].points_units + lines[9].points_units

    event.do(identities.merge, entrant=1, other=9, reason="was at the bar")

    state = event.state
    line = next(each for each in selectors.standings(state).results if each.entrant == 1)
    assert (line.points_units, line.played) == (both, 2)
    assert state.final_ranking is not None
    assert sorted(state.final_ranking) == list(range(1, 9))
    assert all(9 not in table.seats for _round, table in state.tables())
    assert_verified(event)


def test_two_who_sat_in_one_round_or_have_accounts_of_their_own_stay_two() -> None:
    event = played(rounds=1)
    with refused("invalid"):
        event.do(identities.merge, entrant=1, other=2, reason="alike")
    other = Event(**REPORTED)
    one, two = somebody(), somebody()
    other.enter(Newcomer("Ann", one.account), Newcomer("Bob", two.account))

    with refused("invalid"):
        other.do(identities.merge, entrant=1, other=2, reason="alike")
    with refused("invalid"):
        other.do(identities.merge, entrant=1, other=2)


def test_a_judge_who_plays_does_not_merge_themselves() -> None:
    event, judge = played(rounds=1), somebody()
    event.do(lifecycle.give_role, account=judge.account, role=Role.JUDGE)
    event.do(entry.register, newcomers=[Newcomer(judge.name, judge.account)])
    event.do(presence.leave, entrant=1)
    event.play_round()

    with refused("own_interest"):
        event.do(identities.merge, who=judge, entrant=9, other=1, reason="me")


def test_payments_are_counted_and_only_the_staff_sees_them() -> None:
    console = Console(3)
    console.done("payment", entrant=1, payment="paid", amount="5 €")
    console.done("payment", entrant=2, payment="paid", amount="2,50")
    console.done("payment", entrant=3, payment="waived", amount="9")

    page = console.look("/payments")
    assert "Total: 7.50" in page or "Total: 7,50" in page
    assert "p1" not in console.look("/payments", payment="waived").partition("<ul")[2]
    event = console.event
    everyone = selectors.page(event.state, None).entrants
    assert {(each.payment, each.amount) for each in everyone} == {(None, None)}
    staff = selectors.page(event.state, event.organiser.account).entrants
    assert [each.payment for each in staff] == ["paid", "paid", "waived"]
    event.step("open")
    told = Caller().get(f"/tournaments/{event.slug}/audit").body["results"]
    assert [each["data"] for each in told if each["type"] == "payment_marked"] == [None] * 3
    stranger = Console(0).browser.get(f"/tournaments/{event.slug}/log").content.decode()
    assert "5 €" not in unescape(stranger)
    assert_verified(event)


def test_the_console_renames_and_merges_with_a_reason() -> None:
    console = Console(3)
    assert console.do("rename", entrant=1, name="Zoe").status_code == 400
    console.done("rename", entrant=1, name="Zoe", reason="misspelt")
    assert "3. p3" in console.look("/do/merge", entrant=1)
    assert "what changes" in unescape(
        console.do("merge", entrant=1, other=3, reason="twice").content.decode()
    )
    console.done("merge", entrant=1, other=3, reason="twice", confirmed="yes")

    assert console.event.state.present == [1, 2]
    assert "entrants 1 and 3 are one" in console.look("/log")
