package text

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// longHeading is the most bytes that a heading without a mark of its own has.
const longHeading = 120

// fenced takes a block of code between fences.
func (p *parser) fenced() bool {
	t := p.words(p.at)
	if !bytes.HasPrefix(t, []byte("```")) && !bytes.HasPrefix(t, []byte("~~~")) {
		return false
	}
	n := 3
	for n < len(t) && t[n] == t[0] {
		n++
	}
	fence := t[:n]
	end := p.at + 1
	for end < len(p.lines) && !bytes.HasPrefix(p.words(end), fence) {
		end++
	}
	if len(t) == n && end == len(p.lines) {
		return false // a rule, or the end of a fence that began elsewhere
	}
	p.code(p.at+1, end)
	p.at = end + 1
	return true
}

// hashed takes a Markdown heading. Lines with a hash that follow each other are
// comments of some script.
func (p *parser) hashed() bool {
	level := hashHeading(p.line(p.at))
	if level == 0 || hashHeading(p.line(p.at-1)) == 1 || level == 1 && hashHeading(p.line(p.at+1)) == 1 {
		return false
	}
	return p.heading(level, 1)
}

// anchor is the length of a mark at the end of a Markdown heading that only names
// it for links: {#name}, {/*name*/}.
func anchor(t []byte) int {
	i := bytes.LastIndexByte(t, '{')
	if i <= 0 || t[len(t)-1] != '}' || i+2 >= len(t) || t[i+1] != '#' && !bytes.HasPrefix(t[i+1:], []byte("/*")) {
		return 0
	}
	return len(t) - len(bytes.TrimRight(t[:i], " "))
}

// frontMatter takes the fields between two rules at the very start of a Markdown
// file; the title is one of them.
func (p *parser) frontMatter() bool {
	const longest = 60 // lines
	if p.lines[p.at].start != 0 || string(p.line(p.at)) != "---" {
		return false
	}
	end := p.at + 1
	for end < len(p.lines) && end < longest && string(p.line(end)) != "---" {
		end++
	}
	if end >= len(p.lines) || end == longest {
		return false
	}
	for p.at++; p.at < end; p.at++ {
		switch {
		case p.blank(p.at):
		case bytes.HasPrefix(p.line(p.at), []byte("title:")):
			p.seen++
			p.add(document.Block{Kind: document.Title}, p.span(p.at, p.at+1))
		default:
			p.listLine(p.at)
		}
	}
	p.at++
	return true
}

// tag leaves a line that is one tag, as of a component in Markdown, for last.
func (p *parser) tag() bool {
	t := p.words(p.at)
	if len(t) < 3 || t[0] != '<' || t[len(t)-1] != '>' || bytes.IndexByte(t[1:], '<') >= 0 || !(t[1] == '/' || wordChar(t[1])) {
		return false
	}
	p.seen++
	p.add(document.Block{Kind: document.Line, Worth: 0.02}, p.whole(p.at))
	p.at++
	return true
}

// underlined takes a title with a rule of one character under it, and often over it.
func (p *parser) underlined() bool {
	over, first := 0, p.at
	if c := ruleOf(p.words(p.at)); c != 0 && ruleOf(p.words(p.at+2)) == c {
		over, first = 1, p.at+1
	}
	t, under := p.words(first), p.words(first+1)
	c := ruleOf(under)
	if c == 0 || len(t) == 0 || len(t) > longHeading || indent(p.line(first)) > 3 || ruleOf(t) != 0 {
		return false
	}
	if utf8.RuneCount(t) > len(under)+3 || over == 0 && !p.blank(first-1) && first > 0 && !prose(t) && len(t) < 4 {
		return false
	}
	p.at = first
	return p.heading(p.level(c, over), 2)
}

// level is the depth of headings with such rules: in the order in which they first
// appear, but a lone double rule is the outermost of Markdown.
func (p *parser) level(c byte, over int) int {
	key := c | byte(over)<<7
	for i, x := range p.levels {
		if x == key {
			return i + 1
		}
	}
	p.levels = append(p.levels, key)
	return len(p.levels)
}

// ruled takes a title between rules on its own line: "===== x =====".
func (p *parser) ruled() bool {
	t := p.words(p.at)
	if len(t) > longHeading || t[0] == '#' || t[0] == '*' || !lines.Ruled(t) {
		return false
	}
	return p.heading(2, 1)
}

// capital takes a heading in capitals, as in manual pages.
func (p *parser) capital() bool {
	t := p.words(p.at)
	if indent(p.line(p.at)) > 1 || !p.blank(p.at-1) || !capitals(t) || p.blank(p.at+1) && p.blank(p.at+2) && p.at+2 < len(p.lines) {
		return false
	}
	// A whole text in capitals has no headings.
	if !p.blank(p.at+1) && indent(p.line(p.at+1)) <= 1 && capitals(p.words(p.at+1)) {
		return false
	}
	name := string(t) == "NAME" && !p.blank(p.at+1)
	p.heading(2, 1)
	if name { // a manual page says what it is there
		p.seen++
		p.add(document.Block{Kind: document.Title}, p.span(p.at, p.at+1))
		p.at++
	}
	return true
}

// numberedHead takes "3.2  Title" between blank lines.
func (p *parser) numberedHead() bool {
	t := p.words(p.at)
	depth := numbered(t)
	if depth == 0 || len(t) > 90 || !p.blank(p.at-1) || indent(p.line(p.at)) > 3 {
		return false
	}
	if !p.blank(p.at+1) && (indent(p.line(p.at+1)) != indent(p.line(p.at)) || bullet(p.words(p.at+1)) > 0) {
		return false
	}
	if depth == 1 && !p.blank(p.at+1) {
		return false
	}
	return p.heading(depth+1, 1)
}

// flushHead takes a short title at the margin over text that is set in, as in RFCs
// and plain letters: "Abstract".
func (p *parser) flushHead() bool {
	const longest = 48 // bytes
	t := p.words(p.at)
	if indent(p.line(p.at)) != 0 || len(t) > longest || !p.blank(p.at-1) || !p.blank(p.at+1) || p.blank(p.at+2) || indent(p.line(p.at+2)) < 2 {
		return false
	}
	if c, _ := utf8.DecodeRune(t); !unicode.IsUpper(c) || bytes.ContainsAny(t, "={}()[];$<>|:/") || bytes.IndexByte([]byte(".,!?"), t[len(t)-1]) >= 0 {
		return false
	}
	return p.heading(2, 1)
}

// rule leaves out a line that only draws.
func (p *parser) rule() bool {
	if ruleOf(p.words(p.at)) == 0 && !onlyMarks(p.words(p.at)) {
		return false
	}
	p.seen++
	p.add(document.Block{Kind: document.Line, Worth: 0.001}, p.whole(p.at))
	p.at++
	return true
}

func onlyMarks(t []byte) bool {
	for _, c := range t {
		if c >= utf8.RuneSelf || wordChar(c) {
			return false
		}
	}
	return len(t) > 0 && len(t) <= 2
}

// layoutDirectives say how a document is put together, not what it says.
var layoutDirectives = map[string]bool{
	"code-block": true, "code": true, "sourcecode": true, "highlight": true, "literalinclude": true, "image": true, "figure": true,
	"toctree": true, "contents": true, "include": true, "currentmodule": true, "module": true, "parsed-literal": true, "raw": true,
	"index": true, "only": true, "rubric": true, "container": true, "class": true, "default-domain": true,
}

// directive takes a reStructuredText directive, and the code that one announces.
func (p *parser) directive() bool {
	t := p.words(p.at)
	if !bytes.HasPrefix(t, []byte(".. ")) {
		return false
	}
	b := document.Block{Kind: document.Term}
	name, ok := directive(t)
	switch {
	case !ok:
		b.Kind, b.Weight = document.Para, document.Low
	case layoutDirectives[string(name)]:
		b.Kind, b.Weight = document.Para, document.Low
		if bytes.Contains(name, []byte("code")) || string(name) == "parsed-literal" {
			p.inCode = indent(p.line(p.at)) + 1
		}
	}
	p.seen++
	p.add(b, p.span(p.at, p.at+1))
	p.at++
	for p.at < len(p.lines) && len(p.words(p.at)) > 2 && p.words(p.at)[0] == ':' && bytes.IndexByte(p.words(p.at)[1:], ':') > 0 && indent(p.line(p.at)) > 0 {
		p.add(document.Block{Kind: document.Para, Weight: document.Low}, p.span(p.at, p.at+1))
		p.at++
	}
	return true
}

// table takes rows with bars between the cells and a drawn border among them.
func (p *parser) table() bool {
	if !tableBorder(p.words(p.at)) && !(tableRow(p.words(p.at)) && tableBorder(p.words(p.at+1))) {
		return false
	}
	end, borders := p.at, 0
	for end < len(p.lines) && (tableRow(p.words(end)) || tableBorder(p.words(end))) {
		if tableBorder(p.words(end)) {
			borders++
		}
		end++
	}
	if borders == 0 || end-p.at < 2+borders-1 {
		return false
	}
	p.tables++
	rows := 0
	for ; p.at < end; p.at++ {
		p.seen++
		switch {
		case tableBorder(p.words(p.at)):
			p.add(document.Block{Kind: document.Line, Worth: 0.001}, p.whole(p.at))
			continue
		case rows == 0:
			p.add(document.Block{Kind: document.Header, Table: p.tables}, p.whole(p.at))
		default:
			p.listed-- // rows are no sign that the whole text is a listing
			p.seen--
			p.listLine(p.at)
			p.doc.Blocks[len(p.doc.Blocks)-1].Table = p.tables
		}
		rows++
	}
	return true
}

// indentedCode takes lines that stand deeper than the text which announced them
// with a colon, or after a directive for code.
func (p *parser) indentedCode() bool {
	in := indent(p.line(p.at))
	announced := p.inCode >= 0 && in >= p.inCode
	p.inCode = -1
	if !announced && in >= 3 && len(p.doc.Blocks) > 0 && p.blank(p.at-1) {
		announced = p.announces(in)
	}
	if !announced {
		return false
	}
	end := p.at
	for end < len(p.lines) && (p.blank(end) || indent(p.line(end)) >= in) {
		end++
	}
	p.code(p.at, end)
	p.at = end
	return true
}

// announces reports whether the text before an indented line says that code
// follows, or is code itself.
func (p *parser) announces(in int) bool {
	k := p.at - 1
	for k >= 0 && p.blank(k) {
		k--
	}
	if k < 0 {
		return false
	}
	last, before := p.words(k), indent(p.line(k))
	switch {
	case bytes.HasSuffix(last, []byte("::")):
		return in > before
	case bytes.HasSuffix(last, []byte(":")):
		return in > before && (in >= before+4 || codeLike(p.words(p.at))) && !option(p.words(p.at))
	}
	return before == 0 && in >= 4 && codeLike(p.words(p.at)) && bullet(p.words(p.at)) == 0
}
