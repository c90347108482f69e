//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/corpus"
)

// binaries builds every program, and the processor that the documents show, into
// a folder.
func binaries(t *testing.T) string {
	if testing.Short() {
		t.Skip("builds programs")
	}
	dir := t.TempDir()
	build := func(args ...string) {
		cmd := exec.Command("go", append([]string{"build", "-o", dir + "/"}, args...)...)
		cmd.Dir = "../.."
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	build("./cmd/...")
	source := filepath.Join(t.TempDir(), "riffle-processor-changelog.go")
	require.NoError(t, os.Chmod(dir, 0o755))
	require.NoError(t, os.WriteFile(source, []byte(codeBlock(t, readDoc(t, "processors.md"), "go")), 0o600))
	build(source)
	return dir
}

// program runs the built riffle in private folders.
type program struct {
	t    *testing.T
	bin  string
	home string
}

func (p program) run(stdin string, args ...string) (stdout, stderr string, status int) {
	p.t.Helper()
	cmd := exec.Command(filepath.Join(p.bin, "riffle"), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.home}
	cmd.Stdin = strings.NewReader(stdin)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err := cmd.Run()
	if cmd.ProcessState == nil {
		require.NoError(p.t, err)
	}
	return out.String(), complaints.String(), cmd.ProcessState.ExitCode()
}

func (p program) ok(stdin string, args ...string) string {
	p.t.Helper()
	stdout, stderr, status := p.run(stdin, args...)
	require.Zero(p.t, status, stderr)
	return stdout
}

func TestBinaries(t *testing.T) {
	bin := binaries(t)
	start := func(t *testing.T) program { return program{t, bin, t.TempDir()} }
	cases, err := corpus.Load("../../corpus")
	require.NoError(t, err)

	t.Run("one text from both isolations, twice", func(t *testing.T) {
		p := start(t)
		for _, c := range cases {
			args := []string{"compress", c.Path, "--target-tokens", "900", "--max-tokens", "900"}
			sub := p.ok("", append(args, "--isolation", "subprocess")...)
			assert.Equal(t, sub, p.ok("", append(args, "--isolation", "in-process")...), c.Name)
			assert.Equal(t, sub, p.ok("", args...), c.Name)
			assert.True(t, strings.HasPrefix(sub, "[riffle: "), c.Name)
		}
	})

	t.Run("the documented processor", func(t *testing.T) {
		p := start(t)
		config := filepath.Join(p.home, "c.yaml")
		require.NoError(t, os.WriteFile(config, []byte(codeBlock(t, readDoc(t, "processors.md"), "yaml")), 0o600))
		assert.Contains(t, p.ok("", "plugin", "add", filepath.Join(bin, "riffle-processor-changelog")), "added processor changelog 1.0.0")
		var log strings.Builder
		for i := range 400 {
			log.WriteString("# Release\n\n- Fix a spelling mistake in the manual\n- Move the example to another folder\n")
			if i == 200 {
				log.WriteString("- Breaking: the port is given as a number\n")
			}
		}
		out := p.ok(log.String(), "compress", "--config", config, "--command", "cat CHANGELOG.md", "--target-tokens", "300", "--max-tokens", "300")
		assert.Contains(t, out, "[riffle: changelog,")
		assert.Contains(t, out, "Breaking: the port is given as a number")
		assert.Contains(t, p.ok("", "plugin", "doctor", "changelog"), "change logs")
	})

	t.Run("every plugin answers", func(t *testing.T) {
		out := start(t).ok("", "plugin", "doctor")
		assert.NotContains(t, out, "problem")
		assert.Equal(t, 8, strings.Count(out, "transport  subprocess"), "the processors and tiktoken are processes, the other estimators run in the host:\n"+out)
	})

	t.Run("broken plugins cost nothing", func(t *testing.T) { brokenPlugins(t, bin) })
}

// brokenPlugins checks that whatever a plugin's program does, the text comes out
// and the outcome says why. It leaves the folder without a processor for logs.
func brokenPlugins(t *testing.T, bin string) {
	text := readSoak(t)
	for _, tc := range []struct{ name, script string }{
		{"a program that ends at once", "exit 1"},
		{"a program that prints a banner", "echo welcome; exit 0"},
		{"a program that is none", "\x00\x01"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := program{t, bin, t.TempDir()}
			plugin := filepath.Join(bin, "riffle-processor-log")
			require.NoError(t, os.Remove(plugin))
			require.NoError(t, os.WriteFile(plugin, []byte("#!/bin/sh\n"+tc.script+"\n"), 0o700))
			began := time.Now()
			var r struct {
				Text    string
				Outcome struct{ Action, Reason, Processor, Transport string }
				Locator struct{ Path string }
			}
			stdout, stderr, status := p.run(text, "compress", "--json", "--tool", "bash")
			require.Zero(t, status)
			require.NoError(t, json.Unmarshal([]byte(stdout), &r))
			assert.Less(t, time.Since(began), 15*time.Second)
			assert.Equal(t, "ok", r.Outcome.Reason)
			assert.Equal(t, "log", r.Outcome.Processor, "the same code takes its place")
			assert.Equal(t, "in-process", r.Outcome.Transport)
			assert.Equal(t, 1, strings.Count(stderr, "riffle: warning: in process, as the program does not start: processor log: "), stderr)
			stored, err := os.ReadFile(r.Locator.Path)
			require.NoError(t, err)
			assert.Equal(t, text, string(stored))

			report, _, status := p.run("", "plugin", "doctor", "log")
			assert.Equal(t, 1, status)
			assert.Contains(t, report, "problem")
		})
	}
}
