// Package patch plans unified, git and combined diffs. Changes are ranked by how
// few others are like them: of an edit that is made in forty files one stands for
// all, and the one edit that is different comes first.
package patch

import (
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
)

// Processor ranks the changes of a diff. The zero value is ready; it is safe for
// concurrent use.
type Processor struct{}

var (
	_ sdk.Processor = Processor{}
	_ sdk.Matcher   = Processor{}
)

// Kind is the processor's own kind. It also takes line-like content that turns out
// to be a diff further down.
const Kind = "diff"

// New returns the processor.
func New() sdk.Processor { return Processor{} }

// Info describes the processor.
func (Processor) Info() sdk.Info {
	return sdk.Info{
		Name:      "diff",
		Version:   "0.1.0",
		Summary:   "unified, git and combined diffs",
		Kinds:     []string{Kind, sdk.KindLog},
		Magic:     []string{"diff -", "commit ", "--- ", "Index: ", "Only in ", "From "},
		Priority:  10, // a diff may look like a table, a table like no diff
		Stability: sdk.Experimental,
	}
}

// Process reads the content as a diff and ranks its lines. It declines what is
// no diff.
func (Processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	p := read(req.Content)
	if p == nil {
		return sdk.Plan{}, fmt.Errorf("diff: the content is no diff: %w", sdk.ErrDeclined)
	}
	p.pair()
	if err := ctx.Err(); err != nil {
		return sdk.Plan{}, fmt.Errorf("diff: %w", err)
	}
	return newDraft(req, p).plan(), nil
}

// Match tells a diff by its first lines.
func (Processor) Match(_ context.Context, s sdk.Sample) (string, error) {
	if starts(s.Head, "diff --git ", "diff --cc ") || read(s.Head) != nil {
		return Kind, nil
	}
	return "", nil
}
