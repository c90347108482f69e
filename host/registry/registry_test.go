package registry

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// The test binary is also a plugin, wherever a copy of it has such a name, or a script
// calls it by one.
func TestMain(m *testing.M) {
	name, _, _ := strings.Cut(filepath.Base(os.Args[0]), "_")
	if len(os.Args) >= 3 && os.Args[1] == servesAs {
		name = os.Args[2]
	}
	switch name {
	case "riffle-processor-log":
		serve.Main(processor{name: "log", version: "2.0.0"})
	case "riffle-processor-extra":
		serve.Main(processor{name: "extra", version: "0.1.0"})
	case "riffle-processor-own":
		serve.Main(own{})
	case "riffle-estimator-bytes":
		serve.Main(estimator{"bytes"}, estimator{"bytes-twice"})
	case "riffle-estimator-quick":
		serve.Main(estimator{"quick"})
	case "riffle-processor-liar":
		serve.Main(processor{name: "honest", version: "0.1.0"})
	case "riffle-processor-vague":
		serve.Main(processor{name: "vague", version: "one"})
	}
	if len(os.Args) > 1 && os.Args[1] == servesAs {
		os.Exit(2) // not the tests again
	}
	if os.Getenv(killAfterCopy) != "" {
		addAndDie()
	}
	os.Exit(m.Run())
}

type processor struct{ name, version string }

func (p processor) Info() sdk.Info {
	return sdk.Info{Name: p.name, Version: p.version, Kinds: []string{"log"}}
}

func (p processor) Process(_ context.Context, req sdk.Request) (sdk.Plan, error) {
	return sdk.Plan{}, fmt.Errorf("%w: %d", sdk.ErrDeclined, os.Getpid())
}

// own has a kind of its own, and asks for the content besides the magic.
type own struct{ processor }

func (own) Info() sdk.Info {
	return sdk.Info{Name: "own", Version: "1.2.3", Summary: "its own", Kinds: []string{"table", "log"}, Magic: []string{"a,?"},
		Priority: 7, Stability: sdk.Beta}
}

func (own) Match(context.Context, sdk.Sample) (string, error) { return "table", nil }

type estimator struct{ name string }

func (e estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: e.name, Version: "1.0.0", Encoding: "bytes"}
}

func (estimator) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	return make([]int, len(texts)), nil
}

var bundled = Bundled{
	Processors: map[string]func() sdk.Processor{
		"text": func() sdk.Processor { return processor{name: "text", version: "1.0.0"} },
		"log":  func() sdk.Processor { return processor{name: "log", version: "1.0.0"} },
	},
	Estimators: map[string]func() sdk.Estimator{"bytes": func() sdk.Estimator { return estimator{"bytes"} }},
}

// servesAs is the argument before the name that a script calls this binary by.
const servesAs = "riffle-test-serves-as"

// compiled is the text of a program that is to be no script.
const compiled = "compiled"

// folder holds programs: scripts that call this binary by their name, which are quick
// to hash and to copy, copies of it where the text is compiled, else the texts.
func folder(t *testing.T, programs map[string]string) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	self, err := os.Executable()
	require.NoError(t, err)
	for name, text := range programs {
		data := []byte(text)
		switch {
		case text == "" && runtime.GOOS != "windows":
			data = []byte("#!/bin/sh\nexec '" + self + "' " + servesAs + " " + name + " \"$@\"\n")
		case text == "", text == compiled:
			data, err = os.ReadFile(self)
			require.NoError(t, err)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o755))
	}
	return dir
}

func open(t *testing.T, o Options) *Registry {
	r := New(o)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r
}

func served(t *testing.T, r *Registry, name string) (transport string, err error) {
	p, err := r.Processor(name)
	require.NoError(t, err)
	_, err = p.Process(context.Background(), sdk.Request{Content: []byte("a\n")})
	return p.Transport(), err
}

func TestPluginsAreFoundBesideTheHost(t *testing.T) {
	dir := folder(t, map[string]string{
		"riffle-processor-log": "", "riffle-processor-extra": "", "riffle": "x", "riffle-processor-": "x",
		"riffle-processor-Bad_Name": "x", "riffle-processor--x": "x", "processor-log": "x",
	})
	require.NoError(t, os.Mkdir(filepath.Join(dir, "riffle-processor-dir"), 0o755))
	r := open(t, Options{Dir: dir, Bundled: bundled})
	program := filepath.Join(dir, "riffle-processor-log")
	assert.Equal(t, []Entry{
		{Kind: "processor", Name: "log", Version: "1.0.0", Kinds: []string{"log"}, Transport: Subprocess, Source: SourceBundled, Confinement: "none: bundled", Path: program, State: StateAvailable, Protocol: serve.Protocol},
		{Kind: "processor", Name: "text", Version: "1.0.0", Kinds: []string{"log"}, Transport: InProcess, Source: SourceBundled, Confinement: "none: bundled", State: StateAvailable, Protocol: serve.Protocol},
	}, r.Processors())
	assert.Equal(t, []Entry{{Kind: "estimator", Name: "bytes", Version: "1.0.0", Encoding: "bytes", Transport: InProcess, Source: SourceBundled, Confinement: "none: bundled", State: StateAvailable, Protocol: serve.Protocol}}, r.Estimators())

	for name, transport := range map[string]string{"log": Subprocess, "text": InProcess} {
		got, err := served(t, r, name)
		assert.ErrorIs(t, err, sdk.ErrDeclined, name)
		assert.Equal(t, transport, got, name)
		assert.Equal(t, transport == InProcess, err.Error() == fmt.Sprintf("%s: %d", sdk.ErrDeclined, os.Getpid()), name)
	}
	used := r.Processors()
	assert.Equal(t, "ready", used[0].State)
	assert.Equal(t, "2.0.0", used[0].Version, "that of the program, not that of the host's code")
}

func TestAProgramBesideTheHostThatIsNotBundledIsNeverRun(t *testing.T) {
	dir := folder(t, map[string]string{"riffle-processor-extra": ""})
	r := open(t, Options{Dir: dir, Bundled: bundled})
	others := r.Others()
	require.Len(t, others, 1)
	assert.Equal(t, "extra", others[0].Name)
	assert.Equal(t, SourceFound, others[0].Source)
	assert.Equal(t, StateUntrusted, others[0].State)
	assert.Equal(t, "none", others[0].Transport)
	_, err := r.Processor("extra")
	require.ErrorIs(t, err, ErrUnknown)
	assert.ErrorContains(t, err, "it was not added: if you trust it, run riffle plugin add")
}

func TestIsolation(t *testing.T) {
	dir := folder(t, map[string]string{"riffle-processor-log": "", "riffle-estimator-bytes": ""})
	transports := func(o Options) []string {
		o.Dir = dir
		o.Bundled.Processors, o.Bundled.Estimators = bundled.Processors, bundled.Estimators
		r := open(t, o)
		var out []string
		for _, e := range append(r.Processors(), r.Estimators()...) {
			out = append(out, e.Name+" "+e.Transport)
		}
		return out
	}
	assert.Equal(t, []string{"log subprocess", "text in-process", "bytes subprocess"}, transports(Options{}))
	assert.Equal(t, []string{"log subprocess", "text in-process", "bytes in-process"}, transports(Options{Bundled: Bundled{InHost: []string{"bytes"}}}))
	assert.Equal(t, []string{"log in-process", "text in-process", "bytes in-process"}, transports(Options{Isolation: InProcess}))
	assert.Equal(t, []string{"log wire", "text wire", "bytes wire"}, transports(Options{Isolation: Wire}))
}

func TestOneProgramServesSeveralEstimators(t *testing.T) {
	both := Bundled{
		Estimators: map[string]func() sdk.Estimator{
			"bytes":       func() sdk.Estimator { return estimator{"bytes"} },
			"bytes-twice": func() sdk.Estimator { return estimator{"bytes-twice"} },
		},
		Programs: map[string]string{"bytes-twice": "bytes"},
	}
	dir := folder(t, map[string]string{"riffle-estimator-bytes": "", "riffle-estimator-bytes-twice": "#!/bin/sh\nexit 1\n"})
	r := open(t, Options{Dir: dir, Bundled: both, Strict: true})
	for _, name := range []string{"bytes", "bytes-twice"} {
		p, err := r.Estimator(name)
		require.NoError(t, err)
		counts, err := p.CountTokens(context.Background(), [][]byte{nil})
		require.NoError(t, err, name)
		assert.Equal(t, []int{0}, counts)
		assert.Equal(t, name, p.Status().Description.Name())
	}
	for _, e := range r.Estimators() {
		assert.Equal(t, Subprocess, e.Transport)
		assert.Equal(t, filepath.Join(dir, "riffle-estimator-bytes"), e.Path)
	}
	require.Len(t, r.Others(), 1, "the file of a release before is not run")
	assert.Equal(t, "bytes-twice", r.Others()[0].Name)

	r = open(t, Options{Dir: t.TempDir(), Bundled: both})
	for _, e := range r.Estimators() {
		assert.Equal(t, InProcess, e.Transport, "the program is missing")
	}
}

func TestEstimatorsRunAsProcesses(t *testing.T) {
	r := open(t, Options{Dir: folder(t, map[string]string{"riffle-estimator-bytes": ""}), Bundled: bundled})
	p, err := r.Estimator("bytes")
	require.NoError(t, err)
	counts, err := p.CountTokens(context.Background(), [][]byte{nil, nil})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0}, counts)
	assert.Equal(t, Subprocess, p.Transport())
}

func TestAProgramThatFailsIsNotReplacedWhereItIsMeasured(t *testing.T) {
	life := supervise.Options{BackoffBase: time.Hour, Jitter: func() float64 { return 1 }}
	r := open(t, Options{Dir: folder(t, map[string]string{"riffle-processor-log": "#!/bin/sh\nexit 1\n"}), Bundled: bundled, Life: life, Strict: true})
	for range 2 { // after the first failure it may start again at once
		transport, err := served(t, r, "log")
		assert.Equal(t, Subprocess, transport)
		assert.Equal(t, supervise.ReasonStartFailed, supervise.ReasonOf(err))
	}
	e := r.Processors()[0]
	assert.Equal(t, "waiting", e.State)
	assert.Contains(t, e.Reason, "exit status 1")
}

func TestProgramsThatOthersMayChangeAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not read here")
	}
	for _, test := range []struct {
		name   string
		change func(dir, program string) error
		says   string
	}{
		{"group may write to the file", func(_, p string) error { return os.Chmod(p, 0o775) }, "riffle-processor-log is writable by group or world (mode 0775): run chmod go-w"},
		{"world may write to the file", func(_, p string) error { return os.Chmod(p, 0o757) }, "(mode 0757)"},
		{"group may write to the folder", func(d, _ string) error { return os.Chmod(d, 0o775) }, "(mode 0775)"},
		{"world may write to the folder, sticky or not", func(d, _ string) error { return os.Chmod(d, 0o777|os.ModeSticky) }, "(mode 0777)"},
		{"a link to a file that group may write to", func(_, p string) error {
			real := p + "-real"
			if err := os.Rename(p, real); err != nil {
				return err
			}
			if err := os.Chmod(real, 0o775); err != nil {
				return err
			}
			return os.Symlink(real, p)
		}, "(mode 0775)"},
		{"a link into a folder that group may write to", func(d, p string) error {
			other := filepath.Join(d, "other")
			if err := os.Mkdir(other, 0o755); err != nil {
				return err
			}
			if err := os.Rename(p, filepath.Join(other, "x")); err != nil {
				return err
			}
			if err := os.Chmod(other, 0o775); err != nil {
				return err
			}
			return os.Symlink(filepath.Join(other, "x"), p)
		}, "other is writable by group or world"},
		{"a stranger's file", func(_, p string) error { return os.Chown(p, 12345, -1) }, "belongs to user 12345"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"riffle-processor-log": ""})
			if err := test.change(dir, filepath.Join(dir, "riffle-processor-log")); err != nil {
				t.Skipf("not possible here: %v", err)
			}
			r := open(t, Options{Dir: dir, Bundled: bundled})
			e := r.Processors()[0]
			assert.Equal(t, "refused", e.State)
			assert.Contains(t, e.Reason, test.says)
			transport, err := served(t, r, "log")
			assert.Equal(t, InProcess, transport, "the program is not run")
			assert.EqualError(t, err, fmt.Sprintf("%s: %d", sdk.ErrDeclined, os.Getpid()))
			assert.ErrorContains(t, r.StandsIn(serve.KindProcessor, "log"), test.says)
			assert.Equal(t, "refused", r.Processors()[0].State)
		})
	}
}

func TestUnknownNames(t *testing.T) {
	r := open(t, Options{Dir: t.TempDir(), Bundled: bundled})
	_, err := r.Processor("csv")
	require.ErrorIs(t, err, ErrUnknown)
	assert.ErrorContains(t, err, `there is no processor "csv"; there are log, text`)
	_, err = New(Options{Dir: t.TempDir()}).Estimator("x")
	assert.ErrorContains(t, err, "there are none")
}

func TestAClosedRegistryGivesNothing(t *testing.T) {
	r := New(Options{Dir: folder(t, map[string]string{"riffle-processor-log": ""}), Bundled: bundled})
	_, err := served(t, r, "log")
	require.ErrorIs(t, err, sdk.ErrDeclined)
	require.NoError(t, r.Close())
	_, err = r.Processor("log")
	assert.Equal(t, supervise.ReasonUnavailable, supervise.ReasonOf(err))
	assert.Equal(t, "closed", r.Processors()[0].State)
	require.NoError(t, r.Close())
}

func TestAPluginIsAlwaysTheSame(t *testing.T) {
	r := open(t, Options{Dir: t.TempDir(), Bundled: bundled})
	a, err := r.Processor("log")
	require.NoError(t, err)
	b, err := r.Processor("log")
	require.NoError(t, err)
	assert.Same(t, a, b)
}

func TestTheHostsOwnFolderIsTheDefault(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	self, err = filepath.EvalSymlinks(self)
	require.NoError(t, err)
	assert.Equal(t, filepath.Dir(self), ownDir())
}
