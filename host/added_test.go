package host

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/sdk"
)

// addedPlaces hold a lock file with a processor of its own kind, whose program is a
// script that leaves a trace where it runs, and is not the one that was pinned.
func addedPlaces(t *testing.T, magic string, capabilities ...string) (p registry.Places, trace string) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o700))
	trace = filepath.Join(dir, "ran")
	script := filepath.Join(dir, "riffle-processor-ledger")
	text := "#!/bin/sh\n: >" + trace + "\n"
	require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
	l := registry.Lock{Schema: registry.LockSchema, Plugins: []registry.Pin{{
		Kind: "processor", Name: "ledger", Version: "1.0.0", Protocol: 1, OS: runtime.GOOS, Arch: runtime.GOARCH, Path: script, InPlace: true,
		SHA256: strings.Repeat("00", 32), Bytes: int64(len(text)), Kinds: []string{"ledger"}, Magic: []string{magic}, Capabilities: capabilities, Priority: 3,
	}}}
	p = registry.Places{Lock: filepath.Join(dir, registry.LockName), Managed: filepath.Join(dir, "managed")}
	require.NoError(t, os.WriteFile(p.Lock, l.Encode(), 0o600))
	return p, trace
}

func hostWith(t *testing.T, p registry.Places) *Host {
	cfg := config.Default()
	cfg.Spill.Dir = t.TempDir()
	h, err := New(cfg, WithBundled(registry.Bundled{
		Processors: map[string]func() sdk.Processor{"log": func() sdk.Processor { return lineProcessor{} }},
		Estimators: map[string]func() sdk.Estimator{"auto": func() sdk.Estimator { return classEstimator{} }},
		InHost:     []string{"auto"},
	}), WithPluginDir(t.TempDir()), WithAdded(p))
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

func TestTheLockFeedsTheRoutingWithoutAProcess(t *testing.T) {
	p, trace := addedPlaces(t, "LEDGER ?", sdk.CapabilityMatch)
	h := hostWith(t, p)
	require.Empty(t, h.Registry().Warnings())
	require.Equal(t, []pipeline.Sniffer{{Name: "ledger", Kinds: []string{"ledger"}, Magic: []string{"LEDGER ?"}, Asks: true}}, processors{h.Registry()}.Sniffers())
	require.Equal(t, []string{"ledger"}, processors{h.Registry()}.ForKind("ledger"))
	out, err := h.Compress(context.Background(), Input{Raw: []byte(someLog(3000))})
	require.NoError(t, err)
	require.Equal(t, "log", out.Outcome.Processor, "no content of its kind: it is not asked")
	require.Zero(t, generations(t, h, "ledger"))
	require.NoFileExists(t, trace)
}

func generations(t *testing.T, h *Host, name string) int {
	plugin, err := h.Registry().Processor(name)
	require.NoError(t, err)
	return plugin.Status().Generation
}

func TestOtherBytesThanThePinnedAreNotRun(t *testing.T) {
	p, trace := addedPlaces(t, "LEDGER")
	h := hostWith(t, p)
	raw := "LEDGER\n" + someLog(3000)
	out, err := h.Compress(context.Background(), Input{Raw: []byte(raw), Overrides: config.Overrides{MaxTokens: 1 << 20}})
	require.NoError(t, err)
	require.True(t, out.Replaced(), "a bundled processor saves what the added one would have")
	require.Contains(t, string(out.Text), "boom: the ledger is gone")
	require.Equal(t, "plugin-start-failed", out.Outcome.Reason)
	require.Equal(t, "log", out.Outcome.Processor)
	require.Equal(t, "log", out.Outcome.Fallback)
	require.Contains(t, out.Outcome.Detail, "is not the file that was approved: its SHA-256 differs; riffle plugin verify says what to do")
	require.NoFileExists(t, trace)
}

// A host that nobody gave places to has no added plugins, whoever runs it.
func TestWithoutPlacesNothingIsAdded(t *testing.T) {
	h := hostWith(t, registry.Places{})
	require.Len(t, h.Registry().Processors(), 1)
	require.Empty(t, h.Registry().Others())
}
