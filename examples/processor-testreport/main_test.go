package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/examples/processor-testreport/report"
	"github.com/riffle-dev/riffle/sdk/sdktest"
)

// TestConformance proves the contract, on recorded cases and on what the kit makes
// up.
func TestConformance(t *testing.T) {
	opts := []sdktest.Option{sdktest.WithKinds(report.Kind)}
	for _, name := range []string{"routes.xml", "cargo.xml", "tides.jsonl"} {
		content, err := os.ReadFile("corpus/testreport/" + name)
		require.NoError(t, err)
		opts = append(opts, sdktest.WithSample(name, report.Kind, content))
	}
	sdktest.Run(t, report.New, opts...)
}
