#!/usr/bin/env bash
# Installs Codex, pinned, into a folder: install.sh FOLDER. 420 MB.
set -euo pipefail
dir=$1 version=0.171.0
mkdir -p "$dir" && cd "$dir"
[ -e ".installed-$version" ] && exit 0
[ -f package.json ] || printf '{"private": true}\n' >package.json
npm install --no-audit --no-fund --ignore-scripts --loglevel=error "@openai/codex@$version"
touch ".installed-$version"
