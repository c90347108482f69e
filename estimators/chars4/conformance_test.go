package chars4

import (
	"testing"

	"github.com/riffle-dev/riffle/sdk/sdktest"
)

func TestConformance(t *testing.T) {
	sdktest.RunEstimator(t, New)
}
