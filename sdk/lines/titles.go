package lines

import "bytes"

// titles marks lines that say again what another line says better: the further
// lines of one message, and the progress line of a failing test that has a title
// of its own.
func (e *evaluation) titles() {
	if !e.opt.Rules.On(ruleTitles) {
		return
	}
	named := map[string]int{} // titles by the name of their test
	run := 0
	for i := range e.lines {
		l := &e.lines[i]
		text := Clip(l.Text(e.content), scanned)
		if run > 0 && len(bytes.TrimSpace(text)) == 1 {
			continue // "E" alone
		}
		if assertionLine(text) {
			if l.Severity <= Error && l.Word.Len() < 2 { // its words are calm
				l.again = int8(min(run, 8))
			}
			run++
			continue
		}
		run = 0
		if l.Title {
			named[string(testName(text))]++
		}
	}
	for i := range e.lines {
		l := &e.lines[i]
		if !l.Title {
			continue
		}
		text := Clip(l.Text(e.content), scanned)
		if named[string(testName(text))] > 1 && progress(text) {
			l.again = 1
		}
	}
}

// assertionLine reports whether a line is one that pytest marks as part of a
// failure's message: "E   assert 1 == 2".
func assertionLine(text []byte) bool {
	i := 0
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	t := text[i:]
	return len(t) > 3 && t[0] == 'E' && t[1] == ' ' && t[2] == ' '
}

// progress reports whether the title of a failing test is the line that the runner
// printed while it ran.
func progress(text []byte) bool {
	t := bytes.TrimSpace(text)
	return bytes.HasSuffix(t, []byte("... FAIL")) || bytes.HasSuffix(t, []byte("... ERROR")) || bytes.HasSuffix(t, []byte("... FAILED")) ||
		bytes.HasSuffix(t, []byte("]")) && bytes.Contains(t, []byte(" FAILED"))
}

// testName is the longest run of bytes in a title that a qualified name may have.
func testName(text []byte) []byte {
	best := Span{}
	for i := 0; i < len(text); {
		if !nameByte(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && nameByte(text[i]) {
			i++
		}
		if i-from > best.Len() {
			best = Span{from, i}
		}
	}
	return text[best.Start:best.End]
}

func nameByte(c byte) bool { return wordByte(c) || c == '.' || c == ':' || c == '/' || c == '$' }
