#!/usr/bin/env bash
# Makes a repository with one change: a wide renaming that says of itself that it
# changes nothing, and changes four things. refactor.sh FOLDER PROGRAMS.
set -euo pipefail
mkdir -p "$1"
cp -r "$2"/{parcel,tides,queue,inkpot,dockyard,buoy} "$1"
cd "$1"
git init -q -b main
git config user.name "Tomas Brandt"
git config user.email "tomas@example.com"
export GIT_AUTHOR_DATE="2026-05-04 10:00:00 +0200" GIT_COMMITTER_DATE="2026-05-04 10:00:00 +0200"
git add -A
git commit -q -m "The programs as they are"
sed -i 's/\bJournal\b/EventLog/g; s/\bjournal\b/eventlog/g; s/\bsegment\b/slice/g; s/\bSegment\b/Slice/g' parcel/*/*.go parcel/HANDBOOK.md
sed -i 's/\bnames\b/candidates/g; s/\bdepths\b/soundings/g; s/\btaken\b/occupied/g' dockyard/yard/*.go
sed -i 's/\bsample\b/reading/g; s/\bwarnings\b/notices/g; s/\bread_file\b/load_file/g' buoy/buoy.c
sed -i 's/\bline\b/stroke/g; s/\bcanvas\b/sheet/g; s/\bglyph\b/sign/g' inkpot/*.c inkpot/*.h
sed -i 's/\bjob\b/task/g; s/\bjobs\b/tasks/g' queue/*.js
sed -i 's/\btable\b/almanac/g' tides/*.py
# The four.
sed -i 's/j.size+int64(len(line)) > j.limit/j.size > j.limit/' parcel/journal/journal.go
sed -i 's/if metres > 20 {/if metres > 30 {/' dockyard/crane/crane.go
sed -i 's/>= s.DraughtCM+keelCM/>= s.DraughtCM/' dockyard/yard/yard.go
sed -i 's/s->level_m > 2\.5/s->level_m > 25/' buoy/buoy.c
git add -A
GIT_COMMITTER_DATE="2026-05-05 17:40:00 +0200" GIT_AUTHOR_DATE="2026-05-05 17:40:00 +0200" git commit -q -m "Use the words of the harbour office everywhere" -m "Only names change; no test had to be touched."
