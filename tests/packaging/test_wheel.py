"""A wheel of this clone works where nothing of the clone is."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement

from cutpurse.client import Client
from cutpurse.embedded import servers
from cutpurse.embedded.addresses import ROOT
from tests.packaging.scripts import PACKAGES
from tests.processes import free_port
from tests.toys.documented import examples

pytestmark = [pytest.mark.slow, pytest.mark.more]

RECORDED = ROOT / "tests" / "matches" / "recorded" / "stick-em-chain-2-2.ndjson"
SECONDS_MAX = 180
SIZE_MAX = 11_000_000
"""Bytes that the library takes with all that it depends on."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel of this clone."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def needed(*distributions: str) -> set[str]:
    """Return distributions and all that they need, extras left out."""
    found: set[str] = set()
    waiting = list(distributions)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            asked = map(Requirement, importlib.metadata.requires(name) or ())
            waiting += [
                each.name
                for each in asked
                if not each.marker or each.marker.evaluate({"extra": ""})
            ]
    return found


def taken(distribution: str, site_packages: Path) -> int:
    """Put a distribution that is installed here into another environment; return its bytes."""
    size = 0
    for file in importlib.metadata.files(distribution) or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            target = site_packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(Path(file.locate()).read_bytes())
            size += target.stat().st_size
    return size


def installed(wheel: Path, folder: Path) -> Path:
    """Install the wheel into a new environment; return its site-packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = (sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"))
    subprocess.run(
        [*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-compile", str(wheel)],
        check=True,
        capture_output=True,
    )
    (site_packages,) = folder.glob("lib/python*/site-packages")
    return site_packages


def ran(*command: str | Path, folder: Path) -> str:
    """Run a program with nothing of this environment, and return what it writes."""
    kept = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    done = subprocess.run(
        command, cwd=folder, env=kept, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_wheel_lays_one_name_into_site_packages_and_brings_what_runs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()

    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"cutpurse"}
    assert {"cutpurse/py.typed", "cutpurse/rulebooks/pickpocket.md", "cutpurse/verify.py"} <= {
        *names
    }
    catalogues = (ROOT / "platform").rglob("*.po")
    compiled = {file.with_suffix(".mo").relative_to(ROOT / "platform") for file in catalogues}
    assert compiled
    assert [name for name in names if name.endswith(".mo")] == []
    with (
        zipfile.ZipFile(wheel) as file,
        file.open("cutpurse/web/catalogues.tar.xz") as packed,
        tarfile.open(fileobj=packed) as archive,
    ):
        names_packed = archive.getnames()
    assert {f"web/locale/{name}" for name in names_packed} == {str(at) for at in compiled}
    assert any(name.endswith("recon-1.json") for name in names)
    assert [name for name in names if name.endswith((".po", ".pyc"))] == []
    (metadata,) = [name for name in names if name.endswith("METADATA")]
    with zipfile.ZipFile(wheel) as file:
        told = file.read(metadata).decode()
    assert "Classifier: Typing :: Typed" in told
    needed_always = re.findall(r"^Requires-Dist: ([\w-]+)>=[\d.]+$", told, re.MULTILINE)
    assert needed_always == ["httpx", "msgspec"]


@pytest.mark.long
def test_two_builds_of_one_clone_are_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )

    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


@pytest.mark.long
def test_the_library_alone_is_small_and_does_all_that_its_page_shows(
    wheel: Path, tmp_path: Path
) -> None:
    site_packages = installed(wheel, tmp_path / "venv")
    size = sum(file.stat().st_size for file in site_packages.rglob("*") if file.is_file())
    size += sum(taken(each, site_packages) for each in needed("httpx", "msgspec"))
    folder = tmp_path / "project"
    folder.mkdir()
    for name in sorted(PACKAGES):
        # Files that people have: what is installed must not look at them.
        (folder / f"{name}.py").write_text(f"raise RuntimeError('this is not our {name}')\n")
    python = tmp_path / "venv" / "bin" / "python"

    (folder / "match.ndjson").write_bytes(RECORDED.read_bytes())

    assert size < SIZE_MAX, f"{size / 1e6:.1f} MB"
    for number, code in enumerate(examples("library")):
        (folder / f"example_{number}.py").write_text(code)
        said = ran(python, f"example_{number}.py", folder=folder)
    assert said == "match.ndjson is consistent\n"
    line = "import cutpurse.client, cutpurse.verify, sys; print(*sys.modules)"
    loaded = {name.partition(".")[0] for name in ran(python, "-c", line, folder=folder).split()}
    assert loaded & {*PACKAGES, "django", "celery"} == set()
    told = subprocess.run(
        [tmp_path / "venv" / "bin" / "cutpurse", "games"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert 'pip install "cutpurse[cli]"' in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.long
def test_a_site_comes_up_from_the_wheel_and_a_match_is_played_on_it(
    wheel: Path, tmp_path: Path
) -> None:
    site_packages = installed(wheel, tmp_path / "venv")
    # What the extras bring: a line of a .pth adds a folder, and no line of that folder's own.
    (site_packages / "extras.pth").write_text(sysconfig.get_path("purelib") + "\n")
    folder = Path(tempfile.mkdtemp(prefix="cutpurse-wheel-"))
    folder.chmod(0o755)
    program = tmp_path / "venv" / "bin" / "cutpurse"
    address = f"http://127.0.0.1:{free_port()}"
    kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "PORT": address.rpartition(":")[2]}
    try:
        with (folder / "up.log").open("w") as log:
            up = subprocess.Popen([program, "up"], cwd=folder, env=kept, stdout=log, stderr=log)
        wait_for(f"{address}/readyz", up, folder / "up.log")
        page = httpx.get(f"{address}/games/pickpocket/rulebook", headers={"Accept-Language": "de"})
        passkey = httpx.get(f"{address}/sign-in/passkey", headers={"Accept": "application/json"})
        described = httpx.get(f"{address}/.well-known/openid-configuration")
        with Client(address=address) as client:
            client.register("robin", "an owl at the window")
            client.log_in("robin", "an owl at the window")
            match = client.open("stick-em", seats=3, options={"rounds": 1})
            for _ in range(3):
                client.add_bot(match.id, "greedy")
            list(client.watch(match.id))
            result = client.match(match.id).result
            (folder / "match.ndjson").write_text(client.log(match.id))

        assert page.status_code == 200
        # What the settings name for signing in is found below the one name too.
        assert (passkey.status_code, described.status_code) == (200, 200), passkey.text
        assert 'lang="de"' in page.text
        assert "Anmelden" in page.text
        assert "PK-56" in page.text
        assert result
        assert ran(program, "verify", "match.ndjson", "--against", address, folder=folder)
        assert "0 faults" in ran(program, "manage", "verify", folder=folder)
        assert (folder / "cutpurse-data" / "postgres").is_dir()
        assert not (site_packages.parent / "var").exists()
        ran(program, "down", folder=folder)
        assert up.wait(SECONDS_MAX) == 0
    finally:
        ran(program, "down", folder=folder)
        assert servers.discard(folder / "cutpurse-data")
        shutil.rmtree(folder)


def wait_for(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until a site answers."""
    end = time.monotonic() + SECONDS_MAX
    while True:
        try:
            if httpx.get(address).status_code == httpx.codes.OK:
                return
        except httpx.HTTPError:
            pass
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.1)
