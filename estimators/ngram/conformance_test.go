package ngram

import (
	"testing"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/sdktest"
)

func TestConformance(t *testing.T) {
	for name, construct := range map[string]func() sdk.Estimator{"o200k": New, "cl100k": NewCL100K} {
		t.Run(name, func(t *testing.T) { sdktest.RunEstimator(t, construct) })
	}
}
