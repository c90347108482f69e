//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk/sdktest"
)

// programsIn are the plugins that binaries has built.
func programsIn(t *testing.T, bin string) []string {
	paths, err := filepath.Glob(filepath.Join(bin, "riffle-*"))
	require.NoError(t, err)
	require.Greater(t, len(paths), 8)
	return paths
}

func TestPrograms(t *testing.T) {
	bin := binaries(t)
	for _, path := range programsIn(t, bin) {
		t.Run(strings.TrimPrefix(filepath.Base(path), "riffle-")+" keeps its promises", func(t *testing.T) { sdktest.RunBinary(t, path) })
	}
	t.Run("plugin check", func(t *testing.T) { pluginCheck(t, bin) })
}

// pluginCheck runs the command on what is a plugin and what is none.
func pluginCheck(t *testing.T, bin string) {
	p := program{t, bin, t.TempDir()}
	// One small case, so that there is something to measure.
	cases := filepath.Join(t.TempDir(), "small", "text")
	require.NoError(t, os.MkdirAll(cases, 0o700))
	for _, name := range []string{"go-doc.facts.json", "go-doc.txt"} {
		data, err := os.ReadFile(filepath.Join("../../corpus/text", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(cases, name), data, 0o600))
	}
	small := filepath.Dir(cases)

	t.Run("a processor is measured beside the bundled ones", func(t *testing.T) {
		out := p.ok("", "plugin", "check", "--corpus", small, filepath.Join(bin, "riffle-processor-text"))
		assert.True(t, strings.HasPrefix(out, "processor text 1."), out)
		assert.Contains(t, out, "pass  ends-with-host\n")
		assert.Contains(t, out, ", 0 failed, ")
		assert.Regexp(t, `(?m)^SYSTEM +CASES +F@2048`, out)
		assert.Regexp(t, `(?m)^text +1 +[01]\.\d+`, out)
		assert.Regexp(t, `(?m)^bundled +1 +[01]\.\d+`, out)
	})
	t.Run("a processor of other kinds is not measured", func(t *testing.T) {
		out := p.ok("", "plugin", "check", "--corpus", small, filepath.Join(bin, "riffle-processor-html"))
		assert.Contains(t, out, "not measured: the corpus has no case of the kinds html")
	})
	t.Run("an estimator is measured", func(t *testing.T) {
		out := p.ok("", "plugin", "check", "--corpus", small, filepath.Join(bin, "riffle-estimator-ngram"))
		assert.Regexp(t, `(?m)^ngram +\d+\.\d+ %`, out)
	})
	t.Run("as JSON", func(t *testing.T) {
		var card struct {
			Kind, Name, Note string
			Results          []sdktest.Result
			Measured         []measured
		}
		require.NoError(t, json.Unmarshal([]byte(p.ok("", "plugin", "check", "--json", "--corpus", small, filepath.Join(bin, "riffle-processor-text"))), &card))
		assert.Equal(t, "processor text", card.Kind+" "+card.Name)
		assert.Greater(t, len(card.Results), 40)
		require.Len(t, card.Measured, 2)
		assert.Positive(t, card.Measured[0].AUC)
		assert.Empty(t, card.Note)
	})

	script := func(text string) string {
		path := filepath.Join(t.TempDir(), "plugin")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
		return path
	}
	for _, tc := range []struct {
		name, path string
		status     int
		out, err   string
	}{
		{"a missing file", "nothing", 2, "", "sdktest: nothing does not exist"},
		{"a folder", bin, 2, "", "is no file; expected the program of a plugin"},
		{"a script that prints junk", script("#!/bin/sh\necho hello\n"), 1, "it said: hello", "plugin: "},
		{"a program that is none", script("\x00\x01"), 1, "it does not run: exec format error", "breaks 1 of "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := p.run("", "plugin", "check", "--corpus", small, tc.path)
			assert.Equal(t, tc.status, status)
			assert.Contains(t, stdout, tc.out)
			assert.Contains(t, stderr, tc.err)
		})
	}
}
