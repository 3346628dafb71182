"""Folders and files that only their owner reads, whatever the umask and whatever they were."""

import os
from pathlib import Path
from typing import BinaryIO

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def folder(path: Path) -> Path:
    """Return a folder that only its owner enters, made where it was missing."""
    path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    close(path, FOLDER_MODE)
    return path


def added_to(path: Path) -> BinaryIO:
    """Open a file to be added to, which only its owner reads."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, FILE_MODE)
    close(path)
    return os.fdopen(descriptor, "ab")


def close(path: Path, mode: int = FILE_MODE) -> None:
    """Take a folder or a file away from others, where it is ours to say."""
    status = path.stat()
    if status.st_mode & 0o777 != mode and os.geteuid() in {0, status.st_uid}:
        path.chmod(mode)
