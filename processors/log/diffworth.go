package log

import (
	"bytes"
	"math"
	"strconv"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// diffWorth values the lines of a diff.
type diffWorth struct {
	d        *draft
	parts    []diffLine
	moved    map[string]uint8        // bit 0: added somewhere, bit 1: removed somewhere
	deleted  map[int]bool            // files that are gone, by header line
	weight   map[int]float64         // of files, by header line
	place    map[[2]int]int          // changed lines so far, by hunk and sign
	versions map[versionOf][2]string // first numbers of versions, removed and added
	message  int                     // lines of messages so far
	subjects int                     // of commits so far
	size     map[int]int             // changed lines of files, by header line
	subject  bool                    // of the commit at hand was met
	edits    *diffEdits              // nil where the rule is off
	seen     []int32                 // lines so far of each edit
}

func newDiffWorth(d *draft, parts []diffLine) *diffWorth {
	w := &diffWorth{d: d, parts: parts, moved: map[string]uint8{}, deleted: map[int]bool{}, weight: map[int]float64{}, size: map[int]int{}, place: map[[2]int]int{}, versions: map[versionOf][2]string{}}
	if d.set.On(ruleEdits) {
		w.edits = readEdits(d.content, d.spans, parts)
		w.seen = make([]int32, len(w.edits.freq))
	}
	for i, p := range parts {
		t := w.raw(i)
		switch p.part {
		case diffAdded, diffBoth:
			w.changedText(p, w.body(i), 1)
		case diffRemoved:
			w.changedText(p, w.body(i), 0)
		case diffMeta:
			if prefixed(t, "deleted") {
				w.deleted[p.file] = true
			}
		case diffPath:
			if prefixed(t, "+++ /dev/null") {
				w.deleted[p.file] = true
			}
		case diffFile:
			w.weight[i] = fileWeight(t)
		}
	}
	return w
}

// changedText notes the text of a line that was removed (side 0) or added (1).
func (w *diffWorth) changedText(p diffLine, text []byte, side int) {
	w.moved[string(text)] |= 2 >> side
	w.size[p.file]++
	if w.weight[p.file] < manifestWeight || !versionLine(text) {
		return
	}
	at := versionOf{p.file, string(versionName(text))}
	both := w.versions[at]
	both[side] = firstNumber(text[len(at.name):])
	w.versions[at] = both
}

// body is the text of a changed line without its marks.
func (w *diffWorth) body(i int) []byte {
	t := w.raw(i)
	return bytes.TrimSpace(t[min(len(t), max(1, int(w.parts[i].marks))):])
}

func (w *diffWorth) raw(i int) []byte { return w.d.content[w.d.spans[i].Start:w.d.spans[i].End] }

// value sets the value, the key and the needs of a line.
func (w *diffWorth) value(i int, l *lines.Line, x *extra) {
	p := w.parts[i]
	t := w.raw(i)
	if p.file >= 0 && p.file != i {
		x.needs = []int{p.file}
	}
	rarity := l.Value
	x.key = ""
	switch p.part {
	case diffFile:
		l.Value, x.key, x.soft = 2.5*math.Sqrt(w.weight[i])*w.sizeShare(i), "file", true
	case diffMeta:
		l.Value, x.key, x.soft = 1.0, "meta", true
		if prefixed(t, "similarity", "dissimilarity") {
			l.Value = 0.2
		}
	case diffPath:
		l.Value, x.key = 0.05, "path"
	case diffHunk:
		l.Value, x.key, x.soft = 0.5*w.weight[p.file], "hunk", true
		if k := bytes.LastIndex(t, []byte("@@")); k > 2 {
			// behind the places stands the function that the hunk is in
			m := w.d.more(i)
			m.cut, m.rest = w.d.spans[i].Start+k+2, 0.1
		}
	case diffTotal:
		l.Value, x.key = 3, "total"
	case diffStat:
		l.Value, x.key = 0.3, "stat"
	case diffMessage:
		l.Value = 0.05
		if lettersOf(t) > 2 {
			l.Value = 0.3 + 1.2/(1+0.3*float64(w.message))
			w.message++
		}
		x.key, x.soft = "message", true
		if w.edits != nil && w.subjectLine(i, t) {
			l.Value = 0.3 + subjectWorth/(1+0.3*float64(w.subjects))
			w.subjects++
		}
		if prefixed(t, "Author:", "AuthorDate:", "Commit:", "CommitDate:", "Signed-off-by", "Date:", "index ") {
			l.Value *= 0.5
		}
	case diffAdded, diffRemoved, diffBoth:
		w.changed(i, l, x, rarity)
	case diffConflict:
		l.Value, x.key = 0.5, "conflict"
		if bytes.Contains(t, []byte("=====")) {
			l.Value = 0.05
		}
		w.needHunk(i)
	default:
		l.Value, x.key = 0.05, "context"
		w.needHunk(i)
	}
}

// subjectLine reports whether line i of a message says what its commit is about: the
// first indented one, or the subject of a mail.
func (w *diffWorth) subjectLine(i int, t []byte) bool {
	switch {
	case prefixed(t, "commit "), prefixed(t, "From "):
		w.subject = false
	case !w.subject && (prefixed(t, "    ") || prefixed(t, "Subject: ")):
		w.subject = true
		return true
	}
	return false
}

// sizeShare makes a little more of files in which much changes.
func (w *diffWorth) sizeShare(file int) float64 {
	if w.edits == nil {
		return 1
	}
	return 0.8 + 0.1*math.Log1p(float64(w.size[file]))
}

func (w *diffWorth) needHunk(i int) {
	if h := w.parts[i].hunk; h >= 0 && h != i {
		w.d.need(i, h)
	}
}

// changed values an added or removed line.
func (w *diffWorth) changed(i int, l *lines.Line, x *extra, rarity float64) {
	p := w.parts[i]
	body := w.body(i)
	w.needHunk(i)
	where := [2]int{p.hunk, int(p.part)}
	n := w.place[where]
	w.place[where]++
	if lettersOf(body) < 2 {
		l.Value, x.key = 0.03, "bare"
		return
	}
	v := 0.1 + rarity + 0.4/(1+float64(n))
	if w.edits != nil {
		v = w.edited(i, v, n, body)
	}
	if definition(body) {
		v += 0.35
	}
	version := versionLine(body)
	if version {
		v += w.versionWorth(p, body)
	}
	if secretLine(body) {
		v += 0.8
	}
	if p.part == diffRemoved && w.moved[string(body)] == 2 && definition(body) {
		v += 0.3 // who calls it breaks
	}
	if notable(body) {
		v += 0.6
	}
	if commentLine(body) && w.weight[p.file] <= 1 {
		v *= 0.6
	}
	if lines.Scan(body).Severity > lines.Calm {
		v += 0.3
	}
	if w.moved[string(body)] == 3 {
		v *= 0.3
	}
	if w.deleted[p.file] {
		v *= 0.25
	}
	l.Value = v * w.weight[p.file]
	switch {
	case version || w.edits == nil && l.Like < 6 || w.edits != nil && w.edits.freq[w.edits.does[i]] <= fewEdits:
		x.key, x.soft = "changed"+strconv.Itoa(p.file), true
	case w.edits != nil:
		x.key = "edit" + strconv.Itoa(int(p.part)) + " " + strconv.Itoa(int(w.edits.does[i]))
	}
}

const (
	subjectWorth = 2.2 // of the first subject
	fewEdits     = 2   // lines of one edit that are news each
	editWorth    = 2.0 // of an edit that no other line has where most lines have one in common
	oftenWorth   = 0.6 // of the first lines of an edit that makes up much of a diff
	oftenLines   = 8
	oftenShare   = 0.05
	mechanical   = 0.4 // rarity below which an edit is one of many
	mergeWorth   = 1.0 // of a line that no parent of a merge had, or all
	replaced     = 0.6 // of a line's worth that is left where the line that takes its place is there
)

// edited is what a changed line is worth by what its edit does, where it is worth v
// by its words and its place, the n-th of its hunk.
func (w *diffWorth) edited(i int, v float64, n int, body []byte) float64 {
	e := w.edits
	k := e.does[i]
	width := 0.25 + 0.75*math.Min(1, float64(len(body))/40)
	r, met := e.rarity(i), w.seen[k]
	w.seen[k]++
	v += editWorth * math.Max(0, r*r-0.25) * width / (1 + 0.15*float64(met))
	f := e.freq[k]
	switch share := float64(f) / float64(max(1, e.changes)); {
	case met < 2 && f >= oftenLines && share >= oftenShare:
		v += oftenWorth
	case r < mechanical:
		v *= r / mechanical
	}
	switch w.parts[i].part {
	case diffBoth:
		v += mergeWorth
	case diffRemoved:
		if e.pair[i] >= 0 {
			v *= replaced
		}
	}
	return v
}

// versionWorth is what a line with a version is worth: most in the file that
// declares a release, where it is the release's own or that of a runtime, and where
// the first number changes.
func (w *diffWorth) versionWorth(p diffLine, body []byte) float64 {
	v := 0.5
	name := versionName(body)
	own := bytes.Contains(name, []byte("ersion"))
	if own {
		v += 0.5
	}
	if w.weight[p.file] < manifestWeight {
		return v
	}
	if p.part == diffAdded {
		v += 0.3
	}
	if runtimes[string(name)] {
		v += 0.6
	}
	if old, ok := w.versions[versionOf{p.file, string(name)}]; ok && old[0] != "" && old[1] != "" && old[0] != old[1] {
		v += 0.3
	}
	return v
}

// versionOf is a name with a version in a file.
type versionOf struct {
	file int
	name string
}

// manifestWeight is the weight of files that declare a release.
const manifestWeight = 1.4

// runtimes are names under which manifests say what they run on.
var runtimes = map[string]bool{"node": true, "npm": true, "engines": true, "python": true, "requires-python": true, "python_requires": true,
	"go": true, "rust-version": true, "edition": true, "php": true, "ruby": true, "java.version": true, "jdk": true, "TargetFramework": true, "sourceCompatibility": true}

func lettersOf(t []byte) int {
	n := 0
	for _, c := range t {
		if c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 {
			n++
		}
	}
	return n
}

// fileWeight ranks files by what they are for: what declares a release before
// code, code before tests, tests before what tools write.
func fileWeight(header []byte) float64 {
	path := header
	if i := bytes.LastIndex(path, []byte(" b/")); i >= 0 {
		path = path[i+3:]
	} else if i := bytes.LastIndexByte(path, ' '); i >= 0 {
		path = path[i+1:]
	}
	path = bytes.ToLower(bytes.Trim(path, "\"\t "))
	name := path[bytes.LastIndexByte(path, '/')+1:]
	has := func(t []byte, parts ...string) bool {
		for _, p := range parts {
			if bytes.Contains(t, []byte(p)) {
				return true
			}
		}
		return false
	}
	switch {
	case has(name, "package-lock", "yarn.lock", "pnpm-lock", "go.sum", "cargo.lock", "poetry.lock", "composer.lock", "gemfile.lock", "uv.lock",
		".min.js", ".min.css", ".map", ".snap", ".lock", ".pb.go", "_pb2.py", ".generated."):
		return 0.25
	case has(name, "package.json", "go.mod", "cargo.toml", "pyproject", "setup.py", "setup.cfg", "pom.xml", "build.gradle", "requirements",
		"gemfile", ".csproj", "composer.json", "dockerfile", "makefile", "cmakelists", "bower.json"):
		return 1.4
	case has(name, "changelog", "history", "changes", "news", "release"):
		return 1.3
	case has(path, "test/", "tests/", "spec/", "__tests__/", "testdata/", "fixtures/") || has(name, "_test.", ".test.", ".spec.", "test_"):
		return 0.6
	case has(path, "dist/", "vendor/", "node_modules/", "third_party/"):
		return 0.4
	}
	return 1
}
