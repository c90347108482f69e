// Package json plans JSON: documents, streams of them, and documents that are cut
// off. It shows leaves as key=value, one row per record, and ranks records that
// stand out in their collection before those that are like the rest.
package json

import (
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

type processor struct{}

var _ sdk.Processor = processor{}

// New returns the processor.
func New() sdk.Processor { return processor{} }

func (processor) Info() sdk.Info {
	return sdk.Info{
		Name:    "json",
		Version: "1.0.0",
		Summary: "JSON, JSON lines and cut-off JSON: structure, records that stand out, exact values",
		Kinds:   []string{sdk.KindJSON},

		Stability: sdk.Beta,
	}
}

func (processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	if len(req.Content) > maxContent {
		return sdk.Plan{}, fmt.Errorf("json: %w: %d bytes, at most %d are planned", sdk.ErrDeclined, len(req.Content), maxContent)
	}
	st, err := readStream(req.Content)
	if err != nil {
		return sdk.Plan{}, err
	}
	defer func() { nodeMemory.giveBack(st.tape.nodes) }() // no plan holds any
	if err := ctx.Err(); err != nil {
		return sdk.Plan{}, fmt.Errorf("json: stopped while reading: %w", err)
	}
	b := sdk.NewBuilder(req)
	set := rank.ParseSet(req.Options[rank.AblateOption])
	if items, field := eventItems(st); items != nil {
		emitEvents(b, st, items, field, req.MaxTokens, set)
		return b.Plan(), nil
	}
	t := buildTree(st)
	defer func() { leafMemory.giveBack(t.leaves) }()
	t.valueLeaves(set)
	if err := ctx.Err(); err != nil {
		return sdk.Plan{}, fmt.Errorf("json: stopped while ranking: %w", err)
	}
	t.notes(b)
	t.summarise(b)
	return t.emit(b, req.MaxTokens, set), nil
}

// maxContent is the cap on a content, 64 MiB; offsets are 32 bits wide.
const maxContent = 64 << 20
