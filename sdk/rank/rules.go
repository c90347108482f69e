package rank

import (
	"fmt"
	"sort"
	"strings"
)

// Rule is the name of one ranking rule. Processors register their rules so that
// a bench can switch one off and see what it is worth.
type Rule string

var rules = map[Rule]string{}

// NewRule registers a rule with one line that says what it does. It is meant
// for package variables and panics when a name is registered twice with
// different words.
func NewRule(name, doc string) Rule {
	r := Rule(name)
	if old, ok := rules[r]; ok && old != doc {
		panic(fmt.Sprintf("rank: rule %q registered twice", name))
	}
	rules[r] = doc
	return r
}

// Rules lists the registered rules and their words, sorted by name.
func Rules() (names []Rule, docs []string) {
	for r := range rules {
		names = append(names, r)
	}
	sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
	for _, r := range names {
		docs = append(docs, rules[r])
	}
	return names, docs
}

// AblateOption is the processor option that lists the rules to switch off,
// separated by commas.
const AblateOption = "ablate"

// Set says which rules are off. The zero value has all rules on.
type Set struct {
	off map[Rule]bool
}

// ParseSet reads the comma-separated list of rules that are off.
func ParseSet(list string) Set {
	var s Set
	for _, name := range strings.Split(list, ",") {
		if name = strings.TrimSpace(name); name != "" {
			if s.off == nil {
				s.off = map[Rule]bool{}
			}
			s.off[Rule(name)] = true
		}
	}
	return s
}

// On reports whether the rule is in force.
func (s Set) On(r Rule) bool { return !s.off[r] }
