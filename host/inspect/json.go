package inspect

import "bytes"

// maxScan bounds the bytes that are validated as JSON. What is right so far is
// taken to be right to the end.
const maxScan = 4 << 20

// Words that may stand before a document: response headers, the warnings of a program.
const (
	jsonPreamble = 2 << 10 // bytes of them,
	preambleOf   = 10      // one of so many bytes of the content at most
	preambleTry  = 8       // lines among them that begin as a document does
)

// isJSON reports whether b, which starts with its first word, is JSON: one
// document or several, one a line or without anything between, whole or cut off.
// Comments and commas at the end of lists pass. A line such as "[INFO] x" or
// "[2024-01-02] x" is none. A few words before the first document and behind the
// last one and a fault in the second half are tolerated.
func isJSON(b []byte) bool {
	if b[0] == '{' || b[0] == '[' {
		if isDocument(b, 0) {
			return true
		}
	}
	limit := min(jsonPreamble, len(b)/preambleOf)
	for at, tries := 0, 0; tries < preambleTry; tries++ {
		next := nextDocument(b[at:limit])
		if next < 0 {
			return false
		}
		at += next
		if isDocument(b[at:], 3) {
			return true
		}
	}
	return false
}

// nextDocument is where the first line behind the first one begins as a document
// does, -1 where none does.
func nextDocument(b []byte) int {
	for i := 0; ; {
		j := bytes.IndexByte(b[i:], '\n')
		if j < 0 || i+j+1 == len(b) {
			return -1
		}
		if i += j + 1; b[i] == '{' || b[i] == '[' {
			return i
		}
	}
}

// isDocument reports whether b, which begins with a bracket, is JSON of so many keys
// at least.
func isDocument(b []byte, keys int) bool {
	s := jsonScanner{b: b[:min(len(b), maxScan)]}
	s.scan()
	switch {
	case s.keys < keys:
		return false
	case s.at >= len(s.b):
		return s.docs > 0 || s.keys > 0 || len(s.open) > 0
	case len(s.open) == 0: // words behind a document
		return len(b)-s.at <= min(512, s.at/4)
	case s.keys >= 3 && s.at >= len(b)/2:
		return true
	}
	return keys == 0 && mostlyRecords(b)
}

// mostlyRecords reports whether nearly all lines are JSON objects, though some
// are cut or broken.
func mostlyRecords(b []byte) bool {
	b = b[:min(len(b), maxScan)]
	records, lines := 0, 0
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		lines++
		if line[0] == '{' && bytes.Contains(line[:min(len(line), 256)], []byte(`":`)) {
			records++
		}
	}
	return records >= 3 && records*10 >= lines*9
}

// jsonScanner checks the grammar of JSON documents without building anything.
type jsonScanner struct {
	b    []byte
	at   int    // where it stopped: len(b), or the first byte that does not fit
	docs int    // whole documents
	keys int    // keys with their colon
	open []byte // brackets that are open
}

// What may come next.
const (
	wantValue = iota
	wantKey
	wantColon
	wantComma
)

func (s *jsonScanner) scan() {
	want := wantValue
	for {
		s.space()
		if s.at >= len(s.b) {
			return
		}
		c := s.b[s.at]
		top := len(s.open) == 0
		switch {
		case top && c != '{' && c != '[':
			return // only objects and arrays count as documents
		case (c == '}' || c == ']') && !top && want != wantColon:
			if open := s.open[len(s.open)-1]; c != open+2 || open == '{' && want == wantValue {
				return
			}
			s.open = s.open[:len(s.open)-1]
			s.at++
			if want = wantComma; len(s.open) == 0 {
				s.docs++
				want = wantValue
			}
		case want == wantComma:
			if c != ',' {
				return
			}
			s.at++
			want = wantValue
			if s.open[len(s.open)-1] == '{' {
				want = wantKey
			}
		case want == wantColon:
			if c != ':' {
				return
			}
			s.at++
			s.keys++
			want = wantValue
		case want == wantKey:
			if c != '"' || !s.text() {
				return
			}
			want = wantColon
		case c == '{' || c == '[':
			s.open = append(s.open, c)
			s.at++
			if want = wantValue; c == '{' {
				want = wantKey
			}
		default:
			if !s.scalar(c) {
				return
			}
			want = wantComma
		}
	}
}

// space skips white space and comments.
func (s *jsonScanner) space() {
	for s.at < len(s.b) {
		switch c := s.b[s.at]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			s.at++
		case c == '/' && s.at+1 < len(s.b) && s.b[s.at+1] == '/' && len(s.open) > 0:
			s.skipTo("\n", 2)
		case c == '/' && s.at+1 < len(s.b) && s.b[s.at+1] == '*' && len(s.open) > 0:
			s.skipTo("*/", 2)
		case c == 0x1e: // begins a record in a JSON text sequence
			s.at++
		default:
			return
		}
	}
}

func (s *jsonScanner) skipTo(end string, from int) {
	if i := bytes.Index(s.b[s.at+from:], []byte(end)); i >= 0 {
		s.at += from + i + len(end)
	} else {
		s.at = len(s.b)
	}
}

// text skips a string. A string that the end cuts off is one; one that holds a
// line end is none.
func (s *jsonScanner) text() bool {
	for i := s.at + 1; i < len(s.b); i++ {
		switch s.b[i] {
		case '"':
			s.at = i + 1
			return true
		case '\\':
			i++
		case '\n':
			return false
		}
	}
	s.at = len(s.b)
	return true
}

// scalar skips a string, a number or a word that JSON knows.
func (s *jsonScanner) scalar(c byte) bool {
	if c == '"' {
		return s.text()
	}
	i := s.at
	for i < len(s.b) && (s.b[i] >= '0' && s.b[i] <= '9' || s.b[i]|0x20 >= 'a' && s.b[i]|0x20 <= 'z' || s.b[i] == '-' || s.b[i] == '+' || s.b[i] == '.') {
		i++
	}
	word := s.b[s.at:i]
	if !isNumber(word) && i < len(s.b) {
		switch string(word) {
		case "true", "false", "null", "NaN", "Infinity", "-Infinity":
		default:
			return false
		}
	}
	s.at = i
	return len(word) > 0
}

// isNumber reports whether w is a number of JSON.
func isNumber(w []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(w) && w[n] >= '0' && w[n] <= '9' {
			n++
		}
		w = w[n:]
		return n > 0
	}
	w = bytes.TrimPrefix(w, []byte("-"))
	if !digits() {
		return false
	}
	if len(w) > 0 && w[0] == '.' {
		if w = w[1:]; !digits() {
			return false
		}
	}
	if len(w) > 0 && w[0]|0x20 == 'e' {
		if w = w[1:]; len(w) > 0 && (w[0] == '+' || w[0] == '-') {
			w = w[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(w) == 0
}
