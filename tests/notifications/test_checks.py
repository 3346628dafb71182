"""Settings that cannot be meant stop a process when it starts, with words on what to write."""

import subprocess
import sys
from base64 import urlsafe_b64encode

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from cutpurse import startup
from cutpurse.embedded.addresses import ROOT
from tests import processes


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("NOTIFY_NETWORKS", ["192.168.7.0/24", "192.168.7.1/24"], "names '192.168.7.1/24'"),
        ("NOTIFY_NETWORKS", ["my-printer"], "names 'my-printer', which is no network"),
        ("NOTIFY_CA_FILE", "/nowhere.pem", "/nowhere.pem, cannot be used"),
        ("VAPID_PRIVATE_KEY", "short", "VAPID_PRIVATE_KEY is no key"),
        ("VAPID_PRIVATE_KEY", "!" * 43, "VAPID_PRIVATE_KEY is no key"),
        ("LOG_WITNESSES", ["witness.example+00000000+AAAA https://a.example"], "no witness"),
        ("LOG_WITNESSES", ["https://witness.example"], "LOG_WITNESSES has"),
        ("LOGS_WITNESSED", ["log.example"], "LOGS_WITNESSED has 'log.example'"),
    ],
)
def test_a_setting_that_is_of_no_use_is_named(
    name: str, value: object, words: str, settings: Settings
) -> None:
    setattr(settings, name, value)

    with pytest.raises(ImproperlyConfigured) as caught:
        startup.check_settings()

    assert words in str(caught.value)


def test_settings_of_use_pass(settings: Settings) -> None:
    settings.NOTIFY_NETWORKS = ["192.168.7.0/24", "fd00:7::/64", "127.0.0.1"]
    settings.VAPID_PRIVATE_KEY = urlsafe_b64encode(bytes(range(1, 33))).decode().rstrip("=")

    startup.check_settings()


@pytest.mark.more
@pytest.mark.parametrize(
    "arguments",
    [
        ("cutpurse.server", "--port", str(processes.free_port())),
        ("celery", "--app", "cutpurse", "worker", "--concurrency", "1"),
    ],
)
def test_no_process_starts_with_it(arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        env={
            **environment,
            "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
            "PYTHONPATH": "platform:.",
            "NOTIFY_NETWORKS": "10.0.0.0/8,everywhere",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode
    assert "NOTIFY_NETWORKS names 'everywhere'" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
