#!/usr/bin/env bash
# Makes a tree of files with owners and times of its own, for listings: files.sh
# FOLDER. Needs root. Among the ordinary ones stand a few that are not.
set -euo pipefail
mkdir -p "$1"
cd "$1"
RANDOM=12
mkdir -p bin etc/cranes log plans/{2024,2025,2026} charts spool/{in,out,failed} keys
for i in $(seq 1 12); do
	printf 'limit %d\n' $((20 + i)) >"etc/cranes/k$i"
	for y in 2024 2025 2026; do
		head -c $((2000 + RANDOM % 9000)) /dev/zero >"plans/$y/plan-$(printf %02d "$i").pln"
	done
done
for i in $(seq 1 90); do
	head -c $((300 + RANDOM % 500)) /dev/zero >"spool/in/visit-$((52000 + i)).json"
	head -c $((20000 + RANDOM % 70000)) /dev/zero >"charts/sheet-$(printf %03d "$i").chart"
done
for i in $(seq 1 40); do head -c $((9000 + RANDOM % 3000)) /dev/zero >"log/berthd.log.$i"; done
for t in berthd sweep lampctl error-report; do printf '#!/bin/sh\n' >bin/$t && chmod 755 bin/$t; done
chown -R 1000:1000 .
chown -R 1002:1002 etc/cranes
find . -exec touch -h -d '2026-10-04 08:15:00' {} +
for i in $(seq 1 40); do touch -d "2026-10-$(printf %02d $((1 + i % 28))) 00:00:05" "log/berthd.log.$i"; done
# What does not belong:
truncate -s 3221225472 log/berthd.log.23
touch -d '2026-10-24 00:00:05' log/berthd.log.23
printf 'key\n' >keys/gate.pem && chown 1000:1000 keys/gate.pem && chmod 666 keys/gate.pem
: >charts/sheet-041.chart && touch -d '2026-10-04 08:15:00' charts/sheet-041.chart
chown 1100:1100 etc/cranes/k7 && touch -d '2026-10-17 02:51:33' etc/cranes/k7
ln -s ../../archive/plan-08.pln plans/2025/plan-08-final.pln
chown -h 1000:1000 plans/2025/plan-08-final.pln && touch -h -d '2026-10-09 16:40:00' plans/2025/plan-08-final.pln plans/2025
mv spool/in/visit-52077.json spool/failed/ && touch -d '1970-01-01 00:00:00' spool/failed/visit-52077.json
cp bin/sweep bin/.sweep && chown 0:0 bin/.sweep && chmod 4755 bin/.sweep
touch -d '2026-10-04 08:15:00' keys keys/gate.pem spool spool/* plans plans/2024 plans/2026 charts log etc etc/* bin bin/.sweep .
