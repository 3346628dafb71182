"""With Redis stopped everything that is sent is late at most: nothing is lost, nothing doubled."""

import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import httpx
import pytest
from pytest_django import Settings

from accounts.models import Account
from notifications import subscribing
from notifications.models import Delivery
from tests import processes
from tests.agenda.processes import own_redis
from tests.notifications.browsers import FakeBrowser, base64url
from tests.notifications.mail_servers import MailServer, serving
from tests.notifications.people import cup, person, webhook
from tests.notifications.receivers import Receiver, closed_port, receiving
from tests.tournaments.events import Event
from tournaments.services import lifecycle, rounds

pytestmark = pytest.mark.more

PATIENCE_S = 180.0
FOLLOWERS = 12
KEY = base64url(b"\x05" * 32)
CHANNELS = ("email", "push", "webhook")
STAGE = {"format": "pods", "options": {"rounds": 3}}


def until(is_done: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_done():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def fans_of(event: Event, service: Receiver) -> list[Account]:
    """Return followers who are told by mail, by push and by a webhook of their own."""
    fans = [person(round_published=("email", "push")) for _ in range(FOLLOWERS)]
    for number, fan in enumerate(fans):
        subscribing.follow(account_id=fan.pk, slug=event.slug)
        browser = FakeBrowser(f"{service.address}/push/{number}")
        subscribing.subscribe(account_id=fan.pk, keys=browser.keys)
        url = f"{service.address}/hook/{number}"
        webhook(fan, url, ("round_published",), tournament=event.slug)
    return fans


def told(service: Receiver, post: MailServer) -> Counter[str]:
    """Return how often each address was told."""
    return Counter([*(each.path for each in service.received), *post.recipients])


def sent(event: Event, channel: str) -> int:
    rows = Delivery.objects.filter(notification__stream=event.state.id, channel=channel)
    return rows.filter(notification__kind="round_published", state="sent").count()


@pytest.mark.usefixtures("committed_db")
def test_with_redis_there_gone_and_back_each_is_told_of_each_round_once_by_each_channel(
    environment: dict[str, str], settings: Settings
) -> None:
    settings.VAPID_PRIVATE_KEY, settings.NOTIFY_NETWORKS = KEY, ["127.0.0.1/32"]
    event = cup(person(), person(), person(), stages=[STAGE]).start()
    with receiving(status=201) as service, serving() as post, own_redis() as redis:
        fans = fans_of(event, service)
        known = {
            "REDIS_URL": redis.url,
            "VAPID_PRIVATE_KEY": KEY,
            "NOTIFY_NETWORKS": "127.0.0.1/32",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(post.port),
            "EMAIL_USE_TLS": "0",
            "SITE_URL": "https://play.example.org",
            "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
        }
        redis.start()
        with processes.worker({**environment, **known}):
            for number, change in enumerate((None, redis.kill, redis.start), start=1):
                if change is not None:
                    change()
                event.pair()
                for channel in CHANNELS:
                    everybody = FOLLOWERS * number
                    until(
                        partial(lambda c, e: sent(event, c) == e, channel, everybody),
                        f"round {number} by {channel}",
                    )
                event.report(0, list(range(1, len(event.round.tables[0].seats) + 1)))
                event.do(rounds.close, number=number)

        times = told(service, post)
        addresses = [f"/{way}/{each}" for way in ("push", "hook") for each in range(FOLLOWERS)]
        for address in (*addresses, *(fan.email for fan in fans)):
            assert times[address] == 3, address
        assert sum(times.values()) == 3 * 3 * FOLLOWERS


@pytest.mark.long
@pytest.mark.usefixtures("committed_db")
def test_calendars_and_the_feed_are_read_with_redis_stopped(environment: dict[str, str]) -> None:
    event = cup(person(), person(), person()).start()
    event.play_round()
    event.do(lifecycle.finish)
    away = {"REDIS_URL": f"redis://127.0.0.1:{closed_port()}/0"}

    with processes.web({**environment, **away}) as site:
        answers = {
            path: httpx.get(f"{site}{path}", timeout=60)
            for path in (
                f"/tournaments/{event.slug}/calendar.ics",
                "/tournaments.ics",
                "/tournaments.atom",
            )
        }

    assert {answer.status_code for answer in answers.values()} == {200}
    assert answers["/tournaments.atom"].text.count(str(event.state.id)) >= 1
