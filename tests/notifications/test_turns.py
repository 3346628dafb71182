"""Turns that wait are told once from one decision of a person to the next."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Account
from agenda import sql
from agenda.models import DueRow
from agenda.registry import Job
from api.ids import uuid7
from matches.models import Match, Presence, Seat
from notifications import preferences, sending, turn_watch, turns
from notifications.models import Delivery, Notification
from tests.notifications.people import deliveries, pass_time, person, run_all
from tests.web.visitors import BACKEND

pytestmark = pytest.mark.django_db
MAILED = ("email",)
TEN = timedelta(minutes=11)


def at_table(account: Account, game: str = "stick-em") -> Match:
    """Return a match against bots in which it is the account's turn."""
    browser = Client()
    browser.force_login(account, backend=BACKEND)
    browser.post(f"/games/{game}/start", {"seats": 3, "bot": "greedy"})
    run_all()
    seat = Seat.objects.select_related("match").get(account=account, match__game=game)
    match = seat.match
    Match.objects.filter(pk=match.pk).update(to_act=[seat.seat])
    Presence.objects.filter(account=account).delete()
    return match


def wait(match: Match, amount: timedelta) -> None:
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() - amount)


def mails(account: Account) -> list[mail.EmailMessage]:
    return [each for each in mail.outbox if each.to == [account.email]]


def test_a_turn_that_has_waited_is_mailed_once_however_often_one_looks() -> None:
    ann = person(your_turn=MAILED)
    match = at_table(ann)

    turns.tell()
    assert deliveries(ann) == []
    wait(match, TEN)
    for _ in range(3):
        turns.tell()
        run_all()

    (sent,) = mails(ann)
    assert sent.subject == "Your turn: Stick 'Em"
    assert f"https://play.example.test/matches/{match.pk}" in str(sent.body)


def test_a_mail_comes_after_ten_minutes_and_not_when_the_turn_is_over_by_then() -> None:
    ann = person(your_turn=MAILED)
    match = at_table(ann)
    wait(match, timedelta(minutes=2))

    turns.tell()
    run_all()
    assert mails(ann) == []
    Match.objects.filter(pk=match.pk).update(to_act=[])
    pass_time(TEN)
    run_all()

    assert mails(ann) == []
    assert [(each.state, each.reason) for each in deliveries(ann)] == [("dropped", "stale")]


def test_a_move_of_others_is_no_new_turn_and_ones_own_is() -> None:
    ann = person(your_turn=MAILED)
    match = at_table(ann)
    wait(match, TEN)
    turns.tell()
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now())
    wait(match, timedelta(minutes=2))
    turns.tell()

    assert Notification.objects.filter(stream=match.pk).count() == 1


def test_several_turns_go_in_one_mail() -> None:
    ann = person(your_turn=MAILED)
    matches = [at_table(ann, game) for game in ("stick-em", "pickpocket", "sticky-fingers")]
    for match in matches:
        wait(match, timedelta(minutes=2))

    turns.tell()
    run_all()
    pass_time(TEN)
    run_all()

    (sent,) = mails(ann)
    assert sent.subject == "Your turn in 3 matches"
    assert all(str(match.pk) in str(sent.body) for match in matches)
    assert {each.state for each in deliveries(ann)} == {"sent"}


def test_a_turn_that_joins_a_batch_while_it_is_sent_is_mailed_when_it_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person(your_turn=MAILED)
    first, second = at_table(ann), at_table(ann, "pickpocket")
    wait(first, TEN)
    turns.tell()
    (due,) = DueRow.objects.filter(kind="notify_send")
    load = sending._load  # noqa: SLF001 - What has been read when another turn comes.

    def and_then_another(batch: UUID) -> sending.Batch:
        found = load(batch)
        wait(second, timedelta(minutes=2))
        turns.tell()
        return found

    monkeypatch.setattr(sending, "_load", and_then_another)

    sending.send_batch(
        Job(due.kind, due.subject, due.version, due.due_at, "", attempts=0, lease_until=due.due_at)
    )

    late = Delivery.objects.get(account=ann, notification__stream=second.pk)
    assert (late.state, late.batch) == ("waiting", due.subject)
    again = DueRow.objects.get(kind="notify_send", subject=late.batch)
    assert (again.version, again.due_at) == (due.version + 1, late.due_at)


def test_turns_that_nobody_is_told_of_keep_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "MOST", 1)
    here, ann = person(your_turn=MAILED), person(your_turn=MAILED)
    oldest, match = at_table(here), at_table(ann)
    wait(oldest, 2 * TEN)
    wait(match, TEN)
    Presence.objects.update_or_create(account=here, defaults={"seen_at": timezone.now()})

    turns.tell()

    assert len(deliveries(ann)) == 1


def test_whoever_is_on_the_site_is_not_told() -> None:
    ann = person(your_turn=MAILED)
    match = at_table(ann)
    wait(match, TEN)
    Presence.objects.update_or_create(account=ann, defaults={"seen_at": timezone.now()})

    turns.tell()
    assert deliveries(ann) == []
    Presence.objects.filter(account=ann).update(seen_at=timezone.now() - timedelta(minutes=1))
    turns.tell()

    assert len(deliveries(ann)) == 1


def test_the_agenda_looks_for_turns_as_long_as_anybody_wants_to_know() -> None:
    ann = person(your_turn=MAILED)
    match = at_table(ann)
    wait(match, TEN)
    rows = DueRow.objects.filter(kind=turn_watch.KIND)
    rows.update(due_at=timezone.now())

    run_all()

    assert len(mails(ann)) == 1
    assert rows.get().due_at > timezone.now()
    preferences.choose(account_id=ann.pk, choices={"your_turn": []})
    rows.update(due_at=timezone.now())
    run_all()
    assert not rows.exists()


def test_a_wish_that_comes_while_a_run_finds_nobody_is_not_lost() -> None:
    person(your_turn=MAILED)
    (row,) = DueRow.objects.filter(kind=turn_watch.KIND)

    turn_watch.watch()

    after = DueRow.objects.get(kind=turn_watch.KIND)
    assert (after.version, after.due_at) == (row.version + 1, row.due_at)


def test_a_row_of_an_earlier_release_has_turns_looked_at() -> None:
    DueRow.objects.filter(kind=turn_watch.KIND).delete()
    sql.schedule(kind="turn_mails", subject=uuid7(), version=1)

    run_all()

    assert DueRow.objects.filter(kind=turn_watch.KIND).exists()


def test_nothing_of_a_hand_stands_in_what_is_noted() -> None:
    ann = person(your_turn=MAILED)
    match = at_table(ann)
    wait(match, TEN)

    turns.tell()

    (row,) = Notification.objects.filter(stream=match.pk)
    assert row.about == {"people": [str(ann.pk)], "decided_at": row.about["decided_at"]}
    assert isinstance(row.about["decided_at"], int)
    assert Delivery.objects.get(notification=row).account_id == ann.pk
    assert UUID(str(row.stream)) == match.pk
