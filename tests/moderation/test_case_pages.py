"""Reports, cases and appeals on pages."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Account
from matches.actors import Player
from matches.models import Remark
from moderation.models import Case, Report
from tests.callers import PASSWORD
from tests.matches import tables
from tests.matches.test_remarks import say, seated
from tests.moderation.test_cases import account, decided, moderator, page, report, types
from tests.web.visitors import BACKEND, member, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_leases")]


def test_who_is_muted_reads_at_the_table_why_and_until_when() -> None:
    browser, me = member()
    other = account()
    match = tables.begun([Player(each.pk, each.username) for each in (me, other)], ["greedy"])
    until = timezone.now() + timedelta(days=1)
    assert "Say something" in page(browser, f"/matches/{match}")

    decided(me, moderator(), measure="mute", ground="harassment", until=until)
    muted = page(browser, f"/matches/{match}")
    stranger, _who = member()

    assert "Say something" not in muted
    assert "You cannot talk at tables until" in muted
    assert "Reason: Harassing people." in muted
    assert "/account/decisions" in muted
    assert "You cannot talk at tables" not in page(stranger, f"/matches/{match}")


def test_a_plate_leads_to_a_report_that_keeps_the_match_and_ticks_the_player() -> None:
    browser, me = member()
    other = account()
    match = tables.begun([Player(each.pk, each.username) for each in (me, other)], ["greedy"])

    buttons = browser.get(f"/players/{other.username}", headers={"X-Part": "friend"})
    form = browser.get(f"/report?account={other.pk}&match={match}").content.decode()

    assert f"/report?account={other.pk}" in buttons.content.decode()
    assert f'value="{other.pk}"' in form
    assert "checked" in form
    assert "The match is kept with your report" in form


def test_the_console_shows_a_case_previews_and_applies_what_is_decided() -> None:
    bob, judge = account(), moderator()
    case = report(bob, words="He swore at me.").case
    console = Client()
    console.force_login(judge, backend=BACKEND)
    page = text(console.get(reverse("admin:moderation_case_change", args=[case.pk])))
    assert "He swore at me." in page
    assert types(case)[-1] == "case_seen"
    address = reverse("admin:moderation_case_do", args=[case.pk, "decide"])
    said = {"measure": "ban", "ground": "harassment", "days": 3, "reason": "threats"}

    shown = text(console.post(address, {**said, "preview": "1"}))
    assert "It ends on" in shown
    assert Case.objects.get(pk=case.pk).status == "open"
    console.post(address, {**said, "apply": "1"})

    found = Case.objects.get(pk=case.pk)
    assert (found.status, found.in_force) == ("decided", True)


def test_a_decision_begins_with_why_the_case_was_reported() -> None:
    case = report(account(), ground="stalling").case
    console = Client()
    console.force_login(moderator(), backend=BACKEND)

    form = text(console.get(reverse("admin:moderation_case_do", args=[case.pk, "decide"])))

    assert '<option value="stalling" selected>' in form
    assert "only the staff reads it" in form


def test_a_moderator_sees_no_case_about_themselves_and_changes_no_rights() -> None:
    judge = moderator()
    case = report(judge).case
    console = Client()
    console.force_login(judge, backend=BACKEND)

    assert console.get(reverse("admin:moderation_case_change", args=[case.pk])).status_code == 302
    rights = reverse("admin:accounts_account_do", args=[judge.pk, "rights"])
    assert console.get(rights).status_code in {302, 403}
    assert text(console.get(reverse("admin:moderation_case_changelist"))).count(str(case.pk)) == 0


def test_who_is_banned_reads_why_and_appeals_after_giving_the_password() -> None:
    browser, bob = member()
    case = decided(Account.objects.get(pk=bob.pk), moderator(), measure="ban")
    assert browser.get("/friends").status_code == 302
    said = {"username": bob.username, "password": PASSWORD}

    wrong = Client().post("/sign-in", {**said, "password": "not the password"})
    assert wrong.status_code == 200
    visitor = Client()
    assert visitor.post("/sign-in", said)["Location"] == "/account/decisions"
    page = text(visitor.get("/account/decisions"))
    assert "Your account is closed" in page
    visitor.post(f"/account/decisions/{case.pk}/appeal", {"words": "I am sorry."})

    assert Case.objects.get(pk=case.pk).status == "appealed"
    assert visitor.get("/account").status_code == 302


def test_reports_are_made_on_a_page_about_who_sat_at_the_table() -> None:
    match, _ann, bob = seated()
    say(bob, match, "ouch")
    remark = Remark.objects.get(match=match)
    browser, _carol = member()
    page = text(browser.get(f"/report?match={match}"))
    assert str(remark.account.username) in page
    said = {"who": str(remark.account_id), "ground": "harassment", "remark": remark.pk}

    answer = browser.post(f"/report?match={match}", {**said, "words": "Rude."})

    assert answer["Location"] == "/account/decisions"
    assert Report.objects.get().words == "Rude."


def test_of_what_was_removed_the_form_shows_no_words_and_the_staff_reads_them() -> None:
    match, ann, bob = seated()
    say(bob, match, "ouch")
    remark = Remark.objects.get(match=match)
    browser, _carol = member()
    address = f"/report?match={match}&remark={remark.pk}"
    before = page(browser, address)
    assert bob.delete(f"/matches/{match}/remarks/{remark.pk}").status == 204

    after = page(browser, address)
    said = {"who": str(remark.account_id), "ground": "harassment", "remark": remark.pk}
    browser.post(address, said)

    assert "Ouch!" in before
    assert "Ouch!" not in after
    assert "(removed meanwhile)" in after
    assert Report.objects.get().phrase == "ouch"
    assert ann.get(f"/matches/{match}/remarks").body["results"] == []
