#!/usr/bin/env bash
# Makes a node_modules of made-up packages, no registry needed, with a version
# that does not fit, one that is missing and one that nobody asked for: npm.sh FOLDER.
set -euo pipefail
mkdir -p "$1/node_modules"
cd "$1"
pack() { # FOLDER NAME VERSION DEPENDENCIES
	mkdir -p "$1"
	printf '{"name": "%s", "version": "%s", "dependencies": {%s}}\n' "$2" "$3" "$4" >"$1/package.json"
}
top=() i=0
for part in anchor ballast bollard buoy cargo chart crane current depth dock draught ferry fender gate hawser hull jetty keel lamp lock moor pilot quay rope sluice tide tug wharf winch yard; do
	i=$((i + 1))
	needs='"@harbor/units": "^2.0.0", "@harbor/log": "^1.4.0"'
	[ "$part" != lock ] || needs+=', "@harbor/gate-motor": "^3.1.0"'
	[ "$part" != pilot ] || needs='"@harbor/units": "^3.0.0", "@harbor/log": "^1.4.0"'
	[ $((i % 4)) != 0 ] || needs+=', "@harbor/geo": "~0.9.2"'
	pack "node_modules/@harbor/$part" "@harbor/$part" "1.$i.0" "$needs"
	for k in ui model; do
		pack "node_modules/@harbor/$part-$k" "@harbor/$part-$k" "1.$i.$((i % 3))" "\"@harbor/$part\": \"^1.0.0\", \"@harbor/units\": \"^2.0.0\""
		top+=("\"@harbor/$part-$k\": \"^1.0.0\"")
	done
done
pack node_modules/@harbor/units @harbor/units 2.7.1 ''
pack node_modules/@harbor/log @harbor/log 1.4.9 '"error-shapes": "*"'
pack node_modules/@harbor/geo @harbor/geo 0.9.4 ''
pack node_modules/error-shapes error-shapes 5.0.2 ''
pack node_modules/left-behind left-behind 0.0.3 ''
pack node_modules/@harbor/rope/node_modules/@harbor/log @harbor/log 1.6.0 ''
top+=('"error-shapes": "^5.0.0"')
(
	IFS=,
	printf '{"name": "port-office", "version": "8.0.0", "private": true, "dependencies": {%s}}\n' "${top[*]}" >package.json
)
