#!/usr/bin/env bash
# Writes the crates of the canal workspace that are alike: make.sh FOLDER. Each
# depends on the ones before it, as a chain of locks does.
set -euo pipefail
cd "$1"
names=(basin gate paddle pound sluice towpath winding weir culvert aqueduct)
for i in "${!names[@]}"; do
	n=${names[i]}
	mkdir -p "$n/src"
	edition=2021
	[ "$n" = pound ] && edition=2018
	{
		printf '[package]\nname = "%s"\nversion = "0.%d.%d"\nedition = "%s"\nlicense = "%s"\ndescription = "%s"\npublish = false\n' \
			"$n" $((i + 1)) $((i * 3 % 7)) $edition "$([ "$n" = weir ] && echo LicenseRef-Unclear || echo MIT)" "The $n of a canal model"
		[ "$n" = sluice ] && printf 'rust-version = "1.91"\n'
		printf '\n[features]\ndefault = ["std"]\nstd = []\ntrace = []\n'
		[ "$n" = towpath ] && printf 'horses = ["trace", "paddle/slow-paddles"]\n'
		[ "$n" = paddle ] && printf 'slow-paddles = []\n'
		printf '\n[dependencies]\n'
		((i > 0)) && printf '%s = { path = "../%s" }\n' "${names[i - 1]}" "${names[i - 1]}"
		((i > 2)) && printf '%s = { path = "../%s", default-features = false }\n' "${names[i - 3]}" "${names[i - 3]}"
		[ "$n" = culvert ] && printf '\n[target."cfg(windows)".dependencies]\nbasin-old = { package = "basin", path = "../legacy/basin" }\n'
		true
	} >"$n/Cargo.toml"
	printf '//! The %s.\n\n/// Height in millimetres.\npub fn height() -> i64 {\n    %d\n}\n' "$n" $((900 + i * 35)) >"$n/src/lib.rs"
done
mkdir -p legacy/basin/src
printf '[package]\nname = "basin"\nversion = "0.0.9"\nedition = "2015"\nlicense = "MIT"\npublish = false\n' >legacy/basin/Cargo.toml
printf 'pub fn height() -> i32 { 880 }\n' >legacy/basin/src/lib.rs
