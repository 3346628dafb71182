"""A browser takes push messages once its person has asked, and as long as it is signed in."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import services
from accounts.models import Session
from accounts.session_store import SessionStore
from notifications.models import PushSubscription
from tests.notifications.browsers import FakeBrowser, base64url
from tests.operations import with_scopes
from tests.web.visitors import member, signed_in, text

pytestmark = pytest.mark.django_db

PAGE = "/account/notifications"


def test_a_browser_subscribes_by_its_script_and_over_the_api(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = base64url(b"\x09" * 32)
    browser, ann = member()
    keys = FakeBrowser("https://push.example.org/send/1").keys
    said = {"endpoint": keys.endpoint, "p256dh": keys.p256dh, "auth": keys.auth}

    page = text(browser.get(PAGE))
    by_script = browser.post(f"{PAGE}/browsers", said)
    by_api = with_scopes("notify", account=ann).post("/me/browsers", said)

    assert 'data-key="B' in page
    assert (by_script.status_code, by_api.status) == (204, 201)
    (row,) = PushSubscription.objects.filter(account=ann)
    assert by_api.body["id"] == str(row.pk)
    assert "endpoint" not in by_api.body
    assert row.endpoint not in text(browser.get(PAGE))
    browser.post(f"{PAGE}/browsers/{row.pk}/end")
    assert not PushSubscription.objects.filter(account=ann).exists()


def pushing(browser: Client, endpoint: str, **more: str) -> int:
    """Have a browser subscribe by its script; return the status."""
    keys = FakeBrowser(endpoint).keys
    said = {"endpoint": keys.endpoint, "p256dh": keys.p256dh, "auth": keys.auth, **more}
    return browser.post(f"{PAGE}/browsers", said).status_code


def test_signing_out_ends_push_in_that_browser_and_in_no_other(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = base64url(b"\x09" * 32)
    first, ann = member()
    second = signed_in(ann)
    pushing(first, "https://push.example.org/send/1")
    pushing(second, "https://push.example.org/send/2")

    first.post("/sign-out")

    (left,) = PushSubscription.objects.filter(account=ann)
    assert left.endpoint.endswith("/2")


def test_a_session_that_is_ended_from_elsewhere_ends_push_there_and_one_that_lapses_does_not(
    settings: Settings,
) -> None:
    settings.VAPID_PRIVATE_KEY = base64url(b"\x09" * 32)
    here, ann = member()
    there, lapsed = signed_in(ann), signed_in(ann)
    for number, each in enumerate((there, lapsed)):
        pushing(each, f"https://push.example.org/send/{number}")
    Session.objects.filter(session_key=lapsed.session.session_key).update(
        expire_date=datetime(2020, 1, 1, tzinfo=UTC)
    )
    SessionStore.clear_expired()
    row = Session.objects.get(session_key=there.session.session_key)

    services.end_session(account_id=ann.pk, session_id=row.public_id)

    (left,) = PushSubscription.objects.filter(account=ann)
    assert left.endpoint.endswith("/1")
    assert here.get(PAGE).status_code == 200


def test_a_look_at_the_page_subscribes_nobody_who_has_not_asked(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = base64url(b"\x09" * 32)
    browser, _ann = member()
    endpoint = "https://push.example.org/send/left-by-another"

    assert pushing(browser, endpoint, renew="1") == 404
    assert not PushSubscription.objects.exists()
    assert pushing(browser, endpoint) == 204
    assert pushing(browser, endpoint, renew="1") == 204
