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

// counter is an estimator as the pipeline sees it.
type counter struct{ supervise.Plugin }

// Fast says whether counting a whole large content costs little.
func (c counter) Fast() bool { return c.ours() && slices.Contains(inHost, c.Name()) }

// ours reports whether the estimator is the host's own code: an added one may have
// taken the place of a bundled one.
func (c counter) ours() bool { return c.Transport() == supervise.TransportInProcess }

// ExactBytes is up to how many bytes a text is counted exactly: any number by an
// exact estimator, 0 by one that estimates.
func (c counter) ExactBytes() int {
	if about, err := c.Describe(context.Background()); err == nil && about.Estimator.Exact {
		return math.MaxInt
	}
	if !c.ours() {
		return 0
	}
	return exactBytes[c.Name()]
}

// Margin asks the estimator what it says of itself; one that does not answer claims
// none, and its counts will fail too.
func (c counter) Margin() float64 {
	about, err := c.Describe(context.Background())
	if err != nil || about.Estimator.Exact {
		return 0
	}
	return min(max(about.Estimator.Margin, 0), 1)
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
