"""Every command of manage.py says what to do where it cannot do its work: never a traceback."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from cutpurse.embedded.addresses import ROOT
from tests import servers
from tests.samples import sampled

pytestmark = pytest.mark.slow

NOWHERE = "127.0.0.1:9"
"""The discard service's port (RFC 863), where nobody listens."""
SECONDS_MAX = 120

AGAINST_NOTHING: Mapping[str, tuple[str, ...]] = {
    "axes_reset_ip": ("192.0.2.1",),
    "axes_reset_ip_username": ("192.0.2.1", "ann"),
    "axes_reset_username": ("ann",),
    "bot_league": ("--matches", "none"),
    "changepassword": ("ann",),
    "create_roles": ("--admin-url", f"postgresql://admin@{NOWHERE}/x"),
    "createsuperuser": ("--noinput",),
    "export_log": ("--finished", "--out", "."),
    "findstatic": ("none.css",),
    "flush": ("--noinput",),
    "import_log": ("none.ndjson",),
    "ladder": ("rebuild",),
    "loaddata": ("none.json",),
    "migrate": ("--noinput",),
    "makemigrations": ("--check", "--dry-run"),
    "optimizemigration": ("--check", "matches", "0001"),
    "play": ("--game", "stick-em", "--players", "3", "--bots", "greedy,greedy,greedy"),
    "runserver": ("--noreload",),
    "sqlmigrate": ("matches", "0001"),
    "sqlsequencereset": ("matches",),
    "simulate_tournament": ("--times", "1"),
    "squashmigrations": ("matches", "none"),
    "startapp": ("/",),
    "startproject": ("/",),
    "translate": ("none",),
}
"""Arguments with which a command gets as far as its work; the others need none."""
SERVES_ON = frozenset({"sweep"})
"""Waits until the database is there, as a service does."""


def ran(
    *arguments: str, python: str = sys.executable, folder: Path = ROOT, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run manage.py with nothing of the tests' environment."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [python, str(ROOT / "manage.py"), *arguments],
        cwd=folder,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=SECONDS_MAX,
        check=False,
    )


def traces(
    arguments: Mapping[str, Sequence[str]], folder: Path, environment: Mapping[str, str]
) -> dict[str, str]:
    """Return what commands say that show a traceback, or fail without a word."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    path = os.pathsep.join((str(ROOT / "platform"), str(ROOT)))
    site = {"DJANGO_SETTINGS_MODULE": "cutpurse.settings", "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-m", "tests.cutpurse.each_command"],
        cwd=folder,
        env={**kept, **site, **environment},
        input=json.dumps(arguments),
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, tuple[int, str]] = json.loads(done.stdout)
    assert found.keys() == arguments.keys()
    return {
        name: f"{status} {said}"
        for name, (status, said) in found.items()
        if "Traceback" in said or status < 0 or (status and not said.strip())
    }


def named() -> list[str]:
    """Return every command, but those that only wait for whoever types."""
    return sorted(set(get_commands()) - SERVES_ON)


@pytest.fixture
def away(tmp_path: Path) -> dict[str, str]:
    """Return an environment whose servers are not there."""
    return {
        "CUTPURSE_VAR": str(tmp_path / "var"),
        "DATABASE_URL": f"postgresql://app:secret@{NOWHERE}/none",
        "DATABASE_OWNER_URL": f"postgresql://owner:secret@{NOWHERE}/none",
        "REDIS_URL": f"redis://{NOWHERE}/0",
        "SECRET_KEY": secrets.token_hex(32),
    }


@pytest.mark.long
def test_without_a_database_every_command_says_so(tmp_path: Path, away: dict[str, str]) -> None:
    asked = {name: AGAINST_NOTHING.get(name, ()) for name in named()}

    assert traces(asked, tmp_path, away) == {}

    done = ran("verify", folder=tmp_path, **away)
    assert done.returncode == 1
    assert done.stderr.startswith("error: the database does not answer: ")
    assert "DATABASE_URL" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.more
def test_with_a_wrong_argument_every_command_says_so(tmp_path: Path, away: dict[str, str]) -> None:
    asked = dict.fromkeys(named(), ("--no-such-option",))

    assert traces(asked, tmp_path, away) == {}


@pytest.mark.more
def test_with_an_unfinished_environment_commands_say_what_is_missing(
    tmp_path: Path, away: dict[str, str]
) -> None:
    del away["SECRET_KEY"]

    for name in ("migrate", "play", "up", "verify", "check"):
        done = ran(name, *AGAINST_NOTHING.get(name, ()), folder=tmp_path, **away)
        assert done.returncode == 1
        assert done.stderr.startswith("error: SECRET_KEY must be set")


@pytest.mark.parametrize(
    ("name", "value"),
    sampled(
        [
            ("OUTAGE_MIN_SECONDS", "soon"),
            ("NUM_PROXIES", "-1"),
            ("EMAIL_PORT", "smtp"),
            ("STREAMS_PER_ACCOUNT", "1e9"),
        ],
        "EMAIL_PORT",
    ),
)
def test_a_number_that_is_none_is_named_with_its_setting(
    tmp_path: Path, away: dict[str, str], name: str, value: str
) -> None:
    done = ran("check", folder=tmp_path, **{**away, name: value})

    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {name} must be ")
    assert done.stderr.count("\n") == 1


@pytest.mark.more
@pytest.mark.parametrize("port", sampled(["http", "70000", "0"], "http"))
def test_a_port_that_is_none_is_refused_in_a_line(
    tmp_path: Path, environment: dict[str, str], port: str
) -> None:
    given = {**environment, "PORT": port, "CUTPURSE_VAR": str(tmp_path / "var")}

    done = ran("up", folder=tmp_path, **given)

    assert done.returncode == 1
    assert "PORT" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_packages_every_command_says_how_to_get_them(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(bare)], check=True)

    for name in ("migrate", "up", "play", "verify", "help"):
        done = ran(name, python=str(bare / "bin" / "python"), folder=tmp_path)
        assert done.returncode == 1
        assert done.stderr.startswith("error: the package ")
        assert "make setup" in done.stderr


@pytest.fixture
def unmigrated(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of a database in which nothing was made yet."""
    given = {**environment, "CUTPURSE_VAR": str(tmp_path / "var")}
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL"):
        given[name] = servers.url_of(getattr(settings, name), servers.MAINTENANCE)
    return given


NOT_THERE = frozenset(
    {"createcachetable", "demo", "flush", "migrate", "runserver", "seed", "testserver", "up"}
)
"""What would make tables in the servers' own database, or serve from it until it is stopped."""


@pytest.mark.long
def test_on_an_empty_database_every_command_says_what_to_run_first(
    tmp_path: Path, unmigrated: dict[str, str]
) -> None:
    asked = {name: AGAINST_NOTHING.get(name, ()) for name in named() if name not in NOT_THERE}

    assert traces(asked, tmp_path, unmigrated) == {}
    for name in ("verify", "play", "export_log", "seed"):
        done = ran(name, *AGAINST_NOTHING.get(name, ()), folder=tmp_path, **unmigrated)
        assert done.returncode == 1
        assert "migrate --database owner" in done.stderr


@pytest.mark.more
def test_migrating_as_the_application_says_whose_right_it_takes(
    tmp_path: Path, unmigrated: dict[str, str]
) -> None:
    done = ran("migrate", folder=tmp_path, **unmigrated)

    assert done.returncode == 1
    assert "manage.py migrate --database owner" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.more
def test_a_settings_module_may_name_another_folder_for_the_servers(tmp_path: Path) -> None:
    done = ran(
        *("makemigrations", "--check", "--dry-run"),
        folder=tmp_path,
        DJANGO_SETTINGS_MODULE="tests.settings",
        CUTPURSE_TESTS_VAR=str(tmp_path / "var"),
        PYTHONPATH=str(ROOT),
    )

    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "var" / "servers.lock").exists()


@pytest.mark.more
def test_a_bug_keeps_its_traceback(tmp_path: Path, away: dict[str, str]) -> None:
    done = ran("shell", "-c", "assert 1 == 2", folder=tmp_path, **away)

    assert done.returncode == 1
    assert "AssertionError" in done.stderr


@pytest.mark.more
def test_asked_for_the_traceback_of_what_can_be_mended_is_shown(
    tmp_path: Path, away: dict[str, str]
) -> None:
    assert "Traceback" in ran("verify", "--traceback", folder=tmp_path, **away).stderr


@pytest.mark.more
def test_every_command_of_the_platform_says_what_it_is_for() -> None:
    ours = {name: app for name, app in get_commands().items() if not app.startswith("django.")}

    assert {name for name, app in ours.items() if not load_command_class(app, name).help} <= {
        name for name, app in ours.items() if app in {"allauth.account", "axes"}
    }
