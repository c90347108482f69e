#!/usr/bin/env bash
# Runs a script in a database of its own: psql.sh FOLDER SCRIPT. Runs in `apart`.
set -euo pipefail
folder=$1 script=$2
bin=$(echo /usr/lib/postgresql/*/bin)
mkdir -p "$folder"
chown 1003:1003 "$folder"
as() { setpriv --reuid 1003 --regid 1003 --clear-groups env PGHOST="$folder" PGUSER=postgres HOME="$folder" "$@"; }
as "$bin/initdb" -D "$folder/data" -U postgres --no-locale -E UTF8 >/dev/null 2>&1
as "$bin/pg_ctl" -D "$folder/data" -w -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off" -l "$folder/log" start >/dev/null
as psql -X -d postgres -f "$script" || true
as "$bin/pg_ctl" -D "$folder/data" -m fast stop >/dev/null
