"""The migrated database of the tests: made once, and kept for all workers until the code changes.

Each worker of a session has a server of its own, and to migrate takes seconds of the processor.
"""

import fcntl
import hashlib
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from cutpurse.embedded import binaries, home
from cutpurse.embedded.addresses import ROOT, var_folder

FOLDER = ROOT / ".pytest_cache" / "migrated"
SOURCES = ("games", "platform", "ratings", "requirements", "tournaments")
"""What a migrated database depends on, beside the day: partitions are made for months to come."""


def fill(url: str, migrate: Callable[[], None]) -> None:
    """Fill a database of the throw-away servers in which there is nothing, not even rights.

    They are kept with it, and rights by default would add to them. `url` is the address for its
    owner, and `migrate` fills it where nothing was kept. Raises subprocess.CalledProcessError.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / f"{_key()}.dump"
    with _one_at_a_time():
        if not kept.exists():
            migrate()
            _keep(url, kept)
            return
    _run("pg_restore", "--exit-on-error", f"--dbname={url}", str(kept))


def _keep(url: str, kept: Path) -> None:
    """Write a database into a file that is whole once it has its name, in place of all others."""
    new = FOLDER / "new"
    _run("pg_dump", "--format=custom", f"--file={new}", f"--dbname={url}")
    for earlier in FOLDER.glob("*.dump"):
        earlier.unlink()
    new.rename(kept)


def _key() -> str:
    digest = hashlib.sha256(datetime.now(UTC).date().isoformat().encode())
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".sql", ".txt"}:
                digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    lock = os.open(FOLDER / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _run(program: str, *arguments: str) -> None:
    """Run one of the programs that come with the server."""
    folder = binaries.postgres(home.find(var_folder()))
    subprocess.run([str(folder / "bin" / program), *arguments], check=True)
