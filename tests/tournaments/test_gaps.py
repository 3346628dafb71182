"""What binds the public log over its gaps tells nothing that the log keeps back."""

import json
from typing import Any

import pytest

from accounts.models import Account
from tests.matches import tables
from tests.tournaments.cups import PODS, THREES
from tests.tournaments.events import REPORTED, Event, assert_verified
from tests.tournaments.forged_logs import Log, rehashed
from tournaments import logs, selectors
from tournaments.events import KIND
from tournaments.services import identities, lifecycle, rounds
from tournaments.services.entry import Newcomer
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
