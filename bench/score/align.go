package score

import (
	"sort"
	"strings"
)

// gap is a run of the content that an output does not show.
type gap struct {
	from, to int     // bytes of the content
	real     int     // how many lines, characters or items are missing
	stated   int     // how many the marker says; -1 where nothing marks the gap
	score    float64 // 1 minus the relative error, 0 for a silent one
}

// alignment is what an output shows of a content of lines or characters, and where.
type alignment struct {
	rows    int         // rows of content
	placed  []placedRow // those that were found where the output says they stand
	strayed []int       // rows whose words are all there, but not where the output says
	alien   []string    // words that the content does not have
	gaps    []gap
	shown   []byteSpan // of the content, sorted and merged
	omitted int        // lines or characters that are not shown
	total   int        // lines or characters of the content
}

type placedRow struct {
	row  int // index into Output.Rows
	span byteSpan
}

type byteSpan struct{ a, b int }

// aligner walks through an output and its content side by side.
type aligner struct {
	s     *Subject
	out   *Output
	views []*view
	al    alignment
	chars bool
	at    int // byte of the content up to which the output has spoken
	run   []int
	over  []byteSpan // of the last row, behind the marker that follows it
}

// align finds every row of an output in the content, between the markers around it.
func (s *Subject) align(o *Output) *alignment {
	a := &aligner{s: s, out: o, views: s.views(), chars: s.countsChars(o)}
	for i := range o.Rows {
		r := &o.Rows[i]
		switch {
		case r.Note:
		case r.Marker != nil:
			a.marker(r.Marker)
		case r.Number >= 0:
			a.numbered(i)
		case len(r.Pieces) > 0 || strings.TrimSpace(r.Text) != "":
			a.run = append(a.run, i)
		}
	}
	a.close(len(s.Content), false)
	a.finish()
	return &a.al
}

// countsChars reports whether an output speaks of characters rather than lines.
func (s *Subject) countsChars(o *Output) bool {
	if o.Stated.Unit != "" {
		return o.Stated.Unit == "chars"
	}
	for _, r := range o.Rows {
		if r.Marker != nil {
			return r.Marker.Unit == "chars"
		}
	}
	return false
}

// offset is the byte at which a line (from 1) or a character (from 0) begins.
func (a *aligner) offset(n int) int {
	if a.chars {
		return a.s.charOffset(n)
	}
	return a.s.lineOffset(n - 1)
}

// marker takes what a marker says: the rows before it fill what lies between the
// last gap and this one.
func (a *aligner) marker(m *Marker) {
	if !m.Ranged || !(m.ByLine || m.ByChar) {
		return
	}
	from, to := a.s.lineOffset(m.From-1), a.s.lineOffset(m.To)
	count := m.To - m.From + 1
	if m.ByChar {
		from, to, count = a.s.charOffset(m.From), a.s.charOffset(m.To), m.To-m.From
	}
	if from >= to || from < a.at || count <= 0 || to > len(a.s.Content) {
		a.al.gaps = append(a.al.gaps, gap{from: a.at, to: a.at, real: 0, stated: m.Count})
		return
	}
	a.close(from, true)
	g := gap{from: from, to: to, real: count, stated: m.Count}
	if m.ByLine && !a.chars && to > len(a.s.Content) {
		g.real = 0
	}
	g.score = 1 - min(1, relative(m.Count, count))
	a.al.gaps = append(a.al.gaps, g)
	a.at = to
	for _, s := range a.over { // what the row before shows behind the marker
		a.silent(a.at, s.a, nil)
		a.at = max(a.at, s.b)
	}
	a.over = nil
}

func relative(stated, real int) float64 {
	d := stated - real
	if d < 0 {
		d = -d
	}
	return float64(d) / float64(max(real, 1))
}

// numbered takes a row that says where it stands. The jump from the row before it
// is a gap that is told by the two numbers.
func (a *aligner) numbered(i int) {
	r := &a.out.Rows[i]
	from := a.offset(r.Number)
	a.close(from, true)
	limit := len(a.s.Content)
	for j := i + 1; j < len(a.out.Rows); j++ {
		if n := a.out.Rows[j]; n.Number > r.Number {
			limit = a.offset(n.Number)
			break
		} else if n.Marker != nil && n.Marker.Ranged {
			limit = a.offset(n.Marker.From)
			break
		}
	}
	if r.Number < 0 || from < a.at && !a.sameLine(i) || limit < from {
		a.al.rows++
		a.al.strayed = append(a.al.strayed, i)
		return
	}
	jump := gap{from: a.at, to: from, real: 1, stated: 1, score: 1}
	near := limit
	if !a.chars && len(a.views) == 1 { // lines may be joined, but what is rewritten is one line
		near = min(limit, a.s.lineOffset(r.Number))
	}
	end := a.place([]int{i}, from, limit, near, true, false)
	if end < 0 { // it does not stand there: the number misleads
		jump.score, end = 0, from
	}
	if says(a.s.Content[min(a.at, from):from]) {
		a.al.gaps = append(a.al.gaps, jump)
	}
	a.at = max(a.at, end)
}

// sameLine reports whether the row before has the same number: a long line may be
// shown in pieces.
func (a *aligner) sameLine(i int) bool {
	return i > 0 && a.out.Rows[i-1].Number == a.out.Rows[i].Number
}

// close places the rows since the last gap between it and byte to, and finds what
// they leave out in silence.
func (a *aligner) close(to int, marked bool) {
	run := a.run
	a.run = nil
	if len(run) == 0 {
		if !a.numberedForm() || !marked {
			a.silent(a.at, to, nil)
		}
		return
	}
	before := len(a.al.shown)
	a.place(run, a.at, to, to, false, marked)
	own := mergeSpans(append([]byteSpan(nil), a.al.shown[before:]...))
	at := a.at
	for _, p := range own {
		if p.a > to {
			a.over = append(a.over, p)
			continue
		}
		a.silent(at, p.a, run)
		at = max(at, p.b)
	}
	a.silent(at, to, run)
	a.at = to
}

func (a *aligner) numberedForm() bool { return a.out.Numbered != "" }

// place finds rows in content[from:to], each after the one before, and returns the
// end of the last, or -1 where the last was not found. What does not stand there as
// one run of text is looked for in content[from:near], word by word.
func (a *aligner) place(run []int, from, to, near int, exact, marked bool) int {
	end, at := -1, from
	for k, i := range run {
		r := &a.out.Rows[i]
		if len(r.Pieces) == 0 {
			if s, ok := a.symbols(r, max(at, end), to, exact); ok {
				a.al.shown = append(a.al.shown, s)
				at, end = s.a, s.b
			}
			continue
		}
		a.al.rows++
		spans, missing := a.next(r, end, to), ""
		if exact || len(spans) == 0 {
			spans, missing = a.locate(r, from, to, at, near)
		}
		if missing != "" && marked && k == len(run)-1 && r.Gapped && !a.chars {
			// a row that lacks whole lines reaches over the marker of those
			spans, missing = a.locate(r, at, len(a.s.Content), at, len(a.s.Content))
		}
		if missing != "" && len(a.views) == 1 {
			if s, ok := a.headed(r, max(from, at), to, exact); ok {
				spans, missing = []byteSpan{s}, ""
			}
		}
		if missing != "" || exact && len(spans) > 0 && !a.startsAt(spans[0], from) {
			a.misfit(i, from, to)
			end = -1
			continue
		}
		if len(spans) == 0 {
			continue
		}
		whole := spans[0]
		for _, s := range spans {
			whole.a, whole.b = min(whole.a, s.a), max(whole.b, s.b)
		}
		a.al.shown = append(a.al.shown, spans...)
		a.al.placed = append(a.al.placed, placedRow{i, whole})
		at, end = whole.a, whole.b
	}
	return end
}

// startsAt reports whether a found text begins on the line, or about at the
// character, that begins at byte from.
func (a *aligner) startsAt(s byteSpan, from int) bool {
	if a.chars {
		return s.a <= from+2*maxSegment
	}
	return !strings.Contains(strings.TrimLeft(a.s.Content[from:max(from, s.a)], "\r\n"), "\n")
}

// silent finds lines of content[from:to] that nothing speaks of.
func (a *aligner) silent(from, to int, run []int) {
	from, to = max(from, a.at), max(from, to)
	if from >= to || !a.speaks(from, to) || a.repeated(from, to) {
		return
	}
	n := 1
	if a.chars {
		if to-from < 2*maxSegment && len(run) > 0 { // within what a place is known
			return
		}
		n = len([]rune(a.s.Content[from:to]))
	} else if n = a.linesThatSay(from, to); n == 0 {
		return
	}
	a.al.gaps = append(a.al.gaps, gap{from: from, to: to, real: n, stated: -1})
}

// speaks reports whether the bytes say anything in the plainest view: markup of a
// page does not.
func (a *aligner) speaks(from, to int) bool {
	v := a.views[0]
	x, y := v.span(from, to)
	return says(v.all[x:y])
}

// linesThatSay counts the lines in content[from:to], from the first whole one on,
// that hold words which no repeat covers.
func (a *aligner) linesThatSay(from, to int) int {
	n := 0
	for from < to {
		end := to
		if k := strings.IndexByte(a.s.Content[from:to], '\n'); k >= 0 {
			end = from + k + 1
		}
		whole := (from == 0 || a.s.Content[from-1] == '\n') && (end == len(a.s.Content) || a.s.Content[end-1] == '\n')
		if whole && a.speaks(from, end) && !a.repeated(from, end) {
			n++
		}
		from = end
	}
	return n
}

// repeated reports whether every line of the bytes stands in the range of a stated
// repeat of a shown row that says the same.
func (a *aligner) repeated(from, to int) bool {
	text := ""
	line := a.s.lineAt(from) + 1
	for _, r := range a.out.Rows {
		for _, p := range r.Repeat {
			if !p.Exact || line < p.From || line > p.To {
				continue
			}
			if text == "" {
				text = Normalise(a.s.Content[from:to])
			}
			if strings.Contains(text, p.Text) {
				return true
			}
		}
	}
	return false
}

// finish merges what is shown and counts what is not.
func (a *aligner) finish() {
	a.al.shown = mergeSpans(a.al.shown)
	content := a.s.Content
	if a.chars {
		a.al.total = len([]rune(content))
		for _, g := range a.al.gaps {
			a.al.omitted += len([]rune(content[g.from:g.to]))
		}
		return
	}
	a.al.total = a.s.lineCount()
	covered := make([]bool, a.al.total)
	for _, s := range a.al.shown {
		for k := a.s.lineAt(s.a); k < a.al.total && a.s.lineOffset(k) < s.b; k++ {
			covered[k] = true
		}
	}
	for k, c := range covered {
		if !c && !(a.hasRepeats() && a.repeated(a.s.lineOffset(k), a.s.lineOffset(k+1))) {
			a.al.omitted++
		}
	}
}

func (a *aligner) hasRepeats() bool {
	for _, r := range a.out.Rows {
		if len(r.Repeat) > 0 {
			return true
		}
	}
	return false
}

func mergeSpans(spans []byteSpan) []byteSpan {
	sort.Slice(spans, func(i, j int) bool {
		return spans[i].a < spans[j].a || spans[i].a == spans[j].a && spans[i].b < spans[j].b
	})
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.a <= out[n-1].b {
			out[n-1].b = max(out[n-1].b, s.b)
			continue
		}
		out = append(out, s)
	}
	return out
}
