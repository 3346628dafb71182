"""Clients made from the description by the usual generators, unchanged, play a whole match."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from cutpurse.embedded.addresses import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.long]

HERE = Path(__file__).parent
GENERATORS = ROOT / ".venv" / "generators"
"""Where requirements/generators.sh puts them."""
SETTINGS = "content_type_overrides:\n  application/x-ndjson: text/plain\n"
"""What docs/api.md says that openapi-python-client has to be told."""
FLAGS = ("--default-non-nullable", "false")
"""What it says that openapi-typescript has to be told: what has a default may be left out."""
PATIENCE_S = 300


@pytest.fixture
def generators() -> Path:
    """Return where the generators are; without them the tests say what is missing."""
    if not (GENERATORS / "installed").is_file():
        pytest.fail("The generators of clients are missing: run requirements/generators.sh .venv")
    return GENERATORS


def run(command: Sequence[object], at: Path, generators: Path) -> str:
    """Run a command of the generators, and return what it says; a failure fails the test."""
    path = os.pathsep.join((str(generators / "bin"), os.environ["PATH"]))
    done = subprocess.run(
        [*map(str, command)],
        cwd=at,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def check(told: str, site: str) -> None:
    """Check that a client has played a match to its end, as the site tells it."""
    ended: Any = json.loads(told.strip().splitlines()[-1])
    match = httpx.get(f"{site}/api/v1/matches/{ended['match']}", timeout=60).json()
    assert ended["status"] == match["status"] == "finished"
    assert ended["version"] == match["version"]
    assert ended["placings"] == match["result"]["placings"]


def description(site: str, folder: Path) -> Path:
    """Write the description of a site to a file."""
    file = folder / "openapi.json"
    file.write_bytes(httpx.get(f"{site}/api/v1/openapi.json", timeout=60).content)
    return file


def test_openapi_python_client_makes_one_without_a_warning_that_plays_a_match(
    generators: Path, site: str, tmp_path: Path
) -> None:
    settings = tmp_path / "settings.yaml"
    settings.write_text(SETTINGS)
    command = [generators / "bin" / "openapi-python-client", "generate", "--meta", "none"]
    made = tmp_path / "made_client"
    given = ["--path", description(site, tmp_path), "--config", settings, "--output-path", made]

    said = run([*command, *given], tmp_path, generators)
    assert said.strip() == f"Generating {made}", "no warning, no schema left out"
    played = run(
        [generators / "bin" / "python", HERE / "python_match.py", tmp_path, site],
        tmp_path,
        generators,
    )

    check(played, site)


def test_openapi_typescript_makes_one_that_is_strictly_typed_and_plays_a_match(
    generators: Path, site: str, tmp_path: Path
) -> None:
    for name in ("package.json", "tsconfig.json", "match.ts"):
        shutil.copy(HERE / "typescript" / name, tmp_path)
    modules = generators / "typescript" / "node_modules"
    (tmp_path / "node_modules").symlink_to(modules)
    node = generators / "bin" / "node"

    def program(*path: str) -> list[Path]:
        return [node, modules.joinpath(*path)]

    file = description(site, tmp_path)
    said = run(
        [*program("openapi-typescript", "bin", "cli.js"), file, *FLAGS, "--output", "schema.ts"],
        tmp_path,
        generators,
    )
    assert "warn" not in said.lower()
    run([*program("typescript", "bin", "tsc"), "--project", "tsconfig.json"], tmp_path, generators)
    played = run([node, tmp_path / "made" / "match.js", site], tmp_path, generators)

    check(played, site)
