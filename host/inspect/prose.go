package inspect

import (
	"bytes"
	"path"
	"strings"
)

// Figures of what counts as prose, in per cent of the lines that are not blank
// unless said otherwise. They part recorded documents from recorded output.
const (
	proseSample    = 128 << 10 // bytes of the start, the middle and the end that are looked at
	sentenceBytes  = 40        // bytes of a line that can be part of a sentence
	sentenceSpaces = 6         // blanks of such a line
	minSentences   = 18
	minBlank       = 8   // blank lines
	maxStamped     = 5   // lines that begin with a time or a level
	headingEvery   = 200 // lines per heading, at most
	minHeadings    = 4   // headings between blank lines that make a document alone,
	headingDense   = 60  // where there is one every so many lines
	maxCode        = 35  // lines that end or begin as code does
	runOnBytes     = 400 // bytes of a line that is a paragraph of its own
)

// hint is what tool and command suggest.
type hint int

const (
	hintNone  hint = iota
	hintLines      // the command prints lines, not prose
	hintProse      // the command prints a document
)

// lineCommands print lines whatever words stand in them.
var lineCommands = map[string]bool{
	"git diff": true, "git log": true, "git show": true, "git status": true, "git blame": true,
	"grep": true, "rg": true, "ls": true, "find": true, "tree": true, "ps": true, "diff": true, "make": true,
	"kubectl": true, "docker": true, "journalctl": true, "dmesg": true, "pytest": true, "go": true, "cargo": true, "npm": true,
}

// hintOf reads the words of the command: of several, the last one's, and of a
// pipe the first one's.
func hintOf(tool, command string) hint {
	command = command[:min(len(command), 512)]
	command = command[strings.LastIndexAny(command, "&;\n")+1:]
	command, _, _ = strings.Cut(command, "|")
	words := strings.Fields(command)
	if len(words) == 0 {
		if strings.EqualFold(tool, "grep") || strings.EqualFold(tool, "glob") {
			return hintLines
		}
		return hintNone
	}
	first := path.Base(words[0])
	if lineCommands[first] || len(words) > 1 && lineCommands[first+" "+words[1]] {
		return hintLines
	}
	last := words[len(words)-1]
	switch ext := path.Ext(last); {
	case first == "man" || first == "pandoc", ext == ".md", ext == ".rst", ext == ".adoc":
		return hintProse
	}
	return hintNone
}

// lineStats counts what tells prose from output.
type lineStats struct {
	lines, blank          int // lines with and without words
	sentences, cjk        int
	stamped, code, tables int
	hunks, commits        int
	heads, parted         int // headings of any form; those between blank lines
	runOn                 int // lines that are paragraphs
	fenced                bool

	prevBlank bool
	atHead    bool // the line before looks like a heading behind a blank line
}

// isProse reports whether content is a document: headings, blank lines between
// paragraphs, sentences.
func isProse(content []byte, h hint) bool {
	var s lineStats
	s.prevBlank = true
	for _, part := range sampleOf(content) {
		s.read(part)
	}
	return s.prose(h)
}

// sampleOf parts long content into its start, middle and end, at line ends.
func sampleOf(b []byte) [][]byte {
	const third = proseSample / 3
	if len(b) <= proseSample {
		return [][]byte{b}
	}
	from := func(i int) []byte {
		p := b[i:min(i+third, len(b))]
		if j := bytes.IndexByte(p, '\n'); i > 0 && j >= 0 {
			p = p[j+1:]
		}
		return p
	}
	return [][]byte{from(0), from(len(b) / 2), from(len(b) - third)}
}

func (s *lineStats) read(b []byte) {
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		s.line(bytes.TrimRight(line, " \t\r"))
	}
}

func (s *lineStats) line(l []byte) {
	t := bytes.TrimLeft(l, " \t")
	if len(t) == 0 {
		if s.atHead {
			s.parted++
		}
		s.blank++
		s.prevBlank, s.atHead = true, false
		return
	}
	wasBlank := s.prevBlank
	s.prevBlank, s.atHead = false, false
	s.lines++
	if bytes.HasPrefix(t, []byte("```")) || bytes.HasPrefix(t, []byte("~~~")) {
		s.fenced = !s.fenced
		s.heads++
		return
	}
	switch {
	case bytes.HasPrefix(l, []byte("@@ -")) || bytes.HasPrefix(l, []byte("diff --git ")):
		s.hunks++
	case bytes.HasPrefix(l, []byte("commit ")) && len(l) >= 47 && hex(l[7:47]):
		s.commits++
	case stamped(t):
		s.stamped++
	}
	if isHeading(l) {
		s.heads++
		s.atHead = wasBlank && l[0] != '-' && l[0] != '*' && l[0] != '='
	}
	switch {
	case s.fenced:
	case isSentence(t):
		s.sentences++
		if len(t) >= runOnBytes {
			s.runOn++
		}
	case isCode(t):
		s.code++
	}
}

func (s *lineStats) prose(h hint) bool {
	n := s.lines
	switch {
	case n == 0:
		return true
	case h == hintLines, s.hunks > 1 && s.hunks*200 > n, s.commits > 2, s.stamped*100 > n*maxStamped:
		return false
	case h == hintProse && s.sentences*100 > n*minSentences/3:
		return true
	case s.parted >= minHeadings && s.parted*headingDense > n && s.code*100 < n*maxCode:
		return true
	case s.runOn*100 > n*60: // paragraphs of one line each
		return true
	}
	return s.sentences*100 > n*minSentences && s.blank*100 > n*minBlank &&
		(s.heads*headingEvery > n || s.sentences*100 > n*60) && s.code*100 < n*maxCode
}
