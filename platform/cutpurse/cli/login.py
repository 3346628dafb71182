"""Who is logged in, where: kept in the user's configuration folder, for the user's eyes alone."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from cutpurse.cli.errors import CliError
from cutpurse.client import ADDRESS

OWNER_ONLY = 0o600
FOLDER_OWNER_ONLY = 0o700
SHARE_KEY_BYTES = 32


class Login(msgspec.Struct, frozen=True):
    """A server, an account there, and its token."""

    address: str
    username: str
    token: str


def file() -> Path:
    """Return where the login is kept (XDG Base Directory Specification)."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(folder) / "cutpurse" / "login.json"


def address(given: str | None) -> str:
    """Return the server to talk to: that given, the environment's, the login's, this machine."""
    if given or os.environ.get("CUTPURSE_ADDRESS"):
        return given or os.environ["CUTPURSE_ADDRESS"]
    known = load()
    return ADDRESS if known is None else known.address


def token() -> str:
    """Return the token to act with; raises CliError when nobody is logged in."""
    known = load()
    found = os.environ.get("CUTPURSE_TOKEN") or (known.token if known else "")
    if not found:
        raise CliError("Nobody is logged in; begin with `cutpurse register` or `cutpurse log-in`.")
    return found


def load() -> Login | None:
    """Return the login that is kept; raises CliError when the file is none."""
    try:
        return msgspec.json.decode(file().read_bytes(), type=Login)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as error:
        message = f"{file()} is no login; remove it and log in again."
        raise CliError(message) from error


def save(login: Login) -> None:
    """Keep a login in place of any other, readable by its owner alone."""
    _keep(file(), msgspec.json.encode(login))


def share_key() -> bytes:
    """Return the key of the player's shares in deals; the first time one is made, and kept.

    Each command is a process of its own: what one has promised, the next one has to show.
    """
    place = file().with_name("share.key")
    with suppress(FileNotFoundError):
        return place.read_bytes()
    made = secrets.token_bytes(SHARE_KEY_BYTES)
    _keep(place, made)
    return made


def _keep(place: Path, content: bytes) -> None:
    """Write a file anew, readable by its owner alone."""
    place.parent.mkdir(mode=FOLDER_OWNER_ONLY, parents=True, exist_ok=True)
    new = place.with_suffix(".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as writing:
        writing.write(content)
    new.replace(place)


def forget() -> None:
    """Keep no login."""
    file().unlink(missing_ok=True)
