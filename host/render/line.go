package render

import (
	"bytes"
	"sort"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
)

// ellipsis marks a gap inside a row.
const ellipsis = "…"

// line is one output line of a row.
type line struct {
	at   int // the byte of the content at which it begins
	end  int // where what it shows ends: texts may flow lines of the content into one
	text string
}

// lines draws a row. In plain content the bytes themselves say where something is
// missing, so that no row joins what a gap or a line end parts, whatever a plan
// claims; in markup the parts of the row do. shown are all units that are drawn.
func (p *Page) lines(r row, shown []int) []line {
	d := rowDrawer{page: p, row: r, shown: shown, list: r.group >= 0 && p.isList(r)}
	for k, i := range r.units {
		if k == 0 {
			d.begin(i)
		} else {
			d.join(r.units[k-1], i)
		}
		d.unit(i)
	}
	d.end()
	return d.out
}

// isList reports whether a row lists things, each with what joins it to the one
// before, and is no clipped text: one mark at its end speaks for all that it lacks.
func (p *Page) isList(r row) bool {
	for _, i := range r.units {
		if u := &p.plan.Units[i]; u.Sep != "" || u.Text != "" && !p.markup {
			return true
		}
	}
	return false
}

// rowDrawer draws one row.
type rowDrawer struct {
	page  *Page
	row   row
	shown []int
	list  bool // gaps get one mark at the end
	lacks bool // a gap of a list was seen
	at    int
	to    int // where what was written ends
	b     strings.Builder
	out   []line
}

func (d *rowDrawer) of(i int) *sdk.Unit { return &d.page.plan.Units[i] }

// begin opens the row's first line. What stands before it on the line of the content
// is missing unless the unit before shows it.
func (d *rowDrawer) begin(i int) {
	u := d.of(i)
	d.at = u.Span.Start
	if d.page.markup {
		parted := u.Part > 0 && (d.row.group < 0 || u.Sep == "") || d.page.withinLeaf(u, u.Span.Start)
		if parted {
			d.gap([]byte(u.Sep))
		}
		if !parted || d.list {
			d.b.WriteString(d.page.cutMark(u.Span.Start))
		}
		return
	}
	start, from := u.Span.Start, d.page.shownBefore(d.shown, i)
	switch before := d.page.content[from:start]; {
	case says(before):
		d.gap(nil)
	case u.Text == "" && len(before) <= maxDelimiter && !d.list && len(bytes.TrimSpace(before)) > 0:
		d.b.Write(before) // a mark of quotation, say
	}
}

// join writes what stands between two units of the row: a mark, a line end, or what
// joins them.
func (d *rowDrawer) join(before, i int) {
	u, last := d.of(i), d.of(before)
	gap := d.page.content[last.Span.End:max(u.Span.Start, last.Span.End)]
	if d.page.markup {
		d.joinMarkup(last, u, gap)
		return
	}
	if k := bytes.IndexByte(gap, '\n'); k >= 0 && !d.list {
		d.mark(says(gap[:k]), gap[:min(k, 1)])
		d.flush(u.Span.Start)
		if says(gap[bytes.LastIndexByte(gap, '\n')+1:]) {
			d.b.WriteString(ellipsis)
		}
		return
	}
	switch {
	case says(gap):
		d.gap(gap)
		if d.list {
			d.b.WriteString(u.Sep)
		}
	case u.Sep != "" && delimits(gap):
		d.b.WriteString(u.Sep)
	case len(gap) <= maxDelimiter:
		d.b.Write(gap)
	case len(bytes.TrimSpace(gap)) == 0:
		d.b.WriteByte(' ')
	default:
		d.gap(gap)
	}
}

// maxDelimiter is how many bytes without letters and digits between two units are
// drawn as they are; of longer blanks, which align, one stays, and a rule has a mark.
const maxDelimiter = 16

// joinMarkup writes a mark where a part of the row is missing.
func (d *rowDrawer) joinMarkup(last, u *sdk.Unit, gap []byte) {
	if u.Part <= last.Part+1 || d.list && u.Sep != "" {
		if len(gap) > 0 {
			d.b.WriteString(d.page.cutMark(last.Span.End) + u.Sep + d.page.cutMark(u.Span.Start))
			return
		}
		if u.Sep == "" && parts(gap) {
			d.b.WriteByte(' ')
		}
		d.b.WriteString(u.Sep)
		return
	}
	d.mark(true, []byte(u.Sep))
	if u.Sep != "" {
		d.b.WriteByte(' ')
	}
}

// parts reports whether bytes of markup hold a blank, or an escape that stands for one,
// beside which two words are not one. The blanks of a tag part none.
func parts(gap []byte) bool {
	if bytes.IndexByte(gap, '<') >= 0 {
		return false
	}
	for i, c := range gap {
		if c == ' ' || c == '\t' || c == '\n' || i > 0 && gap[i-1] == '\\' && (c == 'n' || c == 'r' || c == 't') {
			return true
		}
	}
	return false
}

// gap marks a gap inside a line, with the blanks that part it from its neighbours.
func (d *rowDrawer) gap(gap []byte) {
	if d.list {
		d.lacks = true
		return
	}
	d.mark(true, gap[:min(len(gap), 1)])
	if n := len(gap); n > 0 && isBlank(gap[n-1]) {
		d.b.WriteByte(' ')
	}
}

// mark writes the mark of a gap that begins with the given bytes, where there is one.
func (d *rowDrawer) mark(missing bool, begin []byte) {
	if !missing {
		return
	}
	if d.b.Len() > 0 && len(begin) > 0 && isBlank(begin[0]) {
		d.b.WriteByte(' ')
	}
	d.b.WriteString(ellipsis)
}

// unit writes what a unit shows and how often it stands again.
func (d *rowDrawer) unit(i int) {
	u, at := d.of(i), 0
	text := d.page.text(i)
	if u.Text == "" {
		for {
			k := bytes.IndexByte(text[at:], '\n')
			if k < 0 {
				break
			}
			d.b.Write(escapeRepeats(text[at : at+k]))
			d.to = u.Span.Start + at + k
			at += k + 1
			d.flush(u.Span.Start + at)
		}
	}
	d.b.Write(escapeRepeats(text[at:]))
	d.to = u.Span.End
	d.b.WriteString(d.page.copies(u))
}

// end closes the row: what follows its last unit on the line is missing unless the
// next unit shows it.
func (d *rowDrawer) end() {
	i := d.row.units[len(d.row.units)-1]
	u := d.of(i)
	behind := d.page.content[u.Span.End:d.page.shownBehind(d.shown, i)]
	plain := !d.page.markup && says(behind)
	missing := plain || d.page.markup && (d.page.cutMark(u.Span.End) != "" || d.row.group < 0 && u.Parts > u.Part+1 || d.page.withinLeaf(u, u.Span.End))
	if !d.page.markup && !missing && u.Text == "" && len(behind) <= maxDelimiter && !d.list {
		d.b.Write(behind)
	}
	if d.row.group >= 0 && (d.list || d.page.markup) {
		missing = missing || d.lacks || u.Parts > len(d.row.units) && !d.page.shared[u.Row]
		d.mark(missing, []byte(" "))
	} else {
		d.mark(missing, append([]byte(u.Sep), d.page.content[u.Span.End:min(u.Span.End+1, len(d.page.content))]...))
	}
	d.flush(u.Span.End)
}

// flush ends a line; the next one begins at byte `at` of the content.
func (d *rowDrawer) flush(at int) {
	d.out = append(d.out, line{d.at, max(d.at+1, d.to), strings.TrimRight(d.b.String(), " \t\r")})
	d.b.Reset()
	d.at = at
}

// shownBefore is where what no shown unit shows begins before unit i on its line.
func (p *Page) shownBefore(shown []int, i int) int {
	start := p.plan.Units[i].Span.Start
	from := p.starts[p.line(start)]
	if k := sort.SearchInts(shown, i); k > 0 {
		from = max(from, p.plan.Units[shown[k-1]].Span.End)
	}
	return min(from, start)
}

// shownBehind is where what no shown unit shows ends behind unit i on its line.
func (p *Page) shownBehind(shown []int, i int) int {
	end := p.plan.Units[i].Span.End
	to := p.lineEnd(p.line(end - 1))
	if k := sort.SearchInts(shown, i); k+1 < len(shown) {
		to = min(to, p.plan.Units[shown[k+1]].Span.Start)
	}
	return max(end, to)
}

// withinLeaf reports whether an edge of an item's unit lies within a string of which the
// unit shows a piece. Strings begin and end at quotes, and their lines at line ends; a
// unit that is no piece of one stands between the marks of its record.
func (p *Page) withinLeaf(u *sdk.Unit, at int) bool {
	if u.Group < 0 {
		return false
	}
	between := "[]{},:"
	if p.plan.Groups[u.Group].Unit == "lines" {
		between = ""
	}
	if at == u.Span.Start {
		rest := bytes.TrimRight(p.content[:at], " ")
		n := len(rest)
		return n > 0 && p.content[at] != '"' && rest[n-1] != '"' && rest[n-1] != '\n' && strings.IndexByte(between, rest[n-1]) < 0 &&
			!(n > 1 && rest[n-2] == '\\' && strings.IndexByte("nrt", rest[n-1]) >= 0)
	}
	rest := bytes.TrimLeft(p.content[at:], " ")
	return len(rest) > 0 && p.content[at-1] != '"' && rest[0] != '"' && rest[0] != '\n' && strings.IndexByte(between, rest[0]) < 0 &&
		!(len(rest) > 1 && rest[0] == '\\' && strings.IndexByte("nrt", rest[1]) >= 0)
}

// delimits reports whether bytes are of those that part cells and fields, which a
// separator may stand for.
func delimits(b []byte) bool {
	for _, c := range b {
		switch c {
		case ' ', '\t', ',', ';', '|', '"', '\'':
		default:
			return false
		}
	}
	return true
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
