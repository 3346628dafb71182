"""Whose rights the servers run with: the caller's, or an ordinary account's when root calls."""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

from cutpurse.embedded.errors import EmbeddedError

UNPRIVILEGED = "nobody"
"""The account that root's servers run as: PostgreSQL refuses to run as root."""


@dataclass(frozen=True, slots=True)
class OsAccount:
    """A user and its group, by number."""

    uid: int
    gid: int

    @property
    def is_caller(self) -> bool:
        """Whether the servers run with the rights of the calling process."""
        return self.uid == os.geteuid()

    def owns(self, path: Path) -> None:
        """Give a file or folder to the account, when root may and must."""
        if not self.is_caller:
            os.chown(path, self.uid, self.gid)

    def may_enter(self, folder: Path) -> bool:
        """Return whether the account may pass through a folder and all folders above it."""
        resolved = folder.resolve()
        return self.is_caller or all(self._may_pass(step) for step in (resolved, *resolved.parents))

    def _may_pass(self, folder: Path) -> bool:
        status = folder.stat()
        if status.st_uid == self.uid:
            return bool(status.st_mode & stat.S_IXUSR)
        if status.st_gid == self.gid:
            return bool(status.st_mode & stat.S_IXGRP)
        return bool(status.st_mode & stat.S_IXOTH)


def account_for(data: Path) -> OsAccount:
    """Return the account for servers with this data folder, which need not exist yet.

    Data that is there keeps its account. Raises EmbeddedError when the caller can't act for it.
    """
    caller = os.geteuid()
    if data.exists():
        status = data.stat()
        if caller not in (0, status.st_uid):
            message = f"{data} belongs to user {status.st_uid}, not to {caller}: run as that user"
            raise EmbeddedError(message)
        if status.st_uid != 0:
            return OsAccount(status.st_uid, status.st_gid)
    if caller != 0:
        return OsAccount(caller, os.getegid())
    entry = pwd.getpwnam(UNPRIVILEGED)
    return OsAccount(entry.pw_uid, entry.pw_gid)
