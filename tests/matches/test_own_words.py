"""Own words, where a site allows them: who may, how they are kept, and how they are taken back."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.models import Account
from api import limits
from eventstore import streams
from matches import phrases, remarks
from matches.actors import Player
from matches.events import KIND
from matches.models import Remark, Seat
from moderation.models import Report
from moderation.services import erasing
from site_profile import selectors
from site_profile import services as profile
from site_profile.models import TalkForm
from tests.callers import Caller, new_key, new_player
from tests.matches import tables
from tests.matches.test_remarks import say, seated
from tests.web.visitors import member, text
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site_with_own_words() -> Iterator[None]:
    limits.reset()
    profile.change(talk=TalkForm.WORDS)
    yield
    selectors.forget()
    limits.reset()


def speak(caller: Caller, match: UUID, words: str, **more: object) -> int:
    said = {"words": words, **more}
    return caller.post(f"/matches/{match}/remarks", said, key=new_key()).status


def heard(caller: Caller, match: UUID) -> list[str]:
    """Return what a caller hears, newest first."""
    results = caller.get(f"/matches/{match}/remarks").body["results"]
    return [each["words"] or each["phrase"] for each in results]


def report(reporter: Caller, remark: Remark) -> Report:
    about = {"account": str(remark.account_id), "ground": "harassment", "remark": remark.pk}
    place = {"match": str(remark.match_id)}
    answer = reporter.post("/reports", {**about, **place}, key=new_key())
    assert answer.status == 201, answer.body
    return Report.objects.get(pk=answer.body["id"])


def test_what_is_said_in_own_words_is_heard_by_the_table_as_one_line() -> None:
    match, ann, bob = seated()

    assert speak(ann, match, "  What a\n nice   trick \u202e") == 201
    assert heard(bob, match) == ["What a nice trick"]


def test_a_site_has_phrases_alone_until_it_decides_otherwise() -> None:
    match, ann, bob = seated()
    profile.change(talk=TalkForm.PHRASES)

    answer = ann.post(f"/matches/{match}/remarks", {"words": "Hello"}, key=new_key())

    assert (answer.status, answer.code) == (403, "permission_denied")
    assert "phrases from the list" in answer.body["detail"]
    assert say(ann, match) == 201
    assert heard(bob, match) == ["nice"]


def test_guests_have_phrases_alone() -> None:
    match, ann, _bob = seated()
    seated_here = Seat.objects.filter(match=match, account__isnull=False)
    Account.objects.filter(pk__in=seated_here.values("account")).update(is_guest=True)

    assert speak(ann, match, "Hello") == 403
    assert say(ann, match) == 201


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"words": ""},
        {"words": " \u200b\u202e\n"},
        {"words": "x" * 201},
        {"words": "x" * 401},
        {"words": "Hello", "phrase": "nice"},
        {"words": 7},
        {"words": None},
        {"phrase": "words"},
    ],
)
def test_what_cannot_be_said_is_refused_and_says_nothing(said: dict[str, object]) -> None:
    match, ann, _bob = seated()

    answer = ann.post(f"/matches/{match}/remarks", said, key=new_key())

    assert (answer.status, answer.code) == (400, "invalid")
    assert not Remark.objects.exists()


@given(st.text(max_size=300))
@example("0\r\x08\r0").via("what cannot be seen between two spaces")
@example("e\x08\u0301").via("what cannot be seen between a letter and its accent")
def test_what_is_kept_is_one_line_and_stays_as_it_is(said: str) -> None:
    line = phrases.as_line(said, 1000)

    assert "\n" not in line
    assert line == line.strip()
    assert phrases.as_line(line) == line


def test_far_too_many_marks_are_not_even_normalised() -> None:
    with pytest.raises(phrases.TooLongError):
        phrases.as_line("x" + "\u0317\u0301" * 1_000_000)
    with pytest.raises(phrases.TooLongError):
        phrases.as_line("x" * 201)


def test_letters_under_a_tower_of_accents_keep_four() -> None:
    assert phrases.as_line("x" + "\u0317" * 40 + "!") == "x" + "\u0317" * 4 + "!"
    assert phrases.as_line("👩\u200d🚀 naïve") == "👩\u200d🚀 naïve"


def test_own_words_are_in_no_event_of_the_match() -> None:
    match, ann, _bob = seated()
    before = tables.page(match)["version"]

    speak(ann, match, "nobody will find this")

    assert tables.page(match)["version"] == before
    assert not any("find this" in each.body for each in streams.load(KIND, match))


def test_spectators_words_reach_no_player_while_the_match_runs() -> None:
    match, ann, bob = seated()
    carol, dave = new_player(), new_player()

    speak(carol, match, "ann holds the red nine")

    assert heard(dave, match) == ["ann holds the red nine"]
    assert heard(ann, match) == heard(bob, match) == heard(Caller(), match) == []


def test_one_takes_back_what_one_has_said_and_nobody_elses() -> None:
    match, ann, bob = seated()
    speak(ann, match, "I did not mean it")
    remark = Remark.objects.get()
    address = f"/matches/{match}/remarks/{remark.pk}"

    assert bob.delete(address).code == "not_found"
    assert heard(bob, match) == ["I did not mean it"]
    assert (ann.delete(address).status, ann.delete(address).status) == (204, 204)
    assert heard(bob, match) == heard(ann, match) == []


def test_what_is_reported_is_kept_with_the_lines_around_it_though_it_is_taken_back() -> None:
    match, ann, bob = seated()
    for number in range(4):
        speak(bob, match, f"before {number}")
    speak(ann, match, "you cheat")
    bad = Remark.objects.latest("id")
    say(bob, match, "ouch")
    speak(new_player(), match, "only spectators hear this")

    kept = report(bob, bad)
    ann.delete(f"/matches/{match}/remarks/{bad.pk}")
    remarks.purge()
    Remark.objects.all().delete()

    kept.refresh_from_db()
    assert kept.said == "you cheat"
    lines = [line["words"] or line["phrase"] for line in kept.lines]
    assert lines == [*(f"before {number}" for number in range(4)), "you cheat", "ouch"]
    assert [line["reported"] for line in kept.lines].index(True) == 4
    assert kept.case.reports.get().phrase == ""


def test_for_a_day_what_was_taken_back_can_be_reported_by_who_heard_it() -> None:
    match, ann, bob = seated()
    speak(ann, match, "you cheat")
    bad = Remark.objects.get()
    ann.delete(f"/matches/{match}/remarks/{bad.pk}")
    remarks.purge()

    assert report(bob, bad).said == "you cheat"
    Remark.objects.update(removed_at=timezone.now() - remarks.REMOVED_KEPT - timedelta(hours=1))
    remarks.purge()
    assert not Remark.objects.exists()


def test_more_of_the_same_joins_the_report_that_waits() -> None:
    match, ann, bob = seated()
    speak(ann, match, "you cheat")
    first = report(bob, Remark.objects.latest("id"))
    speak(ann, match, "and you stink")
    report(bob, Remark.objects.latest("id"))
    report(bob, Remark.objects.latest("id"))

    first.refresh_from_db()
    reported = [line["words"] for line in first.lines if line["reported"]]
    assert reported == ["you cheat", "and you stink"]


def test_an_erased_account_stands_in_no_kept_line() -> None:
    match, ann, bob = seated()
    speak(bob, match, "hello")
    speak(ann, match, "you cheat")
    kept = report(bob, Remark.objects.latest("id"))
    about, reporter = kept.case.about, kept.reporter

    delete_account(reporter)
    erasing.erase(account_id=about.pk)

    kept.refresh_from_db()
    assert (kept.said, kept.lines) == ("", [])


def test_the_staff_reads_the_lines_of_a_case_and_removes_what_is_left() -> None:
    match, ann, bob = seated()
    speak(ann, match, "you cheat")
    bad = Remark.objects.get()
    kept = report(bob, bad)
    staff, boss = member("staff-of-cases")
    Account.objects.filter(pk=boss.pk).update(is_staff=True, is_superuser=True)

    page = text(staff.get(f"/admin/moderation/case/{kept.case_id}/change/"))
    assert "you cheat" in page
    removed = staff.post(f"/matches/{match}/remarks", {"remove": str(bad.pk)})

    assert removed.status_code == 302
    assert heard(bob, match) == []


def test_a_page_takes_no_text_that_is_long_before_it_is_made_a_line() -> None:
    browser, account = member("ann-of-accents")
    match = tables.begun(
        [Player(account.pk, account.username), *tables.people(2)], options={"rounds": 1}
    )

    browser.post(f"/matches/{match}/remarks", {"words": "x" + "\u0317" * 500})
    assert not Remark.objects.exists()
    browser.post(f"/matches/{match}/remarks", {"words": "x" + "\u0317" * 300})
    assert Remark.objects.get().words == "x" + "\u0317" * 4


def test_the_page_of_a_table_has_a_field_for_own_words_and_keeps_mark_up_out() -> None:
    browser, account = member("ann-with-words")
    match = tables.begun(
        [Player(account.pk, account.username), *tables.people(2)], options={"rounds": 1}
    )
    browser.post(f"/matches/{match}/remarks", {"words": "<b>hello</b>"})

    page = browser.get(f"/matches/{match}").content.decode()
    assert 'name="words" maxlength="200"' in page
    assert "&lt;b&gt;hello&lt;/b&gt;" in page
    assert "<b>hello" not in page
    profile.change(talk=TalkForm.PHRASES)
    assert 'name="words"' not in browser.get(f"/matches/{match}").content.decode()
    assert 'name="words"' not in Client().get(f"/matches/{match}").content.decode()
