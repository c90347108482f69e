package config

import "fmt"

// Overrides are budgets that a caller gives for one result, by flags for
// example; 0 means not given.
type Overrides struct {
	MinTokens    int
	TargetTokens int
	MaxTokens    int
}

// With returns b with the overrides applied. A given MaxTokens that lies under
// a MinTokens or TargetTokens which was not given lowers that one with it, so
// that one number is enough to ask for less.
func (b Budget) With(o Overrides) (Budget, error) {
	for _, given := range []struct {
		name  string
		value int
	}{{"minTokens", o.MinTokens}, {"targetTokens", o.TargetTokens}, {"maxTokens", o.MaxTokens}} {
		if given.value < 0 {
			return b, fmt.Errorf("config: %s is %d; expected at least 1 token: give a larger number", given.name, given.value)
		}
	}
	b = ToolBudget(o).over(b)
	if o.MaxTokens != 0 {
		if o.MinTokens == 0 {
			b.MinTokens = min(b.MinTokens, b.MaxTokens)
		}
		if o.TargetTokens == 0 {
			b.TargetTokens = min(b.TargetTokens, b.MaxTokens)
		}
	}
	for _, p := range b.problems() {
		return b, fmt.Errorf("config: %s", p.text())
	}
	return b, nil
}

// problems lists the broken rules of b.
func (b Budget) problems() []Problem {
	var out []Problem
	for _, v := range []struct {
		key   string
		value int
	}{{"minTokens", b.MinTokens}, {"targetTokens", b.TargetTokens}, {"maxTokens", b.MaxTokens}} {
		if v.value <= 0 {
			out = append(out, Problem{
				Key:      v.key,
				Found:    fmt.Sprintf("is %d", v.value),
				Expected: "at least 1 token",
				Remedy:   "give a larger number or leave the key out",
			})
		}
	}
	if len(out) > 0 {
		return out
	}
	if b.MinTokens > b.MaxTokens {
		out = append(out, above("minTokens", b.MinTokens, b.MaxTokens))
	}
	if b.TargetTokens > b.MaxTokens {
		out = append(out, above("targetTokens", b.TargetTokens, b.MaxTokens))
	}
	return out
}

func above(key string, value, ceiling int) Problem {
	return Problem{
		Key:      key,
		Found:    fmt.Sprintf("is %d, over maxTokens %d", value, ceiling),
		Expected: fmt.Sprintf("0 < %s <= maxTokens", key),
		Remedy:   fmt.Sprintf("lower %s or raise maxTokens", key),
		other:    "maxTokens",
	}
}
