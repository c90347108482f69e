#!/usr/bin/env bash
# Installs Claude Code, pinned, into a folder: install.sh FOLDER. 235 MB.
set -euo pipefail
dir=$1 version=2.1.197
mkdir -p "$dir" && cd "$dir"
[ -e ".installed-$version" ] && exit 0
[ -f package.json ] || printf '{"private": true}\n' >package.json
npm install --no-audit --no-fund --ignore-scripts --loglevel=error "@anthropic-ai/claude-code@$version"
touch ".installed-$version"
