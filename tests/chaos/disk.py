"""A small disk that can be filled: a file system in memory, which only root may make."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which

from cutpurse.embedded.account import account_for

SIZE_MB = 400
BLOCK = 1 << 20


class SmallDisk:
    """A mounted folder of SIZE_MB megabytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave not a byte free."""
        with suppress(OSError), self._ballast.open("ab", buffering=0) as file:
            while True:
                file.write(bytes(BLOCK))
        with suppress(OSError), self._ballast.open("ab", buffering=0) as file:
            while True:
                file.write(bytes(1))

    def free(self) -> None:
        """Give the space back."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def small_disk(var: Path) -> Iterator[SmallDisk | None]:
    """Put the servers' data of a var folder on a small disk; None where that cannot be done."""
    mount, umount = which("mount"), which("umount")
    if os.geteuid() != 0 or mount is None or umount is None:
        yield None
        return
    var.mkdir(parents=True)
    folder = var.with_name(f"{var.name}-disk")
    folder.mkdir()
    options = f"size={SIZE_MB}m,mode=0755"
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if done.returncode:
        folder.rmdir()
        yield None
        return
    try:
        account_for(folder / "postgres").owns(folder)
        (var / "home").symlink_to(folder)
        yield SmallDisk(folder)
    finally:
        subprocess.run([umount, "--lazy", str(folder)], check=True)
        with suppress(OSError):
            folder.rmdir()
