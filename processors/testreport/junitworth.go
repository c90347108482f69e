package testreport

import (
	"bytes"
	"math"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// junitDraft is a plan of JUnit XML in the making.
type junitDraft struct {
	j                       *junit
	b                       *sdk.Builder
	set                     rank.Set
	slow                    map[*node]bool
	added                   int
	read                    int // lines of failed tests so far
	failed, skipped, passed int
}

func (d *junitDraft) plan() sdk.Plan {
	if d.added >= units || d.j.cut {
		d.b.Partial()
	}
	d.b.Summary("%d tests failed, %d passed, %d skipped", d.failed, d.passed, d.skipped)
	return d.b.Plan()
}

// element adds an element and what stands in it.
func (d *junitDraft) element(n *node) {
	switch n.name {
	case "testsuites", "testsuite":
		d.suite(n)
		for _, c := range n.children {
			d.element(c)
		}
	case "testcase":
		d.test(n)
	case "properties":
		d.properties(n)
	case "system-out", "system-err":
		v := 0.1
		if n.parent.failed {
			v = outputWorth / 2
		}
		d.say(n, v, nil, map[string]bool{}, false)
	default:
		d.say(n, 0.3, nil, map[string]bool{}, false)
	}
}

// counts are the attributes of a suite that a reader needs, and their share of the
// suite's worth. Of counts that are 0 a tenth is left.
var counts = map[string]float64{"name": 0.7, "failures": 1, "errors": 1, "tests": 0.6, "skipped": 0.5, "disabled": 0.2, "assertions": 0.2, "time": 0.3}

// suite adds the attributes of a suite, in one row.
func (d *junitDraft) suite(n *node) {
	v := passedWorth * 0.5
	switch {
	case n.name == "testsuites" || n.parent == d.j.root:
		v = totalWorth
	case n.failed && d.set.On(ruleFailed):
		v = packageWorth
	}
	row := d.b.NewRow()
	for _, a := range n.attrs {
		worth := stepWorth
		if share := counts[a.name]; share > 0 {
			worth = v * share
			if a.name != "name" && len(bytes.Trim(d.j.content[a.value.Start:a.value.End], "0.")) == 0 {
				worth *= 0.1
			}
		}
		d.show(a.span, worth, sdk.InRow(row, " "), sdk.SoftKey("suite "+a.name))
	}
}

// show adds a span, decoded where it holds entities.
func (d *junitDraft) show(s sdk.Span, worth float64, opts ...sdk.UnitOption) int {
	d.added++
	raw := string(d.j.content[s.Start:s.End])
	if strings.IndexByte(raw, '&') < 0 && strings.IndexFunc(raw, control) < 0 {
		return d.b.Keep(s, worth, opts...)
	}
	p := d.j.split(s, false, false)
	text := make([]string, 0, len(p))
	for _, l := range p {
		text = append(text, l.text)
	}
	if t := strings.Join(text, " "); t != "" {
		return d.b.Show(s, t, worth, opts...)
	}
	return d.b.Keep(s, worth, opts...)
}

// test adds a test: its names in one row, then what it says.
func (d *junitDraft) test(n *node) {
	worth, key := passWorth, "pass"
	switch {
	case n.failed:
		d.failed++
		if d.set.On(ruleFailed) {
			worth, key = titleWorth, "title"
		}
	case n.skipped:
		d.skipped++
		if d.set.On(ruleSkipped) {
			worth, key = skipTitle, "skip"
		}
	default:
		d.passed++
		if d.slow[n] && d.set.On(ruleSlow) {
			worth, key = slowWorth, "slow"
		}
	}
	if d.added >= units && worth == passWorth {
		return
	}
	title := d.title(n, worth, key)
	seen := map[string]bool{}
	for _, c := range n.children {
		switch c.name {
		case "failure", "error", "rerunFailure", "rerunError", "flakyFailure", "flakyError":
			d.say(c, messageWorth, title, seen, true)
		case "skipped":
			d.say(c, skipWorth, title, seen, false)
		case "properties":
			d.properties(c)
		default:
			v := quietWorth
			if n.failed {
				v = outputWorth
			}
			d.say(c, v, title, seen, n.failed)
		}
	}
}

// title adds the name of a test, its class, its file and its time.
func (d *junitDraft) title(n *node, worth float64, key string) []int {
	row := d.b.NewRow()
	if key == "pass" && len(n.attrs) > 0 {
		// as it stands: nobody looks at it closely
		s := sdk.Span{Start: n.attrs[0].span.Start, End: n.attrs[len(n.attrs)-1].span.End}
		if s.Len() <= pieceBytes {
			return []int{d.show(s, worth, sdk.InRow(row, " "), sdk.Key(mask(string(d.j.content[s.Start:s.End]))))}
		}
	}
	var title []int
	name, named := n.attr("name")
	if named {
		title = []int{d.show(name, worth, sdk.InRow(row, " "), sdk.SoftKey(key))}
	}
	for _, a := range n.attrs {
		v := stepWorth
		switch a.name {
		case "name":
			continue
		case "classname", "file":
			v = 0.15 * worth
		case "time":
			if key == "slow" {
				v = worth
			}
		case "failure", "message":
			v = 0.5 * worth
		}
		if a.value.Len() == 0 {
			continue
		}
		opts := []sdk.UnitOption{sdk.InRow(row, " "), sdk.Key(key + " " + a.name)}
		if title != nil {
			opts = append(opts, sdk.Needs(title...))
		}
		d.show(a.value, v, opts...)
	}
	return title
}

// say adds what an element says, line by line: its message, then its text. seen are
// the lines that the test has said already.
func (d *junitDraft) say(n *node, worth float64, title []int, seen map[string]bool, closely bool) {
	var all []piece
	for _, a := range n.attrs {
		switch a.name {
		case "message":
			all = append(all, d.j.split(a.value, false, true)...)
		case "type":
			if a.value.Len() > 0 {
				d.show(a.value, 0.05*worth, needing(title, sdk.Key("type"))...)
			}
		}
	}
	for _, t := range n.texts {
		all = append(all, d.j.split(t.text, t.raw, false)...)
	}
	d.lines(all, worth, title, seen, closely)
	for _, c := range n.children {
		d.say(c, worth*0.5, title, seen, closely)
	}
}

func needing(title []int, opts ...sdk.UnitOption) []sdk.UnitOption {
	if len(title) > 0 {
		opts = append(opts, sdk.Needs(title...))
	}
	return opts
}

// lines values and adds lines of a message.
func (d *junitDraft) lines(all []piece, worth float64, title []int, seen map[string]bool, closely bool) {
	texts := make([]string, len(all))
	for i := range all {
		texts[i] = all[i].text
	}
	var read []said
	if closely && d.read < most {
		read = d.closely(texts)
	}
	for i, p := range all {
		if d.added >= units && worth <= quietWorth {
			return
		}
		v := worth / (1 + 0.25*float64(i))
		switch {
		case blank(p.text):
			v = stepWorth
		case read != nil && read[i].frame:
			v = read[i].worth
		case read != nil:
			v = max(v, outputWorth/math.Sqrt(1+0.2*float64(i))) + read[i].worth
		}
		if seen[p.text] {
			v *= 0.05
		}
		seen[p.text] = true
		d.line(p, v, title)
	}
}

func (d *junitDraft) closely(texts []string) []said {
	d.read += len(texts)
	return read(texts, d.set)
}

// line adds one line, decoded, or as it stands in pieces where it is long.
func (d *junitDraft) line(p piece, worth float64, title []int) {
	d.added++
	key := sdk.Key(mask(p.text))
	if len(p.text) > 2*pieceBytes {
		addLong(d.b, d.j.content, p.Span, worth, mask(p.text), needing(title)...)
		return
	}
	d.b.Show(p.Span, p.text, worth, needing(title, key)...)
}

// properties adds what a suite says of where it ran.
func (d *junitDraft) properties(n *node) {
	row := d.b.NewRow()
	for _, c := range n.children {
		for _, a := range c.attrs {
			if d.added < units && a.value.Len() > 0 {
				d.show(a.value, stepWorth, sdk.InRow(row, " "), sdk.Key("property"))
			}
		}
	}
}
