"""Django's settings for the drill: the project's own, on two nodes that one address names.

Whatever servers the environment names are left alone.
"""

import os
import secrets
import tempfile
from pathlib import Path

THROW_AWAY = "cutpurse-failover-"
"""What the names of the folders of throw-away servers begin with."""
NODES = ("first", "second")

os.environ.pop("REDIS_URL", None)
VAR = Path(tempfile.gettempdir()).resolve() / f"{THROW_AWAY}{secrets.token_hex(4)}"
HOSTS = ",".join(str(VAR / name) for name in NODES)
for _name, _role in (("DATABASE_URL", "app"), ("DATABASE_OWNER_URL", "owner")):
    os.environ[_name] = (
        f"postgresql://cutpurse_{_role}@/cutpurse?host={HOSTS}&target_session_attrs=read-write"
    )
os.environ["CUTPURSE_VAR"] = str(VAR)
# Keys of their own, so that importing the settings writes no file.
os.environ.setdefault("SECRET_KEY", secrets.token_hex(32))
os.environ.setdefault("LOG_KEY", secrets.token_hex(32))

from cutpurse.settings import *  # noqa: E402, F403
