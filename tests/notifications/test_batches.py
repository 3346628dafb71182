"""A batch: few connections for many, and what is wrong with one is nobody else's."""

import socket
import threading
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from notifications import outgoing, requesting, subscribing
from notifications.guarded import UnreachableError
from notifications.models import Delivery, PushSubscription
from notifications.outgoing import Courier
from tests.notifications.browsers import FakeBrowser, base64url
from tests.notifications.mail_servers import MailServer, serving
from tests.notifications.people import cup, deliveries, pass_time, person, run_all
from tests.notifications.receivers import receiving
from tests.notifications.test_webhooks import DAY
from tests.tournaments.events import Event

pytestmark = pytest.mark.django_db
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def _site_with_a_key(settings: Settings) -> None:
    settings.NOTIFY_NETWORKS = ["127.0.0.1/32"]
    settings.VAPID_PRIVATE_KEY = base64url(b"\x07" * 32)


@pytest.fixture
def post_office(settings: Settings) -> Iterator[MailServer]:
    with serving() as found:
        settings.EMAIL_BACKEND, settings.EMAIL_HOST = SMTP, "127.0.0.1"
        settings.EMAIL_PORT, settings.EMAIL_USE_TLS = found.port, False
        yield found


def mailed(count: int) -> Event:
    """Return a tournament whose rounds some people have asked to be mailed of."""
    event = cup(person(), person(), person()).start()
    for _ in range(count):
        fan = person(round_published=("email",))
        subscribing.follow(account_id=fan.pk, slug=event.slug)
    run_all()
    return event


def pushed(event: Event, address: str) -> PushSubscription:
    fan = person()
    subscribing.follow(account_id=fan.pk, slug=event.slug)
    return subscribing.subscribe(account_id=fan.pk, keys=FakeBrowser(address).keys)


def test_the_mails_of_a_batch_go_through_one_connection(post_office: MailServer) -> None:
    event = mailed(12)

    event.pair()
    run_all()

    assert len(set(post_office.recipients)) == len(post_office.recipients) == 12
    assert post_office.connections == 1


@pytest.mark.more
def test_a_mail_server_that_hangs_up_meanwhile_gets_each_mail_once_all_the_same(
    post_office: MailServer,
) -> None:
    post_office.hangs_up_after = 5
    event = mailed(12)

    event.pair()
    for _ in range(3):
        run_all()
        pass_time(DAY)

    assert len(set(post_office.recipients)) == len(post_office.recipients) == 12


@pytest.mark.more
def test_requests_to_one_service_share_connections() -> None:
    event = cup(person(), person(), person()).start()
    run_all()
    with receiving(status=201, keeps_open=True) as service:
        for number in range(40):
            pushed(event, f"{service.address}/push/{number}")

        event.pair()
        run_all()

        assert len({each.path for each in service.received}) == 40
        assert service.connections <= requesting.AT_ONCE


def test_a_service_that_has_hung_up_between_two_requests_is_sent_the_second_once() -> None:
    with receiving(keeps_open=True, hangs_up=True) as service, Courier() as courier:
        for body in (b"one", b"two"):
            assert courier.post(service.address, headers={}, body=body).status == 200

    assert service.bodies() == [b"one", b"two"]


@pytest.mark.more
def test_a_batch_is_noted_in_few_statements() -> None:
    event = cup(person(), person(), person()).start()
    run_all()
    with receiving(status=201, keeps_open=True) as service:
        for number in range(50):
            pushed(event, f"{service.address}/push/{number}")
        event.pair()
        with CaptureQueriesContext(connection) as asked:
            run_all()

    noted = [each for each in asked if each["sql"].startswith('UPDATE "notifications_')]
    assert Delivery.objects.filter(state="sent").count() == 50
    assert len(noted) < 50


def test_an_error_in_one_delivery_repeats_and_holds_up_no_other() -> None:
    event = cup(person(), person(), person()).start()
    run_all()
    with receiving(status=201) as service:
        broken = pushed(event, f"{service.address}/push/broken")
        good = pushed(event, f"{service.address}/push/good")
        # A key that no browser has: encrypting for it fails.
        PushSubscription.objects.filter(pk=broken.pk).update(p256dh="AAAA")
        event.pair()

        run_all()
        pass_time(DAY)
        run_all()

    assert [each.path for each in service.received] == ["/push/good"]
    assert deliveries(good.account)[0].state == "sent"
    (row,) = deliveries(broken.account)
    assert (row.state, row.reason, row.attempts) == ("waiting", "error", 2)


def test_a_name_that_nobody_resolves_in_time_ends_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_over = threading.Event()

    def slow(*_about: object, **_more: object) -> list[object]:
        is_over.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)

    with pytest.raises(UnreachableError, match="timeout"):
        outgoing.post("https://hook.example.org/", headers={}, body=b"", deadline_s=0.2)
    is_over.set()
