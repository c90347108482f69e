// Package text plans how a document without markup of its own is shown: Markdown,
// reStructuredText, manual pages, prose in any script. It is the last resort for
// contents that no other processor takes, so it never declines what has a
// character that is not white space.
package text

import (
	"bytes"
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Processor plans prose, documents and whatever else is text.
type Processor struct{}

var _ sdk.Processor = (*Processor)(nil)

// New returns a processor for the kind "text".
func New() sdk.Processor { return &Processor{} }

// Info describes the processor.
func (*Processor) Info() sdk.Info {
	return sdk.Info{
		Name:    "text",
		Version: "1.0.0",
		Summary: "documents and prose: headings, terms, first sentences, code; repeated paragraphs once",
		Kinds:   []string{"text"},
	}
}

// Process reads the blocks of the text and ranks them.
func (*Processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	if len(bytes.TrimSpace(req.Content)) == 0 {
		return sdk.Plan{}, fmt.Errorf("text: nothing but white space: %w", sdk.ErrDeclined)
	}
	if err := ctx.Err(); err != nil {
		return sdk.Plan{}, err
	}
	p := newParser(req)
	partial := false
	for _, w := range windows(req) {
		p.read(w)
		partial = partial || w.Len() < len(req.Content)
	}
	p.rate(rank.ParseSet(req.Options[rank.AblateOption]))
	p.doc.Fold()
	b := sdk.NewBuilder(req)
	if partial || p.full {
		b.Partial()
	}
	p.doc.Plan(b, req)
	b.Summary("%d lines, %d headings", bytes.Count(req.Content, []byte{'\n'})+1, p.headings)
	return b.Plan(), nil
}

// Shares that tell a listing from a document, and what a line of a listing is worth
// beside prose.
const (
	listingShare = 6 // tenths of the lines
	besideProse  = 0.6
)

// rate gives the lines of listings their values. They are compared with each other
// wherever they stand.
func (p *parser) rate(rules rank.Set) {
	listing := p.listed*10 > p.seen*listingShare
	spans := make([]lines.Span, 0, len(p.rated))
	for _, r := range p.rated {
		spans = append(spans, r.span)
	}
	found := lines.Evaluate(p.content, spans, lines.Options{Position: listing, Rules: rules})
	for i, r := range p.rated {
		b, l := &p.doc.Blocks[r.block], &found[i]
		b.Worth, b.Like = l.Value, l.Template+1
		if !listing {
			b.Worth *= besideProse
		}
	}
}
