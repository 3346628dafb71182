"""Where the embedded servers of this clone listen: known from the clone's path alone."""

import hashlib
import os
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The folder of the clone."""

OWNER_ROLE = "cutpurse_owner"
"""Owns the tables; used by migrations only."""
APP_ROLE = "cutpurse_app"
"""May only SELECT and INSERT events; used by everything that serves."""
DATABASE = "cutpurse"

SOCKET_PATH_MAX = 90
"""Bytes that a socket folder may take: sun_path holds 107 and the file name needs 14."""


def var_folder() -> Path:
    """Return the folder of everything that this clone writes (CUTPURSE_VAR moves it)."""
    return Path(os.environ.get("CUTPURSE_VAR", ROOT / "var")).resolve()


def socket_folder(var: Path) -> Path:
    """Return the folder of the servers' sockets: in var, or a short one when var's path is long."""
    folder = var / "run"
    if len(os.fsencode(folder)) <= SOCKET_PATH_MAX:
        return folder
    digest = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"cutpurse-{digest}"


def postgres_url(role: str, var: Path | None = None, database: str = DATABASE) -> str:
    """Return the URL of the embedded database for a role."""
    folder = socket_folder(var or var_folder())
    return f"postgresql://{role}@/{database}?host={folder}"


def redis_url(var: Path | None = None) -> str:
    """Return the URL of the embedded Valkey, as redis-py reads it."""
    return f"unix://{socket_folder(var or var_folder())}/valkey.sock"
