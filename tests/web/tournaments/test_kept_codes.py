"""A player replaces the code on the slip by one that nobody else has seen."""

import json
from collections.abc import Sequence
from uuid import UUID

import pytest
from django.test import Client

from eventstore import streams
from eventstore.events import StoredEvent
from tests import qr
from tests.tournaments.events import REPORTED, refused
from tests.web.tournaments.consoles import Console
from tests.web.tournaments.phones import Phone, evening
from tests.web.visitors import text
from tournaments import codes, selectors
from tournaments.aggregate import TournamentAggregate
from tournaments.events import KIND
from tournaments.services import (
    entrant_codes,
    entry,
    lifecycle,
)
from tournaments.services.entry import Newcomer
from tournaments.state import TournamentState

pytestmark = pytest.mark.django_db


def test_a_player_keeps_a_code_that_nobody_else_has_seen() -> None:
    console = Console(8, **REPORTED)
    console.done("issue-codes")
    phone = Phone(console.event, 1)
    answer = phone.browser.post(phone.at, {"act": "keep"})

    mine = answer["Location"].rpartition("/")[2]
    assert Client().get(phone.at).status_code == 404, "the old one has ended"
    assert "Only you have this code now." in text(phone.browser.get(answer["Location"]))
    shown = console.look("/codes")
    assert mine not in shown
    assert len(qr.drawings(shown)) == 7
    assert "This player has a private code." in shown
    assert "Create 1 code" not in shown
    with refused("invalid"):
        console.event.do(entrant_codes.issue)
    assert "p1 has a code of their own, which no one else has seen." in console.look("/log")
    stored = json.dumps([each.body for each in streams.load(KIND, console.event.state.id)])
    assert mine not in stored
    *_, kept, bound = selectors.audit(console.event.state, None)
    assert (bound["type"], list(bound["data"])) == ("history_bound", ["version"])
    assert kept["data"] == {"entrants": [1], "own": True}


def test_a_page_folds_the_event_once_and_a_button_once_more_under_the_lock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()
    event.step("open-checkin")
    phone = Phone(event, 1)
    folds: list[UUID] = []
    fold = TournamentAggregate.fold

    def counted(
        self: TournamentAggregate, stream_id: UUID, events: Sequence[StoredEvent]
    ) -> TournamentState:
        folds.append(stream_id)
        return fold(self, stream_id, events)

    monkeypatch.setattr(TournamentAggregate, "fold", counted)

    assert phone.browser.get(phone.at).status_code == 200
    assert len(folds) == 1
    assert phone.browser.post(phone.at, {"act": "check-in"}).status_code == 302
    assert len(folds) == 3


def test_whoever_loses_the_answer_that_brings_the_own_code_is_not_locked_out() -> None:
    phone, other = (Phone(event, 1) for event in [evening()] for _ in range(2))
    phone.look()
    other.look()
    mine = phone.browser.post(phone.at, {"act": "keep"})["Location"]

    assert phone.browser.post(phone.at, {"act": "keep"})["Location"] == mine, "sent again"
    assert phone.browser.get(phone.at)["Location"] == mine, "scanned again"
    assert phone.browser.get(mine).status_code == 200
    assert other.browser.get(phone.at).status_code == 404, "another browser with the old code"
    assert other.browser.post(phone.at, {"act": "keep"}).status_code == 404


def test_an_offer_of_another_event_or_a_made_up_one_opens_nothing() -> None:
    first, second = evening(), evening()
    phone, elsewhere = Phone(first, 1), Phone(second, 1)
    elsewhere.look()
    offer = elsewhere.browser.cookies["own-code"].value
    elsewhere.browser.post(elsewhere.at, {"act": "keep"})
    first.do(entrant_codes.issue, entrants=[1])

    for value in (offer, "made-up", offer[:-1] + ("A" if offer[-1] != "A" else "B")):
        phone.browser.cookies["own-code"] = value
        assert phone.browser.get(phone.at).status_code == 404


def test_a_kept_code_ends_by_the_staffs_hand_alone_and_for_all_to_see() -> None:
    event = evening()
    phone = Phone(event, 1)
    kept = phone.browser.post(phone.at, {"act": "keep"})["Location"]
    event.do(lifecycle.roll_back, to_version=2)
    assert Client().get(phone.at).status_code == 404, "no rollback brings the old one back"
    event.do(entry.register, newcomers=[Newcomer("p1")])
    event.do(entrant_codes.issue, entrants=[1])

    assert Client().get(kept).status_code == 404
    assert not event.state.entrants[1].code_is_own
    assert "p1" in Phone(event, 1).look()
    log = text(Client().get(f"/tournaments/{event.slug}/log"))
    assert "A new code for p1 was made." in log


def test_nobody_keeps_a_code_without_having_one_or_after_the_end() -> None:
    event = evening(checkin=False, stages=[{"format": "pods", "options": {"rounds": 1}}]).start()
    with refused("permission_denied"):
        event.do(entrant_codes.keep, code=codes.draw())
    event.play_round()
    phone = Phone(event, 1)
    event.do(lifecycle.finish)
    version = event.state.version

    assert "Replace my code" not in phone.look()
    phone.press("keep")
    assert event.state.version == version
