"""A club's own tables of components: a folder that the environment names, and no code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from matches.models import Match
from tests import processes
from tests.api_players import ApiPlayer
from tests.club_copies import COPIES, folder

pytestmark = pytest.mark.usefixtures("committed_db")


def manage(environment: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the project."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=processes.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("game", COPIES)
def test_bots_play_a_match_with_the_clubs_own_copy_and_it_verifies(
    game: str, environment: dict[str, str], tmp_path: Path
) -> None:
    ours = {**environment, "DATASETS": folder(tmp_path)}
    wanted = ["--game", game, "--players", "2", "--dataset", f"{game}/our-copy"]

    played = manage(ours, "play", *wanted, "--bots", "greedy,greedy")

    assert played.returncode == 0, played.stderr
    match = Match.objects.get(dataset=f"{game}/our-copy")
    verified = manage(ours, "verify", "--match", str(match.id))
    assert verified.returncode == 0, verified.stdout + verified.stderr


@pytest.mark.more
def test_the_copy_is_offered_and_pinned_and_unknown_ones_are_refused(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with processes.web({**environment, "DATASETS": folder(tmp_path)}) as site:
        ann = ApiPlayer(site, "ann")
        games = {game["id"]: game for game in ann.expect(200, ann.http.get("/games"))["results"]}
        assert games["pickpocket"]["datasets"] == ["pickpocket/recon-1", "pickpocket/our-copy"]

        wanted = {"game": "pickpocket", "seats": 2, "dataset": "pickpocket/our-copy"}
        match = ann.expect(201, ann.http.post("/matches", json=wanted))["id"]
        (first,) = ann.expect(200, ann.http.get(f"/matches/{match}/events"))["results"]
        assert first["data"]["dataset"] == "pickpocket/our-copy"
        refused = ann.http.post("/matches", json={**wanted, "dataset": "pickpocket/theirs"})
        ann.close()

    assert refused.status_code == 422
    assert refused.json()["code"] == "invalid_options"
    assert "our-copy, not pickpocket/theirs" in refused.text


def test_a_file_that_cannot_be_played_with_stops_the_start_and_is_named(tmp_path: Path) -> None:
    ours = {**os.environ, "DATASETS": folder(tmp_path)}
    file = tmp_path / "sticky-fingers" / "our-copy.json"
    file.write_text(file.read_text().replace('"money", "value": 1', '"money", "value": 0'))

    checked = manage(ours, "check")

    assert checked.returncode != 0
    last = checked.stderr.splitlines()[-1]
    assert f"{file} cannot be played with" in last
    assert "must be worth 1 or more, not 0" in last
