"""Which folders the servers of a clone use.

Normally all of them lie in var/. When root runs a clone below a folder that the servers' account
may not enter, such as /root, the servers get a private folder elsewhere, and var/home and var/run
are links to it: the permissions of folders that are not ours are never touched.
"""

import os
import shutil
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cutpurse import private_files
from cutpurse.embedded.account import OsAccount, account_for
from cutpurse.embedded.addresses import socket_folder
from cutpurse.embedded.errors import EmbeddedError

PRIVATE_PLACES = (Path("/var/lib"), Path("/var/tmp"))  # noqa: S108  mkdtemp makes the folder.
"""Where a private folder may lie; nothing cleans the first by age."""


@dataclass(frozen=True, slots=True)
class Home:
    """The folders of one set of servers and the account they belong to."""

    var: Path
    account: OsAccount
    folder: Path
    """What the account may enter: var, or the private folder."""

    @property
    def postgres(self) -> Path:
        """The data folder of PostgreSQL, there once it is whole."""
        return self.folder / "postgres"

    @property
    def valkey(self) -> Path:
        """The data folder of Valkey."""
        return self.folder / "valkey"

    @property
    def sockets(self) -> Path:
        """Where clients find the sockets."""
        return socket_folder(self.var)

    @property
    def logs(self) -> Path:
        """The folder of the servers' logs."""
        return self.var / "logs"


def find(var: Path) -> Home:
    """Return the folders of a clone whose servers may be running; make none of them."""
    link = var / "home"
    folder = link.resolve() if link.is_dir() else var
    return Home(var, account_for(folder / "postgres"), folder)


def make(var: Path) -> Home:
    """Return the folders of a clone, made where they were missing."""
    var.mkdir(parents=True, exist_ok=True)
    home = find(var)
    if home.folder == var and not home.postgres.exists() and not home.account.may_enter(var):
        _make_private(var, home.account)
        home = find(var)
    private_files.folder(home.logs)
    _make_own(home.valkey, home.account)
    _make_socket_folder(home)
    return home


def remove(var: Path) -> None:
    """Delete a var folder and what lies elsewhere for it; its servers must not run."""
    if not var.exists():
        return
    home = find(var)
    for folder in (home.sockets.resolve(), home.folder, var):
        shutil.rmtree(folder, ignore_errors=True)


def _make_private(var: Path, account: OsAccount) -> None:
    """Make a folder outside the clone that the account may enter, and link it from var."""
    place = next((each for each in PRIVATE_PLACES if os.access(each, os.W_OK)), None)
    if place is None or not account.may_enter(place):
        message = f"user {account.uid} may enter neither {var} nor {PRIVATE_PLACES}"
        raise EmbeddedError(message)
    private = Path(tempfile.mkdtemp(prefix="cutpurse-", dir=place))
    account.owns(private)
    _link(var / "home", private)


def _make_socket_folder(home: Home) -> None:
    sockets = home.sockets
    if sockets.parent == home.var and home.folder != home.var:
        _make_own(home.folder / "run", home.account)
        _link(sockets, home.folder / "run")
    else:
        _make_own(sockets, home.account)


def _make_own(folder: Path, account: OsAccount) -> None:
    """Make a folder that only the account may enter; refuse one that another user put there."""
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in (account.uid, os.geteuid()):
        message = f"{folder} must be a folder of user {account.uid}, not of user {status.st_uid}"
        raise EmbeddedError(message)
    account.owns(folder)
    folder.chmod(0o700)


def _link(link: Path, target: Path) -> None:
    """Make a link, in the place of an older one or of an empty folder."""
    if link.is_dir() and not link.is_symlink():
        link.rmdir()
    link.unlink(missing_ok=True)
    link.symlink_to(target)
