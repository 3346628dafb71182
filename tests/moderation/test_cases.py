"""Reports become cases, cases are decided by somebody who may, and both sides are told."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts import sanctions, services
from accounts.admin_commands import AdminCommand
from accounts.models import Account, Sanction
from agenda.models import DueRow
from agenda.registry import Job
from api.problems import Problem
from eventstore import streams
from matches.models import Remark
from moderation import jobs, notices
from moderation.events import KIND
from moderation.models import Case, Report
from moderation.services import appealing, deciding, reporting
from moderation.services.deciding import Decision
from moderation.services.reporting import Complaint
from moderation.verification import verify_case
from tests.callers import PASSWORD, Caller, new_key, new_name, new_player
from tests.matches.test_remarks import say, seated
from tests.samples import leading
from tests.web.visitors import BACKEND, text
from web.accounts import account_deletion

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_leases")]


def account(**rights: bool) -> Account:
    made = services.register(username=new_name(), password=PASSWORD)
    Account.objects.filter(pk=made.pk).update(**rights)
    return Account.objects.get(pk=made.pk)


def superuser() -> Account:
    return account(is_staff=True, is_superuser=True)


def moderator() -> Account:
    made = account(is_staff=True)
    names = ["view_case", "change_case"]
    made.user_permissions.set(Permission.objects.filter(codename__in=names))
    return made


def report(about: Account, by: Account | None = None, **said: Any) -> Report:
    complaint = Complaint(about=about.pk, ground="harassment")._replace(**said)
    reporter = by or account()
    return reporting.report(reporter_id=reporter.pk, site="192.0.2.1", complaint=complaint)


def order(by: Account, reason: str = "seen it") -> AdminCommand:
    return AdminCommand(by.pk, by.username, reason, new_key(), dry_run=False)


def decided(about: Account, by: Account, **what: Any) -> Case:
    case = report(about).case
    decision = Decision(measure="warn", ground="harassment")._replace(**what)
    deciding.decide(case_id=case.pk, order=order(by), decision=decision)
    return Case.objects.get(pk=case.pk)


def due_of(kind: str, case: Case) -> Job:
    row = DueRow.objects.get(kind=kind, subject=case.pk)
    return Job(kind, case.pk, row.version, row.due_at, row.payload, 0, None)


def types(case: Case) -> list[str]:
    return [each.type for each in streams.load(KIND, case.pk)]


def test_a_report_opens_a_case_and_others_join_it() -> None:
    bob = account()
    first, second = report(bob), report(bob)

    assert first.case_id == second.case_id
    assert types(first.case) == ["case_opened", "report_made", "report_made"]
    assert list(verify_case(first.case_id, streams.load(KIND, first.case_id))) == []


def test_the_same_report_twice_is_one() -> None:
    ann, bob = account(), account()

    assert report(bob, ann).pk == report(bob, ann).pk
    assert Report.objects.count() == 1


def test_what_was_said_is_kept_when_the_remark_is_forgotten() -> None:
    match, ann, bob = seated()
    say(bob, match, "ouch")
    remark = Remark.objects.get(match=match)
    wanted = {
        "account": str(remark.account_id),
        "ground": "harassment",
        "match": str(match),
        "remark": remark.pk,
    }
    answer = ann.post("/reports", wanted, key=new_key())
    Remark.objects.all().delete()

    assert answer.status == 201, answer.body
    kept = Report.objects.get(pk=answer.body["id"])
    assert (kept.phrase, kept.match) == ("ouch", match)
    assert ann.get("/me/reports").body["results"][0]["outcome"] == "received"


def test_nobody_reports_what_they_could_not_hear_or_who_was_not_there() -> None:
    match, ann, _bob = seated()
    carol = new_player()
    say(carol, match, "wow")
    spoken = Remark.objects.get(match=match)
    about = {"account": str(spoken.account_id), "ground": "other", "match": str(match)}

    heard = ann.post("/reports", {**about, "remark": spoken.pk}, key=new_key())
    absent = ann.post("/reports", {**about, "account": str(account().pk)}, key=new_key())

    assert (heard.status, absent.status) == (404, 404)
    assert Case.objects.count() == 0


def test_reports_are_limited_and_oneself_is_not_reported() -> None:
    ann = account()
    with pytest.raises(Problem, match="another account"):
        report(ann, ann)
    for _ in range(10):
        report(account(), ann)

    with pytest.raises(Problem) as refused:
        report(account(), ann)

    assert refused.value.code == "rate_limited"


def test_guests_report_and_a_new_guest_from_there_soon_cannot() -> None:
    bob = account()
    for _ in range(5):
        assert report(bob, account(is_guest=True))

    with pytest.raises(Problem) as refused:
        report(bob, account(is_guest=True))

    assert refused.value.code == "rate_limited"


def test_a_moderator_decides_and_both_sides_are_told_but_not_of_each_other() -> None:
    ann, bob = account(), account()
    case = report(bob, ann).case
    decision = Decision(measure="warn", ground="harassment")
    deciding.decide(case_id=case.pk, order=order(moderator(), "rude"), decision=decision)

    assert (notices.unread(ann.pk), notices.unread(bob.pk)) == (1, 1)
    reader = Client()
    reader.force_login(bob, backend=BACKEND)
    page = text(reader.get("/account/decisions"))
    assert "You have been warned." in page
    assert "Harassing people" in page
    assert ann.username not in page
    assert "rude" not in page
    assert notices.unread(bob.pk) == 0


@pytest.mark.parametrize(
    ("language", "words"), leading([("nl", "gewaarschuwd"), ("fr", "averti"), ("de", "verwarnt")])
)
def test_a_decision_is_read_in_ones_own_language(language: str, words: str) -> None:
    bob = account()
    decided(bob, moderator())
    reader = Client(headers={"accept-language": language})
    reader.force_login(bob, backend=BACKEND)

    assert words in text(reader.get("/account/decisions"))


def test_nobody_decides_about_themselves_or_what_they_have_reported() -> None:
    bob, judge = account(), moderator()
    own, reported = report(judge).case, report(bob, judge).case

    for case in (own, reported):
        with pytest.raises(Problem) as refused:
            deciding.decide(case_id=case.pk, order=order(judge), decision=Decision("none", "other"))
        assert refused.value.code == "permission_denied"
    assert {each.status for each in Case.objects.all()} == {"open"}


def test_a_case_about_the_staff_is_for_superusers() -> None:
    colleague = moderator()
    case = report(colleague).case

    with pytest.raises(Problem):
        deciding.decide(
            case_id=case.pk, order=order(moderator()), decision=Decision("ban", "other")
        )
    deciding.decide(case_id=case.pk, order=order(superuser()), decision=Decision("warn", "other"))


def test_an_appeal_is_decided_by_somebody_else_where_there_is_one() -> None:
    bob, first, second = account(), moderator(), moderator()
    case = decided(bob, first, measure="mute")
    appealing.appeal(case_id=case.pk, account_id=bob.pk, words="It was a joke.")

    with pytest.raises(Problem, match="Another member"):
        deciding.decide_appeal(case_id=case.pk, order=order(first), upheld=True)
    deciding.decide_appeal(case_id=case.pk, order=order(second), upheld=False)

    assert not sanctions.is_muted(bob.pk)
    with pytest.raises(Problem):
        appealing.appeal(case_id=case.pk, account_id=bob.pk, words="Again.")


def test_where_nobody_else_is_the_same_person_decides_the_appeal() -> None:
    bob, only = account(), moderator()
    case = decided(bob, only, measure="mute")
    appealing.appeal(case_id=case.pk, account_id=bob.pk, words="Please.")

    deciding.decide_appeal(case_id=case.pk, order=order(only), upheld=True)

    assert sanctions.is_muted(bob.pk)


def test_nobody_appeals_for_somebody_else() -> None:
    case = decided(account(), moderator())

    with pytest.raises(Problem) as refused:
        appealing.appeal(case_id=case.pk, account_id=account().pk, words="Let them.")

    assert refused.value.code == "not_found"


def test_who_is_muted_does_not_talk_until_it_ends_by_itself() -> None:
    match, _ann, bob = seated()
    bob_account = Account.objects.get(username=bob.get("/me").body["username"])
    until = timezone.now() + timedelta(days=1)
    case = decided(bob_account, moderator(), measure="mute", until=until)
    assert say(bob, match) == 403

    due = due_of("case_ends", case)
    assert due.due_at == Case.objects.get(pk=case.pk).until
    Case.objects.filter(pk=case.pk).update(until=timezone.now())
    Sanction.objects.update(until=timezone.now())

    assert say(bob, match) == 201


def page(browser: Client, address: str) -> str:
    return browser.get(address).content.decode()


def test_a_measure_ends_at_its_time_and_is_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    bob = account()
    case = decided(bob, moderator(), measure="ban", until=timezone.now() + timedelta(days=7))
    due = due_of("case_ends", case)
    jobs.end_measure(due)
    assert not Account.objects.get(pk=bob.pk).is_active

    later = timezone.now() + timedelta(days=8)
    monkeypatch.setattr("eventstore.command_handler.datetime", Later(later))
    jobs.end_measure(due)
    jobs.end_measure(due)

    assert Account.objects.get(pk=bob.pk).is_active
    assert types(case)[-1] == "measure_ended"
    assert types(case).count("measure_ended") == 1


class Later:
    """A clock that stands at a later moment."""

    def __init__(self, at: object) -> None:
        self.at = at

    def now(self, _zone: object) -> object:
        return self.at


def test_a_rename_takes_the_name_and_a_lifted_one_gives_it_back() -> None:
    bob, first, second = account(), moderator(), moderator()
    before = bob.username
    case = decided(bob, first, measure="rename", ground="name", new_name=new_name())
    assert Account.objects.get(pk=bob.pk).username != before

    appealing.appeal(case_id=case.pk, account_id=bob.pk, words="It is my name.")
    deciding.decide_appeal(case_id=case.pk, order=order(second), upheld=False)

    assert Account.objects.get(pk=bob.pk).username == before


def test_erasing_an_account_takes_its_words_along() -> None:
    ann, bob = account(), account()
    report(bob, ann, words="He is Robert Smith.")

    account_deletion.delete_account(ann)

    assert Report.objects.get().words == ""


def test_a_program_reads_decisions_about_itself_and_appeals() -> None:
    caller = new_player()
    me = Account.objects.get(username=caller.get("/me").body["username"])
    case = decided(me, moderator(), measure="bar")
    (shown,) = caller.get("/me/decisions").body["results"]
    assert (shown["measure"], shown["in_force"], shown["may_appeal"]) == ("bar", True, True)

    answer = caller.post(f"/me/decisions/{case.pk}/appeal", {"words": "Why?"}, key=new_key())

    assert (answer.status, answer.body["appeal"]) == (200, "made")
    nobodys = f"/me/decisions/{UUID(int=0)}/appeal"
    assert Caller(caller.token).post(nobodys, {"words": "Why?"}, key=new_key()).status == 404
