package bench_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

var newCounter = sync.OnceValues(score.NewCounter)

func counter(tb testing.TB) *score.Counter {
	tb.Helper()
	c, err := newCounter()
	require.NoError(tb, err)
	return c
}

// programsDir is where the bundled programs were built, once for all benchmarks.
var programsDir string

func TestMain(m *testing.M) {
	status := m.Run()
	if programsDir != "" {
		os.RemoveAll(programsDir)
	}
	os.Exit(status)
}

func programs(tb testing.TB) string {
	tb.Helper()
	if programsDir != "" {
		return programsDir
	}
	dir, err := os.MkdirTemp("", "riffle-bench-*")
	require.NoError(tb, err)
	programsDir = dir
	cmd := exec.Command("go", "build", "-o", dir+"/", "./cmd/...")
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	require.NoError(tb, err, string(out))
	return dir
}

// label makes a value of a benchmark's name: without what parts names and values.
func label(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '/' || r == '=' || r > '~' {
			return '_'
		}
		return r
	}, s)
}

// BenchmarkProcessor runs the host's pipeline with one processor, from the input to
// the text at a budget. Its scores come from one plan per case.
func BenchmarkProcessor(b *testing.B) {
	all := cases(b)
	declareUnits(b)
	for _, transport := range list(overFlag) {
		for _, name := range list(processorsFlag) {
			system, err := bench.Only(name, options(b, transport))
			require.NoError(b, err)
			b.Cleanup(func() { require.NoError(b, system.Close()) })
			benchmarkSystem(b, system, transport, all)
		}
	}
	for _, path := range filepath.SplitList(*pluginsFlag) {
		system, _, err := bench.Plugin(path, options(b, "inproc"))
		require.NoError(b, err)
		if system != nil {
			b.Cleanup(func() { require.NoError(b, system.Close()) })
			benchmarkSystem(b, *system, "subprocess", all)
		}
	}
}

// declareUnits tells benchstat that scores are the same on every run, and that more
// is better.
func declareUnits(b *testing.B) {
	units := []string{"AUC", "skill", "structure", "honesty", "recover"}
	for _, budget := range budgets(b) {
		units = append(units, fmt.Sprintf("F@%d", budget), fmt.Sprintf("w3@%d", budget))
	}
	for _, u := range units {
		fmt.Printf("Unit %s better=higher assume=exact\n", u)
	}
	for _, u := range []string{"tok-in/op", "tok-out/op", "tok-ratio", "gates-failed"} {
		fmt.Printf("Unit %s better=lower assume=exact\n", u)
	}
}

func benchmarkSystem(b *testing.B, system bench.System, transport string, all []corpus.Case) {
	for i := range all {
		c := &all[i]
		var m *measured // of all budgets, made by the first of them
		for _, budget := range budgets(b) {
			name := fmt.Sprintf("processor=%s/kind=%s/case=%s/budget=%d/transport=%s", label(system.Name), label(c.Kind), label(c.Stem()), budget, transport)
			if m != nil && (m.result == nil || m.result.At(budget) == nil) {
				continue
			}
			if m == nil && !takes(b, system, c, budget) {
				continue
			}
			b.Run(name, func(b *testing.B) {
				if m == nil {
					m = measureCase(b, system, c)
				}
				require.Empty(b, m.result.Error)
				loop(b, system, m.subject, budget)
				m.report(b, budget)
			})
		}
	}
}

// takes reports whether a case is measured: it is of the processor's kinds and
// larger than the budget.
func takes(b *testing.B, system bench.System, c *corpus.Case, budget int) bool {
	s := bench.NewSubject(c, counter(b))
	return system.Takes(s) && budget < s.Tokens
}

// measured is a case with its scores.
type measured struct {
	subject *score.Subject
	result  *runfile.Result
}

func measureCase(b *testing.B, system bench.System, c *corpus.Case) *measured {
	b.Helper()
	systems := []bench.System{system}
	for _, s := range bench.Baselines() {
		if s.Name == "headtail" || s.Role == runfile.RoleOracle {
			systems = append(systems, s)
		}
	}
	at := append(budgets(b), score.Budgets...)
	file, err := bench.Measure(b.Context(), []bench.Set{{Name: "corpus", Cases: []corpus.Case{*c}}}, systems, bench.Options{Budgets: at, Workers: 1, NoChecks: true})
	require.NoError(b, err)
	return &measured{bench.NewSubject(c, counter(b)), file.Cases[0].Result(system.Name)}
}

// loop is what is timed: plan and fit.
func loop(b *testing.B, system bench.System, s *score.Subject, budget int) {
	ctx := context.Background()
	b.SetBytes(int64(len(s.Case.Data)))
	b.ReportAllocs()
	for b.Loop() {
		prepared, err := system.New(ctx, s)
		require.NoError(b, err)
		_, err = prepared.At(ctx, budget)
		require.NoError(b, err)
	}
}

// report adds the scores. They are those of one plan, whatever b.N.
func (m *measured) report(b *testing.B, budget int) {
	p := m.result.At(budget)
	require.NotNil(b, p)
	at := func(name string) string { return fmt.Sprintf("%s@%d", name, budget) }
	b.ReportMetric(float64(m.subject.Tokens), "tok-in/op")
	b.ReportMetric(float64(p.Tokens), "tok-out/op")
	b.ReportMetric(float64(p.Tokens)/float64(m.subject.Tokens), "tok-ratio")
	b.ReportMetric(p.F, at("F"))
	if p.Heavy.Whole > 0 {
		b.ReportMetric(p.Heavy.Value(), at("w3"))
	}
	b.ReportMetric(m.result.AUC, "AUC")
	if m.result.Skill != nil {
		b.ReportMetric(*m.result.Skill, "skill")
	}
	b.ReportMetric(p.Structure, "structure")
	b.ReportMetric(p.Honesty, "honesty")
	b.ReportMetric(p.Recoverable, "recover")
	b.ReportMetric(float64(len(p.Gates)+len(m.result.Gates)), "gates-failed")
}

// BenchmarkTransport is one call of the log processor over each transport.
func BenchmarkTransport(b *testing.B) {
	for _, transport := range list(transportsFlag) {
		var p supervise.Plugin
		switch transport {
		case "inproc":
			p = supervise.InProcess("log", bundled.Processors["log"](), supervise.Options{})
		case "wire":
			p = supervise.Wire("log", bundled.Processors["log"](), supervise.Options{})
		case "subprocess":
			p = supervise.Subprocess("log", supervise.Binary{Path: filepath.Join(programs(b), "riffle-processor-log")}, supervise.Options{})
		default:
			b.Fatalf("unknown transport %q; expected inproc, wire or subprocess", transport)
		}
		for _, size := range sizes {
			content := []byte(generated["log"](size.bytes))
			b.Run(fmt.Sprintf("transport=%s/size=%s", transport, size.name), func(b *testing.B) {
				req := sdk.Request{Content: content, Kind: "log", Tool: "bash", MaxTokens: 8192}
				_, err := p.Describe(b.Context()) // started before it is timed
				require.NoError(b, err)
				b.SetBytes(int64(len(content)))
				b.ReportAllocs()
				for b.Loop() {
					_, err := p.Process(b.Context(), req)
					require.NoError(b, err)
				}
			})
		}
		require.NoError(b, p.Close())
	}
}

// BenchmarkPipeline is every stage of the host, from the input to a stored original
// and its shorter text, with processors in process and the default estimator.
func BenchmarkPipeline(b *testing.B) {
	for _, kind := range []string{"html", "json", "log", "text"} {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("kind=%s/size=%s", kind, size.name), func(b *testing.B) {
				benchmarkPipeline(b, []byte(generated[kind](size.bytes)), kind)
			})
		}
	}
}

func benchmarkPipeline(b *testing.B, content []byte, kind string) {
	store, err := spill.Open(spill.Options{Dir: b.TempDir()})
	require.NoError(b, err)
	defer store.Close()
	e, err := bench.Builtin("classes", options(b, "inproc"))
	require.NoError(b, err)
	defer func() { require.NoError(b, bench.CloseAll(nil, []*bench.Estimator{e})) }()
	processors, closing := bench.Processors(options(b, "inproc"))
	defer func() { require.NoError(b, closing()) }()
	p := &pipeline.Pipeline{Config: config.Default(), Processors: processors, Estimator: inHost{e.Plugin}, Store: store}
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	var out pipeline.Result
	for b.Loop() {
		out = p.Run(b.Context(), pipeline.Input{Raw: content, Tool: "bash", Kind: kind})
		require.Equal(b, pipeline.Replaced, out.Outcome.Action, out.Outcome.Detail)
	}
	b.ReportMetric(float64(out.Outcome.TokensBefore), "tok-in/op")
	b.ReportMetric(float64(out.Outcome.TokensAfter), "tok-out/op")
	b.ReportMetric(float64(out.Outcome.TokensAfter)/float64(out.Outcome.TokensBefore), "tok-ratio")
}

// inHost is an estimator that costs less than a call to another process.
type inHost struct{ supervise.Plugin }

func (inHost) Fast() bool { return true }

func (inHost) Margin() float64 { return 0 }
