"""Django's settings for the chaos: the project's own, on throw-away servers that are durable.

Whatever servers the environment names are left alone.
"""

import os
import secrets
import tempfile
from pathlib import Path

THROW_AWAY = "cutpurse-chaos-"
"""What the names of the folders of throw-away servers begin with."""

for _name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"):
    os.environ.pop(_name, None)
os.environ["CUTPURSE_VAR"] = str(
    Path(tempfile.gettempdir()).resolve() / f"{THROW_AWAY}{secrets.token_hex(4)}"
)
# Keys of their own, so that importing the settings writes no file.
os.environ.setdefault("SECRET_KEY", secrets.token_hex(32))
os.environ.setdefault("LOG_KEY", secrets.token_hex(32))
# Its databases go back in time on purpose, and nobody is there to say so.
os.environ.setdefault("LOG_FOLDER", "")

from cutpurse.settings import *  # noqa: E402, F403
