package registry

import (
	"cmp"
	"slices"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// describe fills in what a plugin says of itself.
func (e *Entry) describe(about supervise.Description) {
	e.Version, e.Summary, e.Stability = about.Version(), about.Summary(), about.Stability()
	e.Kinds, e.Magic, e.Priority = about.Processor.Kinds, about.Processor.Magic, about.Processor.Priority
	e.Encoding, e.Exact, e.Margin = about.Estimator.Encoding, about.Estimator.Exact, about.Estimator.Margin
	e.Capabilities = sortedSet(about.Capabilities)
	e.Matches = slices.Contains(about.Capabilities, sdk.CapabilityMatch)
	e.Protocol = about.Protocol
}

// Sniffers are the processors among entries that can tell content of their own kinds,
// the highest priority first, of one priority in the order of entries.
func Sniffers(entries []Entry) []Entry {
	var out []Entry
	for _, e := range entries {
		if len(e.OwnKinds()) > 0 && (len(e.Magic) > 0 || e.Matches) {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return cmp.Compare(b.Priority, a.Priority) })
	return out
}

// OwnKinds are the kinds of a processor that the host does not tell apart by itself.
func (e Entry) OwnKinds() []string { return sdk.Info{Kinds: e.Kinds}.OwnKinds() }

func pinnedEntry(p *Pin) Entry {
	e := Entry{Kind: p.Kind, Name: p.Name, Transport: Subprocess, Source: SourcePinned, State: StateAvailable, Path: p.Path, Replaces: p.ReplacesBuiltin, Confinement: p.confinement()}
	e.describe(p.about())
	return e
}

// confinement says what protects the program of p from others, and others from it.
func (p *Pin) confinement() string {
	runs := "sealed copy"
	if p.InPlace {
		runs = "in place, not sealed"
	}
	if p.Unconfined {
		return runs + ", unconfined as it was added"
	}
	return runs + ", " + supervise.Confinement()
}

func (r *Registry) entry(k key, f *found) Entry {
	r.mu.Lock()
	p := r.used[k]
	r.mu.Unlock()
	var about supervise.Description
	state, fault := StateAvailable, ""
	if p != nil {
		if st := p.Status(); st.Generation > 0 {
			state, fault, about = st.State, st.LastFault, st.Description
		}
	}
	if f.pin != nil {
		// What the pin says holds: the same bytes say the same of themselves.
		e := pinnedEntry(f.pin)
		e.State, e.Reason = state, fault
		if err := r.o.Added.glance(f.pin); err != nil {
			e.State, e.Reason = StateRefused, err.Error()
		}
		return e
	}
	e := Entry{Kind: k.kind, Name: k.name, Transport: r.transport(k, f), Source: SourceBundled, State: state, Reason: fault}
	if about.Kind == "" && f.construct != nil {
		// The program was built of the same code. What it says itself goes before.
		if d, err := serve.Describe(f.construct()); err == nil {
			about = d
		}
	}
	e.Confinement = "none: " + e.Source
	e.describe(about)
	if s, ok := p.(*standIn); ok {
		e.Transport = s.Transport()
	}
	switch {
	case f.dev:
		e.Source, e.Path, e.Confinement = SourceDev, f.path, "none: a dev override"
	case r.transport(k, f) == Subprocess:
		e.Path = f.path
		if err := trustedPath(f.path); err != nil {
			e.State, e.Reason = StateRefused, err.Error()
		}
	}
	return e
}
