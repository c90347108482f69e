package evidence

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// leaf finds the next run of words at or after i and says where it ends; ok is
// false at the end of the content.
type leaf func(content []byte, i int) (s lines.Span, next int, ok bool)

// leaves looks inside text nodes or string leaves. There, words are data: only the
// forms that tools print for a failure count.
func (f *finder) leaves(next leaf) {
	for i := 0; ; {
		s, n, ok := next(f.content, i)
		if !ok {
			return
		}
		i = n
		f.pieces(s)
	}
}

// pieces parts a leaf at its line ends, real or escaped.
func (f *finder) pieces(s lines.Span) {
	for s.Start < s.End {
		text := f.content[s.Start:s.End]
		end := len(text)
		width := 0
		if k := bytes.IndexByte(text, '\n'); k >= 0 {
			end, width = k, 1
		}
		if k := bytes.Index(text[:end], []byte(`\n`)); k >= 0 {
			end, width = k, 2
		}
		l := lines.Span{Start: s.Start, End: s.Start + end}
		s.Start = l.End + max(1, width)
		if l.Len() < 4 {
			continue
		}
		sig := lines.Scan(f.content[l.Start:min(l.End, l.Start+16<<10)])
		if rank := f.rank(sig, true); rank >= 0 && !sig.Frame {
			f.add(rank, l, sig)
		}
	}
}

// jsonLeaf finds the next string that is not a key, without its quotes.
func jsonLeaf(content []byte, i int) (lines.Span, int, bool) {
	for {
		k := bytes.IndexByte(content[i:], '"')
		if k < 0 {
			return lines.Span{}, len(content), false
		}
		start := i + k + 1
		end := start
		for end < len(content) && content[end] != '"' {
			if content[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(content))
		i = min(end+1, len(content))
		next := i
		for next < len(content) && (content[next] == ' ' || content[next] == '\n' || content[next] == '\t' || content[next] == '\r') {
			next++
		}
		if next < len(content) && content[next] == ':' {
			continue
		}
		return lines.Span{Start: start, End: end}, i, true
	}
}

// htmlLeaf finds the next text outside tags, scripts and styles.
func htmlLeaf(content []byte, i int) (lines.Span, int, bool) {
	for i < len(content) {
		if content[i] != '<' {
			end := bytes.IndexByte(content[i:], '<')
			if end < 0 {
				end = len(content) - i
			}
			return lines.Span{Start: i, End: i + end}, i + end, true
		}
		i = afterTag(content, i)
	}
	return lines.Span{}, i, false
}

// afterTag is the byte after the tag, comment, script or style that begins at i.
func afterTag(content []byte, i int) int {
	rest := content[i:]
	until := func(mark string) int {
		if k := bytes.Index(rest, []byte(mark)); k >= 0 {
			return i + k + len(mark)
		}
		return len(content)
	}
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return until("-->")
	case hasTag(rest, "script"):
		return until("</script")
	case hasTag(rest, "style"):
		return until("</style")
	}
	return until(">")
}

func hasTag(b []byte, name string) bool {
	return len(b) > len(name)+1 && bytes.EqualFold(b[1:1+len(name)], []byte(name))
}
