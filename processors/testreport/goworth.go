package testreport

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// goDraft is a plan of go test -json in the making. Slices go by event.
type goDraft struct {
	r     *goReport
	b     *sdk.Builder
	set   rank.Set
	value []float64
	title []int    // the event that names the failed test, from 1; 0: none
	key   []string // events of one key say similar things
	count map[string]int
	read  int // lines of failed tests so far
}

// values values all outputs, test by test.
func (d *goDraft) values() {
	d.count = map[string]int{}
	slow := d.r.slow()
	for _, key := range d.r.order {
		t := d.r.tests[key]
		how := d.r.ended(key)
		if key[1] != "" {
			d.count[cmp.Or(t.action, how, "run")]++
		}
		switch {
		case (how == "fail" || how == "build-fail") && d.set.On(ruleFailed):
			d.failed(key, t)
		case how == "skip" && d.set.On(ruleSkipped) && key[1] != "":
			d.skipped(t)
		default:
			d.passed(t, slow[key] && d.set.On(ruleSlow))
		}
	}
}

// step reports whether an output only says that a test begins or goes on.
func step(t string) bool { return strings.HasPrefix(t, "=== ") }

// failed values what a failed test or package says.
func (d *goDraft) failed(key [2]string, t *test) {
	var at []int
	var texts []string
	title := -1
	for _, i := range t.output {
		e := &d.r.events[i]
		switch {
		case blank(e.text):
		case step(e.text) || e.text == "FAIL" || strings.HasPrefix(e.text, "exit status"):
			d.value[i], d.key[i] = stepWorth, "step"
		case strings.HasPrefix(e.text, "--- FAIL: "):
			d.value[i], d.key[i] = titleWorth, "title"
			if t.failed {
				d.value[i] = parentWorth
			}
			title = i
		case strings.HasPrefix(e.text, "FAIL\t"):
			d.value[i], d.key[i] = packageWorth, "package"
		case strings.HasPrefix(e.text, "coverage:"):
			d.value[i], d.key[i] = quietWorth, "coverage"
		case d.read < most:
			d.read++
			at, texts = append(at, i), append(texts, e.text)
		default:
			d.value[i], d.key[i] = quietWorth, "more"
		}
	}
	for k, l := range read(texts, d.set) {
		i := at[k]
		d.title[i] = title + 1
		d.key[i] = mask(l.text)
		switch {
		case l.frame:
			d.value[i] = l.worth
		case d.r.events[i].action == "build-output" && !strings.HasPrefix(l.text, "#"):
			d.value[i] = buildWorth + l.worth
		case key[1] == "":
			d.value[i] = outputWorth/math.Sqrt(1+float64(k)) + l.worth
		default:
			d.value[i] = outputWorth/(1+0.1*float64(k)) + l.worth
			if strings.Contains(l.text, "_test.go:") {
				d.value[i] += messageWorth - 2*outputWorth
			}
			if t.failed {
				d.value[i] *= 0.4
			}
		}
	}
}

// skipped values a test that did not run, and why.
func (d *goDraft) skipped(t *test) {
	for _, i := range t.output {
		switch e := &d.r.events[i]; {
		case blank(e.text), step(e.text):
			d.value[i], d.key[i] = stepWorth, "step"
		case strings.HasPrefix(e.text, "--- SKIP"):
			d.value[i], d.key[i] = skipTitle, "skip"
		default:
			d.value[i], d.key[i] = skipWorth, "reason "+mask(e.text)
		}
	}
}

// passed values what all others say: a package says that it passed.
func (d *goDraft) passed(t *test, slow bool) {
	for _, i := range t.output {
		e := &d.r.events[i]
		d.value[i], d.key[i] = quietWorth, mask(e.text)
		switch {
		case blank(e.text), step(e.text), e.text == "PASS":
			d.value[i] = stepWorth
		case strings.HasPrefix(e.text, "--- PASS"):
			d.value[i] = passWorth
			if slow {
				d.value[i], d.key[i] = slowWorth, "slow"
			}
		case strings.HasPrefix(e.text, "ok  \t"), strings.HasPrefix(e.text, "?   \t"), strings.HasPrefix(e.text, "ok "):
			d.value[i], d.key[i] = passedWorth, "ok"
		case t.name == "" && lines.Scan([]byte(e.text)).Failing():
			d.value[i] = outputWorth // a package that passes may still say something bad
		}
	}
}

// units is how many outputs of a report become units.
const units = 24576

// keep chooses the outputs that become units where there are very many.
func (d *goDraft) keep() []bool {
	keep := make([]bool, len(d.value))
	var order []int
	for i := range d.value {
		if d.value[i] > 0 && d.r.events[i].output.Len() > 0 {
			order = append(order, i)
		}
	}
	if len(order) > units {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.value[b], d.value[a]) })
		order = order[:units]
	}
	for _, i := range order {
		keep[i] = true
		if t := d.title[i]; t > 0 {
			keep[t-1] = true
		}
	}
	return keep
}

// plan adds the outputs. What a failed test says brings the line that names it,
// which stands behind it.
func (d *goDraft) plan() sdk.Plan {
	keep := d.keep()
	handle := make([]int, len(d.value))
	for i := range handle {
		handle[i] = -1
		if keep[i] && d.title[i] == 0 {
			handle[i] = d.add(i)
		}
	}
	for i := range handle {
		if t := d.title[i]; keep[i] && t > 0 {
			if handle[t-1] >= 0 {
				handle[i] = d.add(i, sdk.Needs(handle[t-1]))
			} else {
				handle[i] = d.add(i)
			}
		}
	}
	for _, s := range d.r.stray {
		v := quietWorth
		l := lines.Scan(lines.Clip(d.r.content[s.Start:s.End], 600))
		if l.Failing() {
			v = outputWorth
		}
		addLong(d.b, d.r.content, s, v, "stray")
	}
	d.b.Partial() // times and the names of members are not shown
	d.b.Summary("%d tests failed, %d passed, %d skipped", d.count["fail"], d.count["pass"], d.count["skip"])
	return d.b.Plan()
}

func (d *goDraft) add(i int, opts ...sdk.UnitOption) int {
	e := &d.r.events[i]
	key := sdk.Key(d.key[i])
	if d.key[i] == "title" || d.key[i] == "package" || d.key[i] == "ok" || d.key[i] == "skip" {
		key = sdk.SoftKey(d.key[i])
	}
	opts = append(opts, key)
	if len(e.text) > 2*pieceBytes || e.text == "" {
		return addLong(d.b, d.r.content, e.output, d.value[i], d.key[i], opts...)
	}
	return d.b.Show(e.output, e.text, d.value[i], opts...)
}

// addLong shows a span as it stands, in pieces of one row, and returns the first.
func addLong(b *sdk.Builder, content []byte, s sdk.Span, worth float64, key string, opts ...sdk.UnitOption) int {
	row := b.NewRow()
	first := -1
	for k, c := range lines.Chunks(content[s.Start:s.End], pieceBytes) {
		piece := sdk.Span{Start: s.Start + c.Start, End: s.Start + c.End}
		if k == 0 {
			first = b.Keep(piece, worth, append(opts[:len(opts):len(opts)], sdk.InRow(row, ""), sdk.Key(key))...)
			continue
		}
		b.Keep(piece, 0.1*worth, sdk.InRow(row, ""), sdk.Needs(first), sdk.Key("more"))
	}
	return first
}
