package report

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// estimated is run with two estimators, the second in the form of older files.
func estimated() *runfile.Run {
	r := run()
	e := runfile.Estimator{Name: "quick", About: nasty, Transport: "in-process", Encoding: "of-its-own", Against: "o200k_base", Error: 0.031, Kinds: []runfile.Estimate{{Kind: "log", Cases: 2, Error: 0.031}}}
	for _, z := range estimate.Sizes {
		errors := runfile.Errors{Samples: 2, Error: 0.031, Bias: -0.02, P95: 0.07, Worst: runfile.Far{Sample: "log/<b>.log", Error: -0.08}, Under: runfile.Far{Sample: "log/<b>.log", Error: -0.08}}
		of := errors
		of.Of = "log"
		e.Sizes = append(e.Sizes, runfile.SizeErrors{Size: z.Name, All: errors, Kinds: []runfile.Errors{of}, Scripts: []runfile.Errors{}})
	}
	r.Estimators = []runfile.Estimator{e, {Name: "old", Transport: "subprocess", Encoding: "o200k_base", Error: 0.05, Failed: 1, Reason: "log/c.log: it crashed",
		Kinds: []runfile.Estimate{{Kind: "log", Cases: 2, Error: 0.05, Bias: 0.01, Worst: "log/b.log", Far: 0.06}}}}
	r.Timings = &runfile.Timings{Estimators: []runfile.EstimatorTiming{{Name: "quick", Speed: runfile.Speed{MBPerS: 1200, Times: 400, Large: 380, Allocs: 2}}}}
	return r
}

func TestEstimatorsArePlacedByErrorAndSpeed(t *testing.T) {
	html := written(t, []Run{{"run", estimated()}}, Options{})
	assert.Equal(t, 3+len(estimate.Sizes), strings.Count(html, "<figure>"), "recall of all kinds, json and log; then each size")
	assert.Contains(t, html, ">error over speed: whole texts</text>")
	assert.Contains(t, html, ">quick</text>")
	assert.Contains(t, html, ">(pkoukk/tiktoken-go)</text>")
	assert.NotContains(t, html, ">old</text>", "what was not timed has no place")
	for _, words := range []string{"3.10 %", "-2.0 %", "7.0 %", "-8.0 %", "log/&lt;b&gt;.log", "<td>1200</td><td>400</td><td>380</td><td>2</td>", "of-its-own", "compared with o200k_base", "5.00 %", "failed on 1", "it crashed"} {
		assert.Contains(t, html, words)
	}
	assert.NotContains(t, html, "<script>")
	assert.NotContains(t, html, "ZgotmplZ")
	two := written(t, []Run{{"before", estimated()}, {"after", estimated()}}, Options{})
	assert.Contains(t, two, ">before: quick</text>")
	assert.Contains(t, two, ">after: quick</text>")
	assert.Equal(t, two, written(t, []Run{{"before", estimated()}, {"after", estimated()}}, Options{}))
	assert.NotContains(t, written(t, []Run{{"run", run()}}, Options{}), "Token estimators")
}

func TestARunOfEstimatorsAloneHasNoEmptyTables(t *testing.T) {
	r := &runfile.Run{Format: runfile.Format, Budgets: []int{256}, Estimators: estimated().Estimators}
	html := written(t, []Run{{"run", r}}, Options{})
	assert.NotContains(t, html, "<h2>Summary</h2>")
	assert.NotContains(t, html, "<h2>The worst cases</h2>")
	assert.Contains(t, html, "Token estimators")
	assert.Zero(t, strings.Count(html, "error over speed"), "a run without times has no picture")
}

func TestEstimatorsArePlotted(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Plots(dir, []Run{{"run", estimated()}}))
	for _, name := range []string{"estimators-whole", "estimators-20kb", "estimators-1kb"} {
		svg, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		require.NoError(t, err)
		assert.Contains(t, string(svg), ">quick</text>")
	}
}

func TestNamesDoNotCoverEachOther(t *testing.T) {
	inside := rect{right: 500, bottom: 200}
	var taken []rect
	for range 9 {
		r := free(inside, taken, point{250, 180}, "tiktoken-cl100k")
		assert.False(t, overlaps(r, taken))
		assert.LessOrEqual(t, r.bottom, inside.bottom)
		taken = append(taken, r)
	}
}

func TestTicks(t *testing.T) {
	labels := map[string]bool{}
	for _, tick := range decades(-1, 2) {
		if tick.label != "" {
			labels[tick.label] = true
		}
	}
	assert.Equal(t, map[string]bool{"0.1": true, "1": true, "10": true, "100": true}, labels)
	last := math.Inf(-1)
	for _, tick := range roots(math.Sqrt(25)) {
		assert.Greater(t, tick.value, last)
		last = tick.value
	}
	assert.Equal(t, math.Sqrt(20), last)
}
