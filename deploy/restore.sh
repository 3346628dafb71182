#!/bin/sh
# Brings a backup back into an EMPTY database and verifies every match in it:
#     python manage.py create_roles --admin-url postgresql://…    makes roles and database
#     DATABASE_OWNER_URL=… DATABASE_URL=… deploy/restore.sh FILE
# Nothing else may use the database meanwhile: start web and workers afterwards.
set -eu

file=${1:?"name the backup to restore"}
: "${DATABASE_OWNER_URL:?"must name the new database, for the role that owns the tables"}"
: "${DATABASE_URL:?"must name the new database, for the application role"}"
here=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-$here/.venv/bin/python}

tables=$(psql --dbname="$DATABASE_OWNER_URL" --no-psqlrc --tuples-only --no-align --command \
    "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
if [ "$tables" != 0 ]; then
    echo "The database holds $tables tables already. Restore into an empty one." >&2
    exit 1
fi

# All or nothing: a restore that breaks off leaves the database empty.
pg_restore --dbname="$DATABASE_OWNER_URL" --no-password --single-transaction --exit-on-error \
    --no-owner "$file"
psql --dbname="$DATABASE_OWNER_URL" --no-psqlrc --quiet --command "ANALYZE"

# A backup of an older release is brought up to date, and then everything is replayed.
"$python" "$here/manage.py" migrate --database owner --verbosity 0
"$python" "$here/manage.py" verify

# Draws repeat in these: see "What was lost" in docs/operations.md.
"$python" "$here/manage.py" rewound
