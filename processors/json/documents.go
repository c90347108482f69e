package json

import (
	"bytes"
	"context"
	"math"

	"github.com/riffle-dev/riffle/processors/html"
	"github.com/riffle-dev/riffle/processors/text"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

var ruleDocuments = rank.NewRule("json-documents", "pages and Markdown in strings are planned as documents")

// Bounds of strings that are planned as documents.
const (
	minDocument  = 1500    // bytes; shorter ones are as well read by lines
	partDocument = 4       // a document is at least one part in so many of the content; others are remarks of records
	maxDocuments = 4       // of one content
	headBytes    = 4 << 10 // bytes of a string that are looked at to tell what it is
	minSections  = 3       // headings of a Markdown document
	sectionLines = 60      // lines to a heading, at most
)

// document is a string with the plan that the processor of its kind made of it.
type document struct {
	from decoded
	plan sdk.Plan
}

// findDocument plans a string as what it is; nil where it is no document.
func (e *emitter) findDocument(d decoded, maxTokens int, set rank.Set) *document {
	if len(d.text) < minDocument || len(d.text)*partDocument < e.tape.original || len(e.docs) >= maxDocuments || !set.On(ruleDocuments) {
		return nil
	}
	var p sdk.Processor
	switch {
	case isPage(d.text):
		p = html.New()
	case isMarkdown(d.text):
		p = text.New()
	default:
		return nil
	}
	plan, err := p.Process(context.Background(), sdk.Request{Content: d.text, MaxTokens: maxTokens})
	if err != nil || len(plan.Order) == 0 {
		return nil
	}
	return &document{from: d, plan: plan}
}

// isPage reports whether a text begins as a web page or a part of one does.
func isPage(text []byte) bool {
	head := bytes.ToLower(bytes.TrimLeft(text[:min(len(text), headBytes)], " \t\r\n\ufeff"))
	if len(head) == 0 || head[0] != '<' {
		return false
	}
	for _, tag := range []string{"<!doctype html", "<html", "<body", "<div", "<main", "<article", "<section", "<table", "<h1", "<h2", "<p>", "<ul"} {
		if bytes.HasPrefix(head, []byte(tag)) {
			return true
		}
	}
	return bytes.Contains(head, []byte("<html"))
}

// isMarkdown reports whether a text has the headings of a Markdown document.
func isMarkdown(text []byte) bool {
	heads, lines, blank, fenced := 0, 0, true, false
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		lines++
		if bytes.HasPrefix(line, []byte("```")) {
			fenced = !fenced
		}
		marks := len(line) - len(bytes.TrimLeft(line, "#"))
		if blank && !fenced && marks > 0 && marks <= 6 && len(line) > marks && line[marks] == ' ' {
			heads++
		}
		blank = len(bytes.TrimSpace(line)) == 0
	}
	return heads >= minSections && heads*sectionLines >= lines
}

// What a piece of a document is worth: a density that falls with all that stands
// before it in the document's own order, so that it competes with the values around.
const (
	documentDensity = 0.13
	documentTokens  = 300 // after which the density has fallen to a half
)

// document hands the plan of a document inside a string to the builder.
func (e *emitter) document(i int, d *document) {
	l := &e.leaves[i]
	n, p := &e.tape.nodes[l.node], &e.patterns.all[l.pattern]
	var needs []int
	if unit := e.anchor(l.record); unit >= 0 {
		needs = []int{unit}
	}
	group, lineOf := e.lineGroup(l, d)
	values := d.values()
	rows, handles := map[int]int{}, make([]int, 0, len(d.plan.Units))
	parts := map[int]int{}   // by row of the document: the place of its last unit
	rowEnds := map[int]int{} // by row of the document: its last unit
	for k := range d.plan.Units {
		rowEnds[d.plan.Units[k].Row] = k
	}
	for k := range d.plan.Units {
		u := &d.plan.Units[k]
		row, ok := rows[u.Row]
		if !ok {
			row = e.newRow()
			rows[u.Row] = row
		}
		it := rank.Item{Value: values[k], Row: row, Needs: needs[:len(needs):len(needs)]}
		x := entry{text: []byte(d.shown(u)), leaf: -1, record: l.record, group: int32(group), sep: u.Sep}
		if group >= 0 {
			x.item = int32(lineOf(u.Span.Start))
		}
		for _, need := range u.Needs {
			if need < k {
				it.Needs = append(it.Needs, handles[need])
			}
		}
		for _, s := range u.From {
			x.from = append(x.from, e.tape.sources(d.source(s)))
		}
		x.span = d.source(u.Span)
		if k == 0 && group < 0 && n.key != n.keyEnd && l.form == formMember {
			x.span.Start = int(n.key)
			x.label = string(appendEqual([]byte(p.label)))
			x.from = append(x.from, e.outerKeys(l.node, p.outer)...)
			if !e.reads(&x) { // the document begins with what its plan leaves out
				x.label += "… "
			}
		}
		x.span = e.tape.sources(x.span)
		if last, ok := parts[u.Row]; ok {
			x.before = int32(max(0, u.Part-last-1))
		} else {
			x.before = int32(u.Part)
		}
		parts[u.Row] = u.Part
		if rowEnds[u.Row] == k {
			x.behind = int32(max(0, u.Parts-u.Part-1))
		}
		handles = append(handles, e.add(x, it))
	}
	if !d.plan.Complete {
		e.b.Partial()
	}
}

// reads reports whether the bytes of an entry say what it shows.
func (e *emitter) reads(x *entry) bool {
	alone := sdk.Plan{Units: []sdk.Unit{{Span: e.tape.sources(x.span), Text: string(e.appendText(nil, x)), From: x.from, Group: -1}}}
	return sdk.CheckPlan(sdk.Request{Content: e.tape.content[:e.tape.original]}, &alone) == nil
}

// lineGroup counts the lines of a document at the top, as those of other texts are
// counted, and says which line of it a byte stands in.
func (e *emitter) lineGroup(l *leaf, d *document) (group int, lineOf func(int) int) {
	breaks := []int{}
	for i, c := range d.from.text {
		if c == '\n' {
			breaks = append(breaks, i)
		}
	}
	total := len(breaks) + 1
	if d.from.text[len(d.from.text)-1] == '\n' {
		total--
	}
	if e.records[l.record].group >= 0 || total < minTextLines {
		return -1, nil
	}
	group = e.b.Group(sdk.Group{Ref: e.path(l.node, l.record), Unit: "lines", Parent: -1, Span: e.tape.sources(e.tape.nodes[l.node].span()), Total: total})
	at := 0
	return group, func(i int) int { // called with rising offsets
		for at < len(breaks) && breaks[at] < i {
			at++
		}
		return min(at, total-1)
	}
}

func (d *document) source(s sdk.Span) sdk.Span {
	return sdk.Span{Start: d.from.source(s.Start), End: d.from.source(s.End)}
}

// shown is what a unit of the document says, on one line.
func (d *document) shown(u *sdk.Unit) string {
	if u.Text != "" {
		return u.Text
	}
	return string(bytes.ReplaceAll(d.from.text[u.Span.Start:u.Span.End], []byte{'\n'}, []byte{' '}))
}

// values turns the order of the document's plan into values for the order of the whole.
func (d *document) values() []float64 {
	out := make([]float64, len(d.plan.Units))
	spent := 0
	for _, k := range d.plan.Order {
		cost := tokens.Estimate([]byte(d.shown(&d.plan.Units[k]))) + 1 + rank.RowOverhead
		density := documentDensity * documentTokens / float64(documentTokens+spent)
		out[k] = density * math.Pow(float64(cost), rank.Alpha)
		spent += cost
	}
	return out
}
