package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/examples/processor-diff/patch"
	"github.com/riffle-dev/riffle/sdk/sdktest"
)

// TestConformance proves the contract, on recorded cases and on what the kit makes
// up.
func TestConformance(t *testing.T) {
	opts := []sdktest.Option{sdktest.WithKinds(patch.Kind)}
	for _, name := range []string{"split.diff", "rename.diff", "merge.diff"} {
		content, err := os.ReadFile("corpus/diff/" + name)
		require.NoError(t, err)
		opts = append(opts, sdktest.WithSample(name, patch.Kind, content))
	}
	sdktest.Run(t, patch.New, opts...)
}
