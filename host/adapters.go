package host

import (
	"context"
	"io"
	"math"
	"slices"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// processors is the registry as the pipeline sees it.
type processors struct{ *registry.Registry }

// known lists the processors. Of those that run without a pin only they themselves
// can say what they take.
func (p processors) known() []registry.Entry {
	p.DescribeDev(context.Background())
	return p.Processors()
}

func (p processors) ForKind(kind string) []string {
	var out []string
	for _, e := range p.known() {
		if slices.Contains(e.Kinds, kind) {
			out = append(out, e.Name)
		}
	}
	return out
}

func (p processors) Sniffers() []pipeline.Sniffer {
	entries := registry.Sniffers(p.known())
	out := make([]pipeline.Sniffer, len(entries))
	for i, e := range entries {
		out[i] = pipeline.Sniffer{Name: e.Name, Kinds: e.OwnKinds(), Magic: e.Magic, Asks: e.Matches}
	}
	return out
}

func (p processors) Open(name string) (pipeline.Processor, error) {
	plugin, err := p.Processor(name)
	if err != nil {
		return nil, &supervise.Fault{Reason: supervise.ReasonStartFailed, Err: err}
	}
	return plugin, nil
}

func (p processors) Version(name string) string {
	for _, e := range p.Processors() {
		if e.Name == name {
			return e.Version
		}
	}
	return ""
}

// counter is an estimator as the pipeline sees it. One that does not say what it is
// claims nothing, and its counts will fail too.
type counter struct {
	supervise.Plugin
	inHost bool // of those that cost less than a call to another process
}

// Fast says whether counting a whole large content costs little. An added estimator
// may have taken the place of a bundled one.
func (c counter) Fast() bool { return c.inHost && c.Transport() == supervise.TransportInProcess }

// ExactBytes is up to how many bytes a text is counted exactly: any number by an
// exact estimator.
func (c counter) ExactBytes() int {
	about := c.about()
	if about.Exact {
		return math.MaxInt
	}
	return about.ExactUpTo
}

// PerText is what every text costs beside its words.
func (c counter) PerText() int { return c.about().PerText }

// Margin is how far a true count may exceed an estimate.
func (c counter) Margin() float64 {
	about := c.about()
	if about.Exact {
		return 0
	}
	return min(max(about.Margin, 0), 1)
}

// about is what the estimator says of itself, as far as it holds: a program that runs
// without a pin was not checked when it was added.
func (c counter) about() sdk.EstimatorInfo {
	d, err := c.Describe(context.Background())
	if err != nil {
		return sdk.EstimatorInfo{}
	}
	about := d.Estimator
	if sdk.CheckEstimatorInfo(about) != nil {
		about.ExactUpTo, about.PerText = 0, 0
	}
	return about
}

// unusable is a store that could not be opened: every save says why.
type unusable struct{ err error }

var (
	_ pipeline.Store       = unusable{}
	_ pipeline.StreamStore = unusable{}
)

func (u unusable) Locate(spill.Meta, []byte, []byte) spill.Locator { return spill.Locator{} }
func (u unusable) Save(context.Context, spill.Meta, []byte, []byte) (spill.Locator, error) {
	return spill.Locator{}, u.err
}
func (u unusable) SaveStream(context.Context, spill.Meta, io.Reader) (spill.Locator, error) {
	return spill.Locator{}, u.err
}
func (u unusable) Record(spill.Locator, []byte) error { return u.err }
func (u unusable) Made([]byte) bool                   { return false }
func (u unusable) Holds(string) bool                  { return false }
