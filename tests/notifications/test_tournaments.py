import json
from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from pytest_django import Settings

from accounts.models import Account
from agenda.models import DueRow
from notifications import noting, subscribing
from notifications.models import Delivery, Notification
from tests.notifications.people import cup, deliveries, kinds, person, run_all
from tests.tournaments.events import Event
from tournaments.models import Tournament
from tournaments.services import results, rounds
from tournaments.unit_of_work import Principal
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db
MAILED = ("email",)


def mails_to(account: Account) -> list[mail.EmailMessage]:
    return [each for each in mail.outbox if each.to == [account.email]]


def begun(*people: Account) -> Event:
    event = cup(*people).start()
    run_all()
    mail.outbox.clear()
    return event


def test_who_plays_in_a_round_is_told_of_the_own_table_by_mail() -> None:
    people = [person(my_table=MAILED) for _ in range(3)]
    event = begun(*people)

    event.pair()
    run_all()

    (sent,) = mails_to(people[0])
    assert sent.subject == "Round 1 of Cup: table 1"
    assert f"/tournaments/{event.slug}/rounds/1" in str(sent.body)
    assert [len(mails_to(each)) for each in people] == [1, 1, 1]


def test_a_round_is_told_once_however_often_its_job_runs() -> None:
    ann = person(my_table=MAILED)
    event = begun(ann, person(), person())

    event.pair()
    (row,) = DueRow.objects.filter(kind=noting.NOTIFY, payload__contains="my_table")
    run_all()
    DueRow.objects.create(
        kind=row.kind,
        subject=row.subject,
        due_at=row.due_at,
        version=row.version,
        payload=row.payload,
    )
    run_all()

    assert len(mails_to(ann)) == 1


def test_a_command_that_is_rolled_back_tells_nobody() -> None:
    event = begun(person(my_table=MAILED), person(), person())

    with transaction.atomic():
        event.pair()
        transaction.set_rollback(True)
    run_all()

    assert mail.outbox == []
    assert not Notification.objects.filter(kind="my_table").exists()


def test_who_follows_is_told_of_the_round_and_who_plays_only_of_the_own_table() -> None:
    fan = person(round_published=MAILED)
    player = person(my_table=MAILED, round_published=MAILED)
    event = begun(player, person(), person())
    for each in (fan, player):
        subscribing.follow(account_id=each.pk, slug=event.slug)

    event.pair()
    run_all()

    assert [each.subject for each in mails_to(fan)] == ["Round 1 of Cup"]
    assert [each.subject for each in mails_to(player)] == ["Round 1 of Cup: table 1"]


def test_nobody_is_mailed_who_has_not_asked() -> None:
    ann = person()
    event = begun(ann, person(), person())

    event.pair()
    run_all()

    assert mail.outbox == []
    assert deliveries(ann) == []


def test_a_round_that_was_taken_back_before_it_was_told_is_told_to_nobody() -> None:
    ann = person(my_table=MAILED)
    event = begun(ann, person(), person())

    event.pair()
    event.do(rounds.unpublish, number=1)
    run_all()

    assert mails_to(ann) == []
    assert kinds(ann) == []


def test_a_private_tournament_is_told_to_nobody_who_may_not_know_of_it() -> None:
    fan, player = person(round_published=MAILED), person(my_table=MAILED)
    event = begun(player, person(), person())
    subscribing.follow(account_id=fan.pk, slug=event.slug)
    row = Tournament.objects.get(slug=event.slug)
    Tournament.objects.filter(pk=row.pk).update(settings={**row.settings, "visibility": "private"})

    event.pair()
    Tournament.objects.filter(pk=row.pk).update(settings={**row.settings, "visibility": "private"})
    run_all()

    assert mails_to(fan) == []
    assert len(mails_to(player)) == 1


def test_players_are_told_that_a_dispute_was_decided_and_read_why_on_the_page() -> None:
    people = [person(dispute_decided=MAILED) for _ in range(3)]
    event = begun(*people)
    table = event.pair().tables[0]
    ann, bob = (Principal(each.pk, each.username) for each in people[:2])
    event.report(0, [1, 2, 3], who=ann)
    event.report(0, [2, 1, 3], who=bob)

    event.do(
        results.override,
        table_id=table.id,
        places=[1, 2, 3],
        scores=None,
        reason="Both scorecards agree.",
    )
    run_all()

    assert [len(mails_to(each)) for each in people] == [1, 1, 1]
    (sent,) = mails_to(people[0])
    assert "decided the result of your table" in sent.subject
    assert "scorecards" not in str(sent.body)


def test_an_ordinary_result_is_no_decision() -> None:
    people = [person(dispute_decided=MAILED) for _ in range(3)]
    event = begun(*people)
    event.pair()

    event.report(0, [1, 2, 3])
    run_all()

    assert kinds(people[0]) == []


def test_mail_is_written_in_the_readers_language() -> None:
    ann = person(my_table=MAILED)
    Account.objects.filter(pk=ann.pk).update(language="nl")
    event = begun(ann, person(), person())

    event.pair()
    run_all()

    (sent,) = mails_to(ann)
    assert sent.subject == "Ronde 1 van Cup: tafel 1"


def test_a_tournament_with_a_line_break_in_its_name_breaks_no_header() -> None:
    ann = person(my_table=MAILED)
    event = begun(ann, person(), person())
    event.pair()
    Tournament.objects.filter(slug=event.slug).update(name="Cup\r\nBcc: everybody@example.org")
    run_all()

    (sent,) = mails_to(ann)
    assert sent.subject == "Round 1 of Cup Bcc: everybody@example.org: table 1"
    assert "Bcc" not in sent.message()


def test_a_mail_address_with_a_line_break_is_refused_and_holds_up_nobody() -> None:
    bad, good = person(my_table=MAILED), person(my_table=MAILED)
    Account.objects.filter(pk=bad.pk).update(email="a@example.org\nBcc: b@example.org")
    event = begun(bad, good, person())

    event.pair()
    run_all()

    (failed,) = deliveries(bad)
    assert (failed.state, failed.reason) == ("failed", "invalid_address")
    assert len(mails_to(good)) == 1


def test_a_site_without_an_address_of_its_own_keeps_mails_until_it_has_one(
    settings: Settings,
) -> None:
    ann = person(my_table=MAILED)
    event = begun(ann, person(), person())
    settings.SITE_URL = ""

    event.pair()
    run_all()

    (waiting,) = deliveries(ann)
    assert (waiting.state, waiting.reason) == ("waiting", "no_site_url")
    assert mail.outbox == []


def test_an_erased_person_is_told_nothing_and_stands_in_no_log() -> None:
    ann = person(my_table=MAILED)
    event = begun(ann, person(), person())
    event.pair()
    run_all()
    mail.outbox.clear()
    name = ann.username

    delete_account(ann)
    run_all()

    assert mail.outbox == []
    assert not Delivery.objects.filter(account=ann.pk).exists()
    told = " ".join(str(each.about) for each in Notification.objects.all())
    assert name not in told
    assert str(ann.pk) not in told


def test_what_is_older_than_news_is_dropped() -> None:
    ann = person(my_table=MAILED)
    event = begun(ann, person(), person())

    event.pair()
    row = DueRow.objects.get(kind=noting.NOTIFY, payload__contains="my_table")
    old = (row.due_at - timedelta(days=4)).isoformat()
    said = {**json.loads(row.payload), "at": old}
    DueRow.objects.filter(kind=row.kind, subject=row.subject).update(payload=json.dumps(said))
    run_all()

    (dropped,) = deliveries(ann)
    assert (dropped.state, dropped.reason) == ("dropped", "expired")
