"""Reviews: asked for one's own seat after the end, made in pieces, read once published."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Account
from agenda import runs
from analyses import selectors as analyses
from analyses import services
from analyses.models import ATTEMPTS_MAX, Analysis
from api import buckets, limits
from bots.analysis import review as method
from eventstore import streams
from matches.events import KIND
from matches.models import Match
from ratings.services import corrections
from tests.analyses.finished import analyse, finished, look_into_few_worlds
from tests.callers import Answer, Caller, new_key, new_player
from tests.matches import tables
from tests.operations import with_scopes
from tests.ratings import ladders
from tests.web.visitors import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    look_into_few_worlds(monkeypatch)


class Player:
    """Somebody who has finished a match."""

    def __init__(self, game: str = "pickpocket", **wanted: Any) -> None:
        players = tables.people(2)
        self.match, _players = finished(game, players, **wanted)
        self.caller, self.other = (
            with_scopes("play", account=Account.objects.get(pk=each.account)) for each in players
        )

    def ask(self, seat: int = 0, caller: Caller | None = None) -> Answer:
        asker = caller or self.caller
        return asker.post(f"/matches/{self.match}/reviews", {"seat": seat}, key=new_key())

    def read(self, seat: int = 0, caller: Caller | None = None) -> Answer:
        return (caller or self.caller).get(f"/matches/{self.match}/reviews/{seat}")

    def publish(self, *, published: bool, caller: Caller | None = None) -> Answer:
        path = f"/matches/{self.match}/reviews/0/publish"
        return (caller or self.caller).post(path, {"published": published}, key=new_key())


def test_a_player_has_the_own_decisions_reviewed_after_the_end() -> None:
    ann = Player("second-story")

    asked = ann.ask()
    analyse()
    answer = ann.read()

    assert (asked.status, asked.body["status"], asked.body["review"]) == (202, "queued", None)
    assert (answer.status, answer.body["status"]) == (200, "done")
    found = answer.body["review"]
    assert (found["version"], found["unit"], found["seat"]) == (method.VERSION, "places", 0)
    assert found["decisions"] >= found["judged"] >= found["candidates"]
    # Who plays at random gives something away.
    assert 1 <= len(found["shown"]) <= 5
    assert all(move["worth"] > 0 and not move["is_good"] for move in found["shown"])
    assert all(move["is_good"] for move in found["good"])
    total = sum(move["worth"] for move in found["shown"])
    assert found["total"] >= round(total, 3) - 0.001


@pytest.mark.more
def test_a_decision_is_told_at_the_version_after_which_it_was_made() -> None:
    ann = Player("second-story")
    ann.ask()
    analyse()

    actors = {event.version: event.actor for event in streams.load(KIND, ann.match)}
    seat_row = Match.objects.get(id=ann.match).chairs.get(seat=0)

    for move in ann.read().body["review"]["shown"]:
        assert actors[move["at"] + 1] == f"account:{seat_row.account_id}"


def test_a_review_that_is_made_in_pieces_is_the_same_as_one_made_at_once() -> None:
    ann = Player()
    ann.ask()
    row = Analysis.objects.get(match=ann.match, kind="review")
    runs.run_due_now()
    pieces = 0
    while not services.carry_out(Analysis.objects.get(pk=row.pk), lambda: True):
        pieces += 1
    in_pieces = Analysis.objects.get(pk=row.pk).body
    Analysis.objects.filter(pk=row.pk).update(body="", progress="", done_at=None)

    services.carry_out(Analysis.objects.get(pk=row.pk))

    assert pieces > 1
    assert Analysis.objects.get(pk=row.pk).body == in_pieces


@pytest.mark.more
def test_a_match_that_is_annulled_while_it_is_reviewed_keeps_its_review_and_who_may_read_it() -> (
    None
):
    ann = Player()
    ladder = ladders.opened(game="second-story", players={"min": 2, "max": 2})
    ladders.played(ladder, ["ann", "bob"], [1, 2], match=ann.match)
    ann.ask()
    row = Analysis.objects.get(match=ann.match, kind="review")
    assert not services.carry_out(row, lambda: True)
    begun = Analysis.objects.get(pk=row.pk).progress

    corrections.annul(ladder_id=ladder.id, match_id=ann.match, order=ladders.order("cheating"))

    # It never counted on the ladder, and was played all the same.
    assert begun
    assert Analysis.objects.get(pk=row.pk).progress == begun
    assert services.carry_out(Analysis.objects.get(pk=row.pk))
    found = Analysis.objects.get(pk=row.pk).body
    Analysis.objects.filter(pk=row.pk).update(body="", progress="", done_at=None)
    assert services.carry_out(Analysis.objects.get(pk=row.pk))
    assert Analysis.objects.get(pk=row.pk).body == found
    assert ann.read().body["status"] == "done"
    assert ann.read(caller=ann.other).code == "not_found"
    assert ann.read(caller=Caller()).code == "not_found"


@pytest.mark.more
def test_the_command_computes_reviews_anew_and_compares_them_too() -> None:
    ann = Player()
    ann.ask()
    analyse()
    ann.publish(published=True)
    row = Analysis.objects.get(kind="review")
    Analysis.objects.filter(pk=row.pk).update(body="{}")
    with pytest.raises(CommandError, match=str(ann.match)):
        call_command("analyses", "verify", "--each", "1")

    call_command("analyses", "rebuild")

    again = Analysis.objects.get(pk=row.pk)
    assert (again.body, again.published) == (row.body, True)
    call_command("analyses", "verify", "--each", "1")


@pytest.mark.more
@pytest.mark.parametrize("earlier", method.EARLIER)
def test_a_review_by_an_earlier_method_stays_where_it_is_published_until_a_new_one_is(
    earlier: str,
) -> None:
    ann = Player()
    ann.ask()
    analyse()
    ann.publish(published=True)
    row = Analysis.objects.get(kind="review")
    body = row.body.replace(method.VERSION, earlier)
    Analysis.objects.filter(pk=row.pk).update(version=earlier, body=body)
    page = f"/matches/{ann.match}/reviews/0"

    kept = [ann.read(caller=each).body["review"]["version"] for each in (ann.caller, Caller())]
    shown = text(Client().get(page))
    asked = ann.ask().body["status"]
    waiting = (ann.read().body["status"], ann.read(caller=Caller()).body["review"]["version"])
    analyse()
    anew = ann.read().body["review"]["version"]
    still = ann.read(caller=Caller()).body["review"]["version"]
    ann.publish(published=True)
    new = ann.read(caller=Caller()).body["review"]["version"]

    assert kept == [earlier] * 2
    assert f"An estimate ({earlier})" in shown
    assert asked == "queued"
    assert waiting == ("queued", earlier)
    assert (anew, still, new) == (method.VERSION, earlier, method.VERSION)
    reviews = analyses.reviews(ann.match, None)
    assert [each.version for each in reviews] == [method.VERSION]


@pytest.mark.more
def test_a_review_that_an_earlier_version_has_begun_is_made_by_this_one_from_the_start() -> None:
    ann = Player()
    ann.ask()
    row = Analysis.objects.get(kind="review")
    assert not services.carry_out(row, lambda: True)
    Analysis.objects.filter(pk=row.pk).update(version=method.EARLIER[0])
    begun = Analysis.objects.get(pk=row.pk)

    assert services.work(until=_once()) == 0
    assert Analysis.objects.get(pk=row.pk).progress == begun.progress
    analyse()

    made = Analysis.objects.get(kind="review")
    assert (made.version, made.queued_at) == (method.VERSION, begun.queued_at)
    found = ann.read().body["review"]
    assert found["version"] == method.VERSION
    assert found["decisions"] >= found["judged"] > 0


@pytest.mark.parametrize(
    ("earlier", "known", "left"),
    [
        ({"attempts": ATTEMPTS_MAX}, None, (0, False)),
        ({"published": True}, None, (0, True)),
        ({"published": True}, {}, (0, True)),
        ({"published": True}, {"done_at": timezone.now()}, (0, False)),
        ({"attempts": ATTEMPTS_MAX}, {"attempts": 2, "published": True}, (2, True)),
    ],
)
def test_what_an_earlier_version_has_not_finished_is_asked_of_this_one_once(
    earlier: dict[str, object], known: dict[str, object] | None, left: tuple[int, bool]
) -> None:
    ann = Player()
    ann.ask()
    rows = Analysis.objects.filter(kind="review")
    rows.update(version=method.EARLIER[0], **earlier)
    if known is not None:
        ann.ask()
        rows.filter(version=method.VERSION).update(**known)

    services.queue_earlier()

    row = rows.get()
    assert row.version == method.VERSION
    assert (row.attempts, row.published) == left


def test_a_review_that_an_old_worker_finishes_meanwhile_stays() -> None:
    ann = Player()
    ann.ask()
    rows = Analysis.objects.filter(kind="review")
    rows.update(version=method.EARLIER[0])

    def finish(execute: Callable[..., object], sql: str, *about: object) -> object:
        if "FOR UPDATE" in sql:
            rows.update(done_at=timezone.now(), body="{}")
        return execute(sql, *about)

    with connection.execute_wrapper(finish):
        services.queue_earlier()

    row = rows.get()
    assert (row.version, row.body) == (method.EARLIER[0], "{}")


def test_nobody_else_reads_a_review_until_it_is_published_and_after_it_is_taken_back() -> None:
    ann = Player()
    ann.ask()
    analyse()

    alone = [ann.read(caller=each).code for each in (ann.other, Caller(), new_player())]
    ann.publish(published=True)
    shown = [ann.read(caller=each).status for each in (ann.other, Caller(), new_player())]
    ann.publish(published=False)

    assert alone == ["not_found"] * 3
    assert shown == [200] * 3
    assert ann.read(caller=ann.other).status == 404


def test_a_published_review_of_a_private_match_stays_with_those_who_may_see_the_match() -> None:
    ann = Player()
    ann.ask()
    analyse()
    ann.publish(published=True)
    Match.objects.filter(id=ann.match).update(visibility="private")

    assert ann.read(caller=ann.other).status == 200
    assert ann.read(caller=new_player()).status == 404


def test_other_seats_are_not_reviewed_nor_published() -> None:
    ann = Player()
    ann.ask()

    refused = [
        ann.ask(seat=1),
        ann.ask(caller=ann.other),
        ann.ask(caller=new_player()),
        ann.publish(published=True, caller=ann.other),
    ]

    assert {answer.code for answer in refused} == {"seat_not_yours"}
    assert Analysis.objects.filter(kind="review").count() == 1


def test_nothing_is_reviewed_of_a_running_match() -> None:
    players = tables.people(2)
    match = tables.begun(players, game="second-story")
    caller = with_scopes("play", account=Account.objects.get(pk=players[0].account))

    answer = caller.post(f"/matches/{match}/reviews", {"seat": 0}, key=new_key())

    assert (answer.status, answer.code) == (409, "match_not_over")
    assert caller.get(f"/matches/{match}/reviews/0").code == "not_found"
    assert not Analysis.objects.exists()


def test_the_same_review_is_asked_for_once_and_ten_a_day(settings: Settings) -> None:
    settings.LIMITS = {**buckets.DEFAULTS, "review": "1/hour burst 1"}
    limits.reset()
    ann = Player()
    first = ann.ask()
    again = ann.ask()
    account = Match.objects.get(id=ann.match).chairs.get(seat=0).account
    assert account is not None
    with tables.refused("rate_limited"):
        limits.spend("review", f"account:{account.pk}")

    assert (first.status, again.status) == (202, 202)
    assert Analysis.objects.filter(kind="review").count() == 1


@pytest.mark.more
def test_reviews_that_were_asked_for_come_before_luck() -> None:
    ann = Player()
    services.queue_recent()
    ann.ask()

    services.work(until=_once())

    begun = Analysis.objects.get(match=ann.match, kind="review")
    assert begun.progress or begun.body
    assert Analysis.objects.get(match=ann.match, kind="luck").done_at is None


@pytest.mark.more
def test_reviews_leave_half_of_the_day_to_luck(settings: Settings) -> None:
    ann = Player()
    ann.ask()
    first = Analysis.objects.get(kind="review")
    Analysis.objects.filter(pk=first.pk).update(cpu_ms=3000)
    settings.ANALYSES_SECONDS_A_DAY = 6

    analyse()

    assert ann.read().body["status"] == "queued"
    assert Analysis.objects.get(match=ann.match, kind="luck").done_at is not None
    settings.ANALYSES_SECONDS_A_DAY = 60
    analyse()
    assert ann.read().body["status"] == "done"


def test_guests_are_refused_and_told_to_sign_up() -> None:
    ann = Player()
    account = Match.objects.get(id=ann.match).chairs.get(seat=0).account
    assert account is not None
    Account.objects.filter(pk=account.pk).update(is_guest=True)

    answer = ann.ask()

    assert (answer.status, answer.code) == (403, "guests_not_allowed")
    assert not Analysis.objects.filter(kind="review").exists()


@pytest.mark.more
def test_a_review_that_has_failed_says_so_until_it_is_tried_again() -> None:
    ann = Player()
    ann.ask()
    Analysis.objects.filter(kind="review").update(attempts=ATTEMPTS_MAX)

    failed = ann.read().body["status"]
    services.queue_old()

    assert (failed, ann.read().body["status"]) == ("failed", "queued")
    analyse()
    assert ann.read().body["status"] == "done"


def _once() -> services.IsOver:
    asked: list[UUID | None] = []

    def is_over() -> bool:
        asked.append(None)
        return len(asked) > 1

    return is_over
