# Needs Go and nothing else; `make test` uses the race detector where a C
# compiler is there for it.
GO ?= go
CC ?= cc

.PHONY: build test test-agents fuzz demo quality baseline report lint clean

# The programs have no tables for debuggers: a third of their size. A panic still shows its
# stack, with files and lines. Plugins stand beside the host's binary and are refused where others may write. The
# licences of what they are linked with go wherever the programs go.
build:
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o bin/ ./cmd/...
	@cp LICENSE internal/licenses/THIRD_PARTY_LICENSES bin/
	@chmod go-w bin bin/*

test:
	@if printf '#include <stdlib.h>\nint main(void) { return 0; }\n' | $(CC) -x c -o /dev/null - 2>/dev/null; then \
		echo "$(GO) test -race ./..."; CGO_ENABLED=1 $(GO) test -race -timeout 30m ./...; \
	else \
		echo "$(GO) test ./... (no C compiler, so the race detector is off)"; $(GO) test -timeout 30m ./...; \
	fi

# Runs the tests that need real agents, in pinned releases that are installed first, each
# in a folder of its own. No model is asked: a server on loopback takes its place.
AGENTS ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/riffle/agents
test-agents:
	integrations/claude-code/test/install.sh "$(AGENTS)/claude-code"
	integrations/codex/test/install.sh "$(AGENTS)/codex"
	integrations/dsh/test/install.sh "$(AGENTS)/dsh"
	integrations/opencode/test/install.sh "$(AGENTS)/opencode"
	RIFFLE_AGENTS="$(AGENTS)" $(GO) test -count=1 -p 1 -timeout 60m -v ./integrations/...

# Looks for inputs that break something, for an hour or as long as FUZZ_TIME says (10m).
fuzz:
	@.ci/fuzz

demo: build
	@./examples/demo.sh bin/riffle corpus/log/parcel-soak.log

# The bundled processors and the estimators that Riffle counts with, on ./corpus.
MEASURE = ./bin/riffle bench run --corpus corpus --baselines=false --estimator auto,ngram,ngram-cl100k

# Fails where the bundled processors have fallen behind the committed scores.
quality: build
	@$(MEASURE) --out bin/quality.json >bin/quality.txt || { cat bin/quality.txt; exit 1; }
	./bin/riffle bench compare bench/baseline.json bin/quality.json --strict-corpus

# Writes the scores that later changes are held to: commit them with what changed them.
baseline: build
	$(MEASURE) --scores-only --out bench/baseline.json

# A page to look at, with the baselines and the oracle beside.
report: build
	./bin/riffle bench run --corpus corpus --out bin/report.json
	./bin/riffle bench report bin/report.json --corpus corpus --out bin/report.html

lint:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not formatted: $$unformatted" >&2; exit 1; }
	$(GO) vet ./...

clean:
	rm -rf bin
