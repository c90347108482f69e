#!/usr/bin/env bash
# apart.sh ROOM COMMAND...: the inner half of `apart` in lib.sh. It runs in fresh
# namespaces and changes only those.
set -euo pipefail
room=$1
shift
hostname harbor
ip link set lo up 2>/dev/null || true
mkdir -p "$room/etc"
cat >"$room/etc/passwd" <<-END
	root:x:0:0:root:/:/bin/sh
	berth:x:1000:1000:berth planner:/srv/berth:/bin/sh
	tide:x:1001:1001:tide gauge:/srv/tide:/bin/sh
	crane:x:1002:1002:crane control:/srv/crane:/bin/sh
	postgres:x:1003:1003:database:/srv/db:/bin/sh
	www-data:x:33:33:web server:/srv/www:/bin/sh
	ines:x:1100:1100:Ines Falk:/srv/people/ines:/bin/sh
	tomas:x:1101:1100:Tomas Brandt:/srv/people/tomas:/bin/sh
	nobody:x:65534:65534:nobody:/:/bin/false
END
cat >"$room/etc/group" <<-END
	root:x:0:
	berth:x:1000:
	tide:x:1001:
	crane:x:1002:
	postgres:x:1003:
	www-data:x:33:
	staff:x:1100:
	nogroup:x:65534:
END
printf '127.0.0.1 localhost harbor\n' >"$room/etc/hosts"
for f in passwd group hosts; do
	mount --bind "$room/etc/$f" "/etc/$f"
done
exec "$@"
