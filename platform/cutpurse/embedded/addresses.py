"""Where the embedded servers listen: known from the path of their folder alone."""

import hashlib
import os
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[3]
"""The folder of the clone; of no meaning where the package was installed from a wheel."""
IS_CLONE = (ROOT / "platform" / "cutpurse").is_dir()
"""Whether this runs from a clone of the repository, and not from an installed wheel."""
DATA_FOLDER = "cutpurse-data"
"""What an installed wheel writes to, in the folder where a command is run."""

OWNER_ROLE = "cutpurse_owner"
"""Owns the tables; used by migrations only."""
APP_ROLE = "cutpurse_app"
"""May only SELECT and INSERT events; used by everything that serves."""
DATABASE = "cutpurse"

SOCKET_PATH_MAX = 88
"""Bytes that a socket folder may take: sun_path holds 103 on macOS, and the file name needs 14."""
SHORT_FOLDER = Path("/tmp")  # noqa: S108  Whatever its TMPDIR, each process must name the same one.
"""Where the socket folder of a clone with a path too long or odd lies."""


def var_folder() -> Path:
    """Return the folder of everything that is written: CUTPURSE_HOME, or CUTPURSE_VAR.

    Where neither is set: `var` of the clone, or `cutpurse-data` below the working folder.
    """
    given = os.environ.get("CUTPURSE_VAR") or os.environ.get("CUTPURSE_HOME")
    return Path(given or (ROOT / "var" if IS_CLONE else DATA_FOLDER)).resolve()


def python_path() -> dict[str, str]:
    """Return what tells another Python where a clone's packages are; a wheel needs nothing."""
    folders = (str(ROOT / "platform"), str(ROOT))
    return {"PYTHONPATH": os.pathsep.join(folders)} if IS_CLONE else {}


def digest(folder: Path) -> str:
    """Return 12 hexadecimal digits that stand for a folder where a path would be too long."""
    return hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]


def socket_folder(var: Path) -> Path:
    """Return the folder of the servers' sockets: in var, or a short one when var's path won't do.

    A comma separates hosts for PostgreSQL's clients, and can't be quoted.
    """
    folder = var / "run"
    if len(os.fsencode(folder)) <= SOCKET_PATH_MAX and "," not in str(folder):
        return folder
    return SHORT_FOLDER / f"cutpurse-{digest(var)}"


def postgres_url(role: str, var: Path | None = None, database: str = DATABASE) -> str:
    """Return the URL of the embedded database for a role."""
    folder = socket_folder(var or var_folder())
    return f"postgresql://{role}@/{database}?host={quote(str(folder))}"


def redis_url(var: Path | None = None) -> str:
    """Return the URL of the embedded Valkey, as redis-py reads it."""
    return f"unix://{quote(str(socket_folder(var or var_folder())))}/valkey.sock"
