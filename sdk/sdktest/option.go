package sdktest

import (
	"time"

	"github.com/riffle-dev/riffle/sdk"
)

// Option says something about the plugin that the kit can't know.
type Option func(*config)

type config struct {
	samples  []sample
	mustKeep []mustKeep
	kinds    []string
	skip     map[string]string
	panicOn  *sdk.Request
	args     []string
	limit    time.Duration
	scale    int           // hostile and large contents are so much smaller; 1 but in the kit's own tests
	quick    time.Duration // computing time of a call that need not look at its context
	patience time.Duration // how long a process may take to end
}

// sample is a content of a kind.
type sample struct {
	name    string
	kind    string
	content []byte
}

// mustKeep is a content and what of it must come first.
type mustKeep struct {
	sample
	facts []string
}

// WithSample adds a content that the processor is meant for. Without samples those
// of the kit serve, for the kinds that the host knows.
func WithSample(name, kind string, content []byte) Option {
	return func(c *config) { c.samples = append(c.samples, sample{name, kind, content}) }
}

// WithMustKeep adds a content and what of it a small budget must still show, word
// for word: a quarter of its tokens.
func WithMustKeep(kind string, content []byte, facts ...string) Option {
	return func(c *config) {
		c.mustKeep = append(c.mustKeep, mustKeep{sample{"a must-keep sample", kind, content}, facts})
	}
}

// WithKinds limits the kinds that are tried to some of those that the processor
// declares.
func WithKinds(kinds ...string) Option {
	return func(c *config) { c.kinds = append(c.kinds, kinds...) }
}

// Skip leaves a case out and says why; the report shows it.
func Skip(name, why string) Option {
	return func(c *config) { c.skip[name] = why }
}

// WithPanic names a request that makes a program panic, such as one with an option
// that only a test sets. Without it no program is made to panic.
func WithPanic(req sdk.Request) Option {
	return func(c *config) { c.panicOn = &req }
}

// WithArgs are arguments of the program.
func WithArgs(args ...string) Option {
	return func(c *config) { c.args = append(c.args, args...) }
}

// WithTimeout is how long a call may take before it counts as one that hangs, to
// which 4 s are added for each MiB of content. The default is 20 s: the kit is no
// judge of speed.
func WithTimeout(d time.Duration) Option {
	return func(c *config) { c.limit = d }
}
