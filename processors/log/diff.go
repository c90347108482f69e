package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// part says what a line of a diff is.
type part uint8

const (
	diffMessage part = iota // before the first file, or between commits
	diffTotal
	diffStat
	diffFile
	diffMeta // renames, modes, binary files
	diffPath // ---, +++ and index lines that repeat the file's header
	diffHunk
	diffAdded
	diffRemoved
	diffBoth     // of a combined diff: a line that all parents lack, or all had
	diffConflict // a mark that git leaves where it could not merge
	diffContext
)

// diffLine is a line of a diff with what it belongs to.
type diffLine struct {
	part  part
	marks uint8 // bytes of marks before the text: 0 counts as 1, more in combined diffs
	file  int   // line of the file's header, -1
	hunk  int   // line of the hunk's header, -1
}

// ruleOnlyRarity leaves of a line's value what it has by differing from others.
var ruleOnlyRarity = rank.ParseSet("severity,totals,position,context,frames,headings,stamps")

// fillDiff values the lines of a diff. Every changed line brings the header of its
// hunk, and that the header of its file.
func fillDiff(d *draft) {
	opt := lines.Options{Rules: ruleOnlyRarity}
	d.lines = lines.Evaluate(d.content, d.spans, opt)
	d.extra = make([]extra, len(d.lines))
	parts := readDiff(d.content, d.spans)
	w := newDiffWorth(d, parts)
	for i := range d.lines {
		l, x := &d.lines[i], &d.extra[i]
		l.Bad = 0
		w.value(i, l, x)
	}
}

// readDiff tells the parts of a diff apart.
func readDiff(content []byte, spans []lines.Span) []diffLine {
	out := make([]diffLine, len(spans))
	git := bytes.HasPrefix(content, []byte("diff --git ")) || bytes.Contains(content, []byte("\ndiff --git "))
	file, hunk := -1, -1
	old, now := 0, 0 // lines that the hunk still has of each side
	parents := 1     // of a combined diff
	for i, s := range spans {
		t := content[s.Start:s.End]
		p := diffLine{part: diffContext}
		switch {
		case old > 0 || now > 0:
			p.part = hunkLine(t, &old, &now)
		case fileHeader(t) || !git && bytes.HasPrefix(t, []byte("--- ")) && i+1 < len(spans) && bytes.HasPrefix(content[spans[i+1].Start:spans[i+1].End], []byte("+++ ")):
			p.part, file, hunk, parents = diffFile, i, -1, 1
		case bytes.HasPrefix(t, []byte("@@")):
			p.part, hunk = diffHunk, i
			old, now = hunkSize(t)
			parents = parentsOf(t)
		case hunk >= 0 && parents > 1 && combinedLine(t, parents):
			p.part, p.marks = combinedPart(t, parents), uint8(parents)
		case bytes.HasPrefix(t, []byte("commit ")) && len(t) >= 14:
			p.part, file, hunk = diffMessage, -1, -1
		case file < 0:
			p.part = messagePart(t)
		case bytes.HasPrefix(t, []byte("--- ")), bytes.HasPrefix(t, []byte("+++ ")), bytes.HasPrefix(t, []byte("index ")):
			p.part = diffPath
		case hunk < 0 && metaLine(t):
			p.part = diffMeta
		case len(t) > 0 && t[0] == '+':
			p.part = diffAdded
		case len(t) > 0 && t[0] == '-':
			p.part = diffRemoved
		case hunk >= 0 && len(t) > 0 && t[0] != ' ' && t[0] != '\\':
			p.part, file, hunk = messagePart(t), -1, -1
		}
		p.file, p.hunk = file, hunk
		out[i] = p
	}
	return out
}

// maxParents bounds the marks of a combined diff's lines.
const maxParents = 16

// parentsOf is how many marks the lines of a hunk begin with: one less than its
// header has signs.
func parentsOf(header []byte) int {
	n := 0
	for n < len(header) && n <= maxParents && header[n] == '@' {
		n++
	}
	return max(1, n-1)
}

// combinedLine reports whether a line begins with the marks of a combined diff.
func combinedLine(t []byte, parents int) bool {
	if len(t) < parents {
		return false
	}
	for _, c := range t[:parents] {
		if c != ' ' && c != '+' && c != '-' {
			return false
		}
	}
	return true
}

// combinedPart reads a line of a combined diff by its marks, one for each parent.
func combinedPart(t []byte, parents int) part {
	plus := bytes.Count(t[:parents], []byte{'+'})
	minus := bytes.Count(t[:parents], []byte{'-'})
	switch {
	case plus > 0 && prefixed(t[parents:], "<<<<<<<", "=======", ">>>>>>>", "|||||||"):
		return diffConflict
	case plus == parents || minus == parents:
		return diffBoth
	case plus > 0:
		return diffAdded
	case minus > 0:
		return diffRemoved
	}
	return diffContext
}

// hunkLine reads a line inside a hunk and counts it down.
func hunkLine(t []byte, old, now *int) part {
	if len(t) > 0 {
		switch t[0] {
		case '+':
			*now--
			return diffAdded
		case '-':
			*old--
			return diffRemoved
		case '\\':
			return diffContext
		}
	}
	*old--
	*now--
	return diffContext
}

// hunkSize reads the two line counts of "@@ -1,3 +1,404 @@"; 0 where they are not
// well formed.
func hunkSize(t []byte) (old, now int) {
	read := func(mark byte) int {
		i := bytes.IndexByte(t, mark)
		if i < 0 {
			return 0
		}
		_, n := digits(t[i+1:])
		if n == 0 {
			return 0
		}
		rest := t[i+1+n:]
		if len(rest) == 0 || rest[0] != ',' {
			return 1
		}
		v, _ := digits(rest[1:])
		return v
	}
	if bytes.HasPrefix(t, []byte("@@@")) {
		return 0, 0 // combined diffs have two columns of marks
	}
	return read('-'), read('+')
}

// digits reads a number of at most seven digits and says how long it was.
func digits(t []byte) (v, n int) {
	for n < len(t) && n < 7 && t[n] >= '0' && t[n] <= '9' {
		v = v*10 + int(t[n]-'0')
		n++
	}
	return v, n
}

func fileHeader(t []byte) bool {
	return prefixed(t, "diff --git ", "diff --cc ", "Index: ", "diff -", "Only in ")
}

func metaLine(t []byte) bool {
	return prefixed(t, "new file", "deleted file", "rename ", "similarity", "dissimilarity", "copy ", "old mode", "new mode", "Binary files", "GIT binary")
}

func prefixed(t []byte, starts ...string) bool {
	for _, s := range starts {
		if len(t) >= len(s) && string(t[:len(s)]) == s {
			return true
		}
	}
	return false
}

func messagePart(t []byte) part {
	s := lines.Scan(t)
	switch {
	case s.Total:
		return diffTotal
	case bytes.Contains(t, []byte(" | ")) && len(t) > 0 && t[0] == ' ':
		return diffStat
	}
	return diffMessage
}
