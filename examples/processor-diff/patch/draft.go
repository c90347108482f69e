package patch

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Rules of this processor, for ablation.
var (
	ruleRare   = rank.NewRule("rare-edits", "edits that few other lines have are worth more")
	ruleFiles  = rank.NewRule("file-weights", "files are weighed by what they are for")
	ruleTouchy = rank.NewRule("touchy", "lines that a reader must not miss are worth more")
	rulePairs  = rank.NewRule("edit-pairs", "what a line was is shown beside what it is")
)

const (
	pieceBytes = 170
	wholeBytes = 240
	// longFile is how many changed lines of a file that a tool writes are worth a note.
	longFile = 60
)

// draft is a plan in the making.
type draft struct {
	req   sdk.Request
	p     *patch
	b     *sdk.Builder
	set   rank.Set
	units []int // first unit of each line, -1
	value []float64
	moved map[string]uint8 // texts that go (1), come (2), or both
	alike map[string]int   // meta lines by mask
	said  int              // lines of messages so far
	run   int              // lines of this block so far
	words []float64        // what rare words make of each line
	seen  map[string]int   // edits so far, by what they do
}

func newDraft(req sdk.Request, p *patch) *draft {
	d := &draft{req: req, p: p, b: sdk.NewBuilder(req), set: rank.ParseSet(req.Options[rank.AblateOption]),
		moved: map[string]uint8{}, alike: map[string]int{}, seen: map[string]int{}}
	p.generated()
	if !d.set.On(ruleFiles) {
		for i := range p.files {
			p.files[i].weight = 1
		}
	}
	for i := range p.lines {
		switch p.lines[i].part {
		case added:
			d.moved[string(bytes.TrimSpace(p.body(i)))] |= 2
		case removed:
			d.moved[string(bytes.TrimSpace(p.body(i)))] |= 1
		case meta:
			d.alike[mask(p.text(i))]++
		}
	}
	return d
}

func (d *draft) plan() sdk.Plan {
	d.count()
	n := len(d.p.lines)
	d.value = make([]float64, n)
	d.words = d.p.words()
	for i := range d.p.lines {
		d.value[i] = d.worth(i)
	}
	d.lend()
	keep := d.best()
	d.units = make([]int, n)
	for i := range d.p.lines {
		d.units[i] = -1
		if keep == nil || keep[i] {
			d.add(i)
		}
	}
	if keep != nil {
		d.b.Partial()
	}
	return d.b.Plan()
}

// onlyWords leaves of a line's value what its words make of it.
var onlyWords = rank.ParseSet("severity,totals,position,context,frames,headings,stamps")

// words values lines by how rare their words are.
func (p *patch) words() []float64 {
	spans := make([]lines.Span, len(p.lines))
	for i := range p.lines {
		spans[i] = lines.Span(p.lines[i].Span)
	}
	out := make([]float64, len(spans))
	for i, l := range lines.Evaluate(p.content, spans, lines.Options{Rules: onlyWords}) {
		out[i] = l.Value
	}
	return out
}

// count sums up what the diff changes, and says of files that tools write how much
// of it is theirs.
func (d *draft) count() {
	plus, minus := 0, 0
	var long []string
	for _, f := range d.p.files {
		plus, minus = plus+f.added, minus+f.removed
		if f.weight <= generatedWeight && f.added+f.removed >= longFile && len(f.name) > 0 && len(f.name) < 60 {
			long = append(long, fmt.Sprintf("%s +%d -%d", f.name, f.added, f.removed))
		}
	}
	if len(long) > 0 && len(long) <= 3 {
		d.b.Note("written by tools: " + strings.Join(long, ", "))
	}
	d.b.Summary("%d files, %d lines added, %d removed", len(d.p.files), plus, minus)
}

// lend gives the context beside a change a little of its worth, and so the new name
// of a file.
func (d *draft) lend() {
	best := make([]float64, len(d.p.files))
	for i := range d.p.lines {
		if f := d.p.lines[i].file; f >= 0 && d.p.lines[i].edit >= 0 {
			best[f] = max(best[f], d.value[i])
		}
	}
	for i := range d.p.lines {
		if d.p.lines[i].part == meta && starts(d.p.text(i), "rename to", "copy to") {
			d.value[i] += 0.25 * best[d.p.lines[i].file]
		}
		if d.p.lines[i].part != same || letters(d.p.text(i)) < 2 {
			continue
		}
		for _, k := range []int{i - 1, i + 1} {
			if k >= 0 && k < len(d.p.lines) && d.p.lines[k].edit >= 0 {
				d.value[i] = max(d.value[i], 0.06*d.value[k])
			}
		}
	}
}

// best chooses the lines that become units where there are very many, nil: all.
func (d *draft) best() []bool {
	limit := 24576
	if d.req.MaxTokens > 0 {
		limit = min(limit, 2048+d.req.MaxTokens/3)
	}
	n := len(d.value)
	if n <= limit {
		return nil
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if c := cmp.Compare(d.value[b], d.value[a]); c != 0 {
			return c
		}
		// lines of one worth are mixed, so that all parts get their share
		return cmp.Compare(uint32(a)*2654435761, uint32(b)*2654435761)
	})
	keep := make([]bool, n)
	for _, i := range order[:limit] {
		keep[i] = true
		l := &d.p.lines[i]
		if l.hunk >= 0 {
			keep[l.hunk] = true
		}
		if l.file >= 0 {
			keep[d.p.files[l.file].line] = true
		}
	}
	return keep
}

// add makes the units of one line, all in one row.
func (d *draft) add(i int) {
	l := &d.p.lines[i]
	s := l.Span
	for s.End > s.Start && (d.p.content[s.End-1] == ' ' || d.p.content[s.End-1] == '\t') {
		s.End--
	}
	if s.Len() == 0 {
		return
	}
	row := d.b.NewRow()
	opts := []sdk.UnitOption{sdk.InRow(row, ""), d.key(i)}
	if l.file >= 0 {
		opts = append(opts, sdk.Section(l.file))
	}
	if needs := d.needs(i); len(needs) > 0 {
		opts = append(opts, sdk.Needs(needs...))
	}
	if l.part == hunk {
		if k := bytes.LastIndex(d.p.content[s.Start:s.End], []byte("@@")); k > 2 && s.Start+k+2 < s.End {
			// behind the places stands the function that the hunk is in
			d.units[i] = d.b.Keep(sdk.Span{Start: s.Start, End: s.Start + k + 2}, d.value[i], opts...)
			d.b.Keep(sdk.Span{Start: s.Start + k + 2, End: s.End}, 0.08*d.weight(i), sdk.InRow(row, ""), sdk.Needs(d.units[i]), sdk.Key("function"))
			return
		}
	}
	if s.Len() <= wholeBytes {
		d.units[i] = d.b.Keep(s, d.value[i], opts...)
		return
	}
	for k, c := range lines.Chunks(d.p.content[s.Start:s.End], pieceBytes) {
		piece := sdk.Span{Start: s.Start + c.Start, End: s.Start + c.End}
		if k == 0 {
			d.units[i] = d.b.Keep(piece, d.value[i], opts...)
			continue
		}
		d.b.Keep(piece, d.value[i]*0.1, sdk.InRow(row, ""), sdk.Needs(d.units[i]), sdk.Key("more"))
	}
}

// needs are the headers that a line brings: of its file and of its hunk.
func (d *draft) needs(i int) []int {
	l := &d.p.lines[i]
	var out []int
	if l.file >= 0 && l.part != header {
		if u := d.units[d.p.files[l.file].line]; u >= 0 {
			out = append(out, u)
		}
	}
	if l.hunk >= 0 && l.hunk != i && d.units[l.hunk] >= 0 {
		out = append(out, d.units[l.hunk])
	}
	return out
}

// key is what lines diminish by: what their edit does, or their part.
func (d *draft) key(i int) sdk.UnitOption {
	l := &d.p.lines[i]
	switch l.part {
	case header, message:
		return sdk.SoftKey("part " + strconv.Itoa(int(l.part)))
	case meta:
		return sdk.Key(mask(d.p.text(i)))
	case added, removed, both:
		e := &d.p.edits[l.edit]
		if d.p.freq[e.does] <= 2 {
			return sdk.SoftKey("file " + strconv.Itoa(l.file))
		}
		return sdk.Key(strconv.Itoa(int(l.part)) + e.does)
	}
	return sdk.Key("part " + strconv.Itoa(int(l.part)))
}

func (d *draft) weight(i int) float64 {
	if f := d.p.lines[i].file; f >= 0 {
		return d.p.files[f].weight
	}
	return 1
}
