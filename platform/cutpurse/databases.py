"""What Django needs to know of the database that a URL names. Pure."""

from collections.abc import Mapping

from psycopg.conninfo import conninfo_to_dict

DEFAULTS: Mapping[str, object] = {
    # A host that is gone must be known as gone long before anybody's patience is.
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}
"""Options of libpq (PostgreSQL manual, 34.1.2) unless the URL has others."""


def described(url: str, *, process: str, keeps_sessions: bool = True) -> dict[str, object]:
    """Return Django's description of the PostgreSQL database at a URL.

    The URL may be any that libpq takes (PostgreSQL manual, 34.1.1.2), one of several hosts too:
    `postgresql://app@pg1,pg2:5433/cutpurse?target_session_attrs=read-write`. The server knows the
    connection by the name of the process. Behind a pooler that does not keep sessions no cursor
    outlasts a transaction. Raises psycopg.ProgrammingError for what is no URL.
    """
    given = conninfo_to_dict(url)
    return {
        "ENGINE": "cutpurse.postgresql",
        "NAME": given.pop("dbname", ""),
        "USER": given.pop("user", ""),
        "PASSWORD": given.pop("password", ""),
        "HOST": given.pop("host", ""),
        "PORT": str(given.pop("port", "")),
        # A thread keeps its connection: measured cheaper than a pool, and prepared statements live
        # as long as the connection does.
        "CONN_MAX_AGE": None,
        "DISABLE_SERVER_SIDE_CURSORS": not keeps_sessions,
        "OPTIONS": {
            "prepare_threshold": 2,
            "application_name": f"cutpurse-{process}",
            **DEFAULTS,
            **given,
        },
    }
