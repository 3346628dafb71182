"""What a program needs to be allowed something, and what goes with it when that ends."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY as SHOWN
from allauth.idp.oidc.models import Token as Grant
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import programs
from accounts.models import Account
from api import limits
from api.problems import Problem
from notifications import webhooks
from notifications.models import Delivery, PushSubscription, Webhook
from notifications.webhooks import WebhookFields
from tests.callers import PASSWORD, Caller, new_key
from tests.notifications.browsers import FakeBrowser, base64url
from tests.web.accounts.flows import AGAIN, KEY, Flow, program
from tests.web.accounts.test_programs import (
    ended_by_a_new_password,
    ended_by_its_author,
    ended_by_itself_in_the_api,
    ended_by_the_person,
    ended_by_the_program,
    ended_by_the_staff,
)
from tests.web.visitors import member, text

pytestmark = pytest.mark.django_db
URL = "https://program.example/hook"
HOOK = {"url": URL, "kinds": ["my_table"]}
OWN = WebhookFields("https://own.example/hook", "standard", ["my_table"])
End = Callable[[Flow, dict[str, Any]], None]


@pytest.fixture(autouse=True)
def _fresh_limits(settings: Settings) -> Iterator[None]:
    settings.IDP_OIDC_PRIVATE_KEY = KEY
    settings.VAPID_PRIVATE_KEY = base64url(b"\x07" * 32)
    limits.reset()
    yield
    limits.reset()


def notifier(browser: Client) -> tuple[Flow, dict[str, Any], Caller]:
    """Return a program that may have its person told of things, what it got, and its caller."""
    flow = Flow(program(), browser, "read notify")
    got = flow.tokens()
    return flow, got, Caller(got["access_token"])


def hook(caller: Caller) -> UUID:
    """Have a program make a webhook; return its id."""
    made = caller.post("/me/webhooks", HOOK, key=new_key())
    assert made.status == 201, made.body
    return UUID(made.body["id"])


def subscribed(caller: Caller, number: int) -> int:
    """Have a program subscribe a browser; return the status."""
    keys = FakeBrowser(f"https://push.example/{number}").keys
    return caller.post("/me/browsers", keys._asdict(), key=new_key()).status


def left(account: Account) -> list[str]:
    return list(Webhook.objects.filter(account=account).values_list("url", flat=True))


def long_ago(browser: Client) -> None:
    """Let it be long ago that somebody showed who they are."""
    session = browser.session
    session[SHOWN] = [{**each, "at": each["at"] - 3600} for each in session[SHOWN]]
    session.save()


@pytest.mark.parametrize("scope", ["read", "play", "organise", "notify", "openid read"])
def test_who_is_asked_for_more_than_a_name_shows_first_who_they_are(scope: str) -> None:
    browser, _ = member()
    flow = Flow(program(), browser, scope)

    asked = browser.get(flow.address())
    browser.post(AGAIN, {"password": "not the password"})
    wrong = browser.get(flow.address())
    browser.post(AGAIN, {"password": PASSWORD})

    assert asked["Location"].startswith(f"{AGAIN}?next=%2Foauth%2Fauthorize")
    assert wrong.status_code == 302
    assert "Allow Club calendar?" in text(browser.get(flow.address()))


def test_signing_in_elsewhere_with_the_name_alone_asks_nothing_twice() -> None:
    browser, _ = member()

    assert "Allow Club calendar?" in text(browser.get(Flow(program(), browser, "openid").address()))


@pytest.mark.parametrize("way", ["sign-in", "sign-up"])
def test_who_has_just_come_in_is_not_asked_again(way: str) -> None:
    _, account = member()
    browser = Client()
    said = {"username": account.username, "password": PASSWORD}
    if way == "sign-up":
        said["username"] += "x"
    browser.post(f"/{way}", said)

    assert "Allow Club calendar?" in text(browser.get(Flow(program(), browser).address()))


def test_a_question_that_is_answered_long_after_asks_again_and_then_goes_on() -> None:
    browser, account = member()
    flow = Flow(program(), browser)
    page = text(flow.ask())
    request = page.partition('name="request" value="')[2].partition('"')[0]
    long_ago(browser)

    said = {"request": request, "scopes": ["read"], "action": "grant"}
    late = browser.post("/oauth/authorize", said)

    assert late["Location"].startswith(f"{AGAIN}?next=")
    assert not Grant.objects.filter(user=account).exists()
    back = browser.post(late["Location"], {"password": PASSWORD})
    assert "code=" in back["Location"]


@pytest.mark.parametrize(
    "end",
    [
        ended_by_the_program,
        ended_by_the_person,
        ended_by_its_author,
        ended_by_a_new_password,
        ended_by_the_staff,
        ended_by_itself_in_the_api,
    ],
)
def test_what_a_program_has_had_told_ends_with_it_and_ones_own_stays(end: End) -> None:
    browser, account = member()
    flow, got, caller = notifier(browser)
    webhook = hook(caller)
    own = webhooks.create(account_id=account.pk, fields=OWN)
    webhooks.test(account_id=account.pk, webhook_id=webhook)
    webhooks.test(account_id=account.pk, webhook_id=own.pk)
    assert subscribed(caller, 1) == 201

    end(flow, got)

    assert left(account) == [OWN.url]
    assert not PushSubscription.objects.filter(account=account).exists()
    assert not Delivery.objects.filter(target=webhook).exists()
    assert Delivery.objects.filter(target=own.pk).exists()


@pytest.mark.more
def test_another_program_and_the_same_one_of_somebody_else_lose_nothing() -> None:
    browser, account = member()
    flow, _, caller = notifier(browser)
    _, _, other = notifier(browser)
    neighbour, somebody = member()
    same = Caller(Flow(flow.made, neighbour, "notify").tokens()["access_token"])
    kept = {hook(other), hook(same)}
    hook(caller)

    programs.disconnect(account_id=account.pk, client_id=flow.made.client.pk)

    rows = Webhook.objects.filter(account__in=[account, somebody])
    assert {*rows.values_list("pk", flat=True)} == kept


def test_what_lapses_ends_it_too() -> None:
    browser, account = member()
    flow, _, caller = notifier(browser)
    hook(caller)
    programs.purge()
    before = left(account)

    gone = timezone.now() - timedelta(seconds=1)
    Grant.objects.filter(user=account, client=flow.made.client).update(expires_at=gone)
    programs.purge()

    assert before == [URL]
    assert left(account) == []


def test_a_program_that_was_ended_a_moment_ago_makes_none() -> None:
    browser, account = member()
    flow, got, _ = notifier(browser)
    ended_by_the_person(flow, got)

    with pytest.raises(Problem, match="revoked"):
        webhooks.create(account_id=account.pk, fields=OWN, program=flow.made.client.pk)

    assert left(account) == []


def test_a_program_sees_and_changes_the_webhooks_alone_that_it_has_made() -> None:
    browser, account = member()
    _, _, caller = notifier(browser)
    own = webhooks.create(account_id=account.pk, fields=OWN)
    made = hook(caller)

    listed = caller.get("/me/webhooks").body["results"]
    address = f"/me/webhooks/{own.pk}"
    refused = [
        caller.get(address),
        caller.send("PUT", address, json.dumps(HOOK).encode()),
        caller.delete(address),
        caller.get(f"{address}/secret"),
        caller.get(f"{address}/deliveries"),
        caller.post(f"{address}/tests", {}, key=new_key()),
        caller.post(f"{address}/replays", {}, key=new_key()),
    ]

    assert [each["id"] for each in listed] == [str(made)]
    assert {each.status for each in refused} == {404}
    assert OWN.url in left(account)


@pytest.mark.more
def test_a_program_subscribes_ends_and_crowds_out_no_browser_of_its_person() -> None:
    browser, account = member()
    _, _, caller = notifier(browser)
    own = PushSubscription.objects.create(
        account=account, endpoint="https://push.example/own", p256dh="x", auth="x"
    )

    assert {subscribed(caller, number) for number in range(21)} == {201}
    ended = caller.delete(f"/me/browsers/{own.pk}")

    assert ended.status == 404
    assert len(caller.get("/me/browsers").body["results"]) == 20
    assert PushSubscription.objects.filter(pk=own.pk).exists()


def test_a_program_is_not_told_the_address_of_the_calendar_which_would_outlast_it() -> None:
    browser, account = member()
    _, _, caller = notifier(browser)
    said = {"username": account.username, "password": PASSWORD, "scopes": ["notify"]}
    own = Caller(Caller().post("/tokens", said).body["token"])

    assert caller.get("/me/notifications").body["calendar"] == ""
    assert "/calendar" in own.get("/me/notifications").body["calendar"]


@pytest.mark.more
def test_pages_name_the_program_and_say_what_ends_with_it() -> None:
    browser, _ = member()
    flow, got, caller = notifier(browser)
    hook(caller)

    connected = text(browser.get("/account/programs"))
    notified = text(browser.get("/account/notifications"))
    ended_by_the_person(flow, got)

    assert "Sends your notifications to 1 address of its own" in connected
    assert '<span class="badge">Club calendar</span>' in notified
    assert URL not in text(browser.get("/account/notifications"))
