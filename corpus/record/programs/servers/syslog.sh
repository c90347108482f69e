#!/usr/bin/env bash
# Collects what several programs of a made-up host say in one system log:
# syslog.sh FOLDER. Runs in `apart`. The programs speak through logger.
set -euo pipefail
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
sed "s#PLACE#$folder#" "$here/syslog.conf" >"$folder/conf"
rsyslogd -n -f "$folder/conf" -i "$folder/pid" >/dev/null 2>&1 &
server=$!
sleep 1
say() { logger -u "$folder/dev" -t "$1" -p "$2" "$3"; }
RANDOM=4
for i in $(seq 1 420); do
	case $((RANDOM % 7)) in
	0) say "tide-gauge[$((700 + i % 3))]" daemon.info "level $((180 + i % 90)) cm, wind $((3 + i % 7)) m/s, battery 12.$((i % 9)) V" ;;
	1) say "berthd[811]" local0.info "visit $((52000 + i)) moored at N$((1 + i % 40)), lines ok, error count 0" ;;
	2) say "berthd[811]" local0.debug "poll pilots: $((i % 5)) answers in $((20 + i % 60)) ms" ;;
	3) say "CRON[$((3000 + i))]" cron.info "(berth) CMD (/srv/berth/bin/sweep --errors-only)" ;;
	4) say "gatekeeper[905]" auth.info "card 0x$(printf %06x $((i * 7919 % 16777216))) accepted at gate $((1 + i % 4))" ;;
	5) say "crane-k7[950]" local1.info "lift $((8800 + i)) done, $((2 + i % 24)) t at $((12 + i % 30)) m" ;;
	6) say "lampd[960]" daemon.notice "failure drill: lamp $((1 + i % 12)) dark for 2 s, backup lit" ;;
	esac
	case $i in
	90) for _ in 1 2 3 4 5 6; do say "lampd[960]" daemon.info "photo cell 3 reads 0 lux"; done ;;
	171) say "gatekeeper[905]" auth.info "card 0x00beef accepted at gate 9" ;; # there are four gates
	188) say "tide-gauge[701]" daemon.info "level -312 cm, wind 4 m/s, battery 12.4 V" ;;
	214) say "crane-k7[950]" local1.err "hoist brake: current 41 A over 38 A for 900 ms, drum stopped with 22 t at 31 m" ;;
	215) say "crane-k7[950]" local1.crit "load cell 2 disagrees with load cell 1 by 3.8 t; lift 9014 abandoned" ;;
	216) say "berthd[811]" local0.warning "visit 52216: crane K7 gives no answer, lift plan kept for 10 min" ;;
	233) say "sudo" authpriv.notice "tomas : TTY=pts/2 ; PWD=/srv/crane ; USER=crane ; COMMAND=/srv/crane/bin/override --brake k7 --minutes 45" ;;
	250) say "berthd[811]" local0.err "cannot write plan 7731: disk quota exceeded (uid 1000, 2.0 GiB of 2.0 GiB)" ;;
	251 | 252 | 253 | 254 | 255 | 256 | 257) say "berthd[811]" local0.err "plan queue: $((i - 250)) plans wait for disk" ;;
	270) say "lampd[960]" daemon.info "ランプ5を交換しました（作業者: 新井、次回点検 2027-03-01）" ;;
	esac
done
sleep 1
kill $server && wait $server || true
cat "$folder/log"
