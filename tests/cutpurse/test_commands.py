"""The commands of a clone: its virtual environment runs them from any folder."""

import os
import platform
import subprocess
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

from tests.processes import ROOT

pytestmark = pytest.mark.more

REQUIREMENTS = ROOT / "requirements"
LISTED = sysconfig.get_path("purelib")
"""Where this environment has what the lists of requirements/ name, the build backend among it."""


def ran(*command: str | Path, folder: Path) -> str:
    """Return what a command prints in a folder, with no more on its path than what is listed."""
    # A folder that is named thus brings no .pth along, and so not the clone of this environment.
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": LISTED},
        capture_output=True,
        check=True,
    )
    return done.stdout.decode()


@pytest.mark.slow
def test_an_environment_finds_the_packages_and_has_their_commands(tmp_path: Path) -> None:
    home = tmp_path / "home"
    venv.create(home, symlinks=True)
    ran(REQUIREMENTS / "install.sh", home, folder=tmp_path)
    python = home / "bin" / "python"

    found = "import cutpurse, games, platform; print(cutpurse.__file__, platform.system())"
    assert ran(python, "-c", found, folder=tmp_path).split() == [
        str(ROOT / "platform" / "cutpurse" / "__init__.py"),
        platform.system(),
    ]
    assert "verify" in ran(python, "-m", "cutpurse.verify", "--help", folder=tmp_path).lower()
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for name in scripts:
        script = home / "bin" / name
        assert script.read_text().startswith(f"#!{python}\n")
        assert "verify" in ran(script, "--help", folder=tmp_path).lower()


def listed(name: str) -> set[str]:
    """Return the names of the packages on a list."""
    lines = (REQUIREMENTS / f"{name}.txt").read_text().splitlines()
    return {line.partition("==")[0] for line in lines if "==" in line.partition(" ")[0]}


def test_what_builds_the_clone_is_on_the_first_list() -> None:
    # It is installed without a network and without an environment for the build alone.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {name.partition(">")[0] for name in project["build-system"]["requires"]}

    assert wanted == {
        name.partition(">")[0] for name in project["project"]["optional-dependencies"]["build"]
    }
    assert wanted <= listed("base")


def test_a_list_names_what_it_adds_and_no_address() -> None:
    lists = {name: listed(name) for name in ("base", "dev", "bench")}
    # Beside one of the first two: for a release, for traces, or to check signatures of beacons.
    beside = {"beacons", "release", "telemetry"}

    names = [name for each in lists.values() for name in each]
    assert len(names) == len(set(names))
    # What makes clients for the tests needs other versions, and an environment of its own.
    assert {file.stem for file in REQUIREMENTS.glob("*.txt")} == {*lists, *beside, "generators"}
    for file in REQUIREMENTS.glob("*.txt"):
        assert "//" not in file.read_text(), file
