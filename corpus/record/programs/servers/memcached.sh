#!/usr/bin/env bash
# Runs a cache that is chatty about all it does: memcached.sh FOLDER. Runs in `apart`.
set -euo pipefail
mkdir -p "$1"
memcached -u nobody -l 127.0.0.1 -p 11311 -U 0 -m 4 -M -c 24 -t 1 -vv >"$1/log" 2>&1 &
server=$!
sleep 0.7
/usr/bin/python3 -B - <<-'END'
	import random, socket

	dice = random.Random(11)

	def talk(lines):
	    s = socket.create_connection(("127.0.0.1", 11311))
	    s.settimeout(1)
	    try:
	        for line in lines:
	            s.sendall(line)
	            s.recv(65536)
	    except OSError:
	        pass
	    s.close()

	def put(key, size):
	    return b"set %s 0 0 %d\r\n%s\r\n" % (key.encode(), size, b"v" * size)

	for i in range(320):
	    key = f"berth:{dice.randrange(60)}"
	    work = [f"get {key}\r\n".encode(), put(key, dice.randrange(20, 900))]
	    if i == 140:
	        work = [put("chart:norderney", 1_180_000)]
	    if i == 171:
	        work = [b"get " + b"k" * 251 + b"\r\n"]
	    if i == 190:
	        work = [b"incr berth:7 five\r\n", b"set tide 0 0 x\r\n"]
	    if i == 205:
	        work = [put(f"pilot:{n}", 300_000) for n in range(24)]
	    if i == 233:
	        work = [b"flush_all\r\n"]
	    talk(work)
	held = [socket.create_connection(("127.0.0.1", 11311)) for _ in range(30)]
END
sleep 0.3
kill -INT $server && wait $server || true
cat "$1/log"
