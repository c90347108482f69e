package inspect

import "bytes"

// Figures of single lines.
const (
	sentenceBytes  = 40 // bytes of a line that can be part of a sentence
	sentenceSpaces = 6  // blanks of such a line
	sentenceRunes  = 12 // characters of such a line in Chinese or Japanese
	columnGap      = 3  // blanks that part columns; justified words have one or two between them
	itemSpaces     = 2  // blanks of an entry of a list that is said in words
	usageLines     = 12 // lines in which a page of help tells of its usage
	stampStart     = 12 // bytes of a line in which a time begins that stamps it
)

// unmarked is a line without what marks an entry of a list, a quotation or, as
// pydoc draws it, the body of a class, and whether it is an entry.
func unmarked(l, t []byte) (words []byte, item bool) {
	switch c := t[0]; {
	case len(t) < 3:
		return t, false
	case (c == '-' || c == '*' || c == '+') && t[1] == ' ':
		return bytes.TrimLeft(t[2:], " "), true
	case bytes.HasPrefix(t, []byte("\u2022 ")), bytes.HasPrefix(t, []byte("\u00b7 ")):
		return bytes.TrimLeft(t[bytes.IndexByte(t, ' '):], " "), true
	case c == '>' && t[1] == ' ', c == '|' && t[1] == ' ' && len(l) > len(t):
		return bytes.TrimLeft(t[2:], " "), false
	case digit(c):
		n := 1
		for n < len(t) && n < 3 && digit(t[n]) {
			n++
		}
		if n+1 < len(t) && (t[n] == '.' || t[n] == ')') && t[n+1] == ' ' {
			return bytes.TrimLeft(t[n+2:], " "), true
		}
	}
	return t, false
}

// isSentence reports whether the words of a line may be part of a sentence: long,
// of many words, and beginning as text does; or with the punctuation of Chinese or
// Japanese, whose words nothing parts.
func isSentence(t []byte) bool {
	if len(t) == 0 {
		return false
	}
	if c := t[0]; !letter(c) && c < 0x80 && c != '"' && c != '\'' && c != '(' && c != '`' && c != '*' && c != '_' && c != '[' {
		return false
	}
	if isEastern(t) {
		return true
	}
	if len(t) <= sentenceBytes {
		return false
	}
	words, letters, run := 0, 0, 0
	for _, c := range t {
		if c != ' ' {
			run = 0
		} else if run++; run == columnGap {
			return false
		}
		if c == ' ' {
			words++
		} else if letter(c) || c >= 0x80 {
			letters++
		}
	}
	return words >= sentenceSpaces && (letters+words)*10 >= len(t)*8
}

// isEastern reports whether a line is of Chinese or Japanese characters, with a mark
// that ends or parts sentences.
func isEastern(t []byte) bool {
	wide := 0
	for _, c := range t {
		if c >= 0xe3 && c <= 0xe9 { // leads U+3000 to U+9FFF
			wide++
		}
	}
	if wide < sentenceRunes || wide*6 < len(t) {
		return false
	}
	for _, mark := range []string{"。", "、", "，", "！", "？"} {
		if bytes.Contains(t, []byte(mark)) {
			return true
		}
	}
	return false
}

// isItem reports whether an entry of a list is said in words and is no field with
// its value.
func isItem(t []byte) bool {
	if first, _, _ := bytes.Cut(t, []byte(" ")); len(first) == 0 || first[len(first)-1] == ':' {
		return false
	}
	return bytes.Count(t, []byte(" ")) >= itemSpaces || isEastern(t) || bytes.Contains(t, []byte("]("))
}

// ends reports whether a line ends a sentence or a statement.
func ends(t []byte) bool {
	switch t[len(t)-1] {
	case '.', ':', ';', '!', '?', '{', '}':
		return true
	}
	return false
}

// fullStops end sentences at the end of a line.
var fullStops = [][]byte{[]byte("."), []byte("。"), []byte("！"), []byte("？"), []byte("。」"), []byte("。”")}

// stops reports whether a line ends with a full stop.
func stops(t []byte) bool {
	for _, stop := range fullStops {
		if bytes.HasSuffix(t, stop) {
			return true
		}
	}
	return false
}

// isFence reports a line that opens or closes a quoted block of Markdown.
func isFence(t []byte) bool {
	return bytes.HasPrefix(t, []byte("```")) || bytes.HasPrefix(t, []byte("~~~")) && (len(t) == 3 || letter(t[3]))
}

// isUnderline reports a line that makes a title of the one before.
func isUnderline(t []byte) bool {
	switch c := t[0]; c {
	case '=', '-', '~', '^', '*', '+', '"', '\'', '`':
		return len(t) >= 3 && len(bytes.TrimLeft(t, string(c))) == 0
	}
	return false
}

// isTitle reports whether t is as long as the line that underlines it, or nearly.
// A wide character takes two columns of it and three bytes.
func isTitle(t, line []byte) bool {
	return (letter(t[0]) || digit(t[0]) || t[0] >= 0x80 || t[0] == '`') && len(t) <= len(line)+len(line)/2+2 && len(line) <= len(t)+4
}

// isOption reports a line that begins with an option as pages of help list them:
// "-x", "-x, --long", "--long=VALUE".
func isOption(t []byte) bool {
	if len(t) < 2 || t[0] != '-' {
		return false
	}
	n := 1
	if t[1] == '-' {
		n = 2
	}
	start := n
	if n == len(t) || !letter(t[n]) && (n == 2 || !digit(t[n])) {
		return false
	}
	for n < len(t) && (letter(t[n]) || digit(t[n]) || t[n] == '-') {
		n++
	}
	if start == 1 && n > 2 && !(n-start > 2 && bytes.IndexByte(t[start:n], '-') < 0) {
		return false // neither one letter nor a word: the mode of a file, a removed line
	}
	switch after(t, n) {
	case 0, ' ', '\t', ',', '=', '[', '<', '|':
		return true
	}
	return false
}

// isReference reports a line of Markdown that only says where a link leads.
func isReference(t []byte) bool {
	_, target, found := bytes.Cut(t, []byte("]: "))
	return found && t[0] == '[' && (bytes.Contains(target, []byte("://")) || bytes.HasPrefix(target, []byte("#")))
}

// isUsage reports the line by which a page of help begins.
func isUsage(t []byte) bool {
	return len(t) >= 6 && bytes.EqualFold(t[:6], []byte("usage:")) || len(t) == 5 && bytes.EqualFold(t, []byte("usage"))
}

// isHit reports a line that begins with a file and a line of it, as grep, compilers
// and linters print them: "docs/x.md:12:", "x.go-7-".
func isHit(t []byte) bool {
	dot := false
	for i, c := range t {
		switch {
		case c == ' ' || c == '\t':
			return false
		case c == '.':
			dot = true
		case dot && (c == ':' || c == '-'):
			n := i + 1
			for n < len(t) && digit(t[n]) {
				n++
			}
			if n > i+1 && after(t, n) == c {
				return true
			}
		}
	}
	return false
}

// isEntry reports a line set in that names something and, in a column beside it, says
// in words what that is: a command in a page of help.
func isEntry(l, t []byte) bool {
	if len(l) == len(t) {
		return false
	}
	name, said, found := bytes.Cut(t, []byte("  "))
	if !found {
		name, said, found = bytes.Cut(t, []byte("\t"))
	}
	said = bytes.TrimLeft(said, " \t")
	return found && len(name) <= sentenceBytes && bytes.IndexByte(said, ' ') > 0 && (letter(said[0]) || said[0] >= 0x80)
}

// isHeading reports whether a line is a heading of Markdown or of a manual page, the
// line under one, or a directive of reStructuredText.
func isHeading(l []byte) bool {
	switch c := l[0]; c {
	case '#':
		n := 1
		for n < len(l) && l[n] == '#' {
			n++
		}
		return n <= 6 && len(l) > n+1 && l[n] == ' ' && len(l) < 120
	case '=', '~', '^', '-', '*', '"':
		return len(l) >= 4 && len(bytes.TrimLeft(l, string(c))) == 0
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

// codeStarts begin lines of programs; none begins an entry of a reference, so that
// declarations without a body are no code.
var codeStarts = [][]byte{[]byte("return "), []byte("if "), []byte("for "), []byte("import "), []byte("def "), []byte("self."), []byte("else:"), []byte("elif "), []byte("my $"), []byte("use "), []byte("raise "), []byte("try:"), []byte("except")}

// isCode reports whether a trimmed line begins or ends as lines of code do, assigns or
// calls.
func isCode(t []byte) bool {
	switch t[len(t)-1] {
	case '{', '}', ';', '(', ',', '\\':
		return true
	}
	switch t[0] {
	case '}', '{', '<', '@', '$':
		return true
	case '/':
		return len(t) > 1 && (t[1] == '/' || t[1] == '*')
	}
	if bytes.Contains(t, []byte(" = ")) || bytes.HasSuffix(t, []byte("):")) || bytes.HasSuffix(t, []byte("()")) {
		return true
	}
	for _, start := range codeStarts {
		if bytes.HasPrefix(t, start) {
			return true
		}
	}
	return false
}

// levels that begin lines of logs, perhaps behind a bracket.
var levels = [][]byte{[]byte("INFO"), []byte("WARN"), []byte("ERROR"), []byte("DEBUG"), []byte("TRACE"), []byte("FATAL"), []byte("info:"), []byte("warn:"), []byte("error:"), []byte("warning:")}

// stamped reports whether a trimmed line begins with a time, a date or a level. A
// date in an entry of a list or in a heading stamps nothing.
func stamped(t []byte) bool {
	switch t[0] {
	case '-', '*', '#', '+', '=', '>':
		return false
	}
	h := t[:min(len(t), 32)]
	b := bytes.TrimLeft(h, "[<( ")
	for _, l := range levels {
		if bytes.HasPrefix(b, l) {
			return true
		}
	}
	digits := 0
	for i, c := range h {
		if digit(c) {
			digits++
			continue
		}
		if i >= 2 && isSeparator(c) && digit(h[i-1]) && digit(h[i-2]) && twoDigits(t[i+1:]) {
			return true
		}
		if digits == 0 && letter(c) && i > stampStart {
			return false
		}
	}
	return digits >= 10 && (digit(t[0]) || t[0] == '[')
}

// isSeparator reports what parts the numbers of a time or a date: 12:30, 2024-01, 15/03.
func isSeparator(c byte) bool { return c == ':' || c == '-' || c == '/' }

// twoDigits reports whether b begins with two digits and no third: a year that ends
// a range of years is no month.
func twoDigits(b []byte) bool {
	return len(b) >= 2 && digit(b[0]) && digit(b[1]) && !digit(after(b, 2))
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
