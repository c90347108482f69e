package table

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Rules of this processor, for ablation.
var (
	ruleOdd      = rank.NewRule("odd-cells", "rows with a cell that stands out of its column are worth more")
	ruleTwice    = rank.NewRule("key-twice", "a row with a key that stands twice brings the other")
	ruleFold     = rank.NewRule("equal-rows", "rows that are equal are shown once with their number")
	ruleEnds     = rank.NewRule("table-ends", "the first and the last row of a table are worth more")
	ruleWide     = rank.NewRule("wide-rows", "of a wide row the cells that stand out are shown with their names")
	ruleConstant = rank.NewRule("constant-columns", "what a column says in all rows is said once")
)

const (
	calmWorth   = 0.12 // a row like the others
	wordWorth   = 0.3  // of what the words of a row say on their own
	headWorth   = 1.5
	firstWorth  = 0.7
	lastWorth   = 0.6
	restWorth   = 0.5 // a line outside the table: a title, a total
	rulerWorth  = 0.01
	wholeBytes  = 260 // rows up to this length are shown whole
	longBytes   = 420 // rows with more are shown by cell
	numberBytes = 140 // likewise, where most cells are numbers
	wideColumns = 16  // and where there are more cells than that
	runCells    = 10  // calm cells of a wide row that are one piece
	pieceBytes  = 200
	sections    = 16
	// elided is the share of a row that constant columns must take, in percent, before
	// they are left out of it: below that a row as it stands can be looked for.
	elided = 30
)

// draft is a plan in the making.
type draft struct {
	req   sdk.Request
	t     *table
	m     *marks
	b     *sdk.Builder
	set   rank.Set
	wide  bool
	head  []int // units of the header: one, or one for each run of cells
	short bool  // constant columns are left out of the rows
	fixed []bool
	same  [][]sdk.Span // of a row: later rows that are equal to it
	again []bool       // rows that are among the same of another
	buf   []byte
}

func newDraft(req sdk.Request, t *table, m *marks) *draft {
	d := &draft{req: req, t: t, m: m, b: sdk.NewBuilder(req), set: rank.ParseSet(req.Options[rank.AblateOption])}
	d.wide = d.set.On(ruleWide) && t.wide(m)
	d.fixed = make([]bool, t.columns)
	for _, j := range m.constant {
		d.fixed[j] = true
	}
	return d
}

// wide reports whether rows are too long to be shown whole: they have very many
// bytes, or many cells that are numbers, of which a reader wants those that stand out.
func (t *table) wide(m *marks) bool {
	n := 0
	for i := range t.rows {
		n += t.rows[i].Len()
	}
	n /= max(1, len(t.rows))
	dull := m.numeric + len(m.constant)
	return n > longBytes || t.columns > wideColumns && n > numberBytes && dull*4 >= t.columns*3
}

func (d *draft) plan() sdk.Plan {
	d.elide()
	d.header()
	for _, s := range d.t.rest {
		v := restWorth
		if ruler(d.t.content[s.Start:s.End]) {
			v = rulerWorth
		}
		d.pieces(s, v, "rest", d.b.NewRow())
	}
	for _, rows := range d.t.others {
		d.further(rows)
	}
	units := make([]int, len(d.t.rows))
	d.fold()
	worth := d.worth()
	keep := d.best(worth)
	for i := range d.t.rows {
		units[i] = -1
		if (keep == nil || keep[i]) && !d.again[i] {
			units[i] = d.row(i, worth[i], units)
		}
	}
	if keep != nil {
		d.b.Partial()
	}
	d.b.Summary("%d rows, %d columns", len(d.t.rows), d.t.columns)
	return d.b.Plan()
}

// header adds the names of the columns.
func (d *draft) header() {
	h := &d.t.head
	if len(h.cells) == 0 {
		return
	}
	if !d.wide {
		d.head = []int{d.b.Keep(h.Span, headWorth, sdk.Key("head"))}
		return
	}
	row := d.b.NewRow()
	for _, s := range runs(h, 0, len(h.cells)) {
		d.head = append(d.head, d.b.Keep(s, 0.2, sdk.InRow(row, ""), sdk.Key("head")))
	}
}

// runs are the spans of a row's cells [from,to), some ten in each, with what parts
// them, so that the spans touch.
func runs(r *row, from, to int) []sdk.Span {
	var out []sdk.Span
	for j := from; j < to; j += runCells {
		end := min(j+runCells, to)
		s := sdk.Span{Start: r.cells[j].Start, End: r.cells[end-1].End}
		if j == 0 {
			s.Start = r.Start
		}
		if end < len(r.cells) {
			s.End = r.cells[end].Start
		} else {
			s.End = r.End
		}
		out = append(out, s)
	}
	return out
}

// fold finds rows that are equal to an earlier one: that one is shown for all.
func (d *draft) fold() {
	n := len(d.t.rows)
	d.same, d.again = make([][]sdk.Span, n), make([]bool, n)
	if d.wide || !d.set.On(ruleFold) {
		return
	}
	first := map[string]int{}
	for i := range d.t.rows {
		r := &d.t.rows[i]
		if r.Len() > wholeBytes {
			continue
		}
		text := string(d.t.content[r.Start:r.End])
		if f, ok := first[text]; ok {
			d.same[f] = append(d.same[f], r.Span)
			d.again[i] = true
			d.m.rows[f] = append(d.m.rows[f], d.m.rows[i]...)
			continue
		}
		first[text] = i
	}
}

// plain values the rows as lines are, by severities and rare words, nil where they are
// shown by cell.
func (d *draft) plain() []lines.Line {
	if d.wide {
		return nil
	}
	spans := make([]lines.Span, len(d.t.rows))
	for i := range d.t.rows {
		spans[i] = lines.Span(d.t.rows[i].Span)
	}
	return lines.Evaluate(d.t.content, spans, lines.Options{Delim: d.t.delim, Rows: true, Rules: d.set})
}

// worth values the rows: what stands out most counts, the rest of it a little.
func (d *draft) worth() []float64 {
	n := len(d.t.rows)
	out := make([]float64, n)
	plain := d.plain()
	for i := range out {
		v := calmWorth
		if plain != nil {
			v += wordWorth * plain[i].Value
		}
		if d.set.On(ruleOdd) {
			best, sum := 0.0, 0.0
			for _, k := range d.m.rows[i] {
				best, sum = max(best, k.worth), sum+k.worth
			}
			v += 2 * (best + 0.25*(sum-best))
		}
		if d.set.On(ruleEnds) {
			switch i {
			case 0:
				v += firstWorth
			case n - 1:
				v += lastWorth
			}
		}
		out[i] = v
	}
	return out
}

// best chooses the rows that become units where there are very many, nil: all. What
// stands out comes first, calm rows at equal distances after it.
func (d *draft) best(worth []float64) []bool {
	limit := 24576
	if d.req.MaxTokens > 0 {
		limit = min(limit, 2048+d.req.MaxTokens/3)
	}
	n := len(worth)
	if n <= limit {
		return nil
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	keep := make([]bool, n)
	for _, i := range order[:limit/2] {
		keep[i] = true
		if p := d.m.partner[i]; p >= 0 {
			keep[p] = true
		}
	}
	for k := range limit / 2 {
		keep[k*n/(limit/2)] = true
	}
	return keep
}

// row adds the units of one row and returns the first.
func (d *draft) row(i int, worth float64, units []int) int {
	r := &d.t.rows[i]
	opts := []sdk.UnitOption{sdk.Section(i * sections / len(d.t.rows)), sdk.Key(d.key(i))}
	if p := d.m.partner[i]; p >= 0 && p != i && units[p] >= 0 && d.set.On(ruleTwice) {
		opts = append(opts, sdk.Needs(units[p]))
	}
	if d.wide {
		return d.wideRow(i, worth, opts)
	}
	if len(d.head) > 0 {
		opts = append(opts, sdk.Needs(d.head...))
	}
	if len(d.same[i]) > 0 {
		opts = append(opts, sdk.Copies(d.same[i]...))
	}
	switch {
	case r.Len() > 2*longBytes:
		row := d.b.NewRow()
		first := d.b.Keep(lines1(d.t.content, r.Span), worth, append(opts, sdk.InRow(row, ""))...)
		d.more(r.Span, first, row)
		return first
	case d.short && single(d.t.content, r.Span) && len(r.cells) == d.t.columns:
		return d.b.Show(r.Span, d.shortened(r), worth, opts...)
	}
	return d.b.Keep(r.Span, worth, opts...)
}

// lines1 is the first piece of a long span.
func lines1(content []byte, s sdk.Span) sdk.Span {
	p := lines.Chunks(content[s.Start:s.End], pieceBytes)
	return sdk.Span{Start: s.Start + p[0].Start, End: s.Start + p[0].End}
}

// more adds what is left of a long span behind its first piece.
func (d *draft) more(s sdk.Span, first, row int) {
	for k, p := range lines.Chunks(d.t.content[s.Start:s.End], pieceBytes) {
		if k > 0 {
			d.b.Keep(sdk.Span{Start: s.Start + p.Start, End: s.Start + p.End}, 0.05, sdk.InRow(row, ""), sdk.Needs(first), sdk.Key("more"))
		}
	}
}

// pieces adds a span that is no row.
func (d *draft) pieces(s sdk.Span, worth float64, key string, row int) {
	first := d.b.Keep(lines1(d.t.content, s), worth, sdk.InRow(row, ""), sdk.Key(key))
	d.more(s, first, row)
}

// key is what rows diminish by: the reason for which they stand out, or that they
// differ in numbers alone.
func (d *draft) key(i int) string {
	best, why := 0.0, ""
	for _, k := range d.m.rows[i] {
		if k.worth > best {
			best, why = k.worth, k.why
		}
	}
	if why != "" {
		return why
	}
	r := &d.t.rows[i]
	d.buf = lines.Mask(d.buf[:0], lines.Clip(d.t.content[r.Start:r.End], wholeBytes))
	return "calm " + string(d.buf)
}

// elide decides whether columns that never change are left out of the rows, and
// says then what they hold.
func (d *draft) elide() {
	if d.wide || d.t.form != delimited || len(d.m.constant) == 0 || len(d.t.head.cells) != d.t.columns || !d.set.On(ruleConstant) {
		return
	}
	first := &d.t.rows[0]
	constant := 0
	for _, j := range d.m.constant {
		constant += len(d.t.cell(first, j))
	}
	all := 0
	for i := range d.t.rows {
		all += d.t.rows[i].Len()
	}
	if constant*len(d.t.rows)*100 < all*elided {
		return
	}
	d.short = true
	var parts []string
	for _, j := range d.m.constant {
		if c := d.t.cell(first, j); len(c) > 0 && single(d.t.content, first.cells[j]) {
			parts = append(parts, string(d.t.name(j))+" is "+string(lines.Clip(c, 40)))
		}
	}
	d.b.Note("in all " + strconv.Itoa(len(d.t.rows)) + " rows: " + strings.Join(parts, ", "))
}

// shortened is a row with a mark in the cells that never change.
func (d *draft) shortened(r *row) string {
	var b bytes.Buffer
	at := r.Start
	for j, c := range r.cells {
		if d.fixed[j] {
			b.Write(d.t.content[at:c.Start])
			if c.End > c.Start {
				b.WriteString("…")
			}
			at = c.End
		}
	}
	b.Write(d.t.content[at:r.End])
	return b.String()
}
