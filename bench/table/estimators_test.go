package table

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
)

func TestPercentsTellNothingFromLittle(t *testing.T) {
	for _, tc := range []struct {
		format string
		share  float64
		want   string
	}{
		{"%.2f", 0, "0 %"}, {"%.2f", 0.00001, "~0 %"}, {"%+.1f", -0.0001, "~0 %"}, {"%+.1f", -0.01, "-1.0 %"}, {"%.2f", 0.0234, "2.34 %"}, {"%.1f", 1, "100.0 %"},
	} {
		assert.Equal(t, tc.want, Percent(tc.format, tc.share))
	}
	assert.Equal(t, []string{"1234", "12.3", "1.23"}, []string{Figure(1234.4), Figure(12.34), Figure(1.234)})
}

// estimatorOf has one error at every size, in one kind and script.
func estimatorOf(name string, err float64) runfile.Estimator {
	e := runfile.Estimator{Name: name, Transport: "in-process", Encoding: "o200k_base", Against: "o200k_base"}
	for _, z := range estimate.Sizes {
		errors := runfile.Errors{Samples: 1, Error: err, Bias: -err, P95: err, Worst: runfile.Far{Sample: "log/a.log", Error: -err}, Under: runfile.Far{Sample: "log/a.log", Error: -err}}
		kind, script := errors, errors
		kind.Of, script.Of = "log", "thai"
		e.Sizes = append(e.Sizes, runfile.SizeErrors{Size: z.Name, All: errors, Kinds: []runfile.Errors{kind}, Scripts: []runfile.Errors{script}})
	}
	return e
}

func TestTheBestEstimatorStandsFirst(t *testing.T) {
	far, near, old := estimatorOf("far", 0.2), estimatorOf("near", 0.02), runfile.Estimator{Name: "old", Encoding: "x", Against: "o200k_base", Failed: 2, Reason: "it crashed"}
	r := &runfile.Run{Estimators: []runfile.Estimator{old, far, near}, Timings: &runfile.Timings{Estimators: []runfile.EstimatorTiming{{Name: "near", Speed: runfile.Speed{MBPerS: 500, Times: 120, Large: 130, Allocs: 3}}}}}
	var b bytes.Buffer
	require.NoError(t, WriteEstimators(&b, r, []string{ByKind, ByScript}))
	lines := strings.Split(b.String(), "\n")
	assert.Equal(t, strings.Fields("near 2.00 % 2.00 % 2.00 % -2.00 % 2.0 % -2.0 % -2.0 % 500 120 130 3 in-process"), strings.Fields(lines[1]))
	assert.Equal(t, strings.Fields("far 20.00 % 20.00 % 20.00 % -20.00 % 20.0 % -20.0 % -20.0 % - - - - in-process"), strings.Fields(lines[2]))
	assert.Equal(t, strings.Fields("old - - - - - - - - - - -"), strings.Fields(lines[3]))
	assert.Regexp(t, `(?m)^kind log +error: whole .*\nnear +2.00 % .* 1/1/1 +log/a.log$`, b.String())
	assert.Regexp(t, `(?m)^script thai +error: whole `, b.String())
	assert.Contains(t, b.String(), "old counts x, which has no exact counter here: compared with o200k_base")
	assert.Contains(t, b.String(), "old failed on 2 texts (it crashed)")
	assert.Regexp(t, `(?m)^  far +-20.0 % +log/a.log `, b.String())
}
