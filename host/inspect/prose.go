package inspect

import (
	"bytes"
	"path"
	"strings"
)

// Figures of what counts as a document, in per cent of the lines that speak
// unless said otherwise: those that are not blank, nor quoted in a fence, nor of
// a table. They part recorded documents from recorded output; the margins are
// wide on both sides.
const (
	proseSample  = 128 << 10 // bytes of the start, the middle and the end that are looked at
	minSentences = 18        // sentences of a document with headings
	onlySentence = 60        // of one without
	minWrapped   = 6         // lines that go on with the sentence before: a record begins anew on each
	manyWrapped  = 12        // those that make a document alone, and weigh up the code of a reference
	endedEvery   = 12        // sentences of wrapped lines, of which one at least ends its line with a full stop
	manyEnded    = 30        // lines that end with a full stop, where paragraphs are not wrapped
	minBlank     = 8         // blank lines
	maxStamped   = 5         // lines that begin with a time or a level
	maxCode      = 35        // lines that end or begin as code does
	maxHits      = 20        // lines that name a file and a line of it
	headingEvery = 200       // lines per heading, at most
	minHeadings  = 4         // headings between blank lines that make a document alone,
	headingDense = 60        // where there is one every so many lines
	fewHeadings  = 2         // headings that do where what lies between is said in words
	minWords     = 40        // sentences, items and options of such a document
	onlyWords    = 60        // and of one with a single heading
	minSections  = 3         // headings of a manual page
	runOnBytes   = 400       // bytes of a line that is a paragraph of its own
	runOnShare   = 60        // such lines of a document that is not wrapped
	minOptions   = 4         // options that a page of help explains, and their share
	optionShare  = 10        // where it tells of its usage
	entryShare   = 30        // options and commands where it does
	optionsAlone = 20        // and where it does not
	mailFields   = 3         // different fields of a letter's head
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

// documentCommands print documents.
var documentCommands = map[string]bool{
	"man": true, "pandoc": true, "info": true, "pydoc": true, "pydoc3": true, "perldoc": true, "go doc": true, "go help": true, "git help": true, "npm help": true,
}

// hintOf reads the words of the command: of several, the last one's, and of a
// pipe the first one's.
func hintOf(tool, command string) hint {
	command = command[:min(len(command), 512)]
	command = command[strings.LastIndexAny(command, "&;\n")+1:]
	command, _, _ = strings.Cut(command, "|")
	words := strings.Fields(command)
	for len(words) > 1 && strings.Contains(words[len(words)-1], ">") { // 2>&1, >out
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		if strings.EqualFold(tool, "grep") || strings.EqualFold(tool, "glob") {
			return hintLines
		}
		return hintNone
	}
	first, both := path.Base(words[0]), ""
	if len(words) > 1 {
		both = first + " " + words[1]
	}
	last := words[len(words)-1]
	switch ext := path.Ext(last); {
	case documentCommands[first], documentCommands[both], last == "--help":
		return hintProse
	case lineCommands[first], lineCommands[both]:
		return hintLines
	case ext == ".md", ext == ".rst", ext == ".adoc":
		return hintProse
	}
	return hintNone
}

// isProse reports whether content is a document: headings, blank lines between
// paragraphs, sentences.
func isProse(content []byte, h hint) bool {
	var s lineStats
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

// prose weighs what was counted. What records have and documents do not is asked
// first; then each form of document by its own signs.
func (s *lineStats) prose(h hint) bool {
	n := s.lines
	share := func(k, percent int) bool { return k*100 > n*percent }
	stops := s.ended*endedEvery > s.sentences
	words := s.sentences + s.items + s.options
	switch {
	case n == 0:
		return s.neutral == 0
	case h == hintLines, s.hunks > 1 && s.hunks*200 > n, s.commits > 2, share(s.hits, maxHits):
		return false
	case s.options >= minOptions && s.usage && share(s.options, optionShare):
		return true
	case s.options+s.entries >= minOptions && s.usage && share(s.options+s.entries, entryShare):
		return true
	case share(s.stamped, maxStamped) && !(share(s.wrapped, manyWrapped) && s.stamped*2 < s.wrapped):
		return false
	case h == hintProse && share(s.sentences+s.options, minSentences/3):
		return true
	case share(s.code, maxCode) && !(share(s.wrapped, manyWrapped) && s.sentences*4 > s.code*3):
		return false
	case s.parted >= minHeadings && s.parted*headingDense > n:
		return true
	case s.parted >= fewHeadings && s.parted*headingEvery > n && share(words, minWords),
		s.parted > 0 && stops && share(words, onlyWords):
		return true
	case s.sections >= minSections && share(s.sentences, minSentences/3):
		return true
	case share(s.runOn, runOnShare), share(s.options, optionsAlone):
		return true
	case share(s.wrapped, manyWrapped) && stops && (share(s.blank, minBlank/2) || share(s.wrapped, 2*manyWrapped)):
		return true
	}
	return share(s.sentences, minSentences) && share(s.blank, minBlank) && s.sentences*2 > s.code*3 &&
		((s.heads+s.items)*headingEvery > n || share(s.sentences, onlySentence) || share(s.wrapped, minWrapped) || share(s.ended, manyEnded) || s.mail >= mailFields)
}
