// Package supervise runs one plugin: in this process, over the wire within this
// process, or as a process of its own. All three are one interface with the same
// deadlines, checks and faults, so that nothing above needs to know which it is.
package supervise

import (
	"context"
	"errors"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// The transports of a plugin.
const (
	TransportSubprocess = "subprocess"
	TransportInProcess  = "in-process"
	TransportWire       = "wire" // gRPC within one process, for tests and the bench
)

// Plugin is one processor or estimator, whatever its transport. It is safe for
// concurrent use. A process is started by the first call that needs it.
type Plugin interface {
	// Name is the name that the plugin is known by.
	Name() string
	// Transport is TransportSubprocess, TransportInProcess or TransportWire.
	Transport() string
	// Describe says what the plugin is. It starts the plugin.
	Describe(ctx context.Context) (Description, error)
	// Process plans one content. The plan passes sdk.CheckPlan. An error wraps
	// sdk.ErrDeclined or is a *Fault; the reply says then who gave it. The content must never change afterwards: a
	// call that timed out may still read it.
	Process(ctx context.Context, req sdk.Request) (Reply, error)
	// CountTokens counts the tokens of each text. An error is a *Fault.
	CountTokens(ctx context.Context, texts [][]byte) ([]int, error)
	// Match asks which of its own kinds a content is of, "" for none. An error is a
	// *Fault; a plugin without sdk.CapabilityMatch is not to be asked.
	Match(ctx context.Context, s sdk.Sample) (string, error)
	// Status says how the plugin is, without starting it.
	Status() Status
	// Close ends the plugin and all that it started, within a bound.
	Close() error
}

// Reply is the plan of a processor for one content.
type Reply struct {
	Plan      sdk.Plan
	Transport string // which served this call
	Dropped   int    // units that broke the contract, and those that needed them: they are not in the plan
	Breach    error  // the first of their breaches, nil where none was dropped
}

// Description is what a plugin says of itself.
type Description = serve.Description

// The reasons of faults.
const (
	ReasonCrashed      = "plugin-crashed"       // the process ended during a call
	ReasonTimeout      = "plugin-timeout"       // no answer within the deadline
	ReasonStartFailed  = "plugin-start-failed"  // it did not start, or is not what it should be
	ReasonInvalidReply = "plugin-invalid-reply" // the answer breaks the contract
	ReasonUnavailable  = "plugin-unavailable"   // not tried: repeated faults, or closed
	ReasonPanicked     = "plugin-panicked"      // a panic in a call; the plugin lives on
	ReasonTooLarge     = "plugin-too-large"     // a request or a reply over the size cap
	ReasonError        = "plugin-error"         // the plugin returned an error
	ReasonCanceled     = "cancelled"            // the caller gave up; not the plugin's fault
)

// Fault is a call that gave no answer, and why.
type Fault struct {
	Reason string // one of the Reason constants
	Err    error
}

// Error says the reason and the cause.
func (f *Fault) Error() string { return fmt.Sprintf("supervise: %s: %v", f.Reason, f.Err) }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

func fault(reason, format string, args ...any) *Fault {
	return &Fault{Reason: reason, Err: fmt.Errorf(format, args...)}
}

// ReasonOf returns the reason code of an error of a Plugin: that of a Fault,
// "declined", or "" for nil.
func ReasonOf(err error) string {
	var f *Fault
	switch {
	case err == nil:
		return ""
	case errors.As(err, &f):
		return f.Reason
	case errors.Is(err, sdk.ErrDeclined):
		return "declined"
	}
	return ReasonError
}

// Status is how a plugin is.
type Status struct {
	State       string      // "idle", "starting", "ready", "waiting" (before a restart), "open" (given up for a while), "closed"
	PID         int         // 0 without a process
	Generation  int         // how many times it was started
	Strikes     int         // faults in a row
	LastFault   string      // "" where there was none
	Stderr      string      // the last that it wrote to standard error and stray lines of its standard output
	Description Description // what it said when it last started; Kind is "" before
}
