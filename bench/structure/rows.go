package structure

import (
	"strconv"
	"strings"
	"unicode"
)

// rowJudge holds the rows of a text against the lines of the content.
type rowJudge struct {
	t        *trial
	budget   int
	verbatim bool // rows are bytes of their lines, as of log and text
	lines    []string
	forged   map[string]bool // lines of the content that look like Riffle's own words
	numbered bool

	last   int // the line of the row before, from 1; 0 before the first
	end    int // where the row before ends in it
	at     int // the line that a row is held against
	next   int // the first line that nothing was said of yet
	shown  []bool
	copies []repeat
	lost   bool // the place in the content is not known any more
}

const rowsKept = "rows-stand"

// judgeLines judges a text that counts in lines.
func (t *trial) judgeLines(d *drawn, verbatim bool) {
	j := &rowJudge{t: t, budget: d.budget, verbatim: verbatim, next: 1, numbered: d.page.numbered, forged: map[string]bool{}}
	for _, s := range lineSpans(t.content) {
		l := string(t.content[s.Start:s.End])
		j.lines = append(j.lines, l)
		if ownWords(strings.TrimSpace(l)) {
			j.forged[strings.TrimSpace(l)] = true
		}
	}
	j.shown = make([]bool, len(j.lines))
	t.checks += len(d.page.body)
	for _, row := range d.page.body {
		m, isMarker := readMarker(row)
		if isMarker && m.unit == "lines" && (!j.forged[strings.TrimSpace(row)] || j.fits(m, row)) {
			j.marker(m, row)
			continue
		}
		if !d.page.numbered {
			if j.forged[strings.TrimSpace(row)] {
				j.find("forged-marks", "marker-like-row", "the content's own line %q stands like a mark of the host", row)
			}
			j.unnumbered(row)
			continue
		}
		r := rowOf.FindStringSubmatch(row)
		if r == nil {
			j.find(rowsKept, "no-number", "the row %q has no number", row)
			continue
		}
		n, _ := strconv.Atoi(r[1])
		to, _ := strconv.Atoi(r[2])
		j.row(n, max(n, to), r[3])
	}
	if !j.lost {
		j.silence(j.next, len(j.lines), !d.page.numbered)
		j.count(&d.page)
	}
}

// ownWords reports whether a line looks like what Riffle writes.
func ownWords(line string) bool {
	for _, p := range []string{"[... ", "[riffle: ", "[note: ", "Nothing is lost, the original is", "More: "} {
		if strings.HasPrefix(line, p) {
			return true
		}
	}
	return false
}

func (j *rowJudge) find(invariant, class, format string, args ...any) {
	j.t.find(invariant, class, "at %d tokens: "+format, append([]any{j.budget}, args...)...)
}

// marker takes a mark of a gap.
func (j *rowJudge) marker(m marker, row string) {
	switch {
	case m.from < 1 || m.to < m.from || m.to > len(j.lines):
		j.find("gaps-counted", "marker-range", "%q: the content has %d lines", row, len(j.lines))
		return
	case m.count != m.to-m.from+1:
		j.find("gaps-counted", "marker-count", "%q counts wrong", row)
	case m.from < j.next && j.verbatim:
		j.find("gaps-counted", "marker-over-shown", "%q: lines up to %d are shown or marked before it", row, j.next-1)
	}
	j.silence(j.next, m.from-1, true)
	j.next, j.last = m.to+1, 0
}

// fits reports whether a mark that the content has too is one of the host all the same:
// what comes next is not the content's.
func (j *rowJudge) fits(m marker, row string) bool {
	if m.from < j.next || m.to > len(j.lines) || m.count != m.to-m.from+1 {
		return false
	}
	for _, l := range j.lines[j.next-1 : m.to] {
		if says(l) {
			return strings.TrimSpace(l) != strings.TrimSpace(row)
		}
	}
	return true
}

// silence checks that lines of which nothing was drawn say nothing, or are told of
// as copies. Where rows have numbers the jump tells of all others.
func (j *rowJudge) silence(from, to int, must bool) {
	if !must && to < len(j.lines) {
		return
	}
	for n := from; n <= to && !j.lost && j.verbatim; n++ {
		if l := j.lines[n-1]; says(l) && !j.copied(n) {
			j.find("gaps-counted", "gap-unmarked", "line %d, %q, is missing and nothing says so", n, clip(l))
			return
		}
	}
}

// row takes a row that says its line, or from which line to which it flows.
func (j *rowJudge) row(n, to int, text string) {
	if n < 1 || to > len(j.lines) || n < j.last {
		j.find(rowsKept, "number", "%d:%q: the content has %d lines, the row before has number %d", n, clip(text), len(j.lines), j.last)
		return
	}
	j.shown[n-1] = true
	from := 0
	if n == j.last {
		from = j.end
	}
	j.last, j.end, j.next = n, 0, n+1
	for k := n + 1; k <= to; k++ {
		j.shown[k-1], j.last, j.next = says(j.lines[k-1]), k, k+1
	}
	if !j.verbatim {
		return
	}
	if to > n {
		if whole := strings.Join(j.lines[n-1:to], " "); !sameWords(j.bare(text), whole) {
			j.find(rowsKept, "flowed", "the row %d-%d:%q is not what these lines say: %q", n, to, text, whole)
		}
		return
	}
	line := plainBlanks(j.lines[n-1])
	j.at = n
	if end, ok := j.stands(text, line, from); ok {
		j.end = end
		return
	}
	class := fault(j.bare(text), j.lines[n-1], j.after(n))
	if class == lineEndGone {
		j.flows(text, n)
	}
	j.find(rowsKept, class, "the row %d:%q is not what line %d says: %q", n, text, n, j.lines[n-1])
}

// flows goes on behind a row that says several lines, the first of which is n.
func (j *rowJudge) flows(text string, n int) {
	rest, first := plainBlanks(j.bare(text)), n
	j.at = n
	for ; n <= len(j.lines) && rest != ""; n++ {
		j.shown[n-1] = says(j.lines[n-1])
		rest = strings.TrimLeft(strings.TrimPrefix(rest, plainBlanks(j.lines[n-1])), " ")
		j.last, j.next = n, n+1
	}
	j.copiesOf(text, first, n-1)
}

// copiesOf takes the marks of copies in a row that flows some lines.
func (j *rowJudge) copiesOf(text string, from, to int) {
	for _, m := range copiesOf.FindAllStringSubmatchIndex(text, -1) {
		j.copy(text, plainLines(j.lines[from-1:to]), m)
	}
}

func (j *rowJudge) after(n int) []string { return j.lines[n:min(len(j.lines), n+64)] }

// stands reports whether a row is made of its line, with marks of copies or without.
func (j *rowJudge) stands(text, line string, from int) (int, bool) {
	if end, ok := match(pieces(asTheContent(text)), line, from, laxity{}); ok {
		return end, true
	}
	marks := copiesOf.FindAllStringSubmatchIndex(text, -1)
	if marks == nil {
		return 0, false
	}
	end, ok := match(pieces(j.bare(text)), line, from, laxity{})
	if !ok {
		return 0, false
	}
	for _, m := range marks {
		j.copy(text, []string{line}, m)
	}
	return end, true
}

func (j *rowJudge) bare(text string) string {
	return asTheContent(copiesOf.ReplaceAllString(text, ""))
}

// flowed finds the lines from which to which a row without a number flows, 0 for none.
func (j *rowJudge) flowed(text string) (from, to int) {
	const most = 64 // lines
	for n := j.next; n <= min(len(j.lines), j.next+most); n++ {
		if !says(j.lines[n-1]) {
			continue
		}
		for m := n; m <= min(len(j.lines), n+most); m++ {
			if sameWords(j.bare(text), strings.Join(j.lines[n-1:m], " ")) {
				return n, m
			}
		}
	}
	return 0, 0
}

// sameWords reports whether each piece of a row says what its lines say, in their order,
// but for blanks and punctuation.
func sameWords(row, lines string) bool {
	rest := bareWords(lines)
	for piece := range strings.SplitSeq(row, "…") {
		p := bareWords(piece)
		at := strings.Index(rest, p)
		if at < 0 {
			return false
		}
		rest = rest[at+len(p):]
	}
	return true
}

// unnumbered takes a row whose line follows from what stands before it.
func (j *rowJudge) unnumbered(text string) {
	if j.lost || !j.verbatim {
		return
	}
	if text == "" {
		if j.next <= len(j.lines) && !says(j.lines[j.next-1]) {
			j.next++
		}
		return
	}
	at := 0
	for n := j.next; n <= len(j.lines); n++ {
		if text == j.lines[n-1] && !j.copiedAsItStands(n) {
			at = n
			break
		}
		if j.at = n; at == 0 || !j.copied(n) {
			if _, ok := j.stands(text, plainBlanks(j.lines[n-1]), 0); ok && (says(j.lines[n-1]) || !strings.Contains(text, "…")) {
				at = n // what is cut is a line that says something
			}
		}
		if at > 0 && (!j.copied(at) || says(j.lines[n-1]) && !j.copied(n)) {
			break // a line that a mark of copies speaks for is not the one, if there is another
		}
		if strings.HasPrefix(text, plainBlanks(j.lines[n-1])) && says(j.lines[n-1]) && fault(j.bare(text), j.lines[n-1], j.after(n)) == lineEndGone {
			j.silence(j.next, n-1, true)
			j.flows(text, n)
			return
		}
		if says(j.lines[n-1]) && !j.copied(n) && n > j.next+200 {
			break
		}
	}
	if at == 0 {
		if !says(text) {
			return // a rule, a dash: which of them it is, is all the same
		}
		if n, to := j.flowed(text); n > 0 {
			j.silence(j.next, n-1, true)
			j.copiesOf(text, n, to)
			for k := n; k <= to; k++ {
				j.shown[k-1] = says(j.lines[k-1]) // a blank line may count as drawn or not
			}
			j.last, j.next = to, to+1
			return
		}
		j.lost = true
		n := min(j.next, len(j.lines))
		class := fault(j.bare(text), j.lines[n-1], j.after(n))
		if j.last > 0 {
			if c := fault(j.bare(text), j.lines[j.last-1], nil); c != "not-in-line" && class == "not-in-line" || strings.HasPrefix(c, "start") {
				class, n = c, j.last
			}
		}
		j.find(rowsKept, class, "the row %q is not what line %d or a later one says: %q", text, n, j.lines[n-1])
		return
	}
	j.silence(j.next, at-1, true)
	j.shown[at-1] = true
	j.last, j.next = at, at+1
}

// count holds what the notice says against the rows.
func (j *rowJudge) count(p *page) {
	if !j.verbatim && p.total == len(j.lines) {
		return
	}
	if p.total != len(j.lines) {
		j.find("gaps-counted", "total", "the notice says %d lines, the content has %d", p.total, len(j.lines))
		return
	}
	drawn, blank, copies := 0, 0, 0
	for i, on := range j.shown {
		switch {
		case on:
			drawn++
		case !says(j.lines[i]):
			blank++
		}
	}
	for _, c := range j.copies {
		copies += c.count * 64 // a copy has as many lines as its row
	}
	if most := len(j.lines) - drawn; p.omitted > most || p.omitted < most-blank-copies {
		j.find("gaps-counted", "omitted", "the notice says %d of %d lines omitted; %d lines are drawn, %d blank", p.omitted, p.total, drawn, blank)
	}
}

// says reports whether a line holds a letter or digit.
func says(line string) bool {
	return strings.IndexFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

func clip(s string) string {
	if len(s) > 160 {
		return strings.ToValidUTF8(s[:160], "") + "…"
	}
	return s
}
