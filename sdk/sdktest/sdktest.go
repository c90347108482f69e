// Package sdktest says whether a plugin keeps the contract of package sdk. It is a
// table of named cases, each with the sentence that it proves, and several ways into
// it: Run in a test of the code, RunBinary in a test of the program, and Check and
// CheckBinary where there is no test.
//
//	func TestConformance(t *testing.T) {
//		sdktest.Run(t, func() sdk.Processor { return csv.New() },
//			sdktest.WithSample("a table", "csv", table))
//	}
//
// What each case means and how to mend what fails it stands in
// docs/plugins/conformance.md. It never waits for ever for a plugin, but a call that
// hangs in this process keeps its goroutine.
package sdktest

import (
	"context"
	"fmt"
	"testing"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// Run runs every case as a subtest, in this process and over a connection within
// it. newProcessor makes an instance for each case.
func Run(t *testing.T, newProcessor func() sdk.Processor, opts ...Option) {
	t.Helper()
	runTests(t, newKit(serve.KindProcessor, &code{make: func() any { return newProcessor() }}, opts))
}

// RunEstimator is Run for an estimator.
func RunEstimator(t *testing.T, newEstimator func() sdk.Estimator, opts ...Option) {
	t.Helper()
	runTests(t, newKit(serve.KindEstimator, &code{make: func() any { return newEstimator() }}, opts))
}

// RunBinary starts the program of a plugin, a processor or an estimator, and runs
// every case as a subtest, those of its life as a process too.
func RunBinary(t *testing.T, path string, opts ...Option) {
	t.Helper()
	runProgram(t, path, "", opts)
}

// RunEstimatorBinary is RunBinary for a program that must be an estimator.
func RunEstimatorBinary(t *testing.T, path string, opts ...Option) {
	t.Helper()
	runProgram(t, path, serve.KindEstimator, opts)
}

// Check runs every case on p, in this process and over a connection within it, and
// returns what fails, joined; nil where nothing does.
func Check(ctx context.Context, p sdk.Processor, opts ...Option) error {
	return newKit(serve.KindProcessor, &code{make: func() any { return p }}, opts).report(ctx).Err()
}

// CheckEstimator is Check for an estimator.
func CheckEstimator(ctx context.Context, e sdk.Estimator, opts ...Option) error {
	return newKit(serve.KindEstimator, &code{make: func() any { return e }}, opts).report(ctx).Err()
}

// CheckBinary starts the program of a plugin, a processor or an estimator, and runs
// every case on it, those of its life as a process too. The error says that there is
// no program to check; what fails stands in the report.
func CheckBinary(ctx context.Context, path string, opts ...Option) (Report, error) {
	return checkProgram(ctx, path, "", opts)
}

// CheckEstimatorBinary is CheckBinary for a program that must be an estimator.
func CheckEstimatorBinary(ctx context.Context, path string, opts ...Option) (Report, error) {
	return checkProgram(ctx, path, serve.KindEstimator, opts)
}

func runProgram(t *testing.T, path, kind string, opts []Option) {
	t.Helper()
	k, err := programKit(t.Context(), path, kind, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer k.from.end()
	runTests(t, k)
}

func checkProgram(ctx context.Context, path, kind string, opts []Option) (Report, error) {
	k, err := programKit(ctx, path, kind, opts)
	if err != nil {
		return Report{}, err
	}
	defer k.from.end()
	return k.report(ctx), nil
}

// runTests makes a subtest of each case, and of each way in which it is run.
func runTests(t *testing.T, k *kit) {
	t.Helper()
	if k.err != nil {
		t.Fatal(k.err)
	}
	for _, c := range k.cases() {
		t.Run(c.name, func(t *testing.T) {
			if why := k.skipped(t.Context(), c); why != "" {
				t.Skip(why)
			}
			for _, m := range k.modes(c) {
				t.Run(string(m), func(t *testing.T) {
					o := k.run(t.Context(), c, m)
					for _, f := range o.faults {
						t.Error(fmt.Sprintf("%s\n%s; see %s", f, c.must, c.doc()))
					}
					if len(o.faults) == 0 && o.why != "" {
						t.Skip(o.why)
					}
				})
			}
		})
	}
}
