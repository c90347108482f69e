package bench_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/estimators/auto"
	"github.com/riffle-dev/riffle/estimators/bpe"
	"github.com/riffle-dev/riffle/estimators/chars4"
	"github.com/riffle-dev/riffle/estimators/classes"
	"github.com/riffle-dev/riffle/estimators/dsh"
	"github.com/riffle-dev/riffle/estimators/ngram"
	"github.com/riffle-dev/riffle/estimators/tiktoken"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/processors/html"
	"github.com/riffle-dev/riffle/processors/json"
	"github.com/riffle-dev/riffle/processors/log"
	"github.com/riffle-dev/riffle/processors/text"
	"github.com/riffle-dev/riffle/sdk"
)

// What the benchmarks measure, by flags after the package or by environment:
//
//	go test -run '^$' -bench 'Processor$' ./bench -corpus ~/cases -plugins ~/bin/riffle-processor-tap
//	RIFFLE_BENCH_BUDGETS=512,2048 go test -run '^$' -bench . ./bench
//
// Folders and programs are parted as in PATH, and counted from this folder where
// they are not absolute; all else is parted by commas.
var (
	corpusFlag     = setting("corpus", "../corpus", "folders of cases")
	pluginsFlag    = setting("plugins", "", "programs of plugins to measure too")
	budgetsFlag    = setting("budgets", strconv.Itoa(runfile.MainBudget), "budgets in tokens")
	kindsFlag      = setting("kinds", "", "only cases of these kinds")
	processorsFlag = setting("processors", "html,json,log,text", "bundled processors")
	estimatorsFlag = setting("estimators", bench.AllEstimators, "bundled estimators")
	transportsFlag = setting("transports", "inproc,wire,subprocess", "transports of BenchmarkTransport")
	ablateFlag     = setting("ablate", "", "ranking rules to switch off")
	overFlag       = setting("over", "inproc", "transports of BenchmarkProcessor")
)

// setting is a flag whose default the environment can change: RIFFLE_BENCH_NAME.
func setting(name, value, usage string) *string {
	env := "RIFFLE_BENCH_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	if v, ok := os.LookupEnv(env); ok {
		value = v
	}
	return flag.String(name, value, usage+" (or $"+env+")")
}

func list(s *string) []string {
	return strings.FieldsFunc(*s, func(r rune) bool { return r == ',' || r == ' ' })
}

var bundled = registry.Bundled{
	Processors: map[string]func() sdk.Processor{"html": html.New, "json": json.New, "log": log.New, "text": text.New},
	Estimators: map[string]func() sdk.Estimator{
		"auto": auto.New, "bpe": bpe.New, "bpe-cl100k": bpe.NewCL100K, "chars4": chars4.New, "classes": classes.New, "dsh": dsh.New,
		"ngram": ngram.New, "ngram-cl100k": ngram.NewCL100K, "tiktoken": tiktoken.New, "tiktoken-cl100k": tiktoken.NewCL100K,
	},
}

// isolations are the transports by the short words of benchmark names.
var isolations = map[string]string{"inproc": registry.InProcess, "wire": registry.Wire, "subprocess": registry.Subprocess}

// options are those of the pipeline over a transport.
func options(tb testing.TB, transport string) bench.PipelineOptions {
	tb.Helper()
	isolation, ok := isolations[transport]
	require.True(tb, ok, "unknown transport %q; expected inproc, wire or subprocess", transport)
	o := bench.PipelineOptions{Bundled: bundled, Isolation: isolation, Ablate: list(ablateFlag)}
	if transport == "subprocess" {
		o.Dir = programs(tb)
	} else {
		o.Dir = tb.TempDir() // no programs
	}
	return o
}

func budgets(tb testing.TB) []int {
	tb.Helper()
	var out []int
	for _, b := range list(budgetsFlag) {
		n, err := strconv.Atoi(b)
		require.NoError(tb, err, "a budget of -budgets")
		require.Positive(tb, n, "a budget of -budgets")
		out = append(out, n)
	}
	return out
}

// cases are those of all corpora.
func cases(tb testing.TB) []corpus.Case {
	tb.Helper()
	kinds := list(kindsFlag)
	sets, err := bench.LoadSets(filepath.SplitList(*corpusFlag), func(c *corpus.Case) bool {
		for _, k := range kinds {
			if k == c.Kind {
				return true
			}
		}
		return len(kinds) == 0
	})
	require.NoError(tb, err)
	var out []corpus.Case
	for _, s := range sets {
		out = append(out, s.Cases...)
	}
	return out
}
