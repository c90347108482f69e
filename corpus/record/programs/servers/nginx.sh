#!/usr/bin/env bash
# Runs the web server and its two services, takes one away for a while, then
# both, and prints the log: nginx.sh FOLDER. Runs in `apart`, as root.
set -euo pipefail
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"/www
for f in index.html tides.html style.css logo.svg; do printf '%s\n' "$f of the harbour" >"$folder/www/$f"; done
printf 'secret\n' >"$folder/www/private.html" && chmod 600 "$folder/www/private.html"
sed "s#PLACE#$folder#" "$here/nginx.conf" >"$folder/nginx.conf"
serve() { /usr/bin/python3 -B "$here/nginx.py" serve "$1" >/dev/null 2>&1 & }
load() { /usr/bin/python3 -B "$here/nginx.py" load "$1"; }
serve 9001 && one=$!
serve 9002 && two=$!
sleep 1
nginx -c "$folder/nginx.conf" -e "$folder/log" -g 'user www-data www-data;' 2>/dev/null &
server=$!
sleep 1
load 1
load 2
kill $two && wait $two || true
load 3
load 4
kill $one && wait $one || true
load 5 # nobody answers
serve 9001 && one=$!
serve 9002 && two=$!
sleep 3
load 6
kill -HUP $server # a change of its configuration that is none
load 7
kill -QUIT $server && wait $server || true
kill $one $two
grep -v "OS: Linux" "$folder/log" # that is the recording machine, not the harbour
