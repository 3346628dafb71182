"""What `manage.py check --deploy --database default` says of a database that could lose writes."""

from collections.abc import Sequence

from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's name.
from django.db import connections

DURABLE = frozenset({"on", "remote_apply"})
"""Values of synchronous_commit with which an acknowledged write outlives the server's crash."""

EARLY = Warning(
    "PostgreSQL acknowledges writes of this role before they are on the disk, or on the standby's.",
    hint="ALTER ROLE … SET synchronous_commit = on; `manage.py create_roles` does that.",
    id="cutpurse.W002",
)
ALONE = Warning(
    "DATABASE_URL names several hosts, and the primary waits for none of its standbys: one that"
    " takes over may lack the last moves.",
    hint="Set synchronous_standby_names; see High availability in docs/operations.md.",
    id="cutpurse.W003",
)


@register(Tags.database, deploy=True)
def writes_are_kept(
    databases: Sequence[str] | None = None, **_options: object
) -> Sequence[CheckMessage]:
    """Say so where a crash or a standby that takes over could lose what was acknowledged."""
    if "default" not in (databases or ()):
        return ()
    connection = connections["default"]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('synchronous_commit'),"
            " current_setting('synchronous_standby_names')"
        )
        commit, standbys = cursor.fetchone()
    has_several_hosts = "," in str(connection.settings_dict["HOST"])
    found = (
        EARLY if commit not in DURABLE else None,
        ALONE if has_several_hosts and not standbys else None,
    )
    return [each for each in found if each is not None]
