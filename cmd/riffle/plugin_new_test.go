package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goHere lets the go command find what is downloaded already, whatever HOME is, and keeps
// it from the network.
func goHere(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	t.Setenv("GOMODCACHE", strings.TrimSpace(string(cache)))
	t.Setenv("GOPROXY", "off")
}

func TestPluginNew(t *testing.T) {
	goHere(t)
	s := newShell(t)
	checkout, err := filepath.Abs("../..")
	require.NoError(t, err)
	out := s.ok("", "plugin", "new", "quay")
	assert.Contains(t, out, "wrote riffle-processor-quay: 14 files, module example.com/riffle-processor-quay, riffle from "+checkout+" (see replace in its go.mod)\n")
	assert.Contains(t, out, "\n  cd riffle-processor-quay\n  go test ./...\n")
	assert.Contains(t, out, "\n  riffle plugin add ./riffle-processor-quay\n")
	assert.FileExists(t, filepath.Join(s.dir, "riffle-processor-quay", "main.go"))

	out = s.ok("", "plugin", "new", "--kind", "estimator", "--module", "github.com/you/quick", "--dir", "a folder/it's", "--replace", checkout, "quick")
	assert.Contains(t, out, "module github.com/you/quick,")
	assert.Contains(t, out, "\n  cd 'a folder/it'\\''s'\n")
	mod, err := os.ReadFile(filepath.Join(s.dir, "a folder", "it's", "go.mod"))
	require.NoError(t, err)
	assert.Contains(t, string(mod), "module github.com/you/quick\n")
	assert.Contains(t, string(mod), "replace github.com/riffle-dev/riffle => "+checkout)
	assert.NotContains(t, string(mod), "spf13/cobra", "what a plugin does not need is not required")
}

func TestPluginNewRefuses(t *testing.T) {
	s := newShell(t)
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "full"), 0o700))
	s.write("full/mine", "mine")
	for name, tc := range map[string]struct {
		args []string
		want string
	}{
		"no name":               {nil, "accepts 1 arg(s)"},
		"a bad name":            {[]string{"Quay"}, `scaffold: the name "Quay"`},
		"a bundled processor's": {[]string{"log"}, "log is the name of a bundled processor"},
		"a bundled estimator's": {[]string{"--kind", "estimator", "chars4"}, "chars4 is the name of a bundled estimator"},
		"another kind":          {[]string{"--kind", "filter", "quay"}, "expected processor or estimator"},
		"a folder in use":       {[]string{"--dir", "full", "quay"}, "is not empty (it holds mine): name another folder by --dir"},
		"no checkout":           {[]string{"--replace", s.dir, "quay"}, "is no checkout of github.com/riffle-dev/riffle"},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, status := s.run("", append([]string{"plugin", "new"}, tc.args...)...)
			assert.Equal(t, exitUsage, status)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, tc.want)
			assert.NoDirExists(t, filepath.Join(s.dir, "riffle-processor-quay"))
		})
	}
}
