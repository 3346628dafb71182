"""The commands of a clone: its virtual environment runs them from any folder."""

import os
import platform
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

from tests.processes import ROOT


def ran(*command: str | Path, folder: Path, path: str = "") -> str:
    """Return what a command prints in a folder, without any of the tests' paths."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if path:
        environment["PYTHONPATH"] = path
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    return done.stdout.decode()


def test_an_environment_finds_the_packages_and_has_their_commands(tmp_path: Path) -> None:
    home = tmp_path / "home"
    venv.create(home, symlinks=True)
    subprocess.run([ROOT / "requirements" / "commands.sh", home], check=True)
    python = home / "bin" / "python"

    found = "import cutpurse, games, platform; print(cutpurse.__file__, platform.system())"
    assert ran(python, "-c", found, folder=tmp_path).split()[1] == platform.system()
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    packages = next(home.glob("lib/*/site-packages/cutpurse.pth")).read_text().split()
    for name in scripts:
        script = home / "bin" / name
        assert script.read_text().startswith(f"#!{python}\n")
        shown = ran(sys.executable, script, "--help", folder=tmp_path, path=":".join(packages))
        assert "verify" in shown.lower()
