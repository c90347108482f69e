#!/usr/bin/env bash
# Installs opencode, pinned, into a folder: install.sh FOLDER.
set -euo pipefail
dir=$1 version=1.18.33
mkdir -p "$dir" && cd "$dir"
[ -e ".installed-$version" ] && exit 0
[ -f package.json ] || printf '{"private": true}\n' >package.json
npm install --no-audit --no-fund --ignore-scripts --loglevel=error "opencode-ai@$version"
touch ".installed-$version"
