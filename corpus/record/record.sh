#!/usr/bin/env bash
# Records the corpus again: runs real tools on the small programs beside this
# script and writes what they print under corpus/KIND/. The facts are not made
# here: `go test ./corpus/...` tells when a recording has lost one.
#
#   record.sh                 everything
#   record.sh 'log/*' NAME    only what fits one of the patterns
#
# Needs a Debian machine and root, for some cases install packages or run in
# namespaces of their own; go, gcc, g++, make, git, node, npm, java, cargo, curl
# and /usr/bin/python3.
set -euo pipefail
# shellcheck source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
patterns=("$@")
open_room
for group in log text json-html; do
	# shellcheck disable=SC1090 # one of the three above
	source "$here/$group.sh"
done
