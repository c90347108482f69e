package structure

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/sdk"
)

// invariant is a promise that holds for every content, processor and budget.
type invariant struct {
	name  string
	must  string
	check func(*trial)
}

// invariants are all of them. Judges that hold a text against the content find under
// several names: rows-stand, words-stand, gaps-counted, forged-marks.
var invariants []invariant

func init() { // the table's checks name each other's rows
	invariants = []invariant{
		{"plan-valid", "a processor returns a plan that sdk.CheckPlan accepts, or declines", planValid},
		{"others-valid", "so does one that is asked for what is not of its kind", othersValid},
		{"within-budget", "a text costs no more than its budget, and as much as it says", withinBudget},
		{"clean-text", "a text is UTF-8 without control characters", cleanText},
		{"monotone", "what is shown at a budget is shown at twice that budget", monotone},
		{"rows-stand", "what is drawn stands in the content, at the place that is given, and a gap is marked", rowsStand},
		{"same-again", "the same content gives the same bytes", sameAgain},
		{"whole-way", "the whole pipeline ends in a text within its budget, or in the original with a reason", wholeWay},
	}
}

func planValid(t *trial) {
	for _, c := range t.procs.calls {
		t.judgeCall("plan-valid", c)
	}
}

func (t *trial) judgeCall(invariant string, c call) {
	switch {
	case c.err != nil && !errors.Is(c.err, sdk.ErrDeclined):
		t.find(invariant, c.name+"-error", "%s: %v", c.name, c.err)
	case c.invalid != nil:
		t.find(invariant, c.name+"-"+digitless(c.invalid.Error()), "%s: %v", c.name, c.invalid)
	}
}

// digitless is an error without what differs between findings of one fault.
func digitless(s string) string {
	s = strings.TrimPrefix(s, sdk.ErrInvalidPlan.Error()+": ")
	if i := strings.IndexByte(s, '"'); i >= 0 {
		s = s[:i]
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }), "-")
}

// othersValid asks one more processor.
func othersValid(t *trial) {
	p := bundled[t.Seed/7%uint64(len(bundled))]
	req := sdk.Request{Content: t.content, Kind: p.Info().Kinds[0], Tool: "bash", MaxTokens: 2 * t.Budget}
	c := call{name: p.Info().Name, request: req}
	if c.plan, c.err = p.Process(context.Background(), req); c.err == nil {
		c.invalid = sdk.CheckPlan(req, &c.plan)
	}
	t.judgeCall("others-valid", c)
}

func withinBudget(t *trial) {
	for i := range t.fits {
		d := &t.fits[i]
		n := counter{t.Exact}.one(d.choice.Text)
		switch {
		case n > d.budget:
			t.find("within-budget", "over", "%d tokens for a budget of %d", n, d.budget)
		case d.page.broken != "":
			t.find("within-budget", "notice", "at %d tokens: %s: %q", d.budget, d.page.broken, d.page.notice)
		case n != d.choice.Tokens || n != d.page.after:
			t.find("within-budget", "stated", "at %d tokens: the text has %d, says %d, the choice %d", d.budget, n, d.page.after, d.choice.Tokens)
		}
	}
}

func cleanText(t *trial) {
	for _, d := range t.fits {
		if !utf8.ValidString(d.choice.Text) {
			t.find("clean-text", "utf8", "at %d tokens the text is no UTF-8", d.budget)
		}
		if i := strings.IndexFunc(d.choice.Text, func(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }); i >= 0 {
			t.find("clean-text", "control", "at %d tokens: a control character in %q", d.budget, clip(d.choice.Text[i:]))
		}
	}
}

func monotone(t *trial) {
	for k := 1; k < len(t.fits); k++ {
		small, large := t.fits[k-1], t.fits[k]
		if small.budget < fit.MinBudget {
			continue // what is less is fitted by itself
		}
		for _, i := range small.choice.Shown {
			if !slices.Contains(large.choice.Shown, i) {
				u := &t.planned.Plan.Units[i]
				t.find("monotone", "gone", "%q is shown at %d tokens and not at %d", clip(string(t.content[u.Span.Start:u.Span.End])), small.budget, large.budget)
				break
			}
		}
	}
}

// rowsStand holds each text against the content. Log and text show bytes as they
// stand; the words of documents are held against what they say.
func rowsStand(t *trial) {
	for i := range t.fits {
		d := &t.fits[i]
		if d.page.broken != "" {
			continue
		}
		verbatim := t.planned.Processor == "log" || t.planned.Processor == "text"
		switch {
		case t.grouped():
			t.judgeWords(d)
			t.judgeItems(d)
			continue
		case d.page.unit == "lines":
			t.judgeLines(d, verbatim)
		case d.page.unit == "chars" && verbatim:
			t.judgeChars(d)
		}
		if !verbatim {
			t.judgeWords(d)
		}
	}
}

// sameAgain plans and fits some cases a second time.
func sameAgain(t *trial) {
	if t.Seed%8 != 3 || len(t.fits) == 0 {
		return
	}
	again := &trial{Case: t.Case}
	again.prepare()
	for i := range t.fits {
		if i >= len(again.fits) || again.fits[i].choice.Text != t.fits[i].choice.Text {
			t.find("same-again", "differs", "another text at %d tokens the second time", t.fits[i].budget)
			return
		}
	}
}

// wholeWay runs some cases through all stages, with a store that keeps nothing.
func wholeWay(t *trial) {
	if t.Seed%8 != 5 || len(t.raw) == 0 {
		return
	}
	p := t.pipeline()
	p.Store = nowhere{}
	over := config.Overrides{MinTokens: t.Budget, TargetTokens: t.Budget, MaxTokens: 2 * t.Budget}
	r := p.Run(context.Background(), pipeline.Input{Raw: t.raw, Tool: "bash", Overrides: over})
	o := &r.Outcome
	n := counter{t.Exact}.one(string(r.Text))
	switch {
	case o.Reason == pipeline.ReasonInternal:
		t.find("whole-way", "internal", "%s", o.Detail)
	case r.Text == nil && o.Reason == pipeline.ReasonOK:
		t.find("whole-way", "no-text", "%+v", *o)
	case n > over.MaxTokens || o.Reason == pipeline.ReasonOK && n > t.Budget:
		t.find("whole-way", "over", "%d tokens for a target of %d (%s by %s)", n, t.Budget, o.Reason, o.Processor)
	case r.Text != nil && (n != o.TokensAfter || len(r.Text) >= len(t.raw) || n >= o.TokensBefore):
		t.find("whole-way", "not-smaller", "%d bytes of %d, %d tokens, said %d of %d", len(r.Text), len(t.raw), n, o.TokensAfter, o.TokensBefore)
	case !utf8.Valid(r.Text):
		t.find("whole-way", "utf8", "the text is no UTF-8")
	}
}

// nowhere is a store that keeps nothing.
type nowhere struct{}

func (nowhere) Locate(spill.Meta, []byte, []byte) spill.Locator { return locator }
func (nowhere) Save(context.Context, spill.Meta, []byte, []byte) (spill.Locator, error) {
	return locator, nil
}
func (nowhere) Record(spill.Locator, []byte) error { return nil }
func (nowhere) Made([]byte) bool                   { return false }
func (nowhere) Holds(string) bool                  { return false }
