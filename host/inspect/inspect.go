// Package inspect says what kind of content a tool result is.
package inspect

import (
	"bytes"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
)

// Verdict is what a content looks like.
type Verdict struct {
	Kind  string // sdk.KindJSON, KindHTML, KindLog or KindText
	Bytes int
	Chars int // Unicode code points
	Lines int // ended by LF; a last line without one counts
}

// Inspect measures content and says its kind. The content decides; tool and
// command, which may be empty, only tip the balance between log and text.
func Inspect(content []byte, tool, command string) Verdict {
	v := Verdict{
		Kind:  kindOf(content, tool, command),
		Bytes: len(content),
		Chars: utf8.RuneCount(content),
		Lines: bytes.Count(content, []byte("\n")),
	}
	if n := len(content); n > 0 && content[n-1] != '\n' {
		v.Lines++
	}
	return v
}

func kindOf(content []byte, tool, command string) string {
	head := bytes.TrimLeft(content, " \t\r\n\ufeff")
	switch {
	case len(head) == 0:
		return sdk.KindText
	case isJSON(head):
		return sdk.KindJSON
	case isHTML(head):
		return sdk.KindHTML
	case isProse(content, hintOf(tool, command)):
		return sdk.KindText
	}
	return sdk.KindLog
}
