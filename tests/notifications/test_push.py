"""Push messages reach a push service, and the browser alone reads them."""

import base64
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from py_vapid import Vapid02
from pytest_django import Settings

from accounts.models import Account
from notifications import preferences, push, subscribing
from notifications.models import PushSubscription
from tests.notifications.browsers import FakeBrowser, base64url
from tests.notifications.people import cup, deliveries, pass_time, person, run_all
from tests.notifications.receivers import Receiver, receiving
from tests.tournaments.events import Event, refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site_with_a_key(settings: Settings) -> None:
    settings.NOTIFY_NETWORKS = ["127.0.0.1/32"]
    settings.VAPID_PRIVATE_KEY = base64url(b"\x07" * 32)


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving(status=201) as found:
        yield found


def subscribed(account: Account, service: Receiver, name: str = "one") -> FakeBrowser:
    browser = FakeBrowser(f"{service.address}/push/{name}")
    subscribing.subscribe(account_id=account.pk, keys=browser.keys)
    return browser


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def begun(*people: Account) -> Event:
    event = cup(*people).start()
    run_all()
    return event


def test_a_message_reaches_the_push_service_and_the_browser_alone_reads_it(
    service: Receiver,
) -> None:
    ann = person()
    browser, other = subscribed(ann, service), FakeBrowser("")
    event = begun(ann, person(), person())

    event.pair()
    run_all()

    (got,) = service.received
    told = browser.read(got.body)
    assert told["title"] == "Round 1 of Cup: table 1"
    assert told["path"] == f"/tournaments/{event.slug}/rounds/1"
    assert b"Round" not in got.body
    assert got.headers["Content-Encoding"] == "aes128gcm"
    assert int(got.headers["TTL"]) > 0
    assert len(got.headers["Topic"]) <= 32
    with pytest.raises(Exception):  # noqa: B017, PT011 - Whatever the library raises.
        other.read(got.body)


def test_the_site_identifies_itself_by_its_key_for_this_service_and_a_day_at_most(
    service: Receiver,
) -> None:
    ann = person()
    subscribed(ann, service)
    event = begun(ann, person(), person())

    event.pair()
    run_all()

    authorization = service.received[0].headers["Authorization"]
    assert Vapid02.verify(authorization)
    assert push.public_key() in authorization
    claims = json.loads(decoded(authorization.partition("t=")[2].split(".")[1]))
    assert claims["aud"] == service.address
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    assert claims["sub"].startswith(("mailto:", "https://"))


def test_a_browser_that_is_gone_is_dropped(service: Receiver) -> None:
    ann = person()
    subscribed(ann, service, "gone")
    kept = subscribed(ann, service, "there")
    service.statuses["/push/gone"] = 410
    event = begun(ann, person(), person())

    event.pair()
    run_all()

    assert [each.endpoint for each in PushSubscription.objects.filter(account=ann)] == [
        kept.keys.endpoint
    ]
    states = {each.state: each.reason for each in deliveries(ann)}
    assert states == {"failed": "gone", "sent": ""}


def test_a_service_that_is_busy_is_asked_again_when_it_says(service: Receiver) -> None:
    ann = person()
    subscribed(ann, service)
    service.status, service.headers = 429, {"Retry-After": "3600"}
    event = begun(ann, person(), person())

    event.pair()
    run_all()

    (waiting,) = deliveries(ann)
    assert (waiting.state, waiting.status_code) == ("waiting", 429)
    assert waiting.due_at > datetime.now(UTC) + timedelta(minutes=59)
    service.status = 201
    pass_time(timedelta(hours=2))
    run_all()
    assert deliveries(ann)[0].state == "sent"


def test_what_was_chosen_away_is_not_pushed(service: Receiver) -> None:
    ann = person(my_table=())
    subscribed(ann, service)
    event = begun(ann, person(), person())

    event.pair()
    run_all()

    assert service.received == []


def test_quiet_hours_hold_a_message_until_they_end_and_a_round_that_is_over_is_dropped(
    service: Receiver,
) -> None:
    ann = person()
    browser = subscribed(ann, service)
    minute = datetime.now(UTC).hour * 60 + datetime.now(UTC).minute
    preferences.set_quiet_hours(
        account_id=ann.pk, zone="UTC", begin=(minute - 60) % 1440, end=(minute + 60) % 1440
    )
    event = begun(ann, person(), person())

    event.play_round()
    run_all()
    assert service.received == []
    event.pair()
    run_all()
    pass_time(timedelta(hours=2))
    run_all()

    assert [browser.read(each.body)["title"] for each in service.received] == [
        "Round 2 of Cup: table 1"
    ]
    assert [each.reason for each in deliveries(ann)] == ["stale", ""]


def test_the_same_browser_for_somebody_else_is_told_for_them_alone(service: Receiver) -> None:
    ann, bob = person(), person()
    browser = subscribed(ann, service)

    subscribing.subscribe(account_id=bob.pk, keys=browser.keys)

    assert not subscribing.browsers(ann.pk).exists()
    assert subscribing.browsers(bob.pk).count() == 1


def test_a_thousand_subscriptions_of_one_account_are_twenty(service: Receiver) -> None:
    ann = person()

    for number in range(subscribing.BROWSERS_MAX + 5):
        subscribed(ann, service, str(number))

    kept = [each.endpoint[-2:] for each in subscribing.browsers(ann.pk)]
    assert len(kept) == subscribing.BROWSERS_MAX
    assert kept[0] == "24"


def test_what_is_no_subscription_is_refused(service: Receiver, settings: Settings) -> None:
    ann, good = person(), FakeBrowser(f"{service.address}/push/1").keys
    settings.NOTIFY_NETWORKS = []
    inside = good._replace(endpoint="https://169.254.169.254/latest")
    plain = good._replace(endpoint="http://push.example.org/1")
    public = good._replace(endpoint="https://push.example.org/1")
    wrong = [
        inside,
        plain,
        public._replace(p256dh="AAAA"),
        public._replace(p256dh=base64url(b"\x04" + b"\x01" * 64)),
        public._replace(auth=base64url(b"short")),
    ]

    for keys in wrong:
        with refused("invalid"):
            subscribing.subscribe(account_id=ann.pk, keys=keys)
    settings.VAPID_PRIVATE_KEY = ""
    with refused("permission_denied"):
        subscribing.subscribe(account_id=ann.pk, keys=public)

    assert not PushSubscription.objects.filter(account=ann).exists()


def test_a_test_reaches_one_browser_alone(service: Receiver) -> None:
    ann = person()
    subscribed(ann, service, "one")
    browser = subscribed(ann, service, "two")
    row = subscribing.browsers(ann.pk).get(endpoint=browser.keys.endpoint)

    subscribing.test(account_id=ann.pk, subscription_id=row.pk)
    run_all()

    assert [each.path for each in service.received] == ["/push/two"]
    assert browser.read(service.received[0].body)["path"] == "/account/notifications"
