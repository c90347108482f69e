package inspect

import "bytes"

// lineStats counts what tells documents from output.
type lineStats struct {
	lines, blank     int // lines that speak, and those without words
	neutral          int // lines that documents and output have alike
	sentences, runOn int // lines that may be part of a sentence; those that are paragraphs
	wrapped          int // lines in lower case that go on with the sentence before
	ended            int // ends of sentences at the end of a line
	items            int // entries of lists in words
	options, entries int // explained options; other names that are explained beside
	stamped, code    int
	hunks, commits   int
	hits             int // lines that name a file and a line of it
	heads, parted    int // headings of any form; those that stand apart
	sections         int // headings in capitals over what is set in, as in a manual page
	mail             int // different fields of a letter's head
	usage            bool

	fields            [len(mailHeads)]bool
	fenced            bool
	inFence           int // lines since the fence was opened
	last              []byte
	lastSentence      bool
	afterBlank        bool // the last line stood behind a blank one
	isHead, isCapital bool // the last line looks like a heading behind a blank line
}

func (s *lineStats) read(b []byte) {
	s.endLine()
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		s.line(bytes.TrimRight(line, " \t\r"))
	}
	// A fence that nothing closes quotes nothing.
	s.lines += s.inFence
	s.fenced, s.inFence = false, 0
}

// endLine forgets the last line.
func (s *lineStats) endLine() {
	s.last, s.lastSentence, s.afterBlank, s.isHead, s.isCapital = nil, false, false, false, false
}

func (s *lineStats) line(l []byte) {
	t := bytes.TrimLeft(l, " \t")
	if len(t) == 0 || len(t) == 1 && (t[0] == '.' || t[0] == '|') { // Debian and pydoc fill blank lines
		if s.isHead {
			s.parted++
		}
		s.blank++
		s.endLine()
		return
	}
	if isFence(t) {
		s.fence(t)
		return
	}
	if s.fenced {
		s.inFence++
		return
	}
	if t[0] == '|' && t[len(t)-1] == '|' || isReference(t) {
		s.neutral++
		return // rows of a table and targets of links say neither
	}
	s.lines++
	s.speak(l, t)
}

// fence opens or closes a quoted block. One that names its language opens.
func (s *lineStats) fence(t []byte) {
	s.heads++
	if named := len(bytes.Trim(t, "`~")) > 0; named || !s.fenced {
		s.fenced = true
		return
	}
	s.fenced, s.inFence = false, 0
	s.endLine()
}

// speak judges a line with words. l is the line, t without its indentation.
func (s *lineStats) speak(l, t []byte) {
	indent, behindBlank := len(l)-len(t), s.last == nil
	if s.isCapital && indent > 0 {
		s.parted++
		s.sections++
	}
	words, marker := unmarked(l, t)
	sentence := false
	head, capital := false, false
	switch {
	case bytes.HasPrefix(l, []byte("@@ -")), bytes.HasPrefix(l, []byte("diff --git ")):
		s.hunks++
	case bytes.HasPrefix(l, []byte("commit ")) && len(l) >= 47 && hex(l[7:47]):
		s.commits++
	case isUnderline(t) && s.last != nil && s.afterBlank && isTitle(s.last, t):
		s.parted++
		s.heads++
		s.unstamp()
	case isHeading(l):
		s.heads++
		head = behindBlank && !marker && l[0] != '='
		capital = head && l[0] >= 'A' && l[0] <= 'Z'
	case s.isMail(l):
	case isHit(t):
		s.hits++
	case stamped(t):
		s.stamped++
	case isOption(t) && t[len(t)-1] != '\\': // else a command goes on
		s.options++
	case isUsage(t):
		s.usage = s.usage || s.lines <= usageLines
	case isSentence(words):
		sentence = true
		s.sentences++
		if len(t) >= runOnBytes {
			s.runOn++
		}
		if s.lastSentence && !marker && t[0] >= 'a' && t[0] <= 'z' && !ends(s.last) {
			s.wrapped++
		}
	case marker && isItem(words):
		s.items++
	case isEntry(l, t):
		s.entries++
	case isCode(t):
		s.code++
	}
	if (sentence || s.lastSentence) && stops(t) {
		s.ended++
	}
	s.last, s.lastSentence, s.afterBlank, s.isHead, s.isCapital = t, sentence, behindBlank, head, capital
}

// unstamp takes back what the line above an underline was taken for: a title may
// hold a date.
func (s *lineStats) unstamp() {
	if stamped(s.last) {
		s.stamped--
	}
}

// mailHeads begin the lines of a letter's head.
var mailHeads = [...]string{"From: ", "To: ", "Cc: ", "Date: ", "Subject: ", "Message-ID: ", "In-Reply-To: ", "References: ", "Reply-To: ", "Content-Type: "}

// isMail reports a line of a letter's head. A time stands in it, but stamps nothing.
func (s *lineStats) isMail(l []byte) bool {
	for i, h := range mailHeads {
		if bytes.HasPrefix(l, []byte(h)) {
			if !s.fields[i] {
				s.fields[i] = true
				s.mail++
			}
			return true
		}
	}
	return false
}
