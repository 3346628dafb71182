"""Links in mails lead to the site, wherever a request says that the site is."""

import subprocess
import sys
from datetime import timedelta

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Account
from agenda import runs
from agenda.models import DueRow
from api.ids import uuid7
from cutpurse import site_url
from cutpurse.embedded.addresses import ROOT
from matches.models import Match, Seat
from tests.callers import new_name
from tests.ratings import ladders
from tests.web.visitors import member, text
from web import mails

pytestmark = pytest.mark.django_db

SITE = "https://play.example.test"
FORGED = {"Host": "127.0.0.1:666", "X-Forwarded-Host": "evil.example"}


def sent_to(address: str) -> str:
    (found,) = [each for each in mail.outbox if each.to == [address]]
    return str(found.body)


@pytest.fixture(autouse=True)
def _all_hosts(settings: Settings) -> None:
    # Even where a host takes requests under any name.
    settings.ALLOWED_HOSTS = ["*"]


def test_a_forged_host_does_not_get_the_link_to_a_new_password() -> None:
    address = f"{new_name()}@example.org"
    member(email=address)

    Client(headers=FORGED).post("/forgotten", {"email": address})
    runs.run_due_now()

    assert f"{SITE}/forgotten/" in sent_to(address)
    assert "666" not in sent_to(address)
    assert "evil" not in sent_to(address)


def test_whoever_asks_for_turn_mails_does_not_choose_where_those_of_others_lead() -> None:
    address = f"{new_name()}@example.org"
    browser, account = member(email=address)
    browser.post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})
    Account.objects.filter(pk=account.pk).update(mail_turns=True)
    runs.run_due_now()  # The bots' turns.
    match = Seat.objects.get(account=account).match_id
    Match.objects.filter(pk=match).update(updated_at=timezone.now() - timedelta(minutes=11))
    stranger, _ = member(email="stranger@example.org")

    stranger.post("/account", {"mail_turns": "on"}, headers=FORGED)
    (row,) = DueRow.objects.filter(kind=mails.TURN_MAILS)
    # As a release before has left it.
    DueRow.objects.filter(kind=mails.TURN_MAILS).update(
        due_at=timezone.now(), payload="http://127.0.0.1:666"
    )
    runs.run_due_now()

    assert row.payload == ""
    assert f"{SITE}/matches/{match}" in sent_to(address)
    assert "666" not in sent_to(address)
    assert DueRow.objects.get(kind=mails.TURN_MAILS).payload == ""


def test_a_site_that_does_not_know_its_address_refuses_to_mail_links(settings: Settings) -> None:
    settings.SITE_URL = ""
    address = f"{new_name()}@example.org"
    browser, account = member(email=address)
    Account.objects.filter(pk=account.pk).update(mail_turns=True)

    asked = browser.post("/forgotten", {"email": address})
    wanted = browser.post("/account", {"mail_turns": "on"})
    mails.schedule_password_mail(account=account, language="en")
    mails.schedule_turn_mails()
    DueRow.objects.filter(kind=mails.TURN_MAILS).update(due_at=timezone.now())
    runs.run_due_now()

    assert (asked.status_code, wanted.status_code) == (503, 400)
    assert "its own address is not set" in text(asked)
    assert "its own address is not set" in text(wanted)
    assert mail.outbox == []
    account.refresh_from_db()
    assert account.turn_mailed_at is None


def test_a_mail_of_a_found_match_leads_to_the_site() -> None:
    ladder = ladders.opened()
    address = f"{new_name()}@example.org"
    _, ann = member(email=address)
    bob = member()[1]
    Account.objects.filter(pk=ann.pk).update(mail_found=True)
    for browser_of in (ann, bob):
        browser = Client(headers=FORGED)
        browser.force_login(browser_of, "django.contrib.auth.backends.ModelBackend")
        browser.post(
            f"/ladders/{ladder.slug}/search", {"seats": 2, "per_move": "", "after": uuid7()}
        )

    runs.run_due_now()
    runs.run_due_now()

    assert f"{SITE}/matches/{Seat.objects.get(account=ann).match_id}" in sent_to(address)


@pytest.mark.parametrize(
    ("url", "warns"),
    [("", True), pytest.param("https://play.example.org", False, marks=pytest.mark.long)],
)
def test_check_deploy_says_when_the_site_does_not_know_its_address(
    environment: dict[str, str], url: str, *, warns: bool
) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy"],
        cwd=ROOT,
        env={**environment, "SITE_URL": url},
        capture_output=True,
        text=True,
        check=True,
    )

    assert ("cutpurse.W001" in done.stderr) == warns


@pytest.mark.parametrize(
    "url",
    [
        "play.example.org",
        "https://play.example.org/cutpurse",
        "https://play.example.org?x=",
        "https://staff@play.example.org",
        "javascript://play.example.org",
        "https://play.example.org\nBcc: x",
    ],
)
def test_an_address_of_the_site_that_is_none_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        site_url.checked(url, https=False)


def test_a_site_over_tls_has_an_address_over_tls() -> None:
    assert site_url.checked("https://[2001:db8::1]:8443/", https=True) == (
        "https://[2001:db8::1]:8443"
    )
    with pytest.raises(ImproperlyConfigured, match="https"):
        site_url.checked("http://play.example.org", https=True)
