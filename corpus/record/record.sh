#!/usr/bin/env bash
# Records the corpus again: runs real tools on the small programs beside this
# script and writes what they print under corpus/KIND/. The facts are not made
# here: `go test ./corpus/...` tells when a recording has lost one.
#
# Everything runs in a folder of a fixed name, for some tools print where they
# are. Needs go, gcc, make, git, node, npm, curl and /usr/bin/python3.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
corpus=$(dirname "$here")
room=/tmp/corpus
if ! mkdir "$room"; then
	echo "record: $room exists; expected to make it: remove it or wait for the other recording" >&2
	exit 1
fi
trap 'rm -rf "$room"' EXIT
export LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 GOFLAGS=-trimpath GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
unset npm_config_registry
cp -r "$here/programs/." "$room"
mkdir -p "$corpus"/{log,json,html,text}

# record KIND/NAME.EXT FOLDER COMMAND: both streams into the file, whatever the
# exit status is.
cases=()
record() {
	local status=0
	(cd "$room/$2" && bash -c "$3") >"$corpus/$1" 2>&1 </dev/null || status=$?
	printf '%-28s %8d bytes, exit status %d\n' "$1" "$(stat -c %s "$corpus/$1")" "$status" >&2
	cases+=("$1" "$3" "$status")
}

(cd "$room/parcel" && go build -o "$room/bin/" ./soak && mkdir "$room/run")
bash "$room/history.sh" "$room/history" "$room"

record log/parcel-soak.log run "$room/bin/soak"
rm -f "$room"/run/*
record log/go-test.log parcel "go test -v ./..."
record log/unittest.log tides "/usr/bin/python3 -B -m unittest -v"
record log/make.log inkpot "make -k"
record log/npm-test.log queue "npm test"
record log/git-log.log history "git log --stat"
record json/parcels.json run "$room/bin/soak -list"
record json/go-test.json parcel "go test -json ./..."
record json/go-list.json parcel "go list -json net/http/... encoding/..."
record html/coverage.html parcel "go test -coverprofile=$room/cover.out ./journal >/dev/null && go tool cover -html=$room/cover.out -o /dev/stdout"
record html/pydoc.html tides "/usr/bin/python3 -B -m pydoc -w tides >/dev/null && cat tides.html"
record text/handbook.txt parcel "cat HANDBOOK.md"
record text/go-doc.txt parcel "for p in api fare journal; do go doc -all -u ./\$p; done"

first() { "$@" 2>&1 | head -n 1; }
{
	printf '{\n  "tools": {\n'
	printf '    "go": "%s",\n' "$(go env GOVERSION)"
	printf '    "gcc": "%s",\n' "$(gcc -dumpfullversion)"
	printf '    "make": "%s",\n' "$(first make --version)"
	printf '    "git": "%s",\n' "$(first git --version)"
	printf '    "node": "%s",\n' "$(node --version)"
	printf '    "npm": "%s",\n' "$(npm --version)"
	printf '    "python": "%s"\n' "$(first /usr/bin/python3 --version)"
	printf '  },\n  "cases": [\n'
	for ((i = 0; i < ${#cases[@]}; i += 3)); do
		comma=,
		((i + 3 < ${#cases[@]})) || comma=
		printf '    {"file": "%s", "command": "%s", "exitStatus": %d, "sha256": "%s"}%s\n' "${cases[i]}" \
			"${cases[i + 1]//\"/\\\"}" "${cases[i + 2]}" "$(sha256sum "$corpus/${cases[i]}" | cut -d' ' -f1)" "$comma"
	done
	printf '  ]\n}\n'
} >"$corpus/manifest.json"
