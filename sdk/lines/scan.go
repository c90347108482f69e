package lines

import "bytes"

// Severity says how bad the words of a line are.
type Severity uint8

// The severities, in rising order.
const (
	Calm    Severity = iota // no word of trouble
	Warning                 // warnings, deprecations, retries
	Fault                   // something was denied, missing, unexpected
	Error                   // an error, failure or exception by name
	Fatal                   // a process died: panic, segfault, killed
)

// Signals is what one line says about the run that printed it.
type Signals struct {
	Severity Severity // by words; Calm where the line passes or negates them
	Form     bool     // a line as tools print for a failure: "FAIL", "error:", "XError: …", "E   …", "[ERROR]"
	Pass     bool     // reports a success: "ok", "PASS", a check mark; also the mere start of a test
	Negated  bool     // names errors only to deny them: "0 errors", "error_count=0"
	Total    bool     // a total: "3 failed, 12 passed", "Tests run: 9", "4 files changed"
	Exit     bool     // how something ended: "exit code 1", "BUILD FAILED", "done in 3 s"
	Cause    bool     // introduces a cause: "Caused by:", "direct cause", "reason:"
	Status   bool     // an HTTP status of 400 or above
	Frame    bool     // a stack frame
	Library  bool     // the frame is one of a runtime, a test runner or an installed package
	Title    bool     // the title of a failing test or check: "--- FAIL: TestX", "● suite › test", "FAILED a.py::test"
	Section  bool     // a title between rules that only says what kind of things follow: "==== FAILURES ===="
	Advice   bool     // a tool's standing remark about itself: "re-run with", "for more information"
	Word     Span     // the most telling word, relative to the line; empty where Severity is Calm
}

// UserFrame reports whether the line is a stack frame in the user's own code.
func (s Signals) UserFrame() bool { return s.Frame && !s.Library }

// Failing reports whether the line says that something failed: it has the form
// of a failure, or an error word that nothing takes back.
func (s Signals) Failing() bool { return s.Form || s.Severity >= Error }

// Scan reads one line, without its line end, in one pass. Its time is linear in
// the line; of very long lines callers scan pieces.
func Scan(line []byte) Signals {
	start := 0
	for start < len(line) && blank(line[start]) {
		start++
	}
	end := len(line)
	for end > start && blank(line[end-1]) {
		end--
	}
	trimmed := line[start:end]
	if len(trimmed) == 0 {
		return Signals{}
	}
	var out Signals
	s := scanner{line: line, at: start, end: end, out: &out}
	s.words()
	out.Frame, out.Library = frame(trimmed)
	out.Pass = passes(trimmed)
	form, title := failureForm(trimmed, s.error)
	out.Section, out.Advice = sectionTitle(trimmed), advice(trimmed)
	mute := out.Section || form && levelAlone(trimmed) // without a message
	if form {
		out.Pass, out.Form = false, true
	}
	out.Title = title
	if !form && bytes.HasSuffix(trimmed, []byte("required from here")) && !foreignPlace(trimmed) {
		out.Cause = true // the user's line that a template's failure comes from
	}
	if out.Frame {
		// Frames name functions, not events.
		out.Severity, out.Word, out.Total, out.Exit = Calm, Span{}, false, false
		return out
	}
	switch {
	case mute:
		out.Severity, out.Word, out.Form = Calm, Span{}, false
	case out.Pass:
		out.Severity, out.Word = Calm, Span{}
	case out.Form && out.Severity < Error:
		out.Severity = Error
		if out.Word.Len() == 0 {
			out.Word = Span{start, min(start+1, end)}
		}
	}
	return out
}

// scanner walks over the words and numbers of a line and remembers the last ones.
type scanner struct {
	line    []byte
	at, end int
	out     *Signals
	buf     [maxWord]byte

	prev      pair // of the last word, noPair after other words
	before    pair // of the word before that
	negator   bool // the last word takes away what follows
	number    bool // a whole number stands directly before
	zero      bool // and it is 0
	none      bool // a 0 stands one word before
	countEnd  int  // where that number ended
	prevEnd   int  // where the last word ended
	error     bool // the word "error" was met
	exitStart int  // where "exit" ended last, for "exited … with code"; 0: nowhere
}

func (s *scanner) words() {
	for s.at < s.end {
		c := s.line[s.at]
		switch {
		case digit(c):
			s.readNumber()
		case wordByte(c):
			s.readWord()
		default:
			if c == '[' && s.at+7 <= s.end && string(s.line[s.at:s.at+7]) == "[cause]" {
				s.out.Cause = true
			}
			s.at++
		}
	}
}

// countBefore are the bytes that a count may stand behind.
var countBefore = []byte(" \t(,[;|")

func (s *scanner) readNumber() {
	from := s.at
	whole, zero := true, true
	for s.at < s.end && (wordByte(s.line[s.at]) || s.line[s.at] == ',' && s.at+1 < s.end && digit(s.line[s.at+1])) {
		c := s.line[s.at]
		whole = whole && (digit(c) || c == ',')
		zero = zero && c == '0'
		s.at++
	}
	// "404" behind "status" or behind the quoted request of an access log
	if whole && s.at-from == 3 && (s.line[from] == '4' || s.line[from] == '5') {
		behind := from - s.prevEnd
		if s.prev == pStatus && behind <= 3 || from >= 2 && s.line[from-1] == ' ' && s.line[from-2] == '"' {
			s.out.Status = true
		}
	}
	// part of a time, a place or an assignment is no count
	whole = whole && s.at < s.end && s.line[s.at] == ' ' && (from == 0 || bytes.IndexByte(countBefore, s.line[from-1]) >= 0)
	s.number, s.zero, s.none, s.countEnd = whole, whole && zero, false, s.at
	if (s.prev == pStatus || s.prev == pRan) && from-s.prevEnd <= 2 {
		s.out.Exit = s.out.Exit || s.prev == pStatus
		s.out.Total = s.out.Total || s.prev == pRan
	}
	s.negator = false
}

func (s *scanner) readWord() {
	from := s.at
	for s.at < s.end {
		c := s.line[s.at]
		if wordByte(c) || c == '\'' && s.at+1 < s.end && s.line[s.at+1] == 't' {
			s.at++
			continue
		}
		break
	}
	word := s.line[from:s.at]
	if s.number && from != s.countEnd+1 || s.none && s.line[from-1] != ' ' {
		s.number, s.zero, s.none = false, false, false
	}
	m, known := look(word, &s.buf)
	if !known {
		if failureName(word) && !s.identifier(from, s.at, true) && !s.zeroAfter() {
			s.mark(Error, from)
		}
		s.step(noPair, false)
		return
	}
	s.error = s.error || string(word) == "error"
	s.total(m, word)
	s.phrase(m.pair, from)
	if m.class&isCause != 0 && s.causes(word) {
		s.out.Cause = true
	}
	if m.class&(isFatal|isError|isFault|isWarning) != 0 && !s.identifier(from, s.at, false) {
		s.grade(m.class, from, word)
	}
	s.step(m.pair, m.class&isNegator != 0)
}

// causes keeps "because" and "caused" anywhere, "reason" only before a colon.
func (s *scanner) causes(word []byte) bool {
	if word[0]|0x20 != 'r' {
		return true
	}
	return s.at < s.end && (s.line[s.at] == ':' || s.line[s.at] == '=')
}

func (s *scanner) step(p pair, negator bool) {
	s.before, s.prev, s.prevEnd = s.prev, p, s.at
	s.none, s.zero = s.zero, false // "0 output errors"
	s.negator, s.number = negator, false
}

// identifier reports whether the word at [from,to) is part of a path, an option
// or a qualified name: errors.go, /error/, --no-fail-fast. Names of error types
// keep their package in front.
func (s *scanner) identifier(from, to int, typeName bool) bool {
	if from > 0 && !typeName {
		switch c := s.line[from-1]; c {
		case '/', '.', '\\', '$', '@':
			return from >= 2 && (wordByte(s.line[from-2]) || c != '.' || s.line[from-2] == '/')
		case '-':
			if from >= 2 && (wordByte(s.line[from-2]) || s.line[from-2] == '-') {
				return true
			}
		}
	}
	if to+1 < len(s.line) {
		switch next := s.line[to+1]; s.line[to] {
		case '.':
			return lower(next) && !typeName
		case '/', '\\':
			return wordByte(next)
		case '-':
			return wordByte(next)
		case '(':
			return !typeName && next != 's' && next != ' ' && !digit(next) && next != '('
		}
	}
	return false
}

// mark raises the severity and remembers the word.
func (s *scanner) mark(v Severity, from int) {
	if v > s.out.Severity {
		s.out.Severity = v
		s.out.Word = Span{from, s.at}
	}
}

func (s *scanner) grade(c class, from int, word []byte) {
	v := Warning
	switch {
	case c&isFatal != 0:
		v = Fatal
	case c&isError != 0:
		v = Error
	case c&isFault != 0:
		v = Fault
	}
	if s.zero || v >= Error && (s.none || s.negator || s.zeroAfter()) {
		s.out.Negated = true
		return
	}
	s.mark(v, from)
	// A level in capitals near the start: "2026-01-01 ERROR pool is empty"
	if v >= Error && from < 120 && len(word) <= 9 && upper(word[0]) && upper(word[len(word)-1]) && s.levelWord(from) {
		s.out.Form = true
	}
}

// levelWord reports whether the word at from stands alone as a log level does.
func (s *scanner) levelWord(from int) bool {
	if from > 0 {
		switch s.line[from-1] {
		case ' ', '[', '\t', '|', '<', '(', '=', '"', ':', '.':
		default:
			return false
		}
	}
	if s.at < s.end {
		switch s.line[s.at] {
		case ' ', ']', '\t', '|', '>', ')', ':', '"', ',':
		default:
			return false
		}
	}
	return !s.number
}

// zeroAfter reports whether a zero or a no is assigned to the word that just ended,
// or to the name that it begins: "errors: 0", "error count = 0", "on_failure=false".
func (s *scanner) zeroAfter() bool {
	i, seps := s.at, 0
	for ; i < s.end && i < s.at+16; i++ {
		c := s.line[i]
		switch {
		case c == ':' || c == '=':
			seps++
		case digit(c):
			if seps == 0 || c != '0' {
				return false
			}
			return i+1 == s.end || !digit(s.line[i+1]) && !(s.line[i+1] == '.' || s.line[i+1] == 'x')
		case seps > 0 && c != ' ' && c != '"' && c != '\'':
			return denied(s.line[i:s.end])
		case seps == 0 && !(c == ' ' || c == '_' || c == '"' || c == '\'' || lower(c)):
			return false
		}
	}
	return false
}

// denied reports whether t is a word for no and nothing that goes on: "errors: none",
// "error=false, …", but not "error: no such file" or "error: null pointer".
func denied(t []byte) bool {
	n := 0
	for n < len(t) && n < 6 && letter(t[n]) {
		n++
	}
	switch string(t[:n]) {
	case "false", "False", "no", "none", "None", "null", "nil", "off":
	default:
		return false
	}
	for n < len(t) && (t[n] == ' ' || t[n] == '"' || t[n] == '\'' || t[n] == '.') {
		n++
	}
	if n == len(t) || !letter(t[n]) && !digit(t[n]) {
		return true
	}
	// What goes on may be the next pair: "error=false retries=3".
	for n < len(t) && (letter(t[n]) || digit(t[n]) || t[n] == '_' || t[n] == '.') {
		n++
	}
	return n < len(t) && t[n] == '='
}

// total recognises "12 passed", "3 errors" and "Failures: 2", "passed=4".
func (s *scanner) total(m meaning, word []byte) {
	if m.class&isCounted != 0 && s.number {
		s.out.Total = true
		return
	}
	if m.class&isCount == 0 || s.at+1 >= s.end {
		return
	}
	i := s.at
	for i < s.end && (s.line[i] == ' ' || s.line[i] == ':' || s.line[i] == '=' || s.line[i] == '"') {
		i++
	}
	sep := i > s.at && (s.line[s.at] == ':' || s.line[s.at] == '=' || i >= s.at+2 && (s.line[s.at+1] == '=' || s.line[s.at+1] == ':'))
	if sep && i < s.end && digit(s.line[i]) {
		for i < s.end && digit(s.line[i]) {
			i++
		}
		// "error: 12:3" is a place, not a count
		s.out.Total = s.out.Total || i == s.end || s.line[i] != ':' && s.line[i] != '/'
	}
}

// phrase recognises what two neighbouring words say together.
func (s *scanner) phrase(p pair, from int) {
	if p == noPair {
		return
	}
	gap := from - s.prevEnd
	exit := false
	switch p {
	case pExit:
		s.exitStart = s.at
	case pWith, pCode, pStatus:
		exit = s.exitStart > 0 && from-s.exitStart <= 14
		exit = exit || p == pWith && s.prev == pFinished || p == pStatus && s.prev == pExit
	}
	if gap <= 2 && s.prev != noPair {
		switch {
		case s.prev == pNot && (p == pFound || p == pOk || p == pExist),
			s.prev == pNo && p == pSuch, s.prev == pCould && p == pNot, s.prev == pUnable && p == pTo,
			s.prev == pToo && p == pMany, s.prev == pTimed && p == pOut:
			s.mark(Fault, from)
		case s.prev == pCore && p == pDumped, s.prev == pData && p == pRace, s.prev == pSegmentation && p == pFault,
			s.before == pOut && s.prev == pOf && p == pMemory:
			s.mark(Fatal, from)
		case s.prev == pHigh && p == pSeverity:
			s.mark(Warning, from)
		case s.prev == pDirect && p == pCause, s.prev == pRoot && p == pCause, s.prev == pAnother && p == pException,
			s.prev == pWent && p == pWrong:
			s.out.Cause = true
		case s.prev == pTotal && (p == pSize || p == pTime), s.prev == pFiles && p == pChanged, s.prev == pPrevious && p == pErrors:
			s.out.Total = true
		case s.prev == pTests && p == pRun:
			s.out.Total = s.out.Total || s.at < s.end && s.line[s.at] == ':'
		}
		exit = exit || s.prev == pBuild && p == pOutcome || s.prev == pProcess && p == pCompleted ||
			s.prev == pKilled && p == pBy || s.prev == pNot && p == pCompile || s.prev == pFinished && p == pIn ||
			s.prev == pDone && p == pIn
	}
	if p == pResult && s.at < s.end && s.line[s.at] == ':' {
		exit = true
	}
	if p == pTotal && (s.prevEnd == 0 && s.before == noPair && firstWord(s.line[:from])) {
		s.out.Total = true
	}
	s.out.Exit = s.out.Exit || exit
}

// firstWord reports whether nothing but blanks and rules stands before a word.
func firstWord(head []byte) bool {
	for _, c := range head {
		if wordByte(c) {
			return false
		}
	}
	return true
}
