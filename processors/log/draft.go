package log

import (
	"bytes"
	"math"
	"strconv"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

const (
	pieceBytes = 170   // longest piece of a long line
	wholeBytes = 230   // lines up to this length stay whole
	sections   = 24    // parts of equal length into which a content is divided for coverage
	maxLines   = 24576 // lines that become units; of longer contents the best do
	manyAlike  = 30    // failures of a template from which one stands for the others
	stampWorth = 0.02  // value of a time stamp whose line is no failure
)

// draft is a plan in the making: lines with values, and what else is known of them.
type draft struct {
	req     sdk.Request
	content []byte
	set     rank.Set
	b       *sdk.Builder
	table   bool // lines are rows under a header
	partial bool // not all lines were read
	spans   []lines.Span
	lines   []lines.Line
	extra   []extra
	units   []int // handle of the first unit of each line, -1
	failing int
	terms   []string // words that were searched for
	pool    []int    // room for needs
	mores   []more   // room for what few lines have
	handles []int    // units that the line at hand needs
	name    []byte   // scratch
	classes map[string]string
}

// need lets line i bring line n.
func (d *draft) need(i, n int) {
	const usual, chunk = 2, 1024 // needs of a line, and how many are allocated at once
	x := &d.extra[i]
	if x.needs == nil {
		if cap(d.pool)-len(d.pool) < usual {
			d.pool = make([]int, 0, chunk)
		}
		at := len(d.pool)
		d.pool = d.pool[:at+usual]
		x.needs = d.pool[at : at : at+usual]
	}
	x.needs = append(x.needs, n)
}

// extra is what the plan of a line needs beyond its value.
type extra struct {
	key    string // instead of the template
	class  string // instead of the coarse shape
	needs  []int  // lines before it that must be shown with it
	more   *more  // nil for most lines, see draft.more
	soft   bool   // its key diminishes mildly
	hidden bool   // says nothing, or is a copy
}

// more is what few lines have beyond that.
type more struct {
	copies []sdk.Span
	holes  []lines.Span // parts of the line that say little
	cut    int          // a byte of the content at which the line is parted, 0: nowhere
	rest   float64      // value of what stands behind the cut
	hole   [1]lines.Span
}

// noMore is that of the other lines.
var noMore more

// more is what line i has beyond others, to be written to.
func (d *draft) more(i int) *more {
	const chunk = 64 // that are allocated at once
	if x := &d.extra[i]; x.more == nil {
		if len(d.mores) == 0 {
			d.mores = make([]more, chunk)
		}
		x.more, d.mores = &d.mores[0], d.mores[1:]
	}
	return d.extra[i].more
}

// known is what the line has beyond others, to be read.
func (x *extra) known() *more {
	if x.more == nil {
		return &noMore
	}
	return x.more
}

func newDraft(req sdk.Request) *draft {
	d := &draft{req: req, content: req.Content, set: rank.ParseSet(req.Options[rank.AblateOption]), b: sdk.NewBuilder(req), classes: map[string]string{}}
	d.spans, d.partial = splitLines(req.Content)
	return d
}

func (d *draft) empty() bool { return d.lines == nil }

// evaluate values the lines; delim parts the cells of a table, 0 for plain lines.
func (d *draft) evaluate(delim byte) {
	d.lines = lines.Evaluate(d.content, d.spans, lines.Options{Delim: delim, Stamps: delim == 0, Position: true, Rows: d.table, Rules: d.set})
	d.extra = make([]extra, len(d.lines))
}

// text is a line without its common prefix and without blanks at its ends.
func (d *draft) text(i int) []byte { return bytes.TrimSpace(d.lines[i].Text(d.content)) }

// plan adds the units of all lines and ranks them.
func (d *draft) plan() sdk.Plan {
	d.atLeastOne()
	keep := d.best()
	if keep != nil || d.partial {
		d.b.Partial()
	}
	d.units = make([]int, len(d.lines))
	for i := range d.lines {
		d.units[i] = -1
		if keep == nil || keep[i] {
			d.addLine(i)
		}
		if d.lines[i].Failing() {
			d.failing++
		}
	}
	d.b.Summary("%d lines, %d with failures", len(d.lines), d.failing)
	return d.b.Plan()
}

// atLeastOne gives lines without words a value where no line has one.
func (d *draft) atLeastOne() {
	for i := range d.lines {
		if d.lines[i].Value > 0 {
			return
		}
	}
	for i := range d.lines {
		d.lines[i].Value = 0.01
	}
}

// candidates is how many lines become units: of a ranking that stops at twice
// MaxTokens, far fewer can be reached, and ranking costs more than reading.
func (d *draft) candidates() int {
	if d.req.MaxTokens <= 0 {
		return maxLines
	}
	return min(maxLines, 1536+d.req.MaxTokens/4)
}

// best chooses the lines that become units where there are many: by value, less
// for each better line of the same template, and with them what they need. nil
// means all.
func (d *draft) best() []bool {
	limit := d.candidates()
	if len(d.lines) <= limit {
		return nil
	}
	// Lines that are worth the same are mixed, so that all parts of a content get
	// their share.
	by := newSorter(len(d.lines))
	order := by.mixed()
	worth, templates := make([]float64, len(d.lines)), 0
	for i := range d.lines {
		worth[i] = d.lines[i].Value
		templates = max(templates, d.lines[i].Template+1)
	}
	order = by.falling(order, worth)
	met := make([]int32, templates)
	for _, i := range order {
		l := &d.lines[i]
		worth[i] = l.Value / math.Sqrt(1+float64(met[l.Template])/8)
		met[l.Template]++
	}
	order = by.falling(order, worth)
	keep := make([]bool, len(d.lines))
	clear(met)
	n := 0
	for _, i := range order {
		// of one template not even a table shows more
		if t := d.lines[i].Template; int(met[t]) < limit/4 && n < limit {
			met[t]++
			n++
			keep[i] = true
			d.keepNeeds(keep, int(i))
		}
	}
	return keep
}

func (d *draft) keepNeeds(keep []bool, i int) {
	for _, n := range d.extra[i].needs {
		if !keep[n] {
			keep[n] = true
			d.keepNeeds(keep, n)
		}
	}
}

// addLine adds the units of one line: its prefix and its text, in pieces where it
// is long. All stand in one row.
func (d *draft) addLine(i int) {
	l, x := &d.lines[i], &d.extra[i]
	m, end := x.known(), l.End
	if x.hidden || len(bytes.TrimSpace(d.content[l.Body:end])) == 0 {
		return
	}
	for end > l.Body && (d.content[end-1] == ' ' || d.content[end-1] == '\t' || d.content[end-1] == '\r') {
		end--
	}
	row := d.b.NewRow()
	var opts options
	opts = opts.with(sdk.InRow(row, ""))
	opts = opts.with(sdk.Section(i * sections / len(d.lines)))
	if d.set.On(ruleClass) {
		opts = opts.with(sdk.Class(d.class(i)))
	}
	d.handles = d.handles[:0]
	for _, n := range x.needs {
		if d.units[n] >= 0 {
			d.handles = append(d.handles, d.units[n])
		}
	}
	if len(d.handles) > 0 {
		opts = opts.with(sdk.Needs(d.handles...))
	}
	name := x.key
	if name == "" {
		name = d.template(l)
	}
	soft := x.soft || x.key == "" && (l.Heading && !l.Serial || d.saysMore(l))
	if end-l.Body > wholeBytes && len(m.holes) == 0 && !(m.cut > l.Body && m.cut < end) && !d.record(l) {
		d.units[i] = d.addPieces(i, end, opts, name, soft)
	} else {
		if soft {
			opts = opts.with(sdk.SoftKey(name))
		} else {
			opts = opts.with(sdk.Key(name))
		}
		switch {
		case len(m.holes) > 0:
			d.units[i] = d.addHoled(i, end, row, opts)
		case m.cut > l.Body && m.cut < end:
			d.units[i] = d.b.Keep(sdk.Span{Start: l.Body, End: m.cut}, l.Value, opts.all()...)
			d.b.Keep(sdk.Span{Start: m.cut, End: end}, m.rest, sdk.InRow(row, ""), sdk.Needs(d.units[i]))
		default:
			if len(m.copies) > 0 {
				opts = opts.with(sdk.Copies(m.copies...))
			}
			d.units[i] = d.b.Keep(sdk.Span{Start: l.Body, End: end}, l.Value, opts.all()...)
		}
	}
	if l.Body > l.Start {
		// a stamp alone says nothing
		d.b.Keep(sdk.Span{Start: l.Start, End: l.Body}, d.stampValue(l), sdk.InRow(row, ""), sdk.Needs(d.units[i]))
	}
}

// record reports whether a line is a record on several lines, which stays whole
// unless it is very long.
func (d *draft) record(l *lines.Line) bool {
	return l.Len() <= 4*wholeBytes && bytes.IndexByte(d.content[l.Start:l.End], '\n') >= 0
}

// saysMore reports whether a failure's line is worth showing beside others of its
// template: they differ in more than numbers, as errors of one code do.
func (d *draft) saysMore(l *lines.Line) bool {
	return d.set.On(ruleFailures) && l.Form && l.Trace == 0 && l.Same == 1 && l.Like <= manyAlike
}

// stampValue is what the time of a line is worth: something for a failure.
func (d *draft) stampValue(l *lines.Line) float64 {
	if l.Failing() && d.set.On(ruleStamp) {
		return stampOfFailure * l.Bad
	}
	return stampWorth
}

const stampOfFailure = 0.08

// template is the key of a line: its template, or a place of its own.
func (d *draft) template(l *lines.Line) string {
	switch {
	case l.Trace > 0:
		return "trace " + strconv.Itoa(l.Trace)
	case l.Odd != "":
		return strconv.Itoa(l.Template) + " odd " + l.Odd
	}
	return strconv.Itoa(l.Template)
}

// class is a coarse shape: indent, first character and severity.
func (d *draft) class(i int) string {
	l := &d.lines[i]
	if c := d.extra[i].class; c != "" {
		return c
	}
	t := d.text(i)
	c := byte('a')
	if len(t) > 0 {
		switch x := t[0]; {
		case x >= '0' && x <= '9':
			c = '9'
		case x >= 'a' && x <= 'z' || x >= 'A' && x <= 'Z' || x >= 0x80:
		default:
			c = x
		}
	}
	d.name = append(strconv.AppendInt(d.name[:0], int64(min(l.Indent, 12)), 10), string(c)...)
	if l.Failing() {
		d.name = append(d.name, '!')
	}
	k, ok := d.classes[string(d.name)]
	if !ok {
		k = string(d.name)
		d.classes[k] = k
	}
	return k
}
