// Package testreport plans reports of tests: JUnit XML, with suites inside suites, and
// the events of go test -json. Failures come first, each with its message, its
// place and both sides of what it compared, then what failed tests printed, totals,
// and which tests were skipped or slow.
package testreport

import (
	"bytes"
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
)

// Processor ranks what a test report says. The zero value is ready; it is safe for
// concurrent use.
type Processor struct{}

var (
	_ sdk.Processor = Processor{}
	_ sdk.Matcher   = Processor{}
)

// Kind is the processor's own kind.
const Kind = "testreport"

// New returns the processor.
func New() sdk.Processor { return Processor{} }

// Info describes the processor.
func (Processor) Info() sdk.Info {
	return sdk.Info{
		Name:      "testreport",
		Version:   "1.0.0",
		Summary:   "JUnit XML and go test -json",
		Kinds:     []string{Kind},
		Magic:     []string{"<?xml ", "<testsuite", `{"Time":`, `{"Action":`, `{"ImportPath":`},
		Priority:  -100, // what the user added is told first
		Stability: sdk.Beta,
	}
}

// Process reads the content as a report and ranks what it says. It declines what
// is none.
func (Processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	for _, plan := range []func(context.Context, sdk.Request) (sdk.Plan, bool){planGo, planJUnit} {
		p, ok := plan(ctx, req)
		if err := ctx.Err(); err != nil {
			return sdk.Plan{}, fmt.Errorf("testreport: %w", err)
		}
		if ok {
			return p, nil
		}
	}
	return sdk.Plan{}, fmt.Errorf("testreport: neither JUnit XML nor go test -json: %w", sdk.ErrDeclined)
}

// Match tells a report by its first elements or events.
func (Processor) Match(ctx context.Context, s sdk.Sample) (string, error) {
	head := s.Head
	if s.Bytes > len(head) { // the last line is cut
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	if readJUnit(ctx, s.Head) != nil || readGo(ctx, head) != nil {
		return Kind, nil
	}
	return "", ctx.Err()
}
