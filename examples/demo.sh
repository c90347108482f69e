#!/bin/sh
# Shows the main job on a recorded log: demo.sh RIFFLE LOG. State and
# configuration live in a private folder that is removed at the end.
set -eu
riffle=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
log=$2
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
trap 'exit 1' HUP INT TERM
unset RIFFLE_CONFIG
export XDG_STATE_HOME="$room/state" XDG_CONFIG_HOME="$room/config"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }

say "\$ riffle compress --tool bash --command ./soak $log"
"$riffle" compress --tool bash --command ./soak "$log" >"$room/shorter"
cat "$room/shorter"

say "Tokens before and after:"
"$riffle" estimate "$log" "$room/shorter" | sed "s|^$room/shorter|(the text above)|"

# The first gap of more than three lines: two line numbers that do not follow
# each other, or a marker that names a range.
gap=$(awk -F: '/^[0-9]+:/ { if (last && $1 - last > 4) { print last + 1 "-" last + 4; exit } last = $1 }' "$room/shorter")
[ -n "$gap" ] || gap=$(sed -n 's/.*lines omitted: \([0-9]*-[0-9]*\).*/\1/p' "$room/shorter" | head -n 1)
[ -n "$gap" ] || { echo "demo: the text has no gap; expected one in a text this much shorter" >&2; exit 1; }
id=$("$riffle" spill list | awk 'NR == 2 { print $1 }')

say "\$ riffle get $id --lines $gap    (omitted above)"
"$riffle" get "$id" --lines "$gap" >"$room/recovered"
cat "$room/recovered"
sed -n "$(echo "$gap" | tr - ,)p" "$log" | cmp - "$room/recovered"

stored=$("$riffle" spill show "$id" | awk '$1 == "path" { sub(/^path +/, ""); print }')
say "\$ cmp $log \$STORED    ($(wc -c <"$stored" | tr -d ' ') bytes)"
cmp "$log" "$stored"
echo "The stored original is identical, and so are the recovered lines."
