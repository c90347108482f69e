package inspect

import "bytes"

// isSentence reports whether a trimmed line may be part of a sentence: long, of
// many words, and beginning as text does; or with the punctuation of Chinese or
// Japanese.
func isSentence(t []byte) bool {
	if c := t[0]; !letter(c) && c < 0x80 && c != '"' && c != '\'' && c != '(' && c != '`' && c != '*' && c != '_' && c != '[' {
		if c != '-' && c != '>' || len(t) < 3 || t[1] != ' ' {
			return false
		}
	}
	if t[0] >= 0xe2 && (bytes.Contains(t, []byte("。")) || bytes.Contains(t, []byte("、")) || bytes.Contains(t, []byte("，"))) {
		return true
	}
	if len(t) <= sentenceBytes {
		return false
	}
	words, letters := 0, 0
	for _, c := range t {
		if c == ' ' {
			words++
		} else if letter(c) || c >= 0x80 {
			letters++
		}
	}
	return words >= sentenceSpaces && (letters+words)*10 >= len(t)*8
}

// isHeading reports whether a line is one of Markdown, reStructuredText or a
// manual page, or a list item, which documents have and output rarely.
func isHeading(l []byte) bool {
	switch c := l[0]; c {
	case '#':
		n := 1
		for n < len(l) && l[n] == '#' {
			n++
		}
		return n <= 6 && len(l) > n+1 && l[n] == ' ' && len(l) < 120
	case '=', '~', '^', '-', '*', '"':
		if len(l) >= 4 && len(bytes.TrimLeft(l, string(c))) == 0 {
			return true
		}
		return (c == '-' || c == '*') && len(l) > 2 && l[1] == ' ' && l[2] != '-' && l[2] != '*'
	case '.':
		return bytes.HasPrefix(l, []byte(".. "))
	}
	return isCapitals(l)
}

// isCapitals reports whether l is a heading of a manual page: "SEE ALSO".
func isCapitals(l []byte) bool {
	if len(l) < 3 || len(l) > 60 || l[0] < 'A' || l[0] > 'Z' {
		return false
	}
	for _, c := range l {
		if (c < 'A' || c > 'Z') && c != ' ' && c != '-' && c != '(' && c != ')' && c != '/' {
			return false
		}
	}
	return true
}

// isCode reports whether a trimmed line begins or ends as lines of code do.
func isCode(t []byte) bool {
	switch t[len(t)-1] {
	case '{', '}', ';', '(', ',':
		return true
	}
	switch t[0] {
	case '}', '{', '<', '@', '$':
		return true
	case '/':
		return len(t) > 1 && (t[1] == '/' || t[1] == '*')
	}
	return false
}

// levels that begin lines of logs, perhaps behind a bracket.
var levels = [][]byte{[]byte("INFO"), []byte("WARN"), []byte("ERROR"), []byte("DEBUG"), []byte("TRACE"), []byte("FATAL"), []byte("info:"), []byte("warn:"), []byte("error:"), []byte("warning:")}

// stamped reports whether a trimmed line begins with a time, a date or a level.
func stamped(t []byte) bool {
	h := t[:min(len(t), 32)]
	b := bytes.TrimLeft(h, "[<( ")
	for _, l := range levels {
		if bytes.HasPrefix(b, l) {
			return true
		}
	}
	digits := 0
	for i, c := range h {
		if c >= '0' && c <= '9' {
			digits++
			continue
		}
		// Two digits, a separator, two digits: 12:30, 2024-01, 15/03.
		if (c == ':' || c == '-' || c == '/') && i >= 2 && i+2 < len(h) && digit(h[i-1]) && digit(h[i-2]) && digit(h[i+1]) && digit(h[i+2]) {
			return true
		}
		if digits == 0 && letter(c) && i > 8 {
			return false
		}
	}
	return digits >= 10
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hex(b []byte) bool {
	for _, c := range b {
		if !digit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}
