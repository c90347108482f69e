package compare

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
)

// estimated is run with an estimator of an error at each size and kind.
func estimated(err float64) *runfile.Run {
	r := run()
	e := runfile.Estimator{Name: "quick", Transport: "in-process", Encoding: "o200k_base", Against: "o200k_base", Error: err}
	for _, z := range estimate.Sizes {
		s := runfile.SizeErrors{Size: z.Name, All: runfile.Errors{Samples: 20, Error: err}, Scripts: []runfile.Errors{}}
		for _, k := range []string{"json", "log"} {
			s.Kinds = append(s.Kinds, runfile.Errors{Of: k, Samples: 10, Error: err})
		}
		e.Sizes = append(e.Sizes, s)
	}
	for _, k := range []string{"json", "log"} {
		e.Kinds = append(e.Kinds, runfile.Estimate{Kind: k, Cases: 10, Error: err})
	}
	r.Estimators = []runfile.Estimator{e}
	return r
}

func TestAnEstimatorThatErrsMoreIsARegression(t *testing.T) {
	old := func(r *runfile.Run) *runfile.Run {
		r.Estimators[0].Sizes, r.Estimators[0].Against = nil, ""
		return r
	}
	another := func(r *runfile.Run) *runfile.Run {
		r.Case("corpus", "log/case3.txt").SHA256 = "another"
		return r
	}
	allowed := DefaultLimits()
	allowed.ErrorGrowth = 0.02
	one := estimated(0.03)
	one.Estimators[0].Sizes[2].Kinds[1].Error = 0.04
	fails := estimated(0.03)
	fails.Estimators[0].Failed, fails.Estimators[0].Reason = 2, "log/case1.txt: it crashed"
	forgiven := DefaultLimits()
	forgiven.AllowGates = []string{"failed"}
	private := estimated(0.01)
	private.Estimators[0].Against = "cl100k_base"
	gone := estimated(0.03)
	gone.Estimators[0].Name = "other"
	all := []string{"error json", "error json", "error json", "error log", "error log", "error log"}
	for _, tc := range []struct {
		name       string
		base, head *runfile.Run
		limits     Limits
		want       []string
	}{
		{"the same error", estimated(0.03), estimated(0.03), DefaultLimits(), []string{}},
		{"less", estimated(0.03), estimated(0.01), DefaultLimits(), []string{}},
		{"more, within the limit", estimated(0.03), estimated(0.0349), DefaultLimits(), []string{}},
		{"more than the limit", estimated(0.03), estimated(0.04), DefaultLimits(), all},
		{"more than the limit, which is wider", estimated(0.03), estimated(0.04), allowed, []string{}},
		{"more at one size of one kind", estimated(0.03), one, DefaultLimits(), []string{"error log"}},
		{"more on other cases of a kind", estimated(0.03), another(estimated(0.04)), DefaultLimits(), all[:3]},
		{"more than an older file says of whole texts", old(estimated(0.03)), estimated(0.04), DefaultLimits(), []string{"error json", "error log"}},
		{"more against another encoding", estimated(0.003), private, DefaultLimits(), []string{}},
		{"failures", estimated(0.03), fails, DefaultLimits(), []string{"gate"}},
		{"failures that are allowed", estimated(0.03), fails, forgiven, []string{}},
		{"another estimator", estimated(0.01), gone, DefaultLimits(), []string{}},
		{"none in BASE", run(), estimated(0.5), DefaultLimits(), []string{}},
		{"none in HEAD", estimated(0.01), run(), DefaultLimits(), []string{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, checks(compared(t, tc.base, tc.head, tc.limits)))
		})
	}
	assert.Contains(t, compared(t, estimated(0.01), gone, DefaultLimits()).Notes, "the estimator quick is not in HEAD")
	assert.Contains(t, compared(t, estimated(0.01), private, DefaultLimits()).Notes[0], "o200k_base in BASE, cl100k_base in HEAD")
	assert.Contains(t, compared(t, estimated(0.01), another(estimated(0.01)), DefaultLimits()).Notes[0], "where the cases of a kind changed: log")
}

func TestErrorsOfEstimatorsStandInEveryFormat(t *testing.T) {
	c := compared(t, estimated(0.03), estimated(0.04), DefaultLimits())
	for format, says := range map[string][]string{
		"text":     {"REGRESSION estimator quick: error of log: whole: 3.00 % -> 4.00 % on average, +1.00; the limit is +0.50", "quick      log   4.00 % +1.00  4.00 % +1.00  4.00 % +1.00", "error of an estimator +0.005 per kind"},
		"markdown": {"- **estimator quick: error of log: whole: 3.00 % -> 4.00 %", "### Estimators", "| quick | log | 4.00 % +1.00 |"},
		"json":     {`"estimators": [`, `"size": "1 KB"`},
		"junit":    {`<testsuite name="estimator quick" tests="3" failures="2">`, `<testcase classname="estimator quick" name="error of log">`, `<testcase classname="estimator quick" name="gate">`},
	} {
		var b bytes.Buffer
		require.NoError(t, c.Write(&b, format))
		for _, words := range says {
			assert.Contains(t, b.String(), words, format)
		}
	}
}
