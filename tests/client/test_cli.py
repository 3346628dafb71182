"""The command line, as it is typed: from the first account to a verified match."""

import io
import json
import secrets
import stat
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from random import Random

import pytest

from cutpurse.cli import login
from cutpurse.cli.app import main
from tests.api_players import ApiPlayer, begun, play_out

pytestmark = pytest.mark.usefixtures("committed_db")

Run = Callable[..., str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: str) -> Path:
    """Give the command line an empty configuration, and the site's address."""
    for name in ("CUTPURSE_TOKEN", "CUTPURSE_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("CUTPURSE_PASSWORD", "an owl at the window")
    return tmp_path


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command and returns what it prints; it must succeed."""

    def run(*arguments: str) -> str:
        code = main(arguments)
        printed = capsys.readouterr()
        assert (code, printed.err) == (0, "")
        return printed.out

    return run


@pytest.fixture
def fail(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command that must fail, and returns the one line that it says."""

    def fail(*arguments: str) -> str:
        assert main(arguments) != 0
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("cutpurse: ")
        return line.removeprefix("cutpurse: ")

    return fail


@pytest.fixture
def name(run: Run, site: str) -> str:
    """Return the name of an account that is logged in."""
    new = f"typist-{secrets.token_hex(6)}"
    run("register", new, "--address", site)
    return new


def test_the_version_is_told(run: Run) -> None:
    assert run("--version") == f"cutpurse {metadata.version('cutpurse')}\n"


def test_the_login_is_kept_for_the_owners_eyes_alone(run: Run, name: str, site: str) -> None:
    assert f"{name} at {site}" in run("whoami")

    kept = login.file()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert run("token").strip() == json.loads(kept.read_text())["token"]

    run("log-out")
    assert not kept.exists()
    run("log-in", name, "--address", site)
    assert name in run("whoami")


def test_a_program_gets_its_badge_with_its_account(run: Run, site: str) -> None:
    run("register", f"robot-{secrets.token_hex(6)}", "--address", site, "--bot", "a@example.org")

    assert "[bot]" in run("whoami")


def test_games_and_matches_are_listed(run: Run, name: str) -> None:
    assert "Stick 'Em" in (games := run("games"))
    assert "pickpocket@2" in games
    assert "greedy" in games
    match = run("open", "stick-em", "--seats", "4", "-o", "rounds=1", "--against", "greedy").strip()

    (line,) = [line for line in run("list", "--mine").splitlines() if match in line]

    assert name in line
    assert "greedy [bot], (free), (free)" in line


def test_what_one_command_has_promised_to_the_deal_another_shows(
    run: Run, name: str, site: str
) -> None:
    match = run("open", "second-story", "--seats", "2").strip()
    other = ApiPlayer(site, "bob")

    other.sit(match)

    assert other.look(match)["status"] == "open"
    assert "live" in run("show", match)
    assert other.look(match)["status"] == "live"
    other.close()
    assert stat.S_IMODE(login.file().with_name("share.key").stat().st_mode) == 0o600


@pytest.mark.usefixtures("worker")
def test_a_match_is_played_by_numbers_and_verified(
    run: Run, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = ("--against", "greedy", "--against", "random")
    match = run("open", "stick-em", "--seats", "3", "-o", "rounds=1", *bots).strip()
    monkeypatch.setattr("sys.stdin", io.StringIO("what?\n99\n" + "1\n" * 200))

    played = run("play", match)

    assert "'what?' is none of the moves." in played
    assert "Your moves" in played
    assert "card played" in played
    assert "played out" in played
    log = tmp_path / "match.ndjson"
    run("log", match, "--out", str(log))
    assert run("verify", str(log)) == f"{log}: consistent\n"
    log.write_text(log.read_text().replace('"reason":"played_out"', '"reason":"resigned"'))
    assert main(["verify", str(log)]) == 1


@pytest.mark.more
def test_who_has_had_enough_comes_back_later(
    run: Run, name: str, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [ApiPlayer(site, "bob"), ApiPlayer(site, "cleo")]
    match = run("open", "stick-em", "--seats", "3").strip()
    for other in others:
        other.sit(match)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))

    assert f"cutpurse play {match}" in run("play", match)
    for other in others:
        other.close()


@pytest.mark.more
def test_a_stranger_watches_a_match_to_its_end(
    run: Run, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [ApiPlayer(site, each) for each in ("ann", "bob", "cleo")]
    match = begun(players, options={"rounds": 1})
    monkeypatch.setenv("CUTPURSE_ADDRESS", site)
    shown = run("show", match)
    play_out(players, match, Random(1))
    watched = run("watch", match)
    for player in players:
        player.close()

    assert "live" in shown
    assert "played out" in watched


@pytest.mark.more
def test_every_error_is_one_line_that_says_what_to_do(
    fail: Run, run: Run, name: str, tmp_path: Path
) -> None:
    nobody = "01a1fe0c-05b9-7e84-b245-017f4c04de4f"

    assert "This match does not exist" in fail("show", nobody)
    assert "No such command" in fail("dance")
    assert "rounds=1" in fail("open", "stick-em", "--seats", "3", "-o", "rounds")
    assert "must be one of" in fail("open", "chess", "--seats", "2")
    assert "pickpocket@2" in fail("open", "pickpocket", "--seats", "2", "--rules", "pickpocket@7")
    match = run("open", "stick-em", "--seats", "3", "--no-sit").strip()
    assert "no seat" in fail("play", match)
    assert "is taken" in fail("register", name)
    assert "No such file" in fail("log", match, "--out", str(tmp_path / "a" / "b"))
    assert "no address" in fail("games", "--address", "example.org")
    login.file().write_text("nonsense")
    assert "log in again" in fail("whoami")
    login.forget()
    assert "cutpurse log-in" in fail("whoami")
