#!/usr/bin/env bash
# Builds, vets and tests every example module that is written in Go, as a reader
# would who copied it. Needs Go and the module proxy, nothing else.
#
#   examples/check.sh            all
#   examples/check.sh NAME...    some of them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export GOWORK=off CGO_ENABLED=0 GOFLAGS="-mod=readonly -buildvcs=false"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

modules=("$@")
if [ ${#modules[@]} -eq 0 ]; then
	for file in */go.mod; do
		modules+=("${file%/go.mod}")
	done
fi
allowed='^github.com/riffle-dev/riffle/(sdk|sdk/lines|sdk/rank|sdk/tokens|sdk/serve|sdk/sdktest)$'
for name in "${modules[@]}"; do
	printf '== %s (%d s)\n' "$name" "$SECONDS"
	(
		cd "$name"
		unformatted=$(gofmt -l .)
		test -z "$unformatted" || { printf 'not formatted; run gofmt -w on: %s\n' "$unformatted" >&2; exit 1; }
		# An author has the packages for authors and no others.
		foreign=$(go list -f '{{join .Imports "\n"}}' ./... | grep '^github.com/riffle-dev/riffle/' |
			grep -v "^github.com/riffle-dev/riffle/examples/$name/" | grep -vE "$allowed" || true)
		test -z "$foreign" || { printf 'imports what is not for authors: %s\n' "$foreign" >&2; exit 1; }
		go vet ./...
		go build -trimpath -o "$out/riffle-$name" .
		"$out/riffle-$name" --describe >/dev/null
		go test ./...
	)
done
printf '== done (%d s)\n' "$SECONDS"
