package table

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk/sdktest"
)

func TestConformance(t *testing.T) {
	opts := []sdktest.Option{sdktest.WithKinds(Kind)}
	for _, name := range []string{"tickets.csv", "pods.txt", "racks.csv"} {
		content, err := os.ReadFile("../../corpus/table/" + name)
		require.NoError(t, err)
		opts = append(opts, sdktest.WithSample(name, Kind, content))
	}
	sdktest.Run(t, New, opts...)
}
