#!/usr/bin/env bash
# Starts a database of its own, loads it, breaks it in several ways and prints its
# log: postgres.sh FOLDER. Runs in `apart`, as root; the database runs as postgres.
set -euo pipefail
folder=$1
bin=$(echo /usr/lib/postgresql/*/bin)
mkdir -p "$folder"
chown 1003:1003 "$folder"
as() { setpriv --reuid 1003 --regid 1003 --clear-groups env PGHOST="$folder" PGUSER=postgres PGDATABASE=harbor HOME="$folder" "$@"; }
sql() { as psql -qX -c "$@" >/dev/null 2>&1 || true; }
as "$bin/initdb" -D "$folder/data" -k -U postgres --no-locale -E UTF8 >/dev/null 2>&1
cat >>"$folder/data/postgresql.conf" <<-END
	listen_addresses = ''
	unix_socket_directories = '$folder'
	log_line_prefix = '%m [%p] %q%a@%d '
	log_statement = 'mod'
	log_checkpoints = on
	log_lock_waits = on
	log_connections = on
	deadlock_timeout = 200ms
	shared_buffers = 8MB
	max_wal_size = 32MB
	min_wal_size = 32MB
	fsync = off
	autovacuum = off
	max_connections = 12
	cluster_name = 'quay'
END
start() {
	as "$bin/postgres" -D "$folder/data" >>"$folder/log" 2>&1 </dev/null &
	for _ in $(seq 100); do
		as "$bin/pg_isready" -q -d postgres && return
		sleep 0.1
	done
}
start
as psql -qX -d postgres -c 'create database harbor' >/dev/null
export PGAPPNAME=setup
as psql -qX >/dev/null <<-'END'
	create table berth (id int primary key, name text unique not null, depth_cm int not null check (depth_cm > 0));
	insert into berth select i, 'N' || i, 600 + 40 * i from generate_series(1, 40) i;
	create table visit (id bigserial primary key, ship text not null, berth int references berth, at timestamptz default now(), fee_cents bigint);
	create table note (visit bigint, body text);
	insert into note select i, repeat('ballast ', 20) from generate_series(1, 2000) i;
	checkpoint;
END
export PGAPPNAME=arrivals
cat >"$folder/arrive.sql" <<-'END'
	\set b random(1, 40)
	\set f random(9000, 90000)
	insert into visit (ship, berth, fee_cents) values ('ship-' || :f, :b, :f);
	update berth set depth_cm = depth_cm where id = :b;
END
stop() { as "$bin/pg_ctl" -D "$folder/data" -m fast -t 20 stop >/dev/null; }
load() { as "$bin/pgbench" -n -c 3 -t "$1" -f "$folder/arrive.sql" --random-seed=7 >/dev/null 2>&1 || true; }
load 120
# Twice the same berth name; the application tries again and again.
export PGAPPNAME=importer
for i in 7 8 9 10; do
	sql "insert into berth values ($((90 + i)), 'N$i', 900)"
done
export PGAPPNAME=arrivals
load 100
# Two people move the same two ships in opposite order.
export PGAPPNAME=planner
(as psql -qX >/dev/null 2>&1 <<<"begin; update berth set depth_cm = 1001 where id = 11; select pg_sleep(0.6); update berth set depth_cm = 1002 where id = 23; commit;" || true) &
one=$!
sleep 0.2
PGAPPNAME=dredger sql "begin; update berth set depth_cm = 1404 where id = 23; update berth set depth_cm = 1405 where id = 11; commit;"
wait $one
export PGAPPNAME=arrivals
load 60
# A page of the notes is damaged on disk.
file=$(as psql -AtqX -c "select pg_relation_filepath('note')")
sql 'checkpoint'
as psql -qX -c 'select count(*) from visit v, visit w' >/dev/null 2>&1
stop
printf 'SALTWATER' | dd of="$folder/data/$file" bs=1 seek=$((8192 * 17 + 4000)) conv=notrunc status=none
start
load 60
PGAPPNAME=nightly-dump sql 'select count(body) from note'
PGAPPNAME=report sql "set statement_timeout = '300ms'; select count(*) from visit a, visit b, visit c"
load 60
# Too many clients, then one of them is killed hard.
export PGAPPNAME=scanner
pids=()
for _ in $(seq 13); do
	(as psql -qX -c 'select pg_sleep(1.2)' >/dev/null 2>&1 || true) &
	pids+=($!)
done
sleep 0.6
victim=$(as psql -AtqX -c "select pid from pg_stat_activity where application_name = 'scanner' limit 1" 2>/dev/null || pgrep -f 'quay: postgres harbor' | head -n 1)
kill -KILL "$victim"
for p in "${pids[@]}"; do wait "$p"; done
for _ in $(seq 50); do
	as "$bin/pg_isready" -q && break
	sleep 0.1
done
export PGAPPNAME=arrivals
load 100
stop
cat "$folder/log"
