package render

import (
	"bytes"
	"regexp"
	"strings"
)

// own are the beginnings of what only the host says.
var own = [...]string{Prefix, "[... ", "[note: ", "Nothing is lost, the original is ", "More: "}

// escape sets a backslash before a line of the content that would pass for one of the
// host's own: a marker, a note, a notice. A line behind its number cannot.
func escape(l string) string {
	at := len(l) - len(strings.TrimLeft(l, " \t\u2028\u2029\u0085"))
	for _, o := range own {
		if strings.HasPrefix(l[at:], o) {
			return l[:at] + `\` + l[at:]
		}
	}
	return l
}

// ownRepeat is how copies are told, behind a text.
var ownRepeat = regexp.MustCompile(`\[\d+ (?:repeated|similar): \d`)

// escapeRepeats does the same within a text: what looks like a count of repeats is
// the content's.
func escapeRepeats(text []byte) []byte {
	if !bytes.Contains(text, []byte(" repeated: ")) && !bytes.Contains(text, []byte(" similar: ")) {
		return text
	}
	return ownRepeat.ReplaceAll(text, []byte(`\$0`))
}
