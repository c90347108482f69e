package serve

import "github.com/riffle-dev/riffle/sdk"

// The kinds of plugins.
const (
	KindProcessor = "processor"
	KindEstimator = "estimator"
)

// Description is what a plugin says of itself.
type Description struct {
	Kind         string // KindProcessor or KindEstimator; says which of the next two is set
	Processor    sdk.Info
	Estimator    sdk.EstimatorInfo
	SDKVersion   string // for logs only
	Protocol     int
	Capabilities []string // optional powers, by name
}

// Name is the plugin's name, whatever its kind.
func (d Description) Name() string {
	if d.Kind == KindEstimator {
		return d.Estimator.Name
	}
	return d.Processor.Name
}

// Version is the plugin's version, whatever its kind.
func (d Description) Version() string {
	if d.Kind == KindEstimator {
		return d.Estimator.Version
	}
	return d.Processor.Version
}

// Summary is the plugin's summary, whatever its kind.
func (d Description) Summary() string {
	if d.Kind == KindEstimator {
		return d.Estimator.Summary
	}
	return d.Processor.Summary
}

// Stability is what the plugin says of its stability, whatever its kind.
func (d Description) Stability() string {
	if d.Kind == KindEstimator {
		return d.Estimator.Stability
	}
	return d.Processor.Stability
}

// Describe says what an sdk.Processor or an sdk.Estimator is, without a process.
func Describe(impl any) (Description, error) { return describe(impl) }
