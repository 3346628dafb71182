"""A person's data as one file: all of it, and nothing of anybody else's."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from accounts import blocks
from accounts.models import Account
from matches.actors import Player
from tests.matches import tables
from tests.matches.test_remarks import say, seated
from tests.moderation.test_cases import account, decided, moderator, report
from tests.web.visitors import BACKEND, member
from web.accounts import data_file

pytestmark = pytest.mark.django_db

COVERED = {
    "accounts.Token.account": "tokens",
    "accounts.Session.account": "sessions",
    "accounts.EmailChange.account": "email_changes",
    "accounts.Sanction.account": "sanctions",
    "accounts.Friendship.asker": "friends",
    "accounts.Friendship.asked": "friends",
    "accounts.Block.blocker": "blocks",
    "admin.LogEntry.user": "acts_of_staff",
    "matches.Match.opened_by": "matches_opened",
    "matches.Seat.account": "matches",
    "matches.RematchAnswer.account": "rematch_answers",
    "matches.PersonalInvitation.account": "invitations",
    "matches.PersonalInvitation.invited_by": "invitations",
    "matches.Vacation.account": "vacations",
    "matches.Presence.account": "presence",
    "matches.Remark.account": "remarks",
    "moderation.Case.about": "decisions",
    "moderation.Report.reporter": "reports",
    "ratings.Sighting.account": "sightings",
    "ratings.Seek.account": "searches",
    "tournaments.Entrant.account": "tournaments",
    "tournaments.SeriesLine.account": "series",
}


def contents(browser: Client) -> dict[str, Any]:
    answer: Any = browser.post("/account/data")
    assert answer.status_code == 200, answer.content[:500]
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        names = [each for each in archive.namelist() if each.endswith(".json")]
        return {each.removesuffix(".json"): json.loads(archive.read(each)) for each in names}


def test_every_reference_to_an_account_is_in_the_file_or_left_out_with_a_reason() -> None:
    options = [model._meta for model in apps.get_models()]  # noqa: SLF001 - Django's public name.
    references = {
        f"{each.label}.{field.name}"
        for each in options
        for field in each.get_fields()
        if field.is_relation and field.concrete and field.related_model is Account
    }

    assert references == set(COVERED) | set(data_file.LEFT_OUT)
    assert set(COVERED.values()) <= set(data_file.SECTIONS)
    assert all(data_file.LEFT_OUT.values())


def test_the_file_has_matches_moves_remarks_and_decisions() -> None:
    match, _ann, bob = seated()
    say(bob, match, "ouch")
    me = Account.objects.get(pk=bob.get("/me").body["id"])
    report(account(), me, words="He swore.")
    decided(me, moderator(), measure="bar")
    browser = Client()
    browser.force_login(me, backend=BACKEND)

    found = contents(browser)

    assert found["account"][0]["username"] == me.username
    assert "password" not in found["account"][0]
    assert [each["match"] for each in found["matches"]] == [str(match)]
    assert found["remarks"][0]["phrase"] == "ouch"
    assert {each["stream_id"] for each in found["moves_and_acts"]} == {str(match)}
    assert found["reports"][0]["words"] == "He swore."
    assert found["decisions"][0]["measure"] == "bar"
    assert "digest" not in found["tokens"][0]


def test_the_file_says_nothing_of_who_has_blocked_or_reported_somebody() -> None:
    browser, me = member()
    ann = account()
    blocks.block(account_id=ann.pk, other_id=me.pk)
    report(me, ann, words="A secret.")

    text = json.dumps(contents(browser))

    assert ann.username not in text
    assert str(ann.pk) not in text
    assert "A secret." not in text


def test_the_file_is_for_who_is_signed_in_and_limited() -> None:
    assert Client().post("/account/data").status_code == 302
    browser, _me = member()
    answers = [browser.post("/account/data") for _ in range(5)]
    for each in answers:
        each.close()

    assert [each.status_code for each in answers] == [200, 200, 200, 200, 429]


def test_moves_are_the_own_ones() -> None:
    browser, me = member()
    other = account()
    players = [Player(each.pk, each.username) for each in (me, other)]
    match = tables.begun(players, game="second-story")
    tables.play_out(match, players)

    found = contents(browser)["moves_and_acts"]

    assert found
    assert str(other.pk) not in json.dumps(found)
