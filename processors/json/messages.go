package json

import (
	"bytes"

	"math"

	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

var ruleMessages = rank.NewRule("json-messages", "a column of messages is judged as the lines of a log are")

// Bounds of what counts as a column of messages.
const (
	minMessages     = 8  // fewer tell little about each other
	minMessageBytes = 16 // of the mean value; shorter ones are names and words
	minMessageWords = 3  // in nine of ten values
	manyLike        = 3  // messages of one template; half of a column has such
)

// message is what a leaf in a column of messages is worth as a line among its like.
type message struct {
	worth    float64 // 0 to 1
	template int
	like     int // how many messages of the column have the template
}

// message is what leaf i tells; nothing where it stands in no column of messages.
func (t *tree) message(i int) message {
	if !t.leaves[i].is(markTold) {
		return message{}
	}
	return t.told[int32(i)]
}

// messages judges columns of short texts as lines: what most of them say with other
// numbers is the usual, whatever field they stand in.
func (v *valuer) messages() map[int32]message {
	if !v.set.On(ruleMessages) {
		return nil
	}
	columns := map[int32][]int32{} // leaves by pattern
	var order []int32
	may := make([]bool, len(v.patterns.all))
	for i := range may {
		may[i] = v.mayTell(int32(i))
	}
	for i := range v.leaves {
		l := &v.leaves[i]
		if !may[l.pattern] || l.kind != kindString || l.form != formMember || v.long(l) {
			continue
		}
		if columns[l.pattern] == nil {
			order = append(order, l.pattern)
		}
		columns[l.pattern] = append(columns[l.pattern], int32(i))
	}
	out := map[int32]message{}
	for _, p := range order {
		v.judge(columns[p], out)
	}
	return out
}

// mayTell reports whether a column may be one of messages.
func (v *valuer) mayTell(pattern int32) bool {
	p := &v.patterns.all[pattern]
	c := p.col
	return c != nil && p.coll != rootPattern && pattern != overflowPattern &&
		c.n >= minMessages && int(c.kinds[kindString])*10 >= c.n*9 && c.bytes >= minMessageBytes*c.n && p.weight < weightIdentity && !c.categorical()
}

// judge values the messages of one column.
func (v *valuer) judge(leaves []int32, out map[int32]message) {
	var text []byte
	spans := make([]lines.Span, 0, len(leaves))
	wordy := 0
	for _, i := range leaves {
		start := len(text)
		text = appendLine(text, v.tape.rawString(v.leaves[i].node))
		spans = append(spans, lines.Span{Start: start, End: len(text)})
		if bytes.Count(text[start:], []byte{' '})+1 >= minMessageWords {
			wordy++
		}
		text = append(text, '\n')
	}
	if len(leaves) < minMessages || wordy*10 < len(leaves)*9 {
		return
	}
	judged := lines.Evaluate(text, spans, lines.Options{Rules: v.set})
	alike := 0
	for _, l := range judged {
		if l.Like >= manyLike {
			alike++
		}
	}
	if alike*2 < len(judged) {
		return // titles and remarks of people: each says something else
	}
	for k, l := range judged {
		v.leaves[leaves[k]].marks |= markTold
		out[leaves[k]] = message{worth: math.Min(1, l.Value/messageScale), template: l.Template, like: l.Like}
	}
}

// messageScale is the value of a line that is as surprising as can be.
const messageScale = 2.0
