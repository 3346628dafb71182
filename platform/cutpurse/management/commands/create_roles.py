"""`manage.py create_roles`: prepares a PostgreSQL server of one's own for Cutpurse."""

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from cutpurse import roles

NO_STANDBY = (
    "the server waits for no standby, so one that takes over may lack the last moves: set "
    "synchronous_standby_names (see High availability in docs/operations.md). Nothing was changed"
)


class Command(BaseCommand):
    """Make the roles and the database that the environment's URLs name."""

    help = (
        "Create the roles and the database given by DATABASE_OWNER_URL and DATABASE_URL, with the "
        "names and passwords in these URLs. Safe to run again."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the URL of a role that may make others."""
        parser.add_argument(
            "--admin-url",
            required=True,
            metavar="URL",
            help="a role with CREATEROLE, such as postgresql://postgres@db.example/postgres",
        )
        parser.add_argument(
            "--require-synchronous",
            action="store_true",
            help="refuse a server without synchronous standbys (synchronous_standby_names)",
        )

    def handle(
        self,
        *_arguments: object,
        admin_url: str,
        require_synchronous: bool,
        **_options: object,
    ) -> None:
        """Make what is missing."""
        owner, app = (role_in(url) for url in (settings.DATABASE_OWNER_URL, settings.DATABASE_URL))
        database = conninfo_to_dict(settings.DATABASE_OWNER_URL).get("dbname", "")
        if not (owner.name and app.name and database):
            message = "DATABASE_OWNER_URL and DATABASE_URL must name a role and a database"
            raise CommandError(message)
        maintenance = make_conninfo(settings.DATABASE_OWNER_URL, dbname="postgres")
        with psycopg.connect(admin_url, autocommit=True) as admin:
            if require_synchronous and not roles.has_synchronous_standby(admin):
                raise CommandError(NO_STANDBY)
            roles.create_roles(admin, owner, app)
            roles.keep_writes(admin, app.name)
        with psycopg.connect(maintenance, autocommit=True) as connection:
            roles.create_database(connection, str(database))
        with psycopg.connect(settings.DATABASE_OWNER_URL, autocommit=True) as connection:
            roles.grant_defaults(connection, app.name)
        self.stdout.write(f"{database} belongs to {owner.name} and serves {app.name}.")


def role_in(url: str) -> roles.Role:
    """Return the role that a URL logs in as."""
    parts = conninfo_to_dict(url)
    return roles.Role(str(parts.get("user", "")), str(parts.get("password", "")))
