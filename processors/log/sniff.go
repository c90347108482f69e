package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// shape is how the lines of a content hang together.
type shape int

const (
	plainShape shape = iota
	diffShape
	tableShape
)

// sniff tells the shape of a content.
func sniff(content []byte, spans []lines.Span) shape {
	return plainShape
}

func at(content []byte, s lines.Span) []byte { return bytes.TrimRight(content[s.Start:s.End], " \t") }
