// Package html plans how a web page is shown: its title and headings, then terms,
// tables, code and the first sentences of its sections. Markup, scripts and
// styles are left out; navigation and legal notes come last or not at all.
package html

import (
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk"
)

// Processor plans HTML.
type Processor struct{}

var _ sdk.Processor = (*Processor)(nil)

// New returns a processor for the kind "html".
func New() sdk.Processor { return &Processor{} }

// Info describes the processor.
func (*Processor) Info() sdk.Info {
	return sdk.Info{
		Name:    "html",
		Version: "1.0.0",
		Summary: "web pages: headings, terms, tables, forms, code and sentences without the markup",
		Kinds:   []string{sdk.KindHTML},

		Stability: sdk.Beta,
	}
}

// Process reads the page and ranks its blocks. It declines what has no markup,
// what has hardly any text, and what breaks off inside a tag or a script.
func (*Processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	r := newReader(req)
	if err := r.read(ctx); err != nil {
		return sdk.Plan{}, err
	}
	if err := r.reliable(); err != nil {
		return sdk.Plan{}, err
	}
	b := sdk.NewBuilder(req)
	r.doc.Plan(b, req)
	b.Summary("%d headings, %d table rows, %d blocks of text", r.count[document.Heading],
		r.count[document.Row]+r.count[document.Header], len(r.doc.Blocks)+r.doc.Dropped)
	return b.Plan(), nil
}

// Bounds of what counts as a page, in bytes.
const (
	smallPage  = 4096 // under this, little text may be all there is
	littleText = 256  // a larger page with less than this is an empty shell
	tinyPart   = 400  // text under one part in so many, and under eight times littleText, is one too
	aSentence  = 64   // with less text, what the scripts hold may be the page
	brokenPart = 3    // a page of which one part in so many is an unclosed tag or script is a wreck
)

// reliable reports what makes the reading worthless, if anything does.
func (r *reader) reliable() error {
	size, text := len(r.content), r.doc.Len()
	if text >= aSentence {
		size -= r.hidden // a page with words may carry any amount of script
	}
	decline := func(format string, args ...any) error {
		return fmt.Errorf("html: %s: %w", fmt.Sprintf(format, args...), sdk.ErrDeclined)
	}
	switch {
	case r.tags == 0:
		return decline("no tags in %d bytes", size)
	case r.broken*brokenPart > size:
		return decline("%d of %d bytes stand in a tag, comment or script that does not end", r.broken, size)
	case len(r.doc.Blocks) == 0:
		return decline("no text in %d bytes", size)
	case size > smallPage && text < littleText && r.count[document.Row] == 0:
		return decline("only %d bytes of text in %d", text, size)
	case text < 8*littleText && text*tinyPart < size:
		return decline("only %d bytes of text in %d", text, size)
	}
	return nil
}
