package patch

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

// part says what a line of a diff is.
type part uint8

const (
	message part = iota // before the first file, or between commits
	stat                // " a.go | 5 +-"
	total               // " 3 files changed, …"
	header              // "diff --git a/x b/x", "Index: x", "Only in x: y"
	meta                // renames, modes, binary files
	path                // "index", "---" and "+++" lines that repeat the header
	hunk                // "@@ -1,3 +1,4 @@"
	added
	removed
	both     // of a combined diff: a line that no parent has, or that all had
	conflict // a mark that git leaves where it could not merge
	same     // context
)

// line is one line with what it belongs to.
type line struct {
	sdk.Span
	part part
	file int // index into patch.files, -1
	hunk int // line of the hunk's header, -1
	edit int // index into patch.edits, -1
	mark int // bytes of marks before the text: 1, or one for each parent
}

// file is one file of the diff.
type file struct {
	line    int // its header
	name    []byte
	added   int
	removed int
	gone    bool
	fresh   bool
	weight  float64
}

// patch is a diff as lines.
type patch struct {
	content []byte
	lines   []line
	files   []file
	edits   []edit
	freq    map[string]int // edits by what they do
	usual   float64        // how often the edit of the median changed line stands
	changes int
}

func (p *patch) text(i int) []byte {
	l := &p.lines[i]
	return p.content[l.Start:l.End]
}

// body is the text of a changed line without its marks.
func (p *patch) body(i int) []byte {
	l := &p.lines[i]
	return p.content[min(l.Start+l.mark, l.End):l.End]
}

// reader walks through a diff line by line.
type reader struct {
	p        *patch
	git      bool
	hunk     int
	old, now int // lines that the hunk still has of each side
	parents  int // of a combined diff, else 1
	marked   int // lines with the marks that a diff has
	hunks    int
}

// read parts the content, nil where it is no diff: without files and hunks, or
// with many lines that have no mark.
func read(content []byte) *patch {
	r := reader{p: &patch{content: content}, hunk: -1, parents: 1}
	r.git = bytes.HasPrefix(content, []byte("diff --")) || bytes.Contains(content, []byte("\ndiff --"))
	for at := 0; at < len(content); {
		end := len(content)
		if i := bytes.IndexByte(content[at:], '\n'); i >= 0 {
			end = at + i
		}
		next := end + 1
		if end > at && content[end-1] == '\r' {
			end--
		}
		r.line(sdk.Span{Start: at, End: end}, content[min(next, len(content)):])
		at = next
	}
	p := r.p
	if len(p.files) == 0 || r.hunks == 0 && len(p.files)*8 < len(p.lines) || r.marked*10 < len(p.lines)*6 {
		return nil
	}
	return p
}

// line reads one line; rest is what follows it.
func (r *reader) line(s sdk.Span, rest []byte) {
	t := r.p.content[s.Start:s.End]
	l := line{Span: s, part: same, edit: -1, mark: r.parents}
	switch {
	case r.old > 0 || r.now > 0:
		l.part = r.inside(t)
		r.marked++
	case starts(t, "diff --git ", "diff --cc ", "diff --combined ", "diff -", "Index: ", "Only in "):
		r.file(s, t)
		l.part = header
		r.marked++
	case (r.hunk < 0 || r.parents == 1) && starts(t, "--- ") && starts(rest, "+++ "):
		l.part = path
		if !r.git && !r.afterHeader() {
			r.file(s, t)
			l.part = header
		}
		r.marked++
	case r.open() && starts(t, "@@"):
		l.part = hunk
		r.hunk = len(r.p.lines)
		r.hunks++
		r.size(t)
		l.mark = r.parents
		r.marked++
	case r.open() && r.hunk < 0 && starts(t, "--- ", "+++ ", "index ", "====", "similarity ", "dissimilarity "):
		l.part = path
		r.marked++
		if starts(t, "+++ /dev/null") {
			r.p.files[len(r.p.files)-1].gone = true
		}
	case r.open() && r.hunk < 0 && r.meta(t):
		l.part = meta
		r.marked++
	case r.hunk >= 0 && starts(t, "\\"):
	case r.hunk >= 0 && r.parents > 1 && len(t) >= r.parents && marks(t[:r.parents]):
		l.part = r.combined(t)
		r.marked++
	case r.hunk < 0 || len(t) > 0 && t[0] != ' ':
		l.part = r.between(t)
		r.hunk = -1
		l.mark = 0
	}
	l.hunk = r.hunk
	l.file = len(r.p.files) - 1
	if l.part <= total {
		l.file = -1
	}
	r.p.lines = append(r.p.lines, l)
}

func (r *reader) open() bool { return len(r.p.files) > 0 }

// afterHeader reports whether the line before opened a file: "--- a" and "+++ b"
// then repeat its name.
func (r *reader) afterHeader() bool {
	for k := len(r.p.lines) - 1; k >= 0 && k >= len(r.p.lines)-4; k-- {
		switch r.p.lines[k].part {
		case header:
			return !starts(r.p.text(k), "Only in ")
		case path, meta:
		default:
			return false
		}
	}
	return false
}

func (r *reader) file(s sdk.Span, t []byte) {
	r.hunk, r.old, r.now, r.parents = -1, 0, 0, 1
	f := file{line: len(r.p.lines), name: nameOf(t)}
	f.weight = weightOf(f.name)
	r.p.files = append(r.p.files, f)
}

// nameOf is the path that a header names last.
func nameOf(t []byte) []byte {
	t = bytes.TrimRight(t, "\t ")
	if i := bytes.IndexByte(t, '\t'); i > 0 {
		t = t[:i]
	}
	if i := bytes.LastIndex(t, []byte(" b/")); i >= 0 {
		return t[i+3:]
	}
	return t[bytes.LastIndexByte(t, ' ')+1:]
}

// meta reads a line between a file's header and its first hunk.
func (r *reader) meta(t []byte) bool {
	f := &r.p.files[len(r.p.files)-1]
	switch {
	case starts(t, "deleted file"):
		f.gone = true
	case starts(t, "new file"):
		f.fresh = true
	case starts(t, "rename ", "copy ", "old mode", "new mode", "mode ", "Binary files", "GIT binary", "Submodule "):
	default:
		return false
	}
	return true
}

// between reads a line that belongs to no hunk.
func (r *reader) between(t []byte) part {
	switch {
	case len(t) == 0:
		r.marked++
		return message
	case bytes.Contains(t, []byte(" changed, ")) && t[0] == ' ':
		r.marked++
		return total
	case t[0] == ' ' && (bytes.Contains(t, []byte(" | ")) || starts(t, " create mode", " delete mode", " rename ", " mode change")):
		r.marked++
		return stat
	}
	if starts(t, "commit ", "Author:", "Date:", "    ", "Merge:", "From ", "From:", "Subject:") {
		r.marked++
	}
	return message
}

func starts(t []byte, any ...string) bool {
	for _, s := range any {
		if len(t) >= len(s) && string(t[:len(s)]) == s {
			return true
		}
	}
	return false
}
