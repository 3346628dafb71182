"""The settings of the tests: throw-away servers of their own unless the environment names some.

Each worker of pytest-xdist has a set of servers of its own, so that no test is in another's way.

Beside the database of a given DATABASE_OWNER_URL or DATABASE_URL the tests make others, so its role
needs CREATEDB.
"""

import os
import secrets
import tempfile
from pathlib import Path
from typing import cast

THROW_AWAY = "cutpurse-tests-"
"""What the names of the folders of throw-away servers begin with."""

# Workers of pytest-xdist inherit the name. The folder is deleted in the end, so a CUTPURSE_VAR of
# the user's must never be taken for it.
SESSION = os.environ.setdefault(
    "CUTPURSE_TESTS_VAR", str(Path(tempfile.gettempdir()) / f"{THROW_AWAY}{secrets.token_hex(6)}")
)
os.environ["CUTPURSE_VAR"] = SESSION + os.environ.get("PYTEST_XDIST_WORKER", "")
# Keys of their own, so that importing the settings writes no file.
os.environ.setdefault("SECRET_KEY", secrets.token_hex(16))
os.environ.setdefault("LOG_KEY", secrets.token_hex(16))
# The databases of the tests come and go.
os.environ.setdefault("LOG_FOLDER", "")
# All programs and people of the tests come from one address.
os.environ.setdefault("LIMITS", "register=10000/minute burst 10000")
# Between two tests nobody sweeps; that is no outage.
os.environ.setdefault("OUTAGE_MIN_SECONDS", "86400")

from cutpurse.settings import *  # noqa: E402, F403
from cutpurse.settings import DATABASES  # noqa: E402

# Not what the tests' requests call the site.
SITE_URL = "https://play.example.test"
# A chain of the usual length takes some twentieth of a second for each tournament.
CHAIN_LINKS = 1 << 10
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

for _database in DATABASES.values():
    # A test may take its time within the transaction that will be rolled back.
    cast("dict[str, object]", _database["OPTIONS"])["options"] = (
        "-c idle_in_transaction_session_timeout=0"
    )
