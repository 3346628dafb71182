"""Django's settings for the benchmarks: the project's own, on throw-away servers that are durable.

Whatever servers the environment names are left alone: a benchmark fills its database.
"""

import os
import secrets

from cutpurse.embedded.addresses import ROOT

THROW_AWAY = "bench-"
"""What the names of the folders of throw-away servers begin with, inside var/."""

for _name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"):
    os.environ.pop(_name, None)
# In var/ and not in a temporary folder, which may lie in memory: the disk is part of what counts.
os.environ["CUTPURSE_VAR"] = str(ROOT / "var" / f"{THROW_AWAY}{secrets.token_hex(4)}")

from cutpurse.settings import *  # noqa: E402, F403
