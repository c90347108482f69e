package document

import (
	"bytes"
	"strings"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// Bounds of listings that are set as code.
const (
	longListing  = 20 // lines
	listingAlike = 3  // lines of one form; half of a listing has such
	listingWorth = 0.6
)

// listings finds long blocks of code whose lines are alike, such as the files of a
// folder or the output of a command, and values them as lines against each other.
func (d *Doc) listings(fresh []Block) {
	if !d.set.On(ruleCode) {
		return
	}
	for i := 0; i < len(fresh); {
		end := i + 1
		for end < len(fresh) && fresh[i].Kind == Code && fresh[end].Kind == Code && fresh[end].Nth > fresh[end-1].Nth {
			end++
		}
		if fresh[i].Kind == Code && end-i >= longListing {
			d.listing(fresh[i:end])
		}
		i = end
	}
}

func (d *Doc) listing(blocks []Block) {
	var text []byte
	spans := make([]lines.Span, len(blocks))
	for k := range blocks {
		start := len(text)
		text = append(text, d.wholeText(&blocks[k])...)
		spans[k] = lines.Span{Start: start, End: len(text)}
		text = append(text, '\n')
	}
	judged := lines.Evaluate(text, spans, lines.Options{Rules: d.set})
	alike := 0
	for _, l := range judged {
		if l.Like >= listingAlike && l.Indent == judged[0].Indent {
			alike++
		}
	}
	if alike*2 < len(judged) {
		return
	}
	d.lists++
	for k, l := range judged {
		b := &blocks[k]
		b.Kind, b.Worth, b.Like = Line, float32(listingWorth*l.Value), int32(d.lists<<16|(l.Template+1)&0xffff)
	}
}

// leadWords are headings that announce what a document says in short.
var leadWords = map[string]bool{
	"synopsis": true, "usage": true, "abstract": true, "summary": true, "overview": true, "tl;dr": true, "decisions": true,
	"action items": true, "conclusion": true, "highlights": true, "syntax": true,
}

func leads(heading []byte) bool {
	const longest = 24 // bytes
	if len(heading) > longest {
		return false
	}
	return leadWords[strings.ToLower(string(bytes.Trim(heading, " #.:*0123456789\t")))]
}
