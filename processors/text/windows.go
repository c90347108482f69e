package text

import (
	"bytes"
	"iter"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// Bounds in bytes of the windows in which a text is read, so that what is known of
// its lines takes little memory: a window ends behind the last blank line of its
// reach, else behind its last line, else between two characters.
const (
	windowRead = 1 << 20
	blankReach = 64 << 10
	charReach  = 1 << 10
)

// windows are the parts of the content, in order and without gaps.
func windows(content []byte) iter.Seq[sdk.Span] {
	return func(yield func(sdk.Span) bool) {
		for at := 0; at < len(content); {
			end := windowEnd(content, at)
			if !yield(sdk.Span{Start: at, End: end}) {
				return
			}
			at = end
		}
	}
}

func windowEnd(content []byte, at int) int {
	end := at + windowRead
	if end+windowRead/4 >= len(content) { // a short rest is no window of its own
		return len(content)
	}
	if i := bytes.LastIndex(content[end-blankReach:end], []byte("\n\n")); i >= 0 {
		return end - blankReach + i + 2
	}
	if i := bytes.LastIndexByte(content[at:end], '\n'); i >= 0 {
		return at + i + 1
	}
	for k := end; k > end-charReach; k-- {
		if lines.Boundary(content, k) {
			return k
		}
	}
	return end
}
