"""Django settings. Every value that a host may want to change comes from the environment.

Importing this module starts nothing: without DATABASE_URL and REDIS_URL the addresses of the
embedded servers are named, and whoever runs a command starts them (`cutpurse.embedded`).
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

import cutpurse.components  # noqa: F401 - Before any engine is loaded.
from cutpurse import databases, environment, logs, secret, sign_in_providers, site_url
from cutpurse.embedded.addresses import (
    APP_ROLE,
    IS_CLONE,
    OWNER_ROLE,
    ROOT,
    postgres_url,
    redis_url,
    var_folder,
)
from cutpurse.openapi import conventions
from web import folders, packed_catalogues
from web.backoffice import menu
from web.games.folders import APPS as GAME_PAGES

POOLERS = ("session", "transaction")
LANE_MISSING = (
    "DATABASE_POOLER is transaction, so DATABASE_LANE_URL must lead to the same database past the"
    " pooler, or through a pool of it in session mode: moves are written there."
)
DATABASE_URL = os.environ.get("DATABASE_URL") or postgres_url(APP_ROLE)
DATABASE_OWNER_URL = os.environ.get("DATABASE_OWNER_URL") or (
    os.environ.get("DATABASE_URL") or postgres_url(OWNER_ROLE)
)
REDIS_URL = os.environ.get("REDIS_URL") or redis_url()

PROCESS = os.environ.get("CUTPURSE_PROCESS", "manage")
"""What PostgreSQL knows the connections of this process by: web, streams, worker,
analyses or manage."""
ONE_PROCESS = os.environ.get("ONE_PROCESS", "") == "1"
"""Whether a web process also does what is due: no worker is needed then."""
KEEPS_SESSIONS = environment.one_of("DATABASE_POOLER", POOLERS, "session") == "session"
"""Whether a connection stays with one session of PostgreSQL: not behind a pooler that shares."""
DATABASES = {
    "default": databases.described(DATABASE_URL, process=PROCESS, keeps_sessions=KEEPS_SESSIONS),
    "owner": databases.described(DATABASE_OWNER_URL, process=PROCESS),
}
if os.environ.get("DATABASE_LANE_URL"):
    # Where moves are written in batches, by connections that keep their sessions.
    DATABASES["lane"] = databases.described(os.environ["DATABASE_LANE_URL"], process=PROCESS)
elif not KEEPS_SESSIONS:
    raise ImproperlyConfigured(LANE_MISSING)
if os.environ.get("DATABASE_READ_URL"):
    # A standby from which what is over is read (`eventstore.replica`, `eventstore.standby_reads`).
    DATABASES["replica"] = databases.described(os.environ["DATABASE_READ_URL"], process=PROCESS)

DATABASE_ROUTERS = ["eventstore.standby_reads.Router"]

DEBUG = os.environ.get("DEBUG", "") == "1"
SECRET_KEY = secret.of_site(os.environ, debug=DEBUG, file=var_folder() / "secret_key")
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]").split(",")
HTTPS = os.environ.get("HTTPS", "") == "1"
"""Whether all come over TLS, as they must where strangers play."""
LOG_KEY = secret.of_log(os.environ, debug=DEBUG, file=var_folder() / "log_key")
"""What signs the public log of all streams; without one the site keeps none."""
LOG_KEY_BEFORE = os.environ.get("LOG_KEY_BEFORE", "")
"""The key before, while keys are replaced (`manage.py rotate_log_key`): both sign meanwhile."""
SITE_URL = site_url.checked(os.environ.get("SITE_URL", ""), https=HTTPS)
"""Where the links of mails lead; without it no such mail is sent."""
LOG_ORIGIN = os.environ.get("LOG_ORIGIN") or site_url.log_origin(SITE_URL)
"""The name of the log; a log that begins anew needs a new one."""
LOG_FOLDER = environment.folder("LOG_FOLDER", var_folder() / "log")
"""Where its newest checkpoint is kept beside the database, so that one which went back is noticed;
with an empty LOG_FOLDER in no file."""
LOG_IN_REDIS = os.environ.get("LOG_IN_REDIS", "") == "1"
"""Whether it is kept in Redis too, for machines and pods that share no folder."""
LOG_WITNESSES = environment.lines("LOG_WITNESSES")
"""Who is asked to sign its checkpoints: `name+id+key address` for each, with `;` between them."""
LOGS_WITNESSED = environment.lines("LOGS_WITNESSED")
"""Keys of the logs of other sites that this one signs as their witness."""
BEACON = os.environ.get("BEACON", "")
"""Where deals take a public beacon from: `drand` or `nist`, and an address unless it is the usual
one; none by default, since a site may have no way out."""
NUM_PROXIES = environment.whole("NUM_PROXIES", 0)
"""How many proxies of our own stand before this server; `api.addresses` says what follows."""
LIMITS = dict(part.split("=", 1) for part in os.environ.get("LIMITS", "").split(";") if part)
"""Lines that replace those of `api.buckets`: `register=9/hour burst 9;play=…`."""
API_ORIGINS = environment.names("API_ORIGINS", "*")
"""Whose pages may use the API in a browser, with tokens: `*` for all, empty for none."""
OUTAGE_MIN_SECONDS = environment.seconds("OUTAGE_MIN_SECONDS", 10)
"""For how long no worker must have lived before clocks are given the time back."""
WEB_THREADS = environment.whole("WEB_THREADS", 8)
"""Requests that Django works on at once in one process; as many again make moves."""
STREAMS_PER_ACCOUNT = environment.whole("STREAMS_PER_ACCOUNT", 20)
STREAMS_PER_ADDRESS = environment.whole("STREAMS_PER_ADDRESS", 2000)
"""Streams that an account, or an address without a token, may hold open at a server process."""
OPEN_MATCHES_PER_ACCOUNT = environment.whole("OPEN_MATCHES_PER_ACCOUNT", 20)
"""Matches of one account that may wait for players at once."""
CHAIN_LINKS = 1 << 16
"""Draws that the chain of a new tournament is made for, a multiple of 256 (`tournaments.wells`)."""
GUESTS = environment.one_of("GUESTS", ("off", "invited", "anyone"), "invited")
"""Whether one may play without an account, and with whom; `accounts.guests` says what follows."""
ORGANISERS = environment.one_of("ORGANISERS", ("staff", "appointed", "everyone"), "appointed")
"""Who may make tournaments; `accounts.organisers` says what follows."""
ANALYSES_SECONDS_A_DAY = environment.whole("ANALYSES_SECONDS_A_DAY", 3600)
"""Processor seconds that analyses of finished matches may have in 24 hours; others wait."""
DUMPS = environment.one_of("DUMPS", ("off", "monthly"), "monthly")
"""Whether finished public matches are published for research at /data (`dumps`)."""
ARCHIVE_FOLDER = Path(_archives) if (_archives := os.environ.get("ARCHIVE_FOLDER")) else None
"""Where the events of sealed months lie, for all processes (`manage.py archive`)."""
DUMPS_FOLDER = Path(os.environ.get("DUMPS_FOLDER") or var_folder() / "dumps")
DATA_LICENCE = os.environ.get("DATA_LICENCE") or "CC-BY-4.0"
"""Under which licence (an SPDX identifier, or an address) they may be used."""
DATA_KEY = os.environ.get("DATA_KEY") or SECRET_KEY
"""What players' pseudonyms are made with; another key gives everybody another pseudonym."""
READY_LAG_MAX_SECONDS = environment.whole("READY_LAG_MAX_SECONDS", 60)
"""How late the agenda may be before /readyz says no."""
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""What Prometheus sends as its bearer token; without one only this machine may read /metrics."""

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "site_profile",
    "accounts",
    "eventstore",
    "agenda",
    "transparency",
    "beacons",
    "matches",
    "web",
    # After `web`, whose templates stand in the place of theirs.
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.idp.oidc",
    *GAME_PAGES,
    "analyses",
    "ratings",
    "studies",
    "deals",
    "tournaments",
    "moderation",
    "puzzles",
    "partiality",
    "dumps",
    "notifications",
    "cutpurse",
]
MIDDLEWARE = [
    "cutpurse.metrics.Counting",
    "api.middleware.ApiMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "cutpurse.health.Health",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "web.middleware.PageLocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "cutpurse.policy.PolicyMiddleware",
    "accounts.devices.Devices",
    "allauth.account.middleware.AccountMiddleware",
    "web.middleware.ProblemPageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Before those of the apps: the admin's first page is ours.
        "DIRS": [folders.BACKOFFICE_TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.frame",
                "web.branding.branding",
            ]
        },
    }
]
AUTH_USER_MODEL = "accounts.Account"
AUTHENTICATION_BACKENDS = [
    "accounts.entrance.Entrance",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["accounts.hashing.PooledHasher"]
PASSWORD_THREADS = environment.whole("PASSWORD_THREADS", 1)
PASSWORD_QUEUE = environment.whole("PASSWORD_QUEUE", 2)
"""Threads of a process that hash passwords, and how many requests of strangers may wait for them:
with the threads fewer than WEB_THREADS, so that others are answered meanwhile."""
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "accounts.passwords.RevokeTokensOnChange"},
]
# Ways in (docs/accounts.md). Tries are counted by `api.limits` alone, and addresses of mail change
# by `accounts.email_changes` alone.
ACCOUNT_ADAPTER = "web.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_UNIQUE_EMAIL = False
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = False
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
MFA_ADAPTER = "web.accounts.adapters.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RATE_LIMITS = False
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "web.accounts.second_step_forms.CodeForm",
    "authenticate_webauthn": "web.accounts.second_step_forms.PasskeyForm",
    "reauthenticate": "web.accounts.second_step_forms.CodeAgainForm",
    "reauthenticate_webauthn": "web.accounts.second_step_forms.PasskeyAgainForm",
    "activate_totp": "web.accounts.second_step_forms.FirstCodeForm",
    "add_webauthn": "web.accounts.second_step_forms.NewPasskeyForm",
    "edit_webauthn": "web.accounts.second_step_forms.PasskeyNameForm",
    "login_webauthn": "web.accounts.second_step_forms.PasskeySignInForm",
}
ACCOUNT_FORMS = {"reauthenticate": "web.accounts.second_step_forms.PasswordAgainForm"}
SOCIALACCOUNT_ADAPTER = "web.accounts.providers.ProviderAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "APPS": sign_in_providers.from_lines(environment.lines("OPENID_PROVIDERS")),
        "OAUTH_PKCE_ENABLED": True,
    }
}
"""By whom people may be signed in: `id, address, client id, secret, name`, with `;` between two."""
IDP_OIDC_ADAPTER = "web.accounts.program_sign_in.ProgramAdapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600
IDP_OIDC_PRIVATE_KEY = os.environ.get("OIDC_PRIVATE_KEY") or secret.read(var_folder() / "oidc_key")
"""With what the site signs who somebody is, for programs of others (RSA, PEM); `make up` makes one.
Empty: programs may act for people, and sign nobody in."""
CACHES = {
    # What must be known to every process, such as codes that were used: few and short-lived.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "accounts_cache",
        "OPTIONS": {"MAX_ENTRIES": 1_000_000},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "cutpurse.urls"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("nl", "Dutch"), ("fr", "French"), ("de", "German")]
LOCALE = folders.LOCALE if IS_CLONE else packed_catalogues.unpacked(var_folder())
LOCALE_PATHS = sorted(LOCALE.glob("*/"))
"""The catalogues of the pages' parts, each with its languages (docs/pages.md)."""
FORMAT_MODULE_PATH = "web.formats"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
RULEBOOKS = ROOT / "docs" / "games" if IS_CLONE else folders.RULEBOOKS
"""Where the rules of each game lie, as `<game>.md`."""
LOGIN_URL = "/sign-in"
LOGIN_REDIRECT_URL = "/"
STATIC_URL = "/static/"
STATIC_ROOT = os.environ.get("STATIC_ROOT")
"""Where `collectstatic` has put the files; unset, they are served from where they lie."""
STATICFILES_FINDERS = ["cutpurse.static_files.MinifyingFinder"]
WHITENOISE_USE_FINDERS = STATIC_ROOT is None

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["api.access.Authenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["api.throttles.Default"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.parsers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "api.openapi.ApiSchema",
    # OPTIONS of DRF tells about rows that the caller may not see.
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "api.exception_handlers.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cutpurse",
    "DESCRIPTION": conventions.text(ROOT / "docs" / "api.md"),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": ["cutpurse.openapi.hooks.complete"],
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "filter": True},
}
UNFOLD = menu.UNFOLD

EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if "EMAIL_HOST" in os.environ
    else "cutpurse.mail_files.EmailBackend"
)
EMAIL_FILE_PATH = var_folder() / "mail"
"""Where mails go as files when no EMAIL_HOST is named."""
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = environment.whole("EMAIL_PORT", 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_USE_TLS", "1") == "1"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Cutpurse <noreply@localhost>")

NOTIFY_NETWORKS = [part for part in os.environ.get("NOTIFY_NETWORKS", "").split(",") if part]
"""Networks that are not public and to which webhooks and push may be sent all the same, such as
`192.168.7.0/24`; there also by plain HTTP."""
NOTIFY_CA_FILE = os.environ.get("NOTIFY_CA_FILE", "")
"""Whose certificates are believed there, where it is not the machine's own list."""
VAPID_PRIVATE_KEY = os.environ.get("VAPID_PRIVATE_KEY") or secret.read(var_folder() / "vapid_key")
"""With what the site identifies itself to push services; `make up` makes one. Empty: no push."""

# What a browser may do with our pages. `cutpurse.policy` says where more is allowed.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if NUM_PROXIES else None
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_FAILURE_VIEW = "web.views.errors.csrf_failure"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
DEVICE_COOKIE_NAME = "__Host-device" if HTTPS else "device"

LOGGING_CONFIG = None
logs.configure(os.environ.get("LOG_LEVEL", "INFO"))
