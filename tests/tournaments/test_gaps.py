"""What binds the public log over its gaps tells nothing that the log keeps back."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Account
from eventstore import streams
from eventstore.events import StoredEvent
from tests.matches import tables
from tests.tournaments.cups import PODS, THREES
from tests.tournaments.events import REPORTED, Event, assert_verified
from tests.tournaments.forged_logs import Log, rehashed
from tournaments import logs, selectors
from tournaments.aggregate import TOURNAMENT
from tournaments.events import KIND
from tournaments.services import identities, lifecycle, rounds
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import TournamentCommand
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db


def lines(event: Event) -> list[dict[str, Any]]:
    return [json.loads(each) for each in list(selectors.log(event.state))[1:]]


def pay(event: Event, entrant: int) -> None:
    event.do(identities.mark_payments, entrants=[entrant], payment="paid")


def bound(event: Event) -> list[dict[str, Any]]:
    return [each["data"] for each in lines(event) if each["type"] == "history_bound"]


def test_an_event_that_is_kept_close_is_followed_by_the_hash_of_the_last_one_before_it() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(6)
    before = lines(event)[-1]
    pay(event, 1)

    assert [each["type"] for each in lines(event)[-2:]] == ["payment_marked", "history_bound"]
    (said,) = bound(event)
    assert (said["version"], said["hash"]) == (before["version"], before["hash"])
    assert_verified(event)


def test_a_rollback_leaves_no_gap_unbound() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(6)
    version = event.state.version
    pay(event, 1)
    pay(event, 2)
    event.do(lifecycle.roll_back, to_version=version, reason="wrong list")
    pay(event, 3)

    found = logs.check(*logs.parse(selectors.log(event.state)))
    assert (found.findings, found.breaks, found.hidden) == ([], (), 3)
    assert_verified(event)


def test_the_hash_of_a_draft_is_shown_nowhere_before_it_is_published() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(6).start()
    event.pair(publish=False)
    draft = event.state.hash.hex()
    pay(event, 1)

    assert draft not in json.dumps(lines(event))
    for who in (None, event.organiser.account):
        assert draft not in json.dumps(selectors.audit(event.state, who))
    event.do(rounds.publish, number=1)
    assert bound(event)[-1]["hash"] == draft


def test_no_hash_is_bound_in_a_log_from_which_a_name_was_removed() -> None:
    (ann,) = tables.people(1)
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(5)
    event.enter(Newcomer(ann.username, ann.account))
    entered = event.state.hash.hex()
    pay(event, 1)
    assert bound(event)[0]["hash"] == entered
    delete_account(Account.objects.get(pk=ann.account))

    assert entered not in json.dumps(lines(event))
    assert bound(event)[0]["hash"] is None
    found = logs.check(*logs.parse(selectors.log(event.state)))
    assert found.findings == []
    assert found.unchained is not None


@pytest.mark.parametrize("version", [[1], {"a": 1}, None, True, "1", 0, 99])
def test_a_log_that_binds_what_is_no_event_is_a_finding(version: object) -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(3)
    pay(event, 1)
    log = Log(event)
    log.of("history_bound")["data"] |= {"version": version, "hash": ""}
    unhashed = rehashed(log.header, log.events, KIND, log.stream, is_bound=False)

    (found,) = logs.check(*logs.parse(unhashed.splitlines(keepends=True))).findings
    assert "history_bound has another hash" in found.text


def without_bindings(event: Event) -> list[StoredEvent]:
    """Return a tournament's events as they were stored before gaps were bound."""
    stored = streams.load(KIND, event.state.id)
    kept = [each for each in stored if each.type != "history_bound"]
    return [each._replace(version=version) for version, each in enumerate(kept, start=1)]


def test_a_gap_that_nothing_has_bound_is_still_one_after_a_rollback() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(3)
    version = event.state.version
    pay(event, 1)
    event.do(lifecycle.roll_back, to_version=version, reason="wrong list")
    stored = without_bindings(event)
    assert stored[-1].type == "rolled_back"

    assert TOURNAMENT.fold(event.state.id, stored).gaps.unbound == [version]
    assert TOURNAMENT.fold(event.state.id, streams.load(KIND, event.state.id)).gaps.unbound == []


def test_a_command_binds_no_more_than_twenty_gaps_that_are_left() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(3)
    for payment in ["paid", "none"] * 12:
        event.do(identities.mark_payments, entrants=[1], payment=payment)
    earlier = {each["version"]: each["hash"] for each in bound(event)}
    state = TOURNAMENT.fold(event.state.id, streams.load(KIND, event.state.id))
    state.gaps.unbound = sorted(earlier)
    command = TournamentCommand("system", "a key")
    with CaptureQueriesContext(connection) as asked:
        sealed = TOURNAMENT.begin(state, command, timezone.now()).seal()

    assert len(asked) <= 1
    said = [json.loads(each.body) for each in sealed.events]
    assert [each["version"] for each in said] == sorted(earlier)[:20]
    assert all(earlier[each["version"]] == each["hash"] for each in said)
