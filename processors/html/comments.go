package html

import (
	"bytes"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

var ruleComments = rank.NewRule("html-comments", "a stack trace in a comment is content")

// Comments that may be content, in bytes: a trace has some lines, and a page that is
// put aside as a comment is none.
const (
	leastComment = 64
	mostComment  = 1 << 20
)

// comment takes the lines of a comment that holds a stack trace. Servers set the plain
// form of an error there, with the line numbers that the drawn one leaves out.
func (r *reader) comment() {
	raw := r.content[r.pos:r.end]
	if !bytes.HasPrefix(raw, []byte("<!--")) {
		return
	}
	if !bytes.HasSuffix(raw, []byte("-->")) {
		r.broken += len(raw)
		return
	}
	if r.skip != 0 || r.inControl() || len(raw) < leastComment || len(raw) > mostComment || !r.rules.On(ruleComments) {
		return
	}
	start := r.pos + len("<!--")
	spans, trace := traced(r.content[start : r.end-len("-->")])
	if !trace {
		return
	}
	for i := range spans {
		spans[i].Start += start
		spans[i].End += start
	}
	r.flush(r.pos)
	before := r.block
	r.pre++
	for _, l := range lines.Evaluate(r.content, spans, lines.Options{Rules: r.rules}) {
		const besideMarkup = 0.6 // as lines of listings count beside prose
		r.block = document.Block{Kind: document.Line, Weight: 1, Worth: float32(besideMarkup * l.Value)}
		r.text(l.Start, l.End)
		r.flush(l.End)
	}
	r.pre--
	r.block = before
}

// traced finds the lines of a text, and whether they hold frames of a stack and what
// failed.
func traced(text []byte) (spans []lines.Span, trace bool) {
	frames, failing := 0, false
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		if line := bytes.TrimRight(text[at:end], " \t\r"); len(line) > 0 {
			s := lines.Scan(lines.Clip(line, document.LongPiece))
			if s.Frame {
				frames++
			}
			failing = failing || s.Failing()
			spans = append(spans, lines.Span{Start: at, End: at + len(line)})
		}
		at = end + 1
	}
	return spans, frames > 0 && failing
}
