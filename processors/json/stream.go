package json

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/riffle-dev/riffle/sdk"
)

// stream is what a content consists of: documents, and lines between them that
// are not JSON (the command and the headers above a body, a warning below it).
type stream struct {
	tape  *tape
	docs  []int32    // nodes of the documents
	lines []sdk.Span // lines that are not JSON, without their ends
	cut   bool       // the last document is cut off

	repairs int // broken places inside documents
}

// maxOther is the share of a content, in percent, that may be lines that are not
// JSON: more of them make it a log that happens to hold JSON.
const maxOther = 40

// readStream parses the content or declines with the reason.
func readStream(content []byte) (*stream, error) {
	t := &tape{content: content, original: len(content), nodes: nodeMemory.borrow(min(countValues(content), len(content)/bytesPerNode+16))}
	sc := &scanner{tape: t, limit: len(content)}
	sc.soft, sc.hard = nodeLimits(len(content))
	st := &stream{tape: t}
	other, wasted := 0, 0
	for {
		if sc.space(); (other+sc.lost)*100 > len(content)*maxOther {
			return nil, fmt.Errorf("json: %w: not JSON at byte %d", sdk.ErrDeclined, sc.pos)
		}
		if sc.pos >= len(content) {
			break
		}
		start, size := sc.pos, len(t.nodes)
		out := broken
		if st.mayStart(content, start) {
			out = sc.document()
		}
		if out != broken && !t.nodes[size].container() && !wholeLine(content, start, sc.pos) {
			t.nodes = t.nodes[:size]
			out = broken
		}
		if out != broken {
			st.docs = append(st.docs, int32(size))
			st.cut = out == cut
			continue
		}
		// Reading on from the next line may read the same bytes again; this bound keeps it linear.
		if wasted += sc.pos - start; wasted > 2*len(content) {
			return nil, fmt.Errorf("json: %w: no JSON from byte %d on", sdk.ErrDeclined, start)
		}
		line := lineAt(content, start)
		other += line.Len()
		st.lines = append(st.lines, line)
		sc.pos = line.End
	}
	st.lines, st.repairs = append(st.lines, sc.passed...), sc.repairs
	slices.SortFunc(st.lines, func(a, b sdk.Span) int { return cmp.Compare(a.Start, b.Start) })
	return st, st.worthwhile()
}

// countValues is about how many values a content has: before each stands a comma, a
// line end or an opening bracket. Strings have some of these too.
func countValues(content []byte) int {
	n := 1
	for _, c := range ",{[" {
		n += bytes.Count(content, []byte{byte(c)})
	}
	return n + n/16
}

// mayStart reports whether a document may start here: containers anywhere, a
// scalar only at the beginning of a line.
func (st *stream) mayStart(content []byte, at int) bool {
	switch c := content[at]; {
	case c == '{' || c == '[':
		return true
	case c == '"' || c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n':
		return at == 0 || content[at-1] == '\n'
	}
	return false
}

func (st *stream) worthwhile() error {
	for _, d := range st.docs {
		if n := &st.tape.nodes[d]; n.container() && n.kids > 0 {
			return nil
		}
	}
	return fmt.Errorf("json: %w: no object or array with anything in it", sdk.ErrDeclined)
}

// wholeLine reports whether nothing but white space stands behind end on its line.
func wholeLine(content []byte, start, end int) bool {
	rest := content[end:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return len(bytes.TrimSpace(rest)) == 0 && (start == 0 || content[start-1] == '\n')
}

// lineAt is the rest of the line that start stands in, without white space at its end.
func lineAt(content []byte, start int) sdk.Span {
	end := len(content)
	if i := bytes.IndexByte(content[start:], '\n'); i >= 0 {
		end = start + i
	}
	return sdk.Span{Start: start, End: start + len(bytes.TrimRight(content[start:end], " \t\r"))}
}
