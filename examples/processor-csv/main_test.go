package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/examples/processor-csv/table"
	"github.com/riffle-dev/riffle/sdk/sdktest"
)

// TestConformance proves the contract, on recorded cases and on what the kit makes
// up.
func TestConformance(t *testing.T) {
	opts := []sdktest.Option{sdktest.WithKinds(table.Kind)}
	for _, name := range []string{"tickets.csv", "pods.txt", "racks.csv"} {
		content, err := os.ReadFile("corpus/csv/" + name)
		require.NoError(t, err)
		opts = append(opts, sdktest.WithSample(name, table.Kind, content))
	}
	sdktest.Run(t, table.New, opts...)
}
