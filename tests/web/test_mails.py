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

from agenda import runs
from api.ids import uuid7
from cutpurse import site_url
from cutpurse.embedded.addresses import ROOT
from matches.models import Match, Seat
from notifications import preferences, turns
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


def test_where_settings_are_made_does_not_decide_where_mails_lead() -> None:
    address = f"{new_name()}@example.org"
    browser, account = member(email=address)
    browser.post("/account/notifications", {"your_turn": "email", "zone": "UTC"}, headers=FORGED)
    browser.post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})
    runs.run_due_now()  # The bots' turns.
    match = Seat.objects.get(account=account).match_id
    Match.objects.filter(pk=match).update(updated_at=timezone.now() - timedelta(minutes=11))

    turns.tell()
    runs.run_due_now()

    assert f"{SITE}/matches/{match}" in sent_to(address)
    assert "666" not in sent_to(address)


def test_a_site_that_does_not_know_its_address_refuses_to_mail_links(settings: Settings) -> None:
    settings.SITE_URL = ""
    address = f"{new_name()}@example.org"
    browser, account = member(email=address)

    asked = browser.post("/forgotten", {"email": address})
    page = browser.get("/account/notifications")
    mails.schedule_password_mail(account=account, language="en")
    runs.run_due_now()

    assert asked.status_code == 503
    assert "its own address is not set" in text(asked)
    assert "its own address is not set" in text(page)
    assert mail.outbox == []


def test_a_mail_of_a_found_match_leads_to_the_site() -> None:
    ladder = ladders.opened()
    address = f"{new_name()}@example.org"
    _, ann = member(email=address)
    bob = member()[1]
    preferences.choose(account_id=ann.pk, choices={"match_started": ["email"]})
    for browser_of in (ann, bob):
        browser = Client(headers=FORGED)
        browser.force_login(browser_of, "django.contrib.auth.backends.ModelBackend")
        browser.post(
            f"/ladders/{ladder.slug}/search", {"seats": 2, "per_move": "", "after": uuid7()}
        )

    runs.run_due_now()
    runs.run_due_now()

    assert f"{SITE}/matches/{Seat.objects.get(account=ann).match_id}" in sent_to(address)


@pytest.mark.more
@pytest.mark.parametrize(
    ("url", "warns"),
    [("", True), pytest.param("https://play.example.org", False, marks=pytest.mark.long)],
)
def test_check_deploy_says_when_the_site_does_not_know_its_address(
    environment: dict[str, str], url: str, *, warns: bool
) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--tag", "urls"],
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
