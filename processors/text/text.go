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
		Kinds:   []string{sdk.KindText},

		Stability: sdk.Beta,
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
	for w := range windows(req.Content) {
		if err := ctx.Err(); err != nil {
			return sdk.Plan{}, err
		}
		p.read(w)
	}
	p.rate()
	b := sdk.NewBuilder(req)
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
func (p *parser) rate() {
	listing := p.listed*10 > p.seen*listingShare
	spans := make([]lines.Span, 0, len(p.rated))
	for _, r := range p.rated {
		spans = append(spans, r.span)
	}
	found := lines.Evaluate(p.content, spans, lines.Options{Position: listing, Rules: p.rules})
	most := 0
	for i, r := range p.rated {
		b, l := &p.doc.Blocks[r.block], &found[i]
		worth := l.Value
		if !listing {
			worth *= besideProse
		}
		b.Worth, b.Like = float32(worth), int32(p.likes+l.Template+1)
		most = max(most, l.Template+1)
	}
	p.likes += most
	p.rated = p.rated[:0]
}
