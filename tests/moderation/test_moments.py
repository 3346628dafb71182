"""A report points at decisions of a match, and the staff goes from the case to each of them."""

from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account
from matches.actors import Player
from moderation.models import Report
from tests.analyses.finished import finished
from tests.callers import Answer, Caller, new_key
from tests.moderation.test_cases import account, moderator
from tests.operations import with_scopes
from tests.web.visitors import BACKEND, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_leases")]


class Sitting:
    """A match that two have finished."""

    def __init__(self) -> None:
        self.ann, self.bob = account(), account()
        players = [Player(each.pk, each.username) for each in (self.ann, self.bob)]
        self.match, _players = finished("pickpocket", players)
        self.caller: Caller = with_scopes("play", account=self.ann)

    def report(self, *at: int, match: UUID | None = None) -> Answer:
        said = {"account": str(self.bob.pk), "ground": "cheating", "at": list(at)}
        return self.caller.post(
            "/reports", {**said, "match": str(match or self.match)}, key=new_key()
        )


def browser_of(someone: Account) -> Client:
    browser = Client()
    browser.force_login(someone, backend=BACKEND)
    return browser


def test_a_report_keeps_the_moments_that_it_points_at_each_once() -> None:
    there = Sitting()

    answer = there.report(8, 5, 8)
    again = there.report(9)

    assert (answer.status, again.status) == (201, 201), answer.body
    assert answer.body["id"] == again.body["id"]
    assert Report.objects.get().moments == [5, 8, 9]


def test_moments_are_versions_of_the_match_and_ten_at_most() -> None:
    there = Sitting()

    refused = [there.report(10**6), there.report(0), there.report(*range(5, 16))]
    said = {"account": str(there.bob.pk), "ground": "cheating", "at": [3]}
    nowhere = there.caller.post("/reports", said, key=new_key())

    assert [each.code for each in (*refused, nowhere)] == ["invalid"] * 4
    assert not Report.objects.exists()


def test_a_replay_leads_to_a_report_of_its_moment_and_the_case_back_to_it() -> None:
    there = Sitting()
    browser = browser_of(there.ann)
    link = f"/report?match={there.match}&at=12"

    replay = text(browser.get(f"/matches/{there.match}/replay?at=12"))
    form = text(browser.get(link))
    sent = browser.post(link, {"who": str(there.bob.pk), "ground": "cheating", "words": ""})
    case = Report.objects.get().case
    page = text(browser_of(moderator()).get(f"/admin/moderation/case/{case.pk}/change/"))

    assert link.replace("&", "&amp;") in replay
    assert "Your report refers to event 12 of it." in form
    assert sent.status_code == 302
    assert Report.objects.get().moments == [12]
    assert f"/matches/{there.match}/replay?at=12" in page


def test_a_moment_that_is_none_is_no_fault_of_the_link() -> None:
    there = Sitting()
    browser = browser_of(there.ann)
    link = f"/report?match={there.match}&at=nonsense&at=-1"

    browser.post(link, {"who": str(there.bob.pk), "ground": "cheating", "words": ""})

    assert Report.objects.get().moments == []
