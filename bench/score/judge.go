package score

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Judgement is what one output is worth besides its facts.
type Judgement struct {
	Gates       []string // the gates that it fails, with what is wrong
	Structure   float64
	Honesty     float64
	Recoverable float64 // weight of the facts that are visible or can be had through the marker of their gap
	Hidden      []bool  // per fact: neither visible nor to be had so; nil where the output is the whole content
	Gaps        int
	Silent      int      // gaps that nothing marks
	Strayed     int      // rows that do not stand where they say
	Overhead    int      // tokens of notice, notes and markers
	Remarks     []string // what strayed, what is missing in silence, which statement is wrong; the first few
}

// Judge reads an output and compares what it says with the content.
func (s *Subject) Judge(text string, budget int, found []bool) Judgement {
	var j Judgement
	j.gateSizes(s, text, budget)
	if text == s.Content || text == s.Input {
		j.Structure, j.Honesty, j.Recoverable = 1, 1, 1
		return j
	}
	o := Parse(text, s.Content)
	j.Overhead = s.overhead(&o)
	if s.groupForm(&o) {
		j.judgeGroups(s, &o, found)
	} else {
		j.judgeLines(s, &o, found)
	}
	return j
}

func (j *Judgement) fail(gate runfile.Gate, format string, args ...any) {
	j.Gates = append(j.Gates, gate.Failure(format, args...))
}

func (j *Judgement) gateSizes(s *Subject, text string, budget int) {
	if n := s.counter.Count(text); n > budget {
		j.fail(runfile.GateSize, "%d tokens for a budget of %d", n, budget)
	} else if n > s.Tokens {
		j.fail(runfile.GateSize, "%d tokens, the input has %d", n, s.Tokens)
	}
	if in := max(len(s.Input), len(s.Case.Data)); len(text) > in {
		j.fail(runfile.GateSize, "%d bytes, the input has %d", len(text), in)
	}
	if !utf8.ValidString(text) {
		j.fail(runfile.GateSound, "not valid UTF-8")
	}
}

func (j *Judgement) gateInvented(alien []string) {
	if len(alien) > 0 {
		j.fail(runfile.GateInvented, "%q is not in the content (%d such rows)", alien[0], len(alien))
	}
}

// groupForm reports whether an output speaks of the items of a JSON content.
func (s *Subject) groupForm(o *Output) bool {
	ix := s.index()
	if ix == nil || o.Numbered != "" {
		return false
	}
	for _, r := range o.Rows {
		if m := r.Marker; m != nil && m.Arrays == 0 {
			return m.Ref != ""
		}
	}
	return true
}

func (j *Judgement) judgeLines(s *Subject, o *Output, found []bool) {
	al := s.align(o)
	j.gateInvented(al.alien)
	j.Strayed = len(al.strayed)
	scores := make([]float64, 0, len(al.gaps)+2)
	for _, g := range al.gaps {
		scores = append(scores, g.score)
		j.count(s, g)
	}
	for _, i := range al.strayed {
		j.remark("strayed: %s", o.Rows[i].Text)
	}
	if o.Stated.Unit == "lines" || o.Stated.Unit == "chars" {
		scores = append(scores, 1-min(1, relative(o.Stated.Omitted, al.omitted)), 1-min(1, relative(o.Stated.Total, al.total)))
		if o.Stated.Omitted != al.omitted || o.Stated.Total != al.total {
			j.remark("notice: says %d of %d %s, it is %d of %d", o.Stated.Omitted, o.Stated.Total, o.Stated.Unit, al.omitted, al.total)
		}
	}
	j.Honesty = meanOr(append(scores, s.tokensTrue(o)...), 1)
	j.Recoverable, j.Hidden = s.recoverLines(o, al, found)
	j.Structure = s.structureOfLines(j, o, al)
}

func (j *Judgement) count(s *Subject, g gap) {
	j.Gaps++
	switch {
	case g.stated < 0:
		j.Silent++
		j.remark("silent: %d from line %d: %q", g.real, s.lineAt(g.from)+1, clip(s.Content[g.from:g.to], 80))
	case g.score < 1:
		j.remark("wrong: a gap from line %d says %d, %d are missing", s.lineAt(g.from)+1, g.stated, g.real)
	}
}

// maxRemarks bounds what is kept for a reader of one judgement.
const maxRemarks = 8

func (j *Judgement) remark(format string, args ...any) {
	if len(j.Remarks) < maxRemarks {
		j.Remarks = append(j.Remarks, clip(fmt.Sprintf(format, args...), 200))
	}
}

func (j *Judgement) judgeGroups(s *Subject, o *Output, found []bool) {
	al := s.alignGroups(o)
	j.gateInvented(al.alien)
	j.Strayed = len(al.strayed)
	var scores []float64
	for _, g := range al.gaps {
		scores = append(scores, g.score)
		j.count(s, g)
	}
	for _, i := range al.strayed {
		j.remark("strayed: %s", o.Rows[i].Text)
	}
	if o.Stated.Unit != "" && o.Stated.Unit != "chars" {
		low := 0.0 // arrays too small to be counted on their own may add to what is stated
		if o.Stated.Omitted < al.stated || o.Stated.Omitted > o.Stated.Total {
			low = min(1, relative(o.Stated.Omitted, al.stated))
		}
		scores = append(scores, 1-low)
	}
	j.Honesty = meanOr(append(scores, s.tokensTrue(o)...), 1)
	j.Recoverable, j.Hidden = s.recoverGroups(o, al, found)
	j.Structure = s.structureOfGroups(al)
}

// exactCounters are the names of what counts as the scores do.
var exactCounters = map[string]bool{"bpe": true, "tiktoken": true, "exact": true}

// tokensTrue judges the token counts of the notice, where an exact estimator made them.
func (s *Subject) tokensTrue(o *Output) []float64 {
	if o.Stated.After == 0 || o.Stated.About || !exactCounters[o.Stated.Estimator] {
		return nil
	}
	// the text as it came, or without its colours
	off := min(relative(o.Stated.Before, s.Tokens), relative(o.Stated.Before, s.counter.Count(s.Content)))
	return []float64{1 - min(1, off)}
}

func meanOr(values []float64, none float64) float64 {
	if len(values) == 0 {
		return none
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// overhead counts the tokens that say nothing of the content.
func (s *Subject) overhead(o *Output) int {
	var b strings.Builder
	b.WriteString(o.Notice)
	for _, r := range o.Rows {
		switch {
		case r.Note:
			b.WriteString("\n" + r.Text)
		case r.Marker != nil:
			fmt.Fprintf(&b, "\n[... %d %s omitted: %d-%d]", r.Marker.Count, r.Marker.Unit, r.Marker.From, r.Marker.To)
		case r.Number >= 0:
			fmt.Fprintf(&b, "\n%d:", r.Number)
		case r.Item >= 0:
			fmt.Fprintf(&b, "\n[%d]", r.Item)
		}
	}
	return s.counter.Count(b.String())
}
