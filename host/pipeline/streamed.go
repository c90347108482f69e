package pipeline

import (
	"bytes"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/sdk"
)

// Bounds of what is kept of a stream's evidence.
const (
	windowBytes   = 1 << 20 // looked through at once
	windowPieces  = 64      // that one window may add
	manyPieces    = 1024    // when so many are kept, the best of them are chosen
	enoughPieces  = evidence.MaxSpans
	kindOfStreams = sdk.KindLog // nothing inspected them; the forms of failures are those of lines
)

// streamed finds the evidence of a stream while it passes, window by window.
type streamed struct {
	window []byte
	chars  int  // code points before the window
	lines  int  // line ends before it
	inLine bool // the window begins within a line
	pieces []render.Piece
}

// Write takes what passes.
func (s *streamed) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		k := min(len(b), windowBytes-len(s.window))
		s.window, b = append(s.window, b[:k]...), b[k:]
		if len(s.window) == windowBytes {
			s.look(false)
		}
	}
	return n, nil
}

// look looks through the whole lines of the window, all of it at the end of the stream,
// and drops them.
func (s *streamed) look(last bool) {
	end := len(s.window)
	if k := bytes.LastIndexByte(s.window, '\n'); k >= 0 && !last {
		end = k + 1
	} else if !last {
		end = len(whole(s.window)) // one line longer than the window
	}
	w := s.window[:end]
	cleaned, _ := clean.Clean(w)
	found := evidence.Find(cleaned, kindOfStreams)
	found = found[:min(len(found), windowPieces)]
	open := !last && !bytes.HasSuffix(w, []byte("\n"))
	for _, p := range pieces(cleaned, found) {
		p.Before = p.Before || s.inLine && p.Line == 1
		p.After = p.After || open && p.Char+utf8.RuneCount(p.Text) == utf8.RuneCount(cleaned)
		if s.place(&p, w, cleaned) {
			p.Text = bytes.Clone(p.Text)
			s.pieces = append(s.pieces, p)
		}
	}
	if len(s.pieces) > manyPieces {
		s.pieces = best(s.pieces)
	}
	s.chars += starts(w)
	s.lines += bytes.Count(w, []byte("\n"))
	s.inLine = open
	s.window = append(s.window[:0], s.window[end:]...)
}

// place moves a piece of a cleaned window to its place in the stream, whose code points
// markers count in. Where cleaning changed the window only whole lines have one: a line
// is the same line there, but what stands in it does not stand where it did.
func (s *streamed) place(p *render.Piece, w, cleaned []byte) bool {
	line := p.Line
	p.Line += s.lines
	if bytes.Equal(w, cleaned) {
		p.Char += s.chars
		return true
	}
	if p.Before || p.After {
		return false
	}
	at := 0
	for range line - 1 {
		k := bytes.IndexByte(w[at:], '\n')
		if k < 0 {
			return false
		}
		at += k + 1
	}
	raw, _, _ := bytes.Cut(w[at:], []byte("\n"))
	p.Char, p.Chars = s.chars+starts(w[:at]), starts(raw)
	return true
}

// best orders pieces by what they say, most important first, and leaves out those that
// only their window made evidence.
func best(all []render.Piece) []render.Piece {
	var text []byte
	for _, p := range all {
		text = append(append(text, p.Text...), '\n')
	}
	text = append(text, "the end"...) // the last line of a content is evidence by its place
	var out []render.Piece
	for _, s := range evidence.Find(text, kindOfStreams) {
		if k := bytes.Count(text[:s.Start], []byte("\n")); k < len(all) && len(out) < enoughPieces {
			out = append(out, all[k])
		}
	}
	return out
}

// found ends the stream and returns its evidence, most important first.
func (s *streamed) found() []render.Piece {
	s.look(true)
	return best(s.pieces)
}

// starts counts the bytes that begin a code point.
func starts(b []byte) int {
	n := 0
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}
