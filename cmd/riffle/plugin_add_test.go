package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// servesAs is the argument before the name that a script calls this binary by.
const servesAs = "riffle-test-serves-as"

// The test binary is also a plugin, where a script calls it by such a name.
func TestMain(m *testing.M) {
	if len(os.Args) != 3 || os.Args[1] != servesAs {
		os.Exit(m.Run())
	}
	switch os.Args[2] {
	case "riffle-processor-ledger":
		serve.Main(ledger{"ledger"})
	case "riffle-processor-log":
		serve.Main(ledger{"log"})
	case "riffle-estimator-quick":
		serve.Main(quick{})
	case "riffle-processor-moody":
		serve.Main(moody{})
	}
}

// ledger has a kind of its own, which begins with "LEDGER".
type ledger struct{ name string }

func (l ledger) Info() sdk.Info {
	kinds, magic := []string{"ledger"}, []string{"LEDGER"}
	if l.name == "log" {
		kinds, magic = []string{sdk.KindLog}, nil
	}
	return sdk.Info{Name: l.name, Version: "3.1.0", Summary: "ledgers", Kinds: kinds, Magic: magic, Stability: sdk.Experimental}
}

func (ledger) Process(_ context.Context, req sdk.Request) (sdk.Plan, error) {
	b := sdk.NewBuilder(req)
	at := 0
	for _, l := range bytes.SplitAfter(req.Content, []byte("\n")) {
		if n := len(bytes.TrimSpace(l)); n > 0 {
			b.Keep(sdk.Span{Start: at, End: at + n}, 0.1+float64(bytes.Count(l, []byte("fault"))))
		}
		at += len(l)
	}
	return b.Plan(), nil
}

type quick struct{}

func (quick) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "quick", Version: "1.0.0", Encoding: "o200k_base", Margin: 0.2}
}

func (quick) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	out := make([]int, len(texts))
	for i, t := range texts {
		out[i] = (len(t) + 2) / 3
	}
	return out, nil
}

// moody answers once, and not when it is to work.
type moody struct{}

func (moody) Info() sdk.Info {
	return sdk.Info{Name: "moody", Version: "0.1.0", Kinds: []string{"moods"}}
}

func (moody) Process(context.Context, sdk.Request) (sdk.Plan, error) {
	go func() { panic("I can't go on") }() // which nothing recovers
	select {}
}

// pluginFile is a script that calls this binary by its name: quick to hash and to copy,
// and to be added unconfined, for this binary lies in a temporary folder.
func pluginFile(t *testing.T, name string) string {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o755))
	self, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nexec '"+self+"' "+servesAs+" "+name+"\n"), 0o755))
	return path
}

func (s *shell) lock() string { return filepath.Join(s.dir, ".config", "riffle", registry.LockName) }

func ledgerText() string {
	var b strings.Builder
	b.WriteString("LEDGER 1\n")
	for i := range 2000 {
		if i == 900 {
			b.WriteString("entry of a fault that nobody booked\n")
		}
		b.WriteString("entry of the usual sort, booked and closed\n")
	}
	return b.String()
}

// outcomeOf is what compress --json says of a text.
func (s *shell) outcomeOf(text string, args ...string) (outcome struct {
	Action, Reason, Kind, Processor, ProcessorVersion, Transport, Estimator, Detail, Fallback string
}) {
	var r struct{ Outcome any }
	r.Outcome = &outcome
	stdout, stderr, status := s.run(text, append([]string{"compress", "--json"}, args...)...)
	require.Zero(s.t, status, stderr)
	require.NoError(s.t, json.Unmarshal([]byte(stdout), &r))
	return outcome
}

func TestFromAddToRemove(t *testing.T) {
	s := newShell(t)
	text := ledgerText()
	assert.Equal(t, "log", s.outcomeOf(text).Kind, "nobody knows ledgers yet")
	program := pluginFile(t, "riffle-processor-ledger")

	out := s.ok("", "plugin", "add", "--unconfined", program, "--env", "LEDGER_HOME", "--memory", "1GiB", "--files", "99", "--call-timeout", "7s")
	for _, words := range []string{"added processor ledger 3.1.0\n", "kinds      ledger\n", "LANG, LC_ALL, TMPDIR, TZ, LEDGER_HOME of the environment",
		"1GiB of memory, 99 open files, 7s for a call", "confined   no, as you asked", "what it recognises as ledger goes to it, no route is needed", s.lock()} {
		assert.Contains(t, out, words)
	}
	list := s.ok("", "plugin", "list")
	assert.Regexp(t, `(?m)^processor +ledger +3\.1\.0 +1 +ledger +- +experimental +subprocess +pinned +available +sealed copy, unconfined as it was added +/`, list)
	assert.Regexp(t, `(?m)^processor +ledger +3\.1\.0 +[0-9a-f]{12} +ok$`, s.ok("", "plugin", "verify"))

	o := s.outcomeOf(text)
	assert.Equal(t, []string{"replaced", "ok", "ledger", "ledger", "3.1.0", "subprocess"}, []string{o.Action, o.Reason, o.Kind, o.Processor, o.ProcessorVersion, o.Transport}, o.Detail)
	assert.Equal(t, "subprocess", s.outcomeOf(text, "--isolation", "in-process").Transport, "an added plugin never runs in the host")
	assert.Equal(t, "ledger", s.outcomeOf(strings.TrimPrefix(text, "LEDGER 1\n"), "--kind", "ledger").Processor)
	doctor := s.ok("", "plugin", "doctor", "ledger")
	assert.Contains(t, doctor, "source     pinned")
	assert.Contains(t, doctor, "confined   sealed copy, unconfined as it was added")
	assert.Contains(t, doctor, "call       4 units for 74 bytes after")

	_, stderr, status := s.run("", "plugin", "add", "--unconfined", program)
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "run it again with --upgrade")
	assert.Contains(t, s.ok("", "plugin", "add", "--force", "--unconfined", program), "upgraded from version 3.1.0: processor ledger 3.1.0")
	assert.Equal(t, "removed processor ledger 3.1.0\n", s.ok("", "plugin", "remove", "processor/ledger"))
	assert.Equal(t, "log", s.outcomeOf(text).Kind)
	assert.FileExists(t, program)
}

func TestAddedEstimators(t *testing.T) {
	s := newShell(t)
	out := s.ok("", "plugin", "add", "--unconfined", pluginFile(t, "riffle-estimator-quick"))
	assert.Contains(t, out, "encoding   o200k_base")
	assert.Contains(t, out, "estimator: quick in the configuration")
	config := s.write("c.yaml", "estimator: quick\n")
	o := s.outcomeOf(readSoak(t), "--config", config)
	assert.Equal(t, []string{"ok", "quick"}, []string{o.Reason, o.Estimator}, o.Detail)
	program, err := filepath.Glob(filepath.Join(s.dir, ".local/share/riffle/plugins/quick/*"))
	require.NoError(t, err)
	require.Len(t, program, 1)
	require.NoError(t, os.Chmod(program[0], 0o700))
	require.NoError(t, os.WriteFile(program[0], []byte("#!/bin/sh\n"), 0o700))
	stdout, _, status := s.run(readSoak(t), "compress", "--config", config)
	assert.Zero(t, status)
	assert.Equal(t, readSoak(t), stdout, "who can't count changes nothing")
	assert.Equal(t, "estimator-failed", s.outcomeOf(readSoak(t), "--config", config).Reason)

	s.ok("", "plugin", "remove", "quick")
	_, stderr, status := s.run("", "compress", "--config", config)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, `there is no estimator "quick"`)
}

// A project's configuration brings no trust with it: the lock is the user's.
func TestTheLockFileIsTheUsersWhateverTheConfiguration(t *testing.T) {
	s := newShell(t)
	s.vars["XDG_CONFIG_HOME"], s.vars["XDG_DATA_HOME"] = filepath.Join(s.dir, "settings"), filepath.Join(s.dir, "data")
	project := filepath.Join(s.dir, "project")
	require.NoError(t, os.MkdirAll(project, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(project, "c.yaml"), []byte("targetTokens: 700\n"), 0o600))
	s.vars["RIFFLE_CONFIG"] = filepath.Join(project, "c.yaml")
	out := s.ok("", "plugin", "add", "--unconfined", pluginFile(t, "riffle-processor-ledger"))
	assert.Contains(t, out, "lock       "+filepath.Join(s.dir, "settings", "riffle", registry.LockName)+"\n")
	assert.Contains(t, out, "program    "+filepath.Join(s.dir, "data", "riffle", "plugins", "ledger")+"/")
	assert.Equal(t, "ledger", s.outcomeOf(ledgerText()).Processor)
	assert.Equal(t, "ledger", s.outcomeOf(ledgerText(), "--config", s.vars["RIFFLE_CONFIG"]).Processor)

	// A lock file in the project is nobody's.
	text, err := os.ReadFile(filepath.Join(s.dir, "settings", "riffle", registry.LockName))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(project, registry.LockName), text, 0o600))
	s.vars["XDG_CONFIG_HOME"] = filepath.Join(s.dir, "elsewhere")
	assert.Equal(t, "log", s.outcomeOf(ledgerText()).Kind)
	delete(s.vars, "HOME")
	delete(s.vars, "XDG_CONFIG_HOME")
	_, stderr, status := s.run("", "plugin", "add", "--unconfined", pluginFile(t, "riffle-processor-ledger"))
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "no folder for plugins is known: set HOME")
}

func TestNamesThatAProcessorAndAnEstimatorShare(t *testing.T) {
	lock := registry.Lock{Plugins: []registry.Pin{{Kind: "estimator", Name: "a"}, {Kind: "processor", Name: "a"}, {Kind: "processor", Name: "b"}}}
	for _, test := range []struct {
		names []string
		kinds string
		says  string
	}{
		{nil, "estimator a, processor a, processor b", ""},
		{[]string{"b"}, "processor b", ""},
		{[]string{"processor/a", "estimator/a"}, "processor a, estimator a", ""},
		{[]string{"a"}, "", "a is a processor and an estimator: name processor/a or estimator/a"},
		{[]string{"estimator/b"}, "", "estimator/b was not added; there are a, a, b"},
	} {
		pins, err := choose(lock, test.names)
		if test.says != "" {
			assert.ErrorContains(t, err, test.says)
			continue
		}
		require.NoError(t, err)
		var got []string
		for _, p := range pins {
			got = append(got, p.Kind+" "+p.Name)
		}
		assert.Equal(t, test.kinds, strings.Join(got, ", "))
	}
}

func TestABundledPluginIsReplacedAndBack(t *testing.T) {
	s := newShell(t)
	program := pluginFile(t, "riffle-processor-log")
	_, stderr, status := s.run("", "plugin", "add", "--unconfined", program)
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, `processor "log" is bundled with riffle`)
	assert.Contains(t, s.ok("", "plugin", "add", "--replace-builtin", "--unconfined", program), "takes the place of the bundled processor log")
	assert.Contains(t, s.ok("", "plugin", "list"), "available, replaces the bundled one")
	o := s.outcomeOf(readSoak(t))
	assert.Equal(t, []string{"log", "3.1.0", "subprocess"}, []string{o.Processor, o.ProcessorVersion, o.Transport})
	assert.Contains(t, s.ok("", "plugin", "remove", "log"), "the bundled processor log serves again")
	assert.Equal(t, "in-process", s.outcomeOf(readSoak(t)).Transport)
	_, stderr, status = s.run("", "plugin", "remove", "log")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "log is bundled with riffle and can't be removed")
}

// Whatever was done to a plugin, the text comes out and the outcome says why.
func TestATamperedPluginCostsNothingButItsSaving(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not read here")
	}
	for _, test := range []struct {
		name   string
		change func(t *testing.T, program string)
		says   string
	}{
		{"one byte", func(t *testing.T, program string) {
			data, err := os.ReadFile(program)
			require.NoError(t, err)
			data[len(data)/2] ^= 1
			require.NoError(t, os.Remove(program))
			require.NoError(t, os.WriteFile(program, data, 0o500))
		}, "riffle plugin add --upgrade PATH"},
		{"a folder that everyone may write", func(t *testing.T, program string) {
			require.NoError(t, os.Chmod(filepath.Dir(program), 0o777))
		}, "run chmod go-w"},
		{"a link out of the folder", func(t *testing.T, program string) {
			other := filepath.Join(filepath.Dir(filepath.Dir(program)), "other")
			require.NoError(t, os.Rename(program, other))
			require.NoError(t, os.Symlink(other, program))
		}, "out of its folder"},
		{"another path in the lock file", nil, "which is not where riffle keeps it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newShell(t)
			text := ledgerText()
			s.ok("", "plugin", "add", "--unconfined", pluginFile(t, "riffle-processor-ledger"))
			if test.change != nil {
				found, err := filepath.Glob(filepath.Join(s.dir, ".local/share/riffle/plugins/ledger/*"))
				require.NoError(t, err)
				require.Len(t, found, 1)
				test.change(t, found[0])
			} else {
				data, err := os.ReadFile(s.lock())
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(s.lock(), bytes.Replace(data, []byte("/plugins/ledger/"), []byte("/plugins/other/"), 1), 0o600))
			}
			stdout, stderr, status := s.run(text, "compress", "--max-tokens", "1000000")
			assert.Zero(t, status)
			assert.NotContains(t, stdout, "[riffle: ledger", "the program is not run")
			assert.Empty(t, stderr)
			o := s.outcomeOf(text, "--max-tokens", "1000000")
			assert.Equal(t, []string{"replaced", "plugin-start-failed", "log"}, []string{o.Action, o.Reason, o.Fallback})
			assert.Equal(t, "log", s.outcomeOf(readSoak(t)).Processor, "the others serve")

			stdout, stderr, status = s.run("", "plugin", "verify")
			assert.Equal(t, 1, status)
			assert.Contains(t, stdout, test.says)
			assert.Contains(t, stderr, "ledger will not be run")
			stdout, _, status = s.run("", "plugin", "doctor", "ledger")
			assert.Equal(t, 1, status)
			assert.Contains(t, stdout, test.says)
			assert.Contains(t, s.ok("", "plugin", "list"), test.says)
			s.ok("", "plugin", "remove", "ledger")
		})
	}
}

func TestABrokenLockFileCostsTheAddedPluginsAlone(t *testing.T) {
	s := newShell(t)
	s.ok("", "plugin", "add", "--unconfined", pluginFile(t, "riffle-processor-ledger"))
	require.NoError(t, os.WriteFile(s.lock(), []byte(`{"schema": 7}`), 0o600))
	stdout, stderr, status := s.run(readSoak(t), "compress")
	assert.Zero(t, status)
	assert.True(t, strings.HasPrefix(stdout, "[riffle: log,"))
	assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	assert.Contains(t, stderr, "riffle: warning: registry: the lock file "+s.lock()+" can't be used: it has schema 7, and this riffle reads 1: upgrade riffle")
	stdout, _, status = s.run("", "plugin", "list", "--json")
	assert.Zero(t, status)
	var l listing
	require.NoError(t, json.Unmarshal([]byte(stdout), &l))
	assert.Contains(t, l.Problem, "schema 7")
	last := l.Plugins[len(l.Plugins)-1]
	assert.Equal(t, []string{"ledger", "found", "not trusted"}, []string{last.Name, last.Source, last.State})
	for _, command := range []string{"verify", "doctor"} {
		_, stderr, status = s.run("", "plugin", command)
		assert.Equal(t, 1, status, command)
		assert.NotEmpty(t, stderr)
	}
}

func TestDevPlugins(t *testing.T) {
	s := newShell(t)
	program := pluginFile(t, "riffle-processor-ledger")
	require.NoError(t, os.Chmod(filepath.Dir(program), 0o777))
	text := ledgerText()
	warning := "riffle: warning: registry: running without a pin, unchecked: ledger=" + program + "\n"
	for _, args := range [][]string{
		{"--dev-plugin", "ledger=" + program},
		{"--config", s.write("dev.yaml", "plugins: {dev: {ledger: "+program+"}}\n")},
	} {
		o := s.outcomeOf(text, args...)
		assert.Equal(t, []string{"ledger", "ledger", "dev"}, []string{o.Kind, o.Processor, o.Transport}, o.Detail)
		_, stderr, status := s.run("small", append([]string{"compress"}, args...)...)
		assert.Zero(t, status)
		assert.Equal(t, warning, stderr, "on every run, one line")
		stdout, _, _ := s.run("", append([]string{"plugin", "list"}, args...)...)
		assert.Regexp(t, `(?m)^processor +ledger .* dev +dev +available`, stdout)
	}
	stdout, stderr, status := s.run("", "exec", "--dev-plugin", "ledger="+program, "--", "echo", "hello")
	assert.Zero(t, status)
	assert.Equal(t, "hello\n", stdout, "nothing of it reaches the output")
	assert.Equal(t, warning, stderr)
	broken := s.write("riffle-processor-ledger", "#!/bin/sh\nexit 1\n")
	require.NoError(t, os.Chmod(broken, 0o700))
	stdout, stderr, status = s.run(text, "compress", "--dev-plugin", "ledger="+broken)
	assert.Zero(t, status)
	assert.True(t, strings.HasPrefix(stdout, "[riffle: log,"), "another takes its place")
	assert.Contains(t, stderr, "riffle: warning: processor ledger: ")
	assert.Contains(t, stderr, "ended before its handshake (exit status 1)")
	_, stderr, status = s.run("", "compress", "--dev-plugin", "ledger")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, `--dev-plugin is "ledger"; expected NAME=PATH`)
	s.write(".riffle.yaml", "plugins: {dev: {ledger: "+program+"}}\n")
	stdout, stderr, status = s.run(text, "compress")
	assert.Zero(t, status)
	assert.True(t, strings.HasPrefix(stdout, "[riffle: log,"), "a file that is picked up names no program")
	assert.Contains(t, stderr, "no effect of plugins.dev.ledger (line 1)")
	assert.Contains(t, stderr, "plugins.dev holds in no file that is picked up")
}

func TestDoctorSaysWhatToDo(t *testing.T) {
	s := newShell(t)
	s.ok("", "plugin", "add", "--unconfined", pluginFile(t, "riffle-processor-moody"))
	stdout, stderr, status := s.run("", "plugin", "doctor", "moody")
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "moody did not answer as it should")
	for _, words := range []string{"answered   after", "stderr     panic: I can't go on", "problem    supervise: plugin-crashed", "do         it crashed: ask its author"} {
		assert.Contains(t, stdout, words)
	}
}

func TestFlagsOfAddThatMeanNothing(t *testing.T) {
	s := newShell(t)
	for _, test := range []struct{ args, says string }{
		{"--memory much", `--memory is "much"; expected a size of at least 16MiB`},
		{"--memory 1KiB", `--memory is "1KiB"; expected a size of at least 16MiB`},
		{"--files 0", "--files is 0; expected at least 16"},
		{"--call-timeout soon", `--call-timeout is "soon"; expected a time such as 5s`},
		{"--call-timeout 0", `--call-timeout is "0"; expected a time such as 5s`},
	} {
		_, stderr, status := s.run("", append(strings.Fields("plugin add x"), strings.Fields(test.args)...)...)
		assert.Equal(t, 2, status, test.args)
		assert.Contains(t, stderr, test.says)
	}
	_, stderr, status := s.run("", "plugin", "verify", "nothing")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "nothing was not added; there are none")
}
