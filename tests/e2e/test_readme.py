"""The README's lines do what it says, as they stand there."""

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.api_players import ApiPlayer

README = (processes.ROOT / "README.md").read_text()
ADDRESS = "http://127.0.0.1:8000"
SLEEP = "sleep 2; "
"""In which both bots decide, where the machine has nothing else to do."""
PATIENCE = (
    """until [ "$(curl -sS "$A/matches/$M" | pick '["to_act"]')" = "[0]" ]; do sleep 0.1; done; """
)

pytestmark = [pytest.mark.usefixtures("committed_db", "worker"), pytest.mark.more]


def blocks(language: str) -> list[str]:
    """Return the README's blocks of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def block_with(language: str, text: str) -> str:
    """Return the block that holds a text."""
    (found,) = [block for block in blocks(language) if text in block]
    return str(found)


def test_the_ten_lines_of_curl_play_a_move(site: str, tmp_path: Path) -> None:
    script = block_with("sh", "post()").replace(ADDRESS, site)
    assert len(script.splitlines()) == 10
    assert SLEEP in script
    name = f"curl-{secrets.token_hex(6)}"

    done = subprocess.run(
        ["bash", "-euc", "T=; " + script.replace('"ann"', f'"{name}"').replace(SLEEP, PATIENCE)],  # noqa: S607 - Any bash.
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=True,
    )

    log = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"version"')]
    picks = [line for line in log if line.get("type") == "pain_chosen" and "at" in line]
    assert 0 in {line["data"]["seat"] for line in picks}


def test_the_bot_in_thirty_lines_plays_its_matches_to_the_end(site: str, tmp_path: Path) -> None:
    program = block_with("python", "cutpurse.client")
    assert len(program.splitlines()) <= 30
    (tmp_path / "bot.py").write_text(program)
    robot = ApiPlayer(site, "robot", ["bot"])

    done = subprocess.run(
        [sys.executable, "bot.py", "3"],
        env={
            **os.environ,
            "API": site,
            "TOKEN": robot.token,
            "PYTHONPATH": str(processes.ROOT / "platform"),
        },
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=True,
    )

    robot.close()
    assert [line.split(" to go")[0] for line in done.stdout.splitlines()] == ["2", "1", "0"]
    assert done.stdout.count("played_out") == 3
