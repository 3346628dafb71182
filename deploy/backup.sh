#!/bin/sh
# Writes a backup of the database into a folder, whole or not at all, and keeps the newest ones:
#     DATABASE_OWNER_URL=postgresql://… KEEP=14 deploy/backup.sh /var/backups/cutpurse
# Needs pg_dump of the server's major version or a newer one. Prints the name of the file.
set -eu

folder=${1:?"name the folder for the backups"}
: "${DATABASE_OWNER_URL:?"must name the database, for the role that owns the tables"}"
keep=${KEEP:-14}

umask 077
mkdir -p "$folder"
file=$folder/cutpurse-$(date -u +%Y%m%dT%H%M%SZ)-$$.dump
trap 'rm -f "$file.part"' EXIT

# A dump is one snapshot: events, rows and agenda of the same moment.
pg_dump --dbname="$DATABASE_OWNER_URL" --format=custom --no-password --file="$file.part"
# Whoever cannot list it cannot restore it.
pg_restore --list "$file.part" >/dev/null
sync "$file.part"
mv "$file.part" "$file"
sync "$folder"

# Names sort by time.
find "$folder" -maxdepth 1 -name 'cutpurse-*.dump' | sort -r | tail -n "+$((keep + 1))" |
    while IFS= read -r old; do rm -f "$old"; done
printf '%s\n' "$file"
