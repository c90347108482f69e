package main

import (
	"errors"
	"io"
	"os"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// errControl is the end of a reading that found what a terminal would obey.
var errControl = errors.New("control sequences")

// plainOnly is a writer that takes text, and nothing that moves a terminal's cursor,
// changes its settings or shows text in another order than it has.
type plainOnly struct {
	rest []byte // a character that is not whole yet
	cr   bool   // the last one was a carriage return
}

func (p *plainOnly) Write(b []byte) (int, error) {
	text := append(p.rest, b...)
	for len(text) > 0 && (utf8.FullRune(text) || len(text) >= utf8.UTFMax) {
		c, n := utf8.DecodeRune(text)
		switch {
		case p.cr && c != '\n', c == utf8.RuneError && n == 1:
			return 0, errControl // bytes that are no text may be control characters of another encoding
		case c != '\t' && c != '\n' && c != '\r' && (unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c)):
			return 0, errControl
		}
		p.cr = c == '\r'
		text = text[n:]
	}
	p.rest = append([]byte(nil), text...)
	return len(b), nil
}

// end is nil where the text ended as one does.
func (p *plainOnly) end() error {
	if p.cr || len(p.rest) > 0 {
		return errControl
	}
	return nil
}
