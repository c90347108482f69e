# Shared by the recording scripts beside it, which record.sh sources. Not a
# program of its own.
#
#   record KIND/NAME.EXT FOLDER COMMAND   run COMMAND in FOLDER and keep what it prints
#   wanted NAME...                        is one of these cases to be recorded now?
#   tool NAME COMMAND...                  note a version for the manifest
#   package NAME...                       install Debian packages that are missing
#   background COMMAND...                 start a process that ends with the recording
#   apart COMMAND...                      run COMMAND where only its own world is seen

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
corpus=$(dirname "$here")
# Some tools print where they are, so the place has a fixed name: one recording
# at a time.
room=/tmp/corpus
patterns=()
entries=()
children=()

# open_room makes the room and fills it with the programs. The lock ends with this
# process, however that ends, so a room without one is a leftover.
open_room() {
	exec {lock}>"$room.lock"
	flock --wait 900 "$lock" || { echo "record: another recording holds $room.lock; wait for it" >&2; return 1; }
	rm -rf "$room"
	mkdir "$room"
	trap close_room EXIT
	export LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 GOFLAGS=-trimpath GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	unset npm_config_registry
	cp -r "$here/programs/." "$room"
	mkdir -p "$corpus"/{log,json,html,text} "$room/run"
}

# close_room ends what this recording started and writes what it has recorded so
# far, so that a recording which stops early still tells the truth.
close_room() {
	local pid
	for pid in "${children[@]}"; do
		{ kill "$pid" && wait "$pid"; } 2>/dev/null || true # wait gives the signal back as a failure
	done
	write_manifest
	rm -rf "$room"
}

# wanted NAME... is true without patterns, or when a pattern fits one of the names.
wanted() {
	((${#patterns[@]})) || return 0
	local name pattern
	for name in "$@"; do
		for pattern in "${patterns[@]}"; do
			# shellcheck disable=SC2053 # the pattern is one
			[[ $name == $pattern ]] && return 0
		done
	done
	return 1
}

# record keeps both streams, whatever the exit status is.
record() {
	wanted "$1" || return 0
	local status=0
	(cd "$room/$2" && bash -c "$3") >"$corpus/$1" 2>&1 </dev/null {lock}>&- || status=$?
	printf '%-28s %8d bytes, exit status %d\n' "$1" "$(stat -c %s "$corpus/$1")" "$status" >&2
	entries+=(case "$1" "$3" "$status")
}

# tool NAME COMMAND... keeps the first line that COMMAND prints.
tool() {
	local line
	line=$("${@:2}" 2>&1 | head -n 1) || true
	entries+=(tool "$1" "$line" 0)
}

package() {
	local missing=() name
	for name in "$@"; do
		dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
	done
	((${#missing[@]})) || return 0
	# RUNLEVEL=1: services are not started by their packages.
	DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -o DPkg::Lock::Timeout=300 install -qq -y --no-install-recommends "${missing[@]}" >/dev/null 2>&1 ||
		{ echo "record: cannot install ${missing[*]}; run apt-get update first" >&2; return 1; }
}

background() {
	"$@" </dev/null {lock}>&- &
	children+=($!)
}

# apart gives COMMAND a host name, users, processes and a network of its own, so
# that nothing of this machine is recorded. It needs root.
apart() {
	unshare --mount --uts --ipc --net --pid --fork --kill-child --mount-proc bash "$here/apart.sh" "$room" "$@"
}
export -f apart
export here room

# write_manifest merges what was recorded now into manifest.json. Cases that were
# not recorded keep their entries; cases without a file lose theirs.
write_manifest() {
	((${#entries[@]})) || return 0
	/usr/bin/python3 "$here/manifest.py" "$corpus" "${entries[@]}"
}
