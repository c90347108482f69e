package json

import (
	"testing"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/sdktest"
)

func TestConformance(t *testing.T) {
	sdktest.Run(t, func() sdk.Processor { return New() })
}
