package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
)

func bothCases(t *testing.T) []corpus.Case { return []corpus.Case{logCase(), recordsCase(t)} }

func TestARunIsTheSameEachTimeAndThroughItsFile(t *testing.T) {
	write := func(workers int) (string, *runfile.Run) {
		f := measureAll(t, bothCases(t), Baselines(), Options{Budgets: []int{512, 1024}, Workers: workers, Texts: true})
		f.Timings = nil
		data, err := f.Encode()
		require.NoError(t, err)
		return string(data), f
	}
	first, file := write(1)
	second, _ := write(2)
	assert.Equal(t, first, second)
	path := filepath.Join(t.TempDir(), "run.json")
	require.NoError(t, file.Write(path))
	read, err := runfile.Read(path)
	require.NoError(t, err)
	assert.Equal(t, file, read)
}

func TestASystemThatPanicsOrFailsScoresNothing(t *testing.T) {
	systems := append(Baselines()[:1],
		System{Name: "panics", New: func(context.Context, *score.Subject) (*Prepared, error) { panic("boom") }},
		System{Name: "fails", New: func(context.Context, *score.Subject) (*Prepared, error) { return nil, assert.AnError }})
	f := measureAll(t, []corpus.Case{logCase()}, systems, Options{})
	for _, name := range []string{"panics", "fails"} {
		s := f.Summary(name, "")
		require.NotNil(t, s, name)
		assert.Equal(t, 1, s.Failed, name)
		assert.Equal(t, 1, s.Cases, "the case counts")
		assert.Zero(t, s.AUC)
		assert.NotEmpty(t, f.Cases[0].Result(name).Error)
		assert.NotContains(t, f.Cases[0].Result(name).Error, "\n")
	}
}

func TestASystemThatIsNotStableFailsItsGate(t *testing.T) {
	runs := 0
	for name, text := range map[string]func(run, call int) int{
		"in one run":      func(_, call int) int { return call },
		"from run to run": func(run, _ int) int { return run },
	} {
		t.Run(name, func(t *testing.T) {
			s := System{Name: "unstable", New: func(context.Context, *score.Subject) (*Prepared, error) {
				runs++
				run, calls := runs, 0
				return &Prepared{At: func(context.Context, int) (string, error) {
					calls++
					return fmt.Sprint(text(run, calls)), nil
				}}, nil
			}}
			f := measureAll(t, []corpus.Case{logCase()}, []System{s}, Options{Budgets: []int{512}, Workers: 1})
			r := f.Cases[0].Results[0]
			assert.Contains(t, strings.Join(append(r.Gates, r.Points[0].Gates...), "\n"), "G4: ")
			assert.Zero(t, r.Headline)
		})
	}
}

func TestAStoreThatKeepsOtherBytesFailsItsGate(t *testing.T) {
	s := fixed("forgetful", func(*score.Subject) string { return "[... 600 lines omitted: 1-600]\n" })
	s.Keep = func(context.Context, *score.Subject, int, string) error { return assert.AnError }
	f := measureAll(t, []corpus.Case{logCase()}, []System{s}, Options{Budgets: []int{512}})
	assert.Contains(t, f.Cases[0].Results[0].Gates, "G2: "+assert.AnError.Error())
	assert.Equal(t, 1, f.Summary("forgetful", "").Gates)
}

func TestASystemIsMeasuredOnlyOnWhatItTakes(t *testing.T) {
	s := fixed("picky", func(*score.Subject) string { return "" })
	s.Takes = func(s *score.Subject) bool { return s.Case.Kind == "json" }
	f := measureAll(t, bothCases(t), []System{s}, Options{NoChecks: true})
	assert.Nil(t, f.Cases[0].Result("picky"))
	assert.NotNil(t, f.Cases[1].Result("picky"))
	assert.Equal(t, 1, f.Summary("picky", "").Cases)
	assert.Nil(t, f.Summary("picky", "log"))
}

func TestOracleAndBaselinesKeepTheirOrder(t *testing.T) {
	f := measureAll(t, bothCases(t), Baselines(), Options{Budgets: []int{512, 1024}})
	for _, s := range f.Systems {
		assert.Zero(t, f.Summary(s.Name, "").Over, s.Name)
		require.NotNil(t, f.Summary(s.Name, "").Skill, s.Name)
	}
	assert.Greater(t, f.Summary("oracle", "").AUC, 0.95)
	assert.InDelta(t, 1, *f.Summary("oracle", "").Skill, 1e-9)
	assert.InDelta(t, 0, *f.Summary("headtail", "").Skill, 1e-9)
	assert.Greater(t, f.Summary("oracle", "").AUC, f.Summary("headtail", "").AUC)
}

func TestSystemsWithOneNameAreRefused(t *testing.T) {
	_, err := Measure(t.Context(), nil, append(Baselines(), System{Name: "head"}), Options{})
	assert.ErrorContains(t, err, `two systems are called "head"`)
	_, err = Measure(t.Context(), nil, nil, Options{Budgets: []int{512, 0}})
	assert.ErrorContains(t, err, "expected positive")
	assert.Equal(t, "head#2", FreeName(Baselines(), "head"))
	assert.Equal(t, "log", FreeName(Baselines(), "log"))
}

func TestAnInterruptedRunIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Measure(ctx, []Set{{"test", bothCases(t)}}, Baselines(), Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestWhatIsGrownStaysOfItsKind(t *testing.T) {
	assert.JSONEq(t, `[{"a":1},{"a":1},{"a":1},{"a":1}]`, string(grown([]byte(`{"a":1}`))))
	assert.Equal(t, "a\na\na\na", string(grown([]byte("a"))))
	assert.Equal(t, "a\na\na\na\n", string(grown([]byte("a\n"))))
	assert.Len(t, grown([]byte("\xff\xfea\x00")), 16)
}
