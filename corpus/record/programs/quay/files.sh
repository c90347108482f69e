#!/usr/bin/env bash
# Makes a folder of files as a weather station leaves them: files.sh FOLDER. Dates
# and sizes are fixed; the sizes are holes.
set -euo pipefail
mkdir -p "$1"
cd "$1"
for i in $(seq 1 260); do
	day=$(date -u -d "2025-09-01 +$i days" +%F)
	size=$((41000 + i * 7919 % 9000))
	case $i in
	143) size=112 ;;              # the mast was down
	171) day=$day.partial ;;      # never finished
	198) size=48318382080 ;;      # somebody's disk image
	esac
	name=obs-$day.csv.gz
	[ "$i" = 198 ] && name=obs-$day.img
	truncate -s "$size" "$name"
	touch -d "${day%.partial} 23:5$((i % 10)):00 UTC" "$name"
done
touch -d '2025-12-24 02:11:00 UTC' "obs-2025-12-23.csv.gz"
mkdir -p "冬の観測" "карты"
printf 'calibration of 14 March: subtract 0.4 from all celsius values before it\n' >READ-ME-FIRST.txt
truncate -s 5120 "obs & notes <draft>.txt"
touch -d '2026-03-14 12:00:00 UTC' READ-ME-FIRST.txt "obs & notes <draft>.txt" "冬の観測" "карты"
