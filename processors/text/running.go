package text

import (
	"bytes"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// term takes what a definition defines: a line with a deeper one right under it, or
// an option with its meaning behind a gap.
func (p *parser) term() bool {
	t, in := p.words(p.at), indent(p.line(p.at))
	if len(t) > 90 && !option(t) || bullet(t) > 0 && !option(t) {
		return false
	}
	if start, end := p.entry(p.at); start > 0 {
		return p.entryWithText(start, end)
	}
	if !p.blank(p.at-1) || p.blank(p.at+1) || indent(p.line(p.at+1)) <= in+2 || p.at == 0 {
		if !option(t) || len(t) >= longOption || prose(t) {
			return false
		}
		p.defined = !p.blank(p.at+1) && indent(p.line(p.at+1)) > in+2 && !option(p.words(p.at+1))
		return p.bareOption()
	}
	if in == 0 && (len(t) > 60 || bytes.HasSuffix(t, []byte(".")) || bytes.HasSuffix(t, []byte(":"))) {
		return false
	}
	p.defined = true
	return p.bareOption()
}

func (p *parser) bareOption() bool {
	p.seen++
	p.add(document.Block{Kind: document.Term}, p.span(p.at, p.at+1))
	p.at++
	return true
}

// entryWithText takes "-x, --name  What it does" or "3  Not found." and the lines that
// go on with it. Both are one text where it is short: the name says little without
// its meaning.
func (p *parser) entryWithText(start, end int) bool {
	const shortEntry = 200 // bytes; of a longer one the name may stand alone
	in, stop := indent(p.line(p.at)), p.at+1
	for stop < len(p.lines) && !p.blank(stop) && indent(p.line(stop)) > in+2 {
		if s, _ := p.entry(stop); s > 0 {
			break
		}
		stop++
	}
	s := p.span(p.at, stop)
	p.seen += stop - p.at
	p.at = stop
	if s.Len() <= shortEntry {
		p.add(document.Block{Kind: document.Item, Entry: true}, s)
		return true
	}
	p.add(document.Block{Kind: document.Term}, sdk.Span{Start: s.Start, End: s.Start + start})
	p.add(document.Block{Kind: document.Para, Join: document.JoinBlank}, sdk.Span{Start: s.Start + end, End: s.End})
	return true
}

// item takes an item of a list with the lines that go on with it.
func (p *parser) item() bool {
	if bullet(p.words(p.at)) == 0 {
		return false
	}
	end := p.at + 1
	for end < len(p.lines) && !p.blank(end) && bullet(p.words(end)) == 0 && !p.starts(end) {
		end++
	}
	p.running(document.Item, end)
	return true
}

// longParagraph is the most lines that are taken as one paragraph; longer ones are
// listings, and go on as another one.
const longParagraph = 5000

// paragraph takes lines up to the next blank one, or to one that starts something
// else.
func (p *parser) paragraph() bool {
	in, end := indent(p.line(p.at)), p.at+1
	for end < len(p.lines) && end < p.at+longParagraph && !p.blank(end) && bullet(p.words(end)) == 0 && ruleOf(p.words(end)) == 0 && !p.starts(end) {
		if d := indent(p.line(end)) - in; d > 2 || d < -2 || d > 0 && bytes.HasSuffix(p.words(end-1), []byte(":")) {
			break
		}
		end++
	}
	if p.isListing(end) {
		for ; p.at < end; p.at++ {
			p.listLine(p.at)
		}
		return true
	}
	p.running(document.Para, end)
	return true
}

// running adds text that runs over lines from the present one to before end.
func (p *parser) running(kind document.Kind, end int) {
	p.seen += end - p.at
	s, join := p.span(p.at, end), document.Apart
	if p.defined && kind == document.Para {
		join = document.JoinColon
	}
	p.add(document.Block{Kind: kind, Join: join, Coded: bytes.IndexByte(p.content[s.Start:s.End], '`') >= 0}, s)
	p.at = end
}

// starts reports whether a line begins something that ends a paragraph.
func (p *parser) starts(i int) bool {
	t := p.words(i)
	if s, _ := p.entry(i); s > 0 {
		return true
	}
	return hashHeading(p.line(i)) > 0 || bytes.HasPrefix(t, []byte("```")) || bytes.HasPrefix(t, []byte("~~~")) ||
		len(t) > 3 && ruleOf(p.words(i+1)) != 0 && len(p.words(i+1)) > 3 && utf8.RuneCount(t) <= len(p.words(i+1))+3 && p.blank(i-1)
}

// isListing reports whether the lines up to end are records rather than wrapped
// text: few of them read like prose, or there is one and it is no sentence.
func (p *parser) isListing(end int) bool {
	const looked = 40 // lines; a longer paragraph is of one kind
	n, running := 0, 0
	for i := p.at; i < end && n < looked; i++ {
		n++
		if prose(lines.Clip(p.words(i), maxScan)) {
			running++
		}
	}
	switch {
	case n == 1:
		return running == 0 && len(p.words(p.at)) < 200 && codeLike(p.words(p.at))
	case n == 2:
		return running == 0 && codeLike(p.words(p.at)) && codeLike(p.words(p.at+1))
	}
	return running*10 < n*4
}
