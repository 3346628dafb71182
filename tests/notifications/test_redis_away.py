"""With Redis stopped everything that is sent is late at most: nothing is lost, nothing doubled."""

import time
from collections.abc import Callable

import pytest
from pytest_django import Settings

from notifications import subscribing
from notifications.models import Delivery
from tests import processes
from tests.notifications.browsers import FakeBrowser, base64url
from tests.notifications.people import cup, person
from tests.notifications.receivers import closed_port, receiving

PATIENCE_S = 120.0
FOLLOWERS = 60


def until(is_done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_done():
        assert time.monotonic() < end, "not everybody was told"
        time.sleep(0.1)


@pytest.mark.usefixtures("committed_db")
def test_with_redis_stopped_everybody_is_told_of_a_round_once(
    environment: dict[str, str], settings: Settings
) -> None:
    key = base64url(b"\x05" * 32)
    settings.VAPID_PRIVATE_KEY, settings.NOTIFY_NETWORKS = key, ["127.0.0.1/32"]
    away = {
        "REDIS_URL": f"redis://127.0.0.1:{closed_port()}/0",
        "VAPID_PRIVATE_KEY": key,
        "NOTIFY_NETWORKS": "127.0.0.1/32",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    event = cup(person(), person(), person()).start()
    with receiving(status=201) as service:
        for number in range(FOLLOWERS):
            fan = person()
            subscribing.follow(account_id=fan.pk, slug=event.slug)
            browser = FakeBrowser(f"{service.address}/{number}")
            subscribing.subscribe(account_id=fan.pk, keys=browser.keys)
        mine = Delivery.objects.filter(notification__stream=event.state.id, channel="push")

        with processes.worker({**environment, **away}):
            event.pair()
            until(lambda: len({each.path for each in service.received}) == FOLLOWERS)
            until(lambda: mine.filter(state="sent").count() == FOLLOWERS)

    assert len(service.received) == FOLLOWERS
    assert mine.count() == FOLLOWERS
