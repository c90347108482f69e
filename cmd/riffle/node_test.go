//go:build unix

package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nodeVariable makes the tests of the processor in JavaScript fail, rather than skip,
// where Node.js is missing.
const nodeVariable = "RIFFLE_NEED_NODE"

// needNode skips a test where there is no Node.js or npm.
func needNode(t *testing.T) {
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv(nodeVariable) == "1" {
				t.Fatalf("%s is missing, and %s=1 wants it", name, nodeVariable)
			}
			t.Skipf("%s is missing: the processor in JavaScript is not checked; %s=1 makes this a failure", name, nodeVariable)
		}
	}
}

// nodeProcessor copies the processor in JavaScript, without what is installed beside it,
// and returns the folder with its dependencies.
func nodeProcessor(t *testing.T) string {
	const source = "../../examples/processor-node"
	dir := filepath.Join(t.TempDir(), "processor-node")
	require.NoError(t, filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(source, path)
		if err != nil || name == "node_modules" || name == "dist" {
			return fs.SkipDir
		}
		target := filepath.Join(dir, name)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, info.Mode().Perm()&0o755)
	}))
	// No script of a dependency is run; none is needed.
	npm(t, dir, "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	return dir
}

func npm(t *testing.T, dir string, args ...string) {
	cmd := exec.Command("npm", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

// TestTheProcessorInJavaScriptKeepsItsPromises proves that the wire is that of the
// .proto and not that of one implementation.
func TestTheProcessorInJavaScriptKeepsItsPromises(t *testing.T) {
	if testing.Short() {
		t.Skip("installs packages and builds programs")
	}
	needNode(t)
	dir := nodeProcessor(t)
	npm(t, dir, "test")
	npm(t, dir, "run", "bundle")
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+"/", ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	p := program{t, bin, t.TempDir()}
	stdout, stderr, status := p.run("", "plugin", "check", "--corpus", filepath.Join(dir, "unseen"), filepath.Join(dir, "dist", "riffle-processor-yaml"))
	require.Zero(t, status, "%s\n%s", stdout, stderr)
	assert.True(t, strings.HasPrefix(stdout, "processor yaml 1."), stdout)
	assert.Contains(t, stdout, ", 0 failed, ")
	assert.Contains(t, stdout, "pass  match-own\n")
	assert.Contains(t, stdout, "pass  large\n")
	assert.Regexp(t, `(?m)^yaml +6 +1\.000 +0\.9`, stdout)
	assert.Regexp(t, `(?m)^bundled +6 +0\.[0-9]`, stdout)
}

func TestTheProcessorInJavaScriptHasTheProtocolOfToday(t *testing.T) {
	const name = "proto/riffle/plugin/v1/plugin.proto"
	want, err := os.ReadFile("../../sdk/" + name)
	require.NoError(t, err)
	got, err := os.ReadFile("../../examples/processor-node/" + name)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "copy it anew: npm run proto in examples/processor-node")
}

// TestASwappedScriptIsNotRun: what runs is the open file, also where an interpreter
// reads it.
func TestASwappedScriptIsNotRun(t *testing.T) {
	needNode(t)
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("this system can't run an open file")
	}
	path := filepath.Join(t.TempDir(), "plugin")
	write := func(text string) {
		next := path + ".next"
		require.NoError(t, os.WriteFile(next, []byte("#!/usr/bin/env -S node --preserve-symlinks-main\nconsole.log('"+text+"')\n"), 0o700))
		require.NoError(t, os.Rename(next, path))
	}
	write("approved")
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	write("swapped")
	cmd := exec.Command("/proc/self/fd/3")
	cmd.ExtraFiles = []*os.File{file}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, "approved\n", string(out))
}
