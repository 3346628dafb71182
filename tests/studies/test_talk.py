"""Comments in studies keep the rules of talk, and what is shared can be reported and removed."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import Settings

from accounts.models import Account
from api import buckets, limits
from site_profile import services as profile
from site_profile.models import TalkForm
from studies.models import Comment, Study
from tests.callers import Answer, Caller
from tests.studies.authors import Author, is_whole
from tests.web.visitors import BACKEND, member, text

pytestmark = pytest.mark.django_db

MARKS = "x" + "\u0317\u0301" * 500_000


def comment(ann: Author, words: str = "Look here.") -> Answer:
    return ann.post(f"/studies/{ann.study}/comments", {"line": 1, "ply": 0, "words": words})


def shared() -> Author:
    """Return the author of a shared study with a comment."""
    ann = Author()
    ann.opened()
    assert comment(ann).status == 201
    ann.post(f"/studies/{ann.study}/share", {"shared": True})
    return ann


def browser(account: Account) -> Client:
    client = Client()
    client.force_login(account, backend=BACKEND)
    return client


def test_a_million_marks_from_a_form_are_refused_at_once() -> None:
    ann = Author()
    ann.opened()

    said = {"line": 1, "ply": 0, "words": MARKS}
    answer = browser(ann.account).post(f"/studies/{ann.study}/comment", said)

    assert answer.status_code == 400
    assert "must have 1 to 1000 characters" in text(answer) or "1,000" in text(answer)
    assert not Comment.objects.exists()


@pytest.mark.parametrize("kind", ["phrases", "guest", "program"])
def test_who_has_no_own_words_does_not_comment_and_sees_no_form(kind: str) -> None:
    ann = Author()
    ann.opened()
    if kind == "phrases":
        profile.change(talk=TalkForm.PHRASES)
    else:
        said = {"is_bot": True, "bot_contact": "ann@example.org"} if kind == "program" else {}
        Account.objects.filter(pk=ann.account.pk).update(is_guest=kind == "guest", **said)

    answer = comment(ann)

    assert (answer.status, answer.code) == (403, "permission_denied")
    assert not Comment.objects.exists()
    if kind != "program":
        assert 'name="words"' not in text(browser(ann.account).get(f"/studies/{ann.study}"))


def test_comments_count_for_the_limit_of_remarks(settings: Settings) -> None:
    settings.LIMITS = {**buckets.DEFAULTS, "remark": "1/hour burst 2"}
    limits.reset()
    ann = Author()
    ann.opened()
    page = browser(ann.account)

    first = comment(ann).status
    second = page.post(
        f"/studies/{ann.study}/comment", {"line": 1, "ply": 0, "words": "Again."}
    ).status_code
    third = page.post(
        f"/studies/{ann.study}/comment", {"line": 1, "ply": 0, "words": "And again."}
    ).status_code

    assert (first, second, third, comment(ann).status) == (201, 302, 429, 429)
    assert Comment.objects.count() == 2


def test_readers_report_the_author_and_only_the_staff_removes() -> None:
    ann = shared()
    client, bob = member()
    row = Comment.objects.get()
    page = text(client.get(f"/studies/{ann.study}"))
    here = {"line": 1, "ply": 0}

    refused = client.post(f"/studies/{ann.study}/comment", {**here, "remove": str(row.pk)})
    unshared = client.post(f"/studies/{ann.study}/share", {**here, "shared": "no"})

    assert f"A study by {ann.account.username}" in page
    assert f"?account={ann.account.pk}" in page
    assert 'name="remove"' not in page
    assert (refused.status_code, unshared.status_code) == (404, 404)
    assert Comment.objects.filter(pk=row.pk).exists()

    Account.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.user_permissions.add(Permission.objects.get(codename="change_case"))
    assert 'name="remove"' in text(client.get(f"/studies/{ann.study}"))
    client.post(f"/studies/{ann.study}/comment", {**here, "remove": str(row.pk)})
    assert not Comment.objects.exists()
    withdrawn = client.post(f"/studies/{ann.study}/share", {**here, "shared": "no"})
    assert withdrawn.status_code == 302
    assert client.get(f"/studies/{ann.study}").status_code == 404
    assert not Study.objects.get(pk=ann.study).shared
    assert ann.read().status == 200
    assert is_whole(ann.study)


def test_of_a_closed_account_nobody_reads_a_study() -> None:
    ann = shared()
    assert ann.read(Caller()).status == 200

    Account.objects.filter(pk=ann.account.pk).update(is_active=False)

    assert ann.read(Caller()).status == 404
