// Package inspect says what kind of content a tool result is.
package inspect

import (
	"bytes"
	"unicode/utf8"
)

// Kinds of content.
const (
	kindJSON = "json" // one or more JSON documents, also cut off or one a line
	kindHTML = "html" // an HTML page or fragment
	kindLog  = "log"  // anything line-like: logs, test and build output, diffs, tables, listings, traces, code
	kindText = "text" // prose and documents
)

// Verdict is what a content looks like.
type Verdict struct {
	Kind  string // json, html, log or text
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
		return kindText
	case isJSON(head):
		return kindJSON
	case isHTML(head):
		return kindHTML
	case isProse(content, hintOf(tool, command)):
		return kindText
	}
	return kindLog
}
