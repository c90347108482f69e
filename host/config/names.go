package config

import (
	"fmt"
	"slices"
	"strings"
)

// Names are what a configuration may name: the plugins that exist, and what they know.
type Names struct {
	Processors []string
	Estimators []string
	Kinds      []string
	Options    map[string][]string // by processor: the options that it takes; one that is not listed takes any
}

// CheckNames finds names of plugins, kinds and options that do not exist. At run time
// they cost the route or the option alone; whoever wrote them wants to know. The error is
// an *Error.
func (c Config) CheckNames(n Names) error {
	var out []Problem
	unknown := func(key, what, name string, known []string) {
		if slices.Contains(known, name) {
			return
		}
		at := c.markOf(key)
		out = append(out, Problem{File: at.file, Line: at.line, Key: key, Found: "names the " + what + " " + quote(name) + ", which does not exist",
			Expected: "one of " + strings.Join(known, ", "), Remedy: near(name, known)})
	}
	unknown("estimator.name", "estimator", c.Estimator.Name, n.Estimators)
	for i, r := range c.Routes {
		key := fmt.Sprintf("routes[%d]", i)
		unknown(key+".processor", "processor", r.Processor, n.Processors)
		if r.Kind != "" {
			unknown(key+".kind", "kind", r.Kind, n.Kinds)
		}
	}
	for _, name := range sortedKeys(c.Processors) {
		key := "processors." + name
		unknown(key, "processor", name, n.Processors)
		known, listed := n.Options[name]
		if !listed {
			continue
		}
		for _, option := range sortedKeys(c.Processors[name].Options) {
			unknown(key+".options."+option, "option", option, known)
		}
	}
	return asError(out)
}
