"""The bots of the examples: thirty lines each, and they play matches to their end."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cutpurse.embedded.addresses import ROOT
from tests.callers import Caller, new_name, new_player

EXAMPLES = ROOT / "examples"
LINES = 33
"""Thirty, and what they say of themselves."""
PATIENCE_S = 240

pytestmark = [pytest.mark.usefixtures("committed_db", "worker"), pytest.mark.more]


def lines(file: Path) -> int:
    """Return how many lines of a program are neither empty nor a remark."""
    said = (line.strip() for line in file.read_text().splitlines())
    return sum(bool(line) and not line.startswith(("#", "//")) for line in said)


def node() -> str:
    """Return a Node; without one the test says what is missing."""
    own = ROOT / ".venv" / "generators" / "bin" / "node"
    found = str(own) if own.exists() else shutil.which("node")
    if found is None:
        pytest.fail("There is no Node: run requirements/generators.sh .venv, or install nodejs")
    return found


def played(command: list[str], site: str, matches: int) -> Caller:
    """Have a bot play so many matches, and return who looks on as its player."""
    name = new_name()
    player = new_player("play", "read", name=name)
    done = subprocess.run(
        [*command, str(matches)],
        env={**os.environ, "API": site, "TOKEN": player.token},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{matches - 1} to go; placings:" in done.stdout
    assert "0 to go; placings:" in done.stdout
    found = player.get(f"/matches?player={name}").body["results"]
    assert [match["status"] for match in found] == ["finished"] * matches
    return player


def test_the_bot_in_python_plays_with_httpx_alone(site: str) -> None:
    assert lines(EXAMPLES / "bot.py") <= LINES

    played([sys.executable, str(EXAMPLES / "bot.py")], site, matches=2)


@pytest.mark.long
def test_the_bot_in_node_plays_with_node_alone(site: str) -> None:
    assert lines(EXAMPLES / "bot.mjs") <= LINES

    played([node(), str(EXAMPLES / "bot.mjs")], site, matches=2)
