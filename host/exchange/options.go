package exchange

import (
	"math"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// options reads what the caller asks for. Unknown members are those of a later
// version and ask for nothing; a member of a wrong type is refused, since the caller
// would get something else than it asked for.
func (x *Exchange) options(v gjson.Result) error {
	if !jsonedit.Given(v) {
		return nil
	}
	m := jsonedit.Members(v)
	if m == nil {
		return invalid("options is no object; expected targetTokens, minTokens, maxTokens, kind, preview or spill: leave it out where nothing is asked for")
	}
	o := &x.Wishes.Overrides
	for _, budget := range []struct {
		name string
		to   *int
	}{{"minTokens", &o.MinTokens}, {"targetTokens", &o.TargetTokens}, {"maxTokens", &o.MaxTokens}} {
		n := m[budget.name]
		if !jsonedit.Given(n) {
			continue
		}
		if n.Type != gjson.Number || n.Num < 1 || n.Num > math.MaxInt32 || n.Num != math.Trunc(n.Num) {
			return invalid("options.%s is %.40s; expected a whole number of tokens, at least 1", budget.name, n.Raw)
		}
		*budget.to = int(n.Num)
	}
	if kind := m["kind"]; jsonedit.Given(kind) {
		if kind.Type != gjson.String {
			return invalid("options.kind is %.40s; expected a string such as log", kind.Raw)
		}
		x.Wishes.Kind = kind.Str
	}
	if err := x.preview(m["preview"]); err != nil {
		return err
	}
	return x.spill(m["spill"])
}

// preview reads the bounds of the preview. All three are given, since they bound one
// another.
func (x *Exchange) preview(v gjson.Result) error {
	if !jsonedit.Given(v) {
		return nil
	}
	m := jsonedit.Members(v)
	var p config.Preview
	for _, bound := range []struct {
		name string
		to   *int
	}{{"thresholdChars", &p.ThresholdChars}, {"headChars", &p.HeadChars}, {"tailChars", &p.TailChars}} {
		n := m[bound.name]
		if n.Type != gjson.Number || n.Num < 0 || n.Num > math.MaxInt32 || n.Num != math.Trunc(n.Num) {
			return invalid("options.preview.%s is %.40s; expected a whole number of characters", bound.name, n.Raw)
		}
		*bound.to = int(n.Num)
	}
	if p.HeadChars+p.TailChars >= p.ThresholdChars {
		return invalid("options.preview: headChars %d + tailChars %d is not under thresholdChars %d", p.HeadChars, p.TailChars, p.ThresholdChars)
	}
	x.Wishes.Preview = &p
	return nil
}

func (x *Exchange) spill(v gjson.Result) error {
	if !jsonedit.Given(v) {
		return nil
	}
	m := jsonedit.Members(v)
	word := func(name string) bool { return !jsonedit.Given(m[name]) || m[name].Type == gjson.String }
	if m == nil || m["locator"].Type != gjson.String || !word("hint") || !word("sha256") {
		return invalid("options.spill is no object with a locator; expected locator, hint and sha256 as strings: leave it out to have the original stored here")
	}
	given := pipeline.Given{Locator: m["locator"].Str, Hint: m["hint"].Str, SHA256: m["sha256"].Str}
	if err := given.Check(); err != nil {
		return invalid("options.spill: %v", err)
	}
	x.Wishes.Given = &given
	return nil
}
