//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// step is a command of a page and lines that it must print.
type step struct {
	command string
	want    []string
}

// steps are the commands in the console blocks of a page, those behind "$ ".
func steps(page string) []step {
	var out []step
	console := false
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		command, is := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			console = line == "```console"
		case console && is:
			out = append(out, step{command: command})
		case console && len(out) > 0:
			out[len(out)-1].want = append(out[len(out)-1].want, line)
		}
	}
	return out
}

// matcher takes a line of a page for a pattern: "…" is anything, blanks are one.
func matcher(line string) *regexp.Regexp {
	parts := strings.Split(strings.Join(strings.Fields(line), " "), "…")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(strings.TrimSpace(p))
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$")
}

// missing is the first of some lines that an output does not have, in their order, "" for none.
func missing(output string, want []string) string {
	lines := strings.Split(output, "\n")
	for _, w := range want {
		pattern, found := matcher(w), false
		for len(lines) > 0 && !found {
			found = pattern.MatchString(strings.Join(strings.Fields(lines[0]), " "))
			lines = lines[1:]
		}
		if !found {
			return w
		}
	}
	return ""
}

func TestMissing(t *testing.T) {
	output := "wrote shout: 14 files\n  name     shout\n\nok  3.2 s\n"
	for name, tc := range map[string]struct {
		want    []string
		missing string
	}{
		"all lines":          {[]string{"wrote shout: 14 files", "name shout", "ok 3.2 s"}, ""},
		"some, with gaps":    {[]string{"wrote … files", "ok … s"}, ""},
		"nothing":            {nil, ""},
		"a line that is not": {[]string{"wrote … files", "name quay"}, "name quay"},
		"in another order":   {[]string{"ok …", "wrote …"}, "wrote …"},
		"a part of a line":   {[]string{"14 files"}, "14 files"},
		"twice":              {[]string{"ok …", "ok …"}, "ok …"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tc.missing, missing(output, tc.want)) })
	}
}

// What the pages for authors tell one to run is run as it stands, with the programs that
// were built and without a network.
func TestAuthorPages(t *testing.T) {
	bin := binaries(t)
	t.Run("quickstart", func(t *testing.T) {
		all := steps(readDoc(t, "plugins/quickstart.md"))
		require.Greater(t, len(all), 20)
		runSteps(t, bin, all, t.TempDir())
	})
	t.Run("contract", func(t *testing.T) { contractExample(t, bin) })
	t.Run("readme", func(t *testing.T) { readmeProcessor(t, bin) })
}

// runSteps runs commands in one shell, with the programs in bin, in a folder and a home of
// its own, and holds what they print against what they must.
func runSteps(t *testing.T, bin string, all []step, work string) {
	t.Helper()
	var script strings.Builder
	script.WriteString("exec 2>&1\n")
	for i, s := range all {
		fmt.Fprintf(&script, "printf '\\036%d\\n'\n%s\nprintf '\\037%%d\\n' $?\n", i, s.command)
	}
	home := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "sh")
	cmd.Dir, cmd.Stdin = work, strings.NewReader(script.String())
	cmd.Env = append(goEnv(t), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+home,
		"XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_DATA_HOME="+filepath.Join(home, "data"), "XDG_STATE_HOME="+filepath.Join(home, "state"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))

	parts := strings.Split(string(out), "\036")[1:]
	require.Len(t, parts, len(all))
	for i, s := range all {
		output, status, found := strings.Cut(parts[i], "\037")
		require.True(t, found, "%s did not end: %s", s.command, output)
		output = strings.TrimPrefix(output, strconv.Itoa(i)+"\n")
		t.Logf("$ %s\n%s", s.command, output)
		assert.Equal(t, "0\n", status, "$ %s\n%s", s.command, output)
		if line := missing(output, s.want); line != "" {
			t.Errorf("$ %s\nprints no line as %q, or not behind the line before it:\n%s", s.command, line, output)
		}
	}
}

// goEnv is what the go command needs to find what is built and downloaded already.
func goEnv(t *testing.T) []string {
	env := []string{"GOPROXY=off", "GOWORK=off", "GOFLAGS=-mod=readonly", "GOTOOLCHAIN=local"}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		require.NoError(t, err)
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	return env
}
