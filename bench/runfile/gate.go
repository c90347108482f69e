package runfile

import (
	"fmt"
	"strings"
)

// Gate is what an output must keep whatever else it is worth: it is kept or it is not,
// and a case where one fails has no headline.
type Gate string

// The gates.
const (
	GateSize     Gate = "G1" // the output fits its budget and is no larger than the input
	GateStored   Gate = "G2" // the stored original has the input's very bytes
	GateSound    Gate = "G3" // valid UTF-8, no panic, time in proportion to the input
	GateStable   Gate = "G4" // the same bytes each time, on one processor and on many
	GateInvented Gate = "G5" // no line that is neither in the content nor a declared form of it
)

// Failure says how the gate failed, as a run holds it.
func (g Gate) Failure(format string, args ...any) string {
	return string(g) + ": " + fmt.Sprintf(format, args...)
}

// CutFailure parts a failure into its gate and what is wrong. One of another form is a
// gate of its own: failures of the same words are then the same.
func CutFailure(failure string) (g Gate, what string) {
	if len(failure) > 2 && failure[0] == 'G' && failure[2] == ':' {
		return Gate(failure[:2]), strings.TrimPrefix(failure[3:], " ")
	}
	return Gate(failure), failure
}
