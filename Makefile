# Needs Go and nothing else; `make test` uses the race detector where a C
# compiler is there for it.
GO ?= go
CC ?= cc

.PHONY: build test demo lint clean

# Plugins stand beside the host's binary and are refused where others may write.
build:
	@mkdir -p bin
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/ ./cmd/...
	@chmod go-w bin bin/*

test:
	@if printf '#include <stdlib.h>\nint main(void) { return 0; }\n' | $(CC) -x c -o /dev/null - 2>/dev/null; then \
		echo "$(GO) test -race ./..."; CGO_ENABLED=1 $(GO) test -race ./...; \
	else \
		echo "$(GO) test ./... (no C compiler, so the race detector is off)"; $(GO) test ./...; \
	fi

demo: build
	@./examples/demo.sh bin/riffle corpus/log/parcel-soak.log

lint:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "not formatted: $$unformatted" >&2; exit 1; }
	$(GO) vet ./...

clean:
	rm -rf bin
