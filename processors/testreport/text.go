package testreport

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// said is a line of what a test says, decoded, with what it is worth.
type said struct {
	text  string
	worth float64
	frame bool
}

// read values decoded lines by what they say: forms of failures, causes, frames in
// the tests' own code, both sides of a comparison.
func read(texts []string, set rank.Set) []said {
	content := []byte(strings.Join(texts, "\n"))
	spans := make([]lines.Span, len(texts))
	at := 0
	for i, t := range texts {
		spans[i] = lines.Span{Start: at, End: at + len(t)}
		at += len(t) + 1
	}
	out := make([]said, len(texts))
	for i, l := range lines.Evaluate(content, spans, lines.Options{Rules: set}) {
		out[i] = said{text: texts[i], worth: l.Value, frame: l.Frame}
		if set.On(ruleSides) && side(texts[i]) {
			out[i].worth += 0.9
		}
	}
	return out
}

// side recognises a line that says what was and what was wanted, or one of them.
func side(t string) bool {
	t = strings.TrimSpace(t)
	if len(t) > 1 && (t[0] == '+' || t[0] == '-') && t[1] != t[0] || strings.HasPrefix(t, "E  ") {
		return true
	}
	t = strings.ToLower(t[:min(len(t), 300)])
	for _, w := range []string{"want", "expected", "actual", "got", "received", "should", "assert", "differ", "!=", "not equal"} {
		if strings.Contains(t, w) {
			return true
		}
	}
	return false
}

// oneLine is a text without colours, and with a blank for every other control
// character and line end.
func oneLine(s string) string {
	if strings.IndexFunc(s, control) < 0 {
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] == 0x1b && i+1 < len(s) && s[i+1] == '[' {
			for i += 2; i < len(s) && (s[i] < '@' || s[i] > '~'); i++ {
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if control(r) {
			r = ' '
		}
		b.WriteRune(r)
		i += n
	}
	return strings.TrimSpace(b.String())
}

func control(r rune) bool { return r != '\t' && unicode.IsControl(r) }

// mask is a text with its numbers masked, to find failures that say the same.
func mask(s string) string {
	return string(lines.Mask(nil, lines.Clip([]byte(s), 160)))
}

// blank reports whether a text has neither letters nor digits.
func blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
}

func lineEnd(content []byte, at int) int {
	if i := bytes.IndexByte(content[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(content)
}
