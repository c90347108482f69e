#!/usr/bin/env bash
# Starts the processes of a made-up host and shows them: processes.sh. Runs in
# `apart`, whose users it takes; everything ends with it.
set -euo pipefail
as() { # UID COMMAND...
	setpriv --reuid "$1" --regid "$1" --clear-groups "${@:2}" </dev/null >/dev/null 2>&1 &
}
idle() { as "$1" perl -e '$0 = shift; sleep 300' "$2"; }
for i in $(seq 1 24); do idle 1000 "berthd: worker $i"; done
for i in $(seq 1 12); do idle 1002 "crane-control: k$i"; done
for i in $(seq 1 8); do idle 1001 "tide-gauge --station $i --every 10s"; done
for i in $(seq 1 14); do idle 33 "harbor-web: worker $i"; done
for i in $(seq 1 10); do idle 1003 "postgres: quay: berth harbor [local] idle $i"; done
idle 1001 "tide-gauge --error-report --dry-run"
# One holds a lot of memory, one burns, one is a child that nobody waits for, and
# one runs as a person under the name of a service.
as 1003 /usr/bin/python3 -c 'b = bytearray(b"x") * (180 << 20); import time; time.sleep(300)'
as 1002 /usr/bin/perl -e '$0 = "crane-control: k7 replay"; 1 while 1'
as 1000 /usr/bin/python3 -c 'import os, time; os.fork() or os._exit(3); time.sleep(300)'
idle 1101 "crane-control: k7 override --brake"
for i in $(seq 15 44); do idle 33 "harbor-web: worker $i"; done
sleep 3
ps -eo user:10,pid,ppid,stat,pcpu,pmem,vsz,rss,nlwp,args --sort=pid | grep -v -E ' (ps|grep) -'
kill $(jobs -p)
