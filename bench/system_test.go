package bench_test

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/sdk"
)

// trouble is a case of each of two kinds with something to find.
func trouble(t *testing.T) []bench.Set {
	t.Helper()
	dir := t.TempDir()
	write := func(kind, name, text, facts string) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, kind), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, kind, name), []byte(text), 0o600))
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		require.NoError(t, os.WriteFile(filepath.Join(dir, kind, stem+".facts.json"), []byte(facts), 0o600))
	}
	write("log", "gates.log", generated["log"](24<<10), `{"kind":"log","tool":"read","facts":[{"id":"f1","text":"connection to valve-2 lost","weight":3,"why":"cause"},{"id":"f2","text":"gate-9: passed 9 crates","weight":1,"why":"detail"}],"questions":[]}`)
	write("json", "boats.json", generated["json"](24<<10), `{"kind":"json","tool":"bash","facts":[{"id":"f1","text":"adrift","weight":3,"why":"the rare one"}],"questions":[]}`)
	sets, err := bench.LoadSets([]string{dir}, nil)
	require.NoError(t, err)
	return sets
}

func measure(t *testing.T, sets []bench.Set, systems []bench.System, o bench.Options) *runfile.Run {
	t.Helper()
	o.Budgets = []int{512, 2048}
	f, err := bench.Measure(t.Context(), sets, systems, o)
	require.NoError(t, err)
	return f
}

func TestBuiltinsPassEveryGate(t *testing.T) {
	s := bench.Builtins(options(t, "wire"))
	defer s.Close()
	f := measure(t, trouble(t), []bench.System{s}, bench.Options{})
	for _, c := range f.Cases {
		r := c.Result("riffle")
		require.Empty(t, r.Error)
		assert.Empty(t, r.Gates, c.Name)
		assert.Equal(t, c.Kind, r.Processor)
		for _, p := range r.Points {
			assert.Empty(t, p.Gates, "%s@%d", c.Name, p.Budget)
			assert.Contains(t, p.Found, "f1", "%s@%d", c.Name, p.Budget)
		}
	}
	require.Len(t, f.Timings.Results, 2)
	for _, timing := range f.Timings.Results {
		assert.Equal(t, 2048, timing.Budget)
		assert.Positive(t, timing.MBPerS)
		assert.Positive(t, timing.Allocs)
	}
}

// owned is a folder that none but its owner can write to, as are those it lies in as
// far as the system's folder for temporary files has it so.
func owned(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o700))
	return dir
}

func TestARuleThatIsOffChangesScores(t *testing.T) {
	points := func(ablate ...string) []runfile.Point {
		o := options(t, "inproc")
		o.Ablate = ablate
		s, err := bench.Only("log", o)
		require.NoError(t, err)
		defer s.Close()
		f := measure(t, trouble(t), []bench.System{s}, bench.Options{NoChecks: true, Texts: true})
		require.Nil(t, f.Case(f.Corpora[0].Name, "json/boats.json").Result("log"), "not a kind of its")
		return f.Case(f.Corpora[0].Name, "log/gates.log").Result("log").Points
	}
	assert.NotEqual(t, *points()[0].Text, *points("severity", "outliers", "rarity", "line-classes")[0].Text)
}

func TestPluginsByPath(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-o", dir+"/", "../cmd/riffle-processor-log", "../cmd/riffle-estimator-ngram")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))

	t.Run("a processor scores as it does in process", func(t *testing.T) {
		o := options(t, "inproc")
		here, err := bench.Only("log", o)
		require.NoError(t, err)
		defer here.Close()
		here.Name = "here"
		plugin, e, err := bench.Plugin(filepath.Join(dir, "riffle-processor-log"), o)
		require.NoError(t, err)
		require.Nil(t, e)
		defer plugin.Close()
		assert.Equal(t, []string{"log"}, plugin.Kinds)
		assert.Equal(t, "subprocess", plugin.Transport)
		f := measure(t, trouble(t), []bench.System{here, *plugin}, bench.Options{Texts: true})
		c := f.Case(f.Corpora[0].Name, "log/gates.log")
		require.Empty(t, c.Result("log").Error)
		assert.Empty(t, c.Result("log").Gates)
		assert.Equal(t, c.Result("here").Points, c.Result("log").Points)
	})
	t.Run("a processor that was added is measured by its name", func(t *testing.T) {
		o := options(t, "inproc")
		home := owned(t)
		o.Added = registry.Places{Lock: filepath.Join(home, registry.LockName), Managed: filepath.Join(home, "plugins")}
		_, _, err := bench.Plugin("log", o)
		require.ErrorContains(t, err, "the name of one that was added")
		_, err = o.Added.Add(t.Context(), registry.Addition{Path: filepath.Join(dir, "riffle-processor-log")})
		require.NoError(t, err)
		plugin, e, err := bench.Plugin("log", o)
		require.NoError(t, err)
		require.Nil(t, e)
		assert.Equal(t, "log", plugin.Name)
		assert.Equal(t, "subprocess", plugin.Transport)
		require.NoError(t, plugin.Close())
	})
	t.Run("a program of another build gives another text", func(t *testing.T) {
		s := bench.Builtins(options(t, "inproc"))
		defer s.Close()
		require.Nil(t, s.Apart, "there are no programs")
		s.Apart = func() (bench.System, error) {
			o := options(t, "inproc")
			o.Ablate = []string{"severity", "outliers", "rarity", "line-classes"}
			return bench.Builtins(o), nil
		}
		f := measure(t, trouble(t), []bench.System{s}, bench.Options{})
		assert.Contains(t, strings.Join(f.Case(f.Corpora[0].Name, "log/gates.log").Result("riffle").Gates, "\n"), "G4: the processor's own program")
	})
	t.Run("an estimator is measured for its error", func(t *testing.T) {
		s, e, err := bench.Plugin(filepath.Join(dir, "riffle-estimator-ngram"), options(t, "inproc"))
		require.NoError(t, err)
		require.Nil(t, s)
		defer func() { require.NoError(t, bench.CloseAll(nil, []*bench.Estimator{e})) }()
		f := measure(t, trouble(t), nil, bench.Options{Estimators: []*bench.Estimator{e}})
		require.Len(t, f.Estimators, 1)
		got := f.Estimators[0]
		assert.Equal(t, "ngram", got.Name)
		assert.Len(t, got.Kinds, 2)
		assert.Equal(t, "o200k_base", got.Against)
		require.Len(t, got.Sizes, 3)
		require.Len(t, f.Timings.Estimators, 1)
		assert.Positive(t, f.Timings.Estimators[0].MBPerS)
		assert.Positive(t, f.Timings.Estimators[0].Times)
		assert.Zero(t, got.Failed)
		assert.Less(t, got.Error, 0.25)
		assert.Positive(t, got.Error)
	})
	t.Run("what is no plugin is refused", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "note")
		require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\necho hello\n"), 0o700))
		for _, path := range []string{file, filepath.Join(dir, "none"), dir} {
			_, _, err := bench.Plugin(path, options(t, "inproc"))
			assert.ErrorContains(t, err, "bench: ", path)
		}
	})
}

// ledger is a processor of a kind of its own, "ledger", that declines what is none.
type ledger struct{ declared []string }

func (l ledger) Info() sdk.Info {
	return sdk.Info{Name: "ledger", Version: "1.0.0", Kinds: l.declared, Magic: []string{"LEDGER"}}
}

func (ledger) Process(_ context.Context, req sdk.Request) (sdk.Plan, error) {
	if !bytes.HasPrefix(req.Content, []byte("LEDGER")) {
		return sdk.Plan{}, sdk.ErrDeclined
	}
	b := sdk.NewBuilder(req)
	at := 0
	for line := range bytes.Lines(req.Content) {
		b.Keep(sdk.Span{Start: at, End: at + len(bytes.TrimSuffix(line, []byte("\n")))}, 1)
		at += len(line)
	}
	return b.Plan(), nil
}

func TestAPluginIsMeasuredAsTheHostWouldAskIt(t *testing.T) {
	books := "LEDGER 1\n" + generated["log"](24<<10)
	kept := func(name, kind, text string) corpus.Case {
		return corpus.Case{Name: kind + "/" + name, Kind: kind, Tool: "read", Data: []byte(text), Facts: []corpus.Fact{{ID: "f1", Text: "connection to valve-2 lost", Weight: 1}}}
	}
	sets := []bench.Set{{Name: "c", Cases: []corpus.Case{
		kept("own.txt", "ledger", books), kept("claimed.txt", "log", books), kept("missed.txt", "ledger", generated["log"](24<<10)), kept("plain.log", "log", generated["log"](24<<10)),
	}}}
	served := func(declared ...string) map[string]string {
		o := options(t, "inproc")
		o.Bundled.Processors = maps.Clone(o.Bundled.Processors)
		o.Bundled.Processors["ledger"] = func() sdk.Processor { return ledger{declared} }
		s, err := bench.Only("ledger", o)
		require.NoError(t, err)
		defer s.Close()
		out := map[string]string{}
		for _, c := range measure(t, sets, []bench.System{s}, bench.Options{NoChecks: true}).Cases {
			if r := c.Result("ledger"); r != nil {
				require.Empty(t, r.Error, c.Name)
				out[c.Name] = r.Processor
			}
		}
		return out
	}
	assert.Equal(t, map[string]string{"ledger/own.txt": "ledger", "log/claimed.txt": "ledger", "ledger/missed.txt": "log"}, served("ledger"),
		"what it does not claim or declines goes to the bundled processor of the kind")
	assert.Equal(t, "log", served("ledger", "log")["log/plain.log"])
}

func TestOutsideCommands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	sets := trouble(t)
	sets[0].Cases[0].Tool = `it's "$(echo odd)"`
	command := func(name, template string) bench.System {
		s, err := bench.Command(name, template)
		require.NoError(t, err)
		return s
	}
	f := measure(t, sets, []bench.System{
		command("head", `head -c {budget} {file}`),
		command("stdin", `head -c {budget}`),
		command("words", `printf '%s %s %s' {tool} {kind} {budget}`),
		command("fails", `echo sorry >&2; exit 3 # {budget}`),
		command("endless", `yes {budget}`),
	}, bench.Options{Texts: true, NoChecks: true})
	c := f.Case(f.Corpora[0].Name, sets[0].Cases[0].Name)
	texts := func(system string) string { return *c.Result(system).At(512).Text }
	assert.Equal(t, string(sets[0].Cases[0].Data[:512]), texts("head"))
	assert.Equal(t, texts("head"), texts("stdin"))
	assert.Equal(t, `it's "$(echo odd)" json 512`, texts("words"))
	assert.Contains(t, c.Result("fails").Error, `exit status 3; it said: "sorry"`)
	assert.Contains(t, c.Result("endless").Error, "it wrote more than")
	assert.Equal(t, 2, f.Summary("fails", "").Failed)
}

func TestCommandsThatCannotWorkAreRefused(t *testing.T) {
	for _, c := range []struct{ name, template, says string }{
		{"", "head {budget}", "NAME='COMMAND"},
		{"a", " ", "NAME='COMMAND"},
		{"a", "head {file}", "no {budget}"},
		{"a", "head {budget} {input}", "unknown word {input}"},
	} {
		_, err := bench.Command(c.name, c.template)
		assert.ErrorContains(t, err, c.says)
	}
}

func TestCorporaAreNamedByTheirFolders(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"a/cases/log", "b/cases/log"} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, dir), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(root, dir, "x.log"), []byte("one\n"), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(root, dir, "x.facts.json"), []byte(`{"kind":"log","tool":"t","facts":[{"id":"f","text":"one","weight":1,"why":"w","pos":0.9}],"questions":[]}`), 0o600))
	}
	sets, err := bench.LoadSets([]string{filepath.Join(root, "a/cases"), filepath.Join(root, "b/cases")}, func(c *corpus.Case) bool { return c.Kind == "log" })
	require.NoError(t, err)
	require.Len(t, sets, 2)
	assert.Equal(t, "cases", sets[0].Name)
	assert.Equal(t, "cases#2", sets[1].Name)
	_, err = bench.LoadSets([]string{filepath.Join(root, "none")}, nil)
	assert.ErrorContains(t, err, "no folder")
}
