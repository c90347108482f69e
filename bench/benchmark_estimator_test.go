package bench_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/estimate"
)

// BenchmarkEstimator counts all contents of a kind, one call each, and says how far
// the counts are from exact ones.
func BenchmarkEstimator(b *testing.B) {
	for _, u := range []string{"err%", "20KB-err%", "1KB-err%", "p95%", "worst%", "under%"} {
		fmt.Printf("Unit %s better=lower assume=exact\n", u)
	}
	fmt.Println("Unit bias% assume=exact")
	byKind := map[string][]estimate.Text{}
	var kinds []string
	for _, c := range cases(b) {
		if byKind[c.Kind] == nil {
			kinds = append(kinds, c.Kind)
		}
		byKind[c.Kind] = append(byKind[c.Kind], estimate.NewText(c.Name, c.Kind, c.Data))
	}
	sets := map[string]*estimate.Set{}
	for k, texts := range byKind {
		sets[k] = estimate.NewSet(texts)
	}
	run := func(e *bench.Estimator) {
		for _, k := range kinds {
			b.Run(fmt.Sprintf("estimator=%s/kind=%s/transport=%s", label(e.Plugin.Name()), label(k), short(e.Plugin.Transport())), func(b *testing.B) {
				benchmarkEstimator(b, e, byKind[k], sets[k])
			})
		}
		require.NoError(b, bench.CloseAll(nil, []*bench.Estimator{e}))
	}
	names, err := bench.OpenEstimators(list(estimatorsFlag), options(b, "inproc"))
	require.NoError(b, err)
	for _, e := range names {
		run(e)
	}
	for _, path := range filepath.SplitList(*pluginsFlag) {
		system, e, err := bench.Plugin(path, options(b, "inproc"))
		require.NoError(b, err)
		if e == nil {
			require.NoError(b, system.Close())
			continue
		}
		run(e)
	}
}

// short is the word for a transport in the names of benchmarks.
func short(transport string) string {
	for word, t := range isolations {
		if t == transport {
			return word
		}
	}
	return transport
}

// benchmarkEstimator times an estimator that has not seen the texts before, where one
// can be had anew without starting a process.
func benchmarkEstimator(b *testing.B, e *bench.Estimator, texts []estimate.Text, set *estimate.Set) {
	measured, err := e.Measure(b.Context(), set)
	require.NoError(b, err)
	require.Zero(b, measured.Failed, measured.Reason)
	_, size := set.Texts()
	b.SetBytes(int64(size))
	b.ReportAllocs()
	fresh := e
	for b.Loop() {
		if e.Again != nil {
			b.StopTimer()
			fresh, err = e.Again()
			require.NoError(b, err)
			_, err := fresh.Plugin.CountTokens(b.Context(), [][]byte{[]byte("tables are read")})
			require.NoError(b, err)
			b.StartTimer()
		}
		for i := range texts {
			_, err := fresh.Plugin.CountTokens(b.Context(), [][]byte{texts[i].Content})
			require.NoError(b, err)
		}
		if e.Again != nil {
			b.StopTimer()
			require.NoError(b, bench.CloseAll(nil, []*bench.Estimator{fresh}))
			b.StartTimer()
		}
	}
	for i, unit := range []string{"err%", "20KB-err%", "1KB-err%"} {
		b.ReportMetric(100*measured.At(estimate.Sizes[i].Name).All.Error, unit)
	}
	whole, long := measured.At(estimate.Sizes[0].Name).All, measured.At(estimate.Sizes[1].Name).All
	b.ReportMetric(100*whole.Bias, "bias%")
	b.ReportMetric(100*long.P95, "p95%")
	b.ReportMetric(100*max(whole.Worst.Error, -whole.Worst.Error), "worst%")
	b.ReportMetric(100*max(0, -whole.Under.Error), "under%")
}
