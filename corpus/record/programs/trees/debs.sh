#!/usr/bin/env bash
# Makes Debian packages of a made-up system and installs them under FOLDER, apart
# from the machine's own: debs.sh FOLDER. One has a script that fails, one needs a
# package that is not there, and two own the same file.
set -euo pipefail
folder=$1
mkdir -p "$folder"/{pool,root/var/lib/dpkg/{info,updates,triggers}}
: >"$folder/root/var/lib/dpkg/status"
: >"$folder/root/var/lib/dpkg/available"
make_deb() { # NAME VERSION DEPENDS DESCRIPTION [FILE] [POSTINST]
	local d="$folder/build/$1"
	mkdir -p "$d/DEBIAN" "$d/usr/share/doc/$1"
	printf '%s %s\n' "$1" "$2" >"$d/usr/share/doc/$1/README"
	[ -z "${5:-}" ] || { mkdir -p "$d$(dirname "$5")" && printf '%s\n' "$1" >"$d$5"; }
	printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: Ines Falk <ines@example.com>\n%sDescription: %s\n' \
		"$1" "$2" "${3:+Depends: $3$'\n'}" "$4" >"$d/DEBIAN/control"
	[ -z "${6:-}" ] || { printf '#!/bin/sh\n%s\n' "$6" >"$d/DEBIAN/postinst" && chmod 755 "$d/DEBIAN/postinst"; }
	dpkg-deb --root-owner-group -Znone -b "$d" "$folder/pool/" >/dev/null
}
make_deb harbor-base 3.1-2 "" "folders and users of the harbour"
i=0
for part in anchor ballast bollard buoy cargo chart crane current depth dock draught ferry fender gate hawser hull jetty keel lamp lock moor pilot quay rope sluice tide tug wharf winch yard; do
	for kind in core data tools; do
		i=$((i + 1))
		make_deb "harbor-$part-$kind" "2.$((i % 9)).$((i % 4))-1" "harbor-base" "$kind of the $part service"
	done
done
make_deb harbor-crane-control 7.4.0-1 "harbor-base (>= 3.0), harbor-crane-core" "control of the cranes" "" \
	'echo "crane-control: reading limits of K7"; echo "crane-control: /etc/harbor/cranes/k7: limit 55 t, chart of 1998 wants 48 t" >&2; exit 17'
make_deb harbor-crane-panel 7.4.0-1 "harbor-crane-control" "panel for the cranes"
make_deb harbor-gate-cards 1.9-3 "harbor-gate-core, libcard4 (>= 4.2)" "card readers of the gates"
make_deb harbor-lamp-legacy 0.8-7 "harbor-lamp-core" "lamps with relays" /usr/lib/harbor/lampctl
make_deb harbor-lamp-modern 1.2-1 "harbor-lamp-core" "lamps with a bus" /usr/lib/harbor/lampctl
make_deb harbor-failure-drill 1.0-1 "harbor-base" "exercises for errors and failures" "" 'echo "failure-drill: 12 drills installed, error 0"; exit 0'
