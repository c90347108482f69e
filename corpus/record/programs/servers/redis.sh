#!/usr/bin/env bash
# Runs a cache and its replica under load, fills its memory, takes its folder and
# its replica away, and prints its log: redis.sh FOLDER. Runs in `apart`.
set -euo pipefail
folder=$1
mkdir -p "$folder"/{main,copy,full}
cat >"$folder/main.conf" <<-END
	bind 127.0.0.1
	port 6379
	dir $folder/main
	loglevel verbose
	maxmemory 6mb
	maxmemory-policy noeviction
	enable-protected-configs yes
	save 1 200
	repl-timeout 3
	repl-ping-replica-period 1
	client-output-buffer-limit pubsub 200kb 100kb 1
	slowlog-log-slower-than 20000
END
redis-server "$folder/main.conf" >"$folder/log" 2>&1 &
main=$!
redis-server --bind 127.0.0.1 --port 6380 --dir "$folder/copy" --replicaof 127.0.0.1 6379 --save '' >/dev/null 2>&1 &
copy=$!
cli() { redis-cli "$@" >/dev/null 2>&1 || true; }
clients() { # FROM TO: each scanner connects for itself
	local i
	for ((i = $1; i < $2; i++)); do
		printf 'HSET parcel:%d weight %d depot husum\r\nEXPIRE parcel:%d 900\r\nGET tide\r\n' "$i" $((i % 3100)) "$i" | redis-cli >/dev/null || true
	done
}
sleep 1
clients 0 150
cli -n 3 set forgotten yes
# A reader that subscribes and never reads.
(exec 3<>/dev/tcp/127.0.0.1/6379; printf 'SUBSCRIBE belt\r\n' >&3; sleep 4) &
sleep 0.3
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
	head -c 300000 /dev/zero | tr '\0' b | redis-cli -x publish belt >/dev/null || true
done
clients 150 240
# Somebody moves its folder to a volume that is full.
mount -t tmpfs -o size=4k tmpfs "$folder/full"
cli config set dir "$folder/full"
clients 240 460
sleep 2.5
cli config set dir "$folder/main"
clients 460 520
kill -STOP $copy
sleep 4.5
clients 520 600
kill -CONT $copy
sleep 1.5
# Now it is filled.
for i in $(seq 1 80); do
	head -c 90000 /dev/zero | tr '\0' c | redis-cli -x set "chart:$i" >/dev/null || true
done
cli debug sleep 1.1
cli nosuchcommand
printf 'GET / HTTP/1.1\r\nHost: harbor\r\n\r\n' | timeout 2 bash -c 'exec 3<>/dev/tcp/127.0.0.1/6379; cat >&3; cat <&3' >/dev/null 2>&1 || true
clients 600 700
sleep 2
kill -TERM $main && wait $main || true
kill -TERM $copy && wait $copy || true
wait
cat "$folder/log"
