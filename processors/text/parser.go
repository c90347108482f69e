package text

import (
	"bytes"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// parser makes blocks of the lines of a text. It looks at most a few lines ahead,
// so its time is linear.
type parser struct {
	content  []byte
	doc      *document.Doc
	lines    []lines.Span // of the window that is read
	at       int          // index of the present line
	seen     int          // lines that are not blank
	listed   int          // of those, lines of listings
	headings int
	tables   int
	full     bool
	rated    []rated
	levels   []byte // underline characters of headings, outermost first
	defined  bool   // the line before is a term that the present one defines
	inCode   int    // indent of code that the text before it announced; -1 for none
}

// rated is a line whose value comes from the other lines of listings.
type rated struct {
	block int
	span  lines.Span
}

func newParser(req sdk.Request) *parser {
	return &parser{content: req.Content, doc: document.New(req.Content)}
}

// endLines is how many lines of the end are read of a text that has too many.
const endLines = 10_000

// read parses one window of the content.
func (p *parser) read(w sdk.Span) {
	p.lines, p.at, p.inCode = lines.Split(p.content[w.Start:w.End]), 0, -1
	for i := range p.lines {
		p.lines[i].Start += w.Start
		p.lines[i].End += w.Start
	}
	for p.at < len(p.lines) {
		if len(p.doc.Blocks) >= document.MaxBlocks {
			p.full = true
			return
		}
		if len(p.doc.Blocks) >= document.MaxBlocks-2*endLines && !p.full { // go on with the end
			p.full = true
			p.at = max(p.at, len(p.lines)-endLines)
		}
		if p.blank(p.at) {
			p.at++
			continue
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
	return bytes.TrimRight(p.content[p.lines[i].Start:p.lines[i].End], " \t\r")
}

// words is the i-th line without white space at its ends.
func (p *parser) words(i int) []byte { return bytes.TrimLeft(p.line(i), " \t") }

func (p *parser) blank(i int) bool { return len(p.words(i)) == 0 }

// span of the words of lines from..to-1.
func (p *parser) span(from, to int) sdk.Span {
	first, last := p.lines[from], p.lines[to-1]
	return sdk.Span{
		Start: first.Start + len(p.line(from)) - len(p.words(from)),
		End:   last.Start + len(p.line(to-1)),
	}
}

// whole is the span of one line with its indent.
func (p *parser) whole(i int) sdk.Span {
	return sdk.Span{Start: p.lines[i].Start, End: p.lines[i].Start + len(p.line(i))}
}

func (p *parser) add(b document.Block, s sdk.Span) {
	if len(p.doc.Blocks) >= document.MaxBlocks {
		p.full = true
		return
	}
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
	p.add(document.Block{Kind: document.Heading, Level: min(level, 7)}, s)
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
	nth := 0
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
	if len(p.doc.Blocks) >= document.MaxBlocks {
		p.full = true
		return
	}
	p.rated = append(p.rated, rated{len(p.doc.Blocks), p.lines[i]})
	p.add(document.Block{Kind: document.Line}, p.whole(i))
}
