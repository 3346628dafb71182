"""Django settings. Every value that a host may want to change comes from the environment.

Importing this module starts nothing: without DATABASE_URL and REDIS_URL the addresses of the
embedded servers are named, and whoever runs a command starts them (`cutpurse.embedded`).
"""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from cutpurse.embedded.addresses import APP_ROLE, OWNER_ROLE, ROOT, postgres_url, redis_url


def database(url: str) -> dict[str, object]:
    """Return Django's description of the PostgreSQL database at a URL."""
    parts = urlsplit(url)
    options: dict[str, object] = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", None) or parts.hostname or "",
        "PORT": str(options.pop("port", None) or parts.port or ""),
        # A thread keeps its connection: measured cheaper than a pool, and prepared statements live
        # as long as the connection does.
        "CONN_MAX_AGE": None,
        "OPTIONS": {"prepare_threshold": 2, **options},
    }


DATABASE_URL = os.environ.get("DATABASE_URL") or postgres_url(APP_ROLE)
DATABASE_OWNER_URL = os.environ.get("DATABASE_OWNER_URL") or (
    os.environ.get("DATABASE_URL") or postgres_url(OWNER_ROLE)
)
REDIS_URL = os.environ.get("REDIS_URL") or redis_url()

DATABASES = {"default": database(DATABASE_URL), "owner": database(DATABASE_OWNER_URL)}

DEBUG = os.environ.get("DEBUG", "") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY", "insecure-development-key")
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]").split(",")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "accounts",
    "eventstore",
    "agenda",
    "matches",
    "cutpurse",
]
AUTH_USER_MODEL = "accounts.Account"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "cutpurse.urls"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
STATIC_URL = "/static/"
STATIC_ROOT = ROOT / "staticfiles"
