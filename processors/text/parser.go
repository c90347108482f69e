package text

import (
	"bytes"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// parser makes blocks of the lines of a text. It looks at most a few lines ahead,
// so its time is linear.
type parser struct {
	content  []byte
	doc      *document.Doc
	rules    rank.Set
	lines    []line // of the window that is read
	at       int    // index of the present line
	seen     int    // lines that are not blank
	listed   int    // of those, lines of listings
	headings int
	tables   int32
	rated    []rated
	likes    int    // numbers of forms of lines so far
	levels   []byte // underline characters of headings, outermost first
	defined  bool   // the line before is a term that the present one defines
	inCode   int    // indent of code that the text before it announced; -1 for none
}

// line is where a line stands in the content, and where its words do.
type line struct {
	start, end  int // without the line end
	first, last int // without white space at the ends
}

// rated is a line whose value comes from the other lines of listings.
type rated struct {
	block int
	span  lines.Span
}

func newParser(req sdk.Request) *parser {
	return &parser{content: req.Content, doc: document.New(req), rules: rank.ParseSet(req.Options[rank.AblateOption])}
}

// read parses one window of the content.
func (p *parser) read(w sdk.Span) {
	p.split(w)
	p.at, p.inCode = 0, -1
	for p.at < len(p.lines) {
		if p.blank(p.at) {
			p.at++
			continue
		}
		if p.doc.Full() {
			p.rate()
			p.doc.Settle(len(p.doc.Blocks))
		}
		before, defined := p.at, p.defined
		for _, form := range forms {
			if form(p) {
				break
			}
		}
		p.defined = p.defined && !defined
		if p.at == before {
			p.at++ // no form takes the line; the last one always does
		}
	}
}

// split finds the lines of a window.
func (p *parser) split(w sdk.Span) {
	if p.lines = p.lines[:0]; p.lines == nil {
		const usualLine = 40 // bytes
		p.lines = make([]line, 0, w.Len()/usualLine+1)
	}
	for at := w.Start; at < w.End; {
		end, next := w.End, w.End
		if i := bytes.IndexByte(p.content[at:w.End], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		if end > at && p.content[end-1] == '\r' {
			end--
		}
		l := line{at, end, at, end}
		for l.last > at && (p.content[l.last-1] == ' ' || p.content[l.last-1] == '\t' || p.content[l.last-1] == '\r') {
			l.last--
		}
		for l.first < l.last && (p.content[l.first] == ' ' || p.content[l.first] == '\t') {
			l.first++
		}
		p.lines = append(p.lines, l)
		at = next
	}
}

// forms are tried in order; each takes one or more lines, or none.
var forms = []func(*parser) bool{
	(*parser).frontMatter, (*parser).fenced, (*parser).hashed, (*parser).underlined, (*parser).ruled, (*parser).capital, (*parser).numberedHead, (*parser).flushHead,
	(*parser).rule, (*parser).tag, (*parser).directive, (*parser).table, (*parser).indentedCode, (*parser).term, (*parser).item, (*parser).paragraph,
}

// line is the i-th line without white space at its end; nil where there is none.
func (p *parser) line(i int) []byte {
	if i < 0 || i >= len(p.lines) {
		return nil
	}
	l := &p.lines[i]
	return p.content[l.start:l.last]
}

// words is the i-th line without white space at its ends.
func (p *parser) words(i int) []byte {
	if i < 0 || i >= len(p.lines) {
		return nil
	}
	l := &p.lines[i]
	return p.content[l.first:l.last]
}

func (p *parser) blank(i int) bool {
	return i < 0 || i >= len(p.lines) || p.lines[i].first == p.lines[i].last
}

// span of the words of lines from..to-1.
func (p *parser) span(from, to int) sdk.Span {
	return sdk.Span{Start: p.lines[from].first, End: p.lines[to-1].last}
}

// whole is the span of one line with its indent.
func (p *parser) whole(i int) sdk.Span {
	return sdk.Span{Start: p.lines[i].start, End: p.lines[i].last}
}

func (p *parser) add(b document.Block, s sdk.Span) {
	if b.Weight == 0 {
		b.Weight = 1
	}
	if b.Kind == document.Heading {
		p.headings++
	}
	p.doc.AddRaw(b, s)
}

// heading adds the present line as a heading and goes on behind it and the n-1
// lines after it.
func (p *parser) heading(level, n int) bool {
	p.seen++
	p.inCode = -1
	s := p.span(p.at, p.at+1)
	s.End -= anchor(p.words(p.at))
	p.add(document.Block{Kind: document.Heading, Level: uint8(min(level, 7))}, s)
	p.at += n
	return true
}

// code adds lines from..to-1 as one block of code: by lines, blank ones left out.
func (p *parser) code(from, to int) {
	failing, n := 0, 0
	for i := from; i < to; i++ {
		if p.blank(i) {
			continue
		}
		n++
		if s := lines.Scan(lines.Clip(p.line(i), maxScan)); s.Form || s.Total {
			failing++
		}
	}
	const longLog = 15 // lines; a shorter block is shown as code whatever it says
	log := n > longLog && failing*20 > n
	nth := int32(0)
	for i := from; i < to; i++ {
		switch {
		case p.blank(i):
		case log:
			p.listLine(i)
		default:
			p.seen++
			p.add(document.Block{Kind: document.Code, Nth: nth}, p.whole(i))
			nth++
		}
	}
}

// maxScan is how many bytes of a line are looked at to tell what it is.
const maxScan = 600

// listLine adds one line of a listing.
func (p *parser) listLine(i int) {
	p.seen++
	p.listed++
	p.rated = append(p.rated, rated{len(p.doc.Blocks), lines.Span{Start: p.lines[i].start, End: p.lines[i].end}})
	p.add(document.Block{Kind: document.Line}, p.whole(i))
}
