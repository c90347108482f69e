package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Bounds of what a file may set that was picked up and is not trusted. They let a
// stranger's file cost savings, and nothing else: within them a shortened result still
// shows what matters most, and neither memory nor time goes beyond what results need.
const (
	leastTokens = 256     // of a target: less shows hardly more than the notice
	mostTokens  = 1 << 20 // more than a model's window
	leastHead   = 512     // characters
	leastTail   = 256
	leastWhole  = 2048 // characters of the shortest content that is cut
	leastScale  = 0.5  // the scales of known models lie well within both
	mostScale   = 2.0
	mostRoutes  = 256

	maxPickedUp = 64 << 10 // bytes of the file
	// maxPatterns bounds the expressions of all routes together, in instructions of
	// their programs: searching a command line takes time by their number.
	maxPatterns = 10_000
)

// part is a part of the configuration that a file sets as a whole: values that have to
// fit one another come from one file.
type part struct {
	keys []string
	take func(to *Config, file Config) // nil: never from a file that was picked up
	safe func(to *Config, file Config) // what one that is not trusted may set; nil: nothing
}

// parts are all there is to set. A key that stands nowhere here is not taken from a
// file that was picked up.
var parts = []part{
	{[]string{"enabled"}, func(to *Config, f Config) { to.Enabled = f.Enabled },
		func(to *Config, f Config) { to.Enabled = to.Enabled && f.Enabled }},
	{[]string{"minTokens", "targetTokens", "maxTokens", "tools"}, func(to *Config, f Config) { to.Budget, to.Tools = f.Budget, f.Tools }, safeBudgets},
	{[]string{"retainOriginal"}, func(to *Config, f Config) { to.RetainOriginal = f.RetainOriginal },
		func(to *Config, f Config) { to.RetainOriginal = to.RetainOriginal || f.RetainOriginal }},
	{[]string{"excludeTools"}, func(to *Config, f Config) { to.ExcludeTools = f.ExcludeTools }, safeExclusions},
	{[]string{"estimator"}, func(to *Config, f Config) { to.Estimator = f.Estimator }, safeEstimator},
	{[]string{"preview"}, func(to *Config, f Config) { to.Preview = f.Preview }, safePreview},
	{[]string{"spill.dir"}, func(to *Config, f Config) { to.Spill.Dir = f.Spill.Dir }, nil},
	{[]string{"spill.maxBytes"}, func(to *Config, f Config) { to.Spill.MaxBytes = f.Spill.MaxBytes }, nil},
	{[]string{"spill.maxAge"}, func(to *Config, f Config) { to.Spill.MaxAge = f.Spill.MaxAge }, nil},
	{[]string{"spill.hint"}, func(to *Config, f Config) { to.Spill.Hint = f.Spill.Hint }, nil},
	{[]string{"spill.mode"}, func(to *Config, f Config) { to.Spill.Mode = f.Spill.Mode }, nil},
	{[]string{"plugins.isolation"}, func(to *Config, f Config) { to.Plugins.Isolation = f.Plugins.Isolation }, nil},
	{[]string{"plugins.mtls"}, func(to *Config, f Config) { to.Plugins.MTLS = f.Plugins.MTLS }, nil},
	{[]string{"plugins.env"}, func(to *Config, f Config) { to.Plugins.Env = f.Plugins.Env }, nil},
	// The trust is for the file's bytes. Those of a program beside it may be others
	// after the next pull, and would run.
	{[]string{devKey}, nil, nil},
	{[]string{"routes"}, func(to *Config, f Config) { to.Routes = f.Routes },
		func(to *Config, f Config) { to.Routes = f.Routes[:min(len(f.Routes), mostRoutes)] }},
	{[]string{"processors"}, func(to *Config, f Config) { to.Processors = f.Processors }, nil},
}

const devKey = "plugins.dev"

// over lays a file that was picked up over the user's own configuration.
func (c Config) over(own Config, trusted bool) Config {
	out := own
	out.source, out.under = c.source, own.source
	out.lines = maps.Clone(own.lines)
	if out.lines == nil {
		out.lines = map[string]mark{}
	}
	for _, p := range parts {
		if !slices.ContainsFunc(p.keys, c.sets) {
			continue
		}
		set := p.safe
		if trusted {
			set = p.take
		}
		if set == nil {
			continue
		}
		set(&out, c)
		for _, key := range p.keys {
			maps.DeleteFunc(out.lines, func(k string, _ mark) bool { return isUnder(k, key) })
			for k, m := range c.lines {
				if isUnder(k, key) {
					out.lines[k] = m
				}
			}
		}
	}
	return out
}

func (c Config) sets(key string) bool { _, ok := c.lines[key]; return ok }

// isUnder reports whether a dotted key is another or lies in it.
func isUnder(key, top string) bool {
	rest, ok := strings.CutPrefix(key, top)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func clampTokens(n int) int { return min(max(n, leastTokens), mostTokens) }

// safeBudgets holds budgets within the bounds, all by one rule that keeps their order.
func safeBudgets(to *Config, f Config) {
	hold := func(b Budget) Budget {
		if b.MinTokens != 0 {
			b.MinTokens = min(b.MinTokens, mostTokens)
		}
		for _, v := range []*int{&b.TargetTokens, &b.MaxTokens} {
			if *v != 0 { // 0: a tool without a value of its own
				*v = clampTokens(*v)
			}
		}
		return b
	}
	to.Budget, to.Tools = hold(f.Budget), make(map[string]ToolBudget, len(f.Tools))
	for name, own := range f.Tools {
		to.Tools[name] = ToolBudget(hold(Budget(own)))
	}
}

// safeExclusions adds to what the user excluded: those results may be kept out of the
// store for a reason.
func safeExclusions(to *Config, f Config) {
	if !to.sets("excludeTools") {
		to.ExcludeTools = nil
	}
	to.ExcludeTools = slices.Clone(to.ExcludeTools)
	for _, name := range f.ExcludeTools {
		if !to.Excluded(name) {
			to.ExcludeTools = append(to.ExcludeTools, name)
		}
	}
}

func safeEstimator(to *Config, f Config) {
	if slices.Contains(to.choice, f.Estimator.Name) {
		to.Estimator = Estimator{Name: f.Estimator.Name, Scale: min(max(f.Estimator.Scale, leastScale), mostScale)}
	}
}

func safePreview(to *Config, f Config) {
	p := f.Preview
	p.HeadChars, p.TailChars = max(p.HeadChars, leastHead), max(p.TailChars, leastTail)
	p.ThresholdChars = max(p.ThresholdChars, leastWhole, p.HeadChars+p.TailChars+1)
	to.Preview = p
}

// refusals say which keys of a file do not hold as they stand in it, in the order of
// its lines.
func (c Config) refusals(own, file Config) []string {
	has, had, wanted := c.flat(), own.flat(), file.flat()
	keys := sortedKeys(file.lines)
	slices.SortStableFunc(keys, func(a, b string) int { return file.lines[a].line - file.lines[b].line })
	var out []string
	for _, key := range keys {
		if key == "excludeTools" || wanted[key] == has[key] {
			continue // of exclusions, all that the file has are among those that hold
		}
		held := ""
		if has[key] != had[key] && has[key] != "" {
			held = ", held at " + has[key]
		}
		out = append(out, fmt.Sprintf("%s (line %d%s)", printableKey(key), file.lines[key].line, held))
	}
	return out
}

// flat is the text of every value by its dotted key.
func (c Config) flat() map[string]string {
	out := map[string]string{}
	var walk func(key string, n *yaml.Node)
	walk = func(key string, n *yaml.Node) {
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content); i += 2 {
				walk(join(key, n.Content[i].Value), n.Content[i+1])
			}
		case yaml.SequenceNode:
			text := ""
			for i, item := range n.Content {
				walk(fmt.Sprintf("%s[%d]", key, i), item)
				text += fmt.Sprintf("%q ", item.Value)
			}
			out[key] = text
		default:
			out[key] = n.Value
		}
	}
	walk("", c.node())
	return out
}
