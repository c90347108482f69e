package config

import (
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"
)

// nameRE is what a processor or estimator may be called, as in the SDK.
var nameRE = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

var envRE = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// The bounds of estimator.scale: real tokenizers differ from each other by less
// than a factor of ten on any text.
const minScale, maxScale = 0.1, 10

// Validate checks the rules that no single value shows. The error is an *Error
// that lists every broken one.
func (c Config) Validate() error {
	return asError(c.problems())
}

// problems lists the broken rules, each with its line where the file sets the key.
func (c Config) problems() []Problem {
	var out []Problem
	add := func(prefix string, problems ...Problem) {
		for _, p := range problems {
			p.Key = prefix + p.Key
			at := c.markOf(p.Key)
			if _, set := c.lines[p.Key]; !set && p.other != "" {
				at = c.markOf(prefix + p.other)
			}
			p.File, p.Line = at.file, at.line
			out = append(out, p)
		}
	}
	common := c.Budget.problems()
	add("", common...)
	if len(common) == 0 {
		for _, tool := range sortedKeys(c.Tools) {
			add("tools."+tool+".", c.Tools[tool].over(c.Budget).problems()...)
		}
	}
	for _, pair := range foldedTwins(sortedKeys(c.Tools)) {
		add("", Problem{Key: "tools." + pair[1], Found: "names the same tool as tools." + pair[0],
			Expected: "one entry for a tool, whatever the case of its letters", Remedy: "merge the two"})
	}
	add("estimator.", c.Estimator.problems()...)
	add("preview.", c.Preview.problems()...)
	add("spill.", c.Spill.problems()...)
	add("plugins.", c.Plugins.problems()...)
	for i, r := range c.Routes {
		add(fmt.Sprintf("routes[%d]", i), r.problems()...)
	}
	for _, name := range sortedKeys(c.Processors) {
		if !nameRE.MatchString(name) {
			add("", Problem{Key: "processors." + name, Found: "is no processor's name",
				Expected: "lower-case letters, digits and hyphens", Remedy: "see `riffle plugin list` for the names"})
		}
	}
	return out
}

// markOf is where a key is set or, where no file sets it, the nearest mapping around it.
func (c Config) markOf(key string) mark {
	for key != "" {
		if m, ok := c.lines[key]; ok {
			return m
		}
		cut := strings.LastIndexAny(key, ".[")
		key = key[:max(cut, 0)]
	}
	return mark{file: c.source}
}

func (e Estimator) problems() []Problem {
	var out []Problem
	if !nameRE.MatchString(e.Name) {
		out = append(out, Problem{Key: "name", Found: fmt.Sprintf("is %q", e.Name),
			Expected: "lower-case letters, digits and hyphens", Remedy: "see `riffle plugin list` for the names"})
	}
	if math.IsNaN(e.Scale) || e.Scale < minScale || e.Scale > maxScale {
		out = append(out, Problem{Key: "scale", Found: fmt.Sprintf("is %v", e.Scale),
			Expected: fmt.Sprintf("a factor from %v to %v", minScale, maxScale), Remedy: "leave it out to take the counts as they are"})
	}
	return out
}

func (p Preview) problems() []Problem {
	var out []Problem
	for _, v := range []struct {
		key          string
		value, least int
	}{{"thresholdChars", p.ThresholdChars, 1}, {"headChars", p.HeadChars, 0}, {"tailChars", p.TailChars, 0}} {
		if v.value < v.least || v.value > math.MaxInt32 {
			out = append(out, Problem{Key: v.key, Found: fmt.Sprintf("is %d", v.value),
				Expected: fmt.Sprintf("%d to %d characters", v.least, math.MaxInt32), Remedy: "give another number or leave the key out"})
		}
	}
	if len(out) == 0 && p.HeadChars+p.TailChars >= p.ThresholdChars {
		out = append(out, Problem{Key: "thresholdChars",
			Found:    fmt.Sprintf("is %d, not over headChars %d + tailChars %d", p.ThresholdChars, p.HeadChars, p.TailChars),
			Expected: "headChars + tailChars < thresholdChars", Remedy: "raise thresholdChars or lower the other two"})
	}
	return out
}

func (s Spill) problems() []Problem {
	var out []Problem
	if s.MaxBytes < 0 {
		out = append(out, Problem{Key: "maxBytes", Found: fmt.Sprintf("is %d", int64(s.MaxBytes)), Expected: "a size such as 2GiB, or 0 for no limit"})
	}
	if s.MaxAge < 0 {
		out = append(out, Problem{Key: "maxAge", Found: "is negative", Expected: "a duration such as 168h, or 0 for no limit"})
	}
	out = append(out, oneOf("hint", s.Hint, HintShell, HintRead, HintRiffle, HintNone)...)
	// A stored original must be readable and writable by its owner, and nobody
	// else may change or run it.
	if s.Mode&0o600 != 0o600 || s.Mode&^fs.FileMode(0o644) != 0 {
		out = append(out, Problem{Key: "mode", Found: fmt.Sprintf("is %04o", uint32(s.Mode)),
			Expected: "0600, 0640 or 0644", Remedy: "use 0600 unless another account must read the originals"})
	}
	return out
}

func (p Plugins) problems() []Problem {
	out := oneOf("isolation", p.Isolation, Subprocess, InProcess)
	out = append(out, oneOf("mtls", p.MTLS, MTLSAuto, MTLSOn, MTLSOff)...)
	for i, name := range p.Env {
		if !envRE.MatchString(name) {
			out = append(out, Problem{Key: fmt.Sprintf("env[%d]", i), Found: fmt.Sprintf("is %q", name),
				Expected: "the name of an environment variable", Remedy: "write the name alone, without its value"})
		}
	}
	for _, name := range sortedKeys(p.Dev) {
		key := "dev." + name
		switch {
		case !nameRE.MatchString(name):
			out = append(out, Problem{Key: key, Found: "is no plugin's name",
				Expected: "lower-case letters, digits and hyphens", Remedy: "write the name that the plugin calls itself"})
		case p.Dev[name] == "":
			out = append(out, Problem{Key: key, Found: "is empty", Expected: "the path of a program", Remedy: "give one or leave the key out"})
		}
	}
	return out
}

func (r Route) problems() []Problem {
	var out []Problem
	if r.Tool == "" && r.Command == nil && r.Kind == "" {
		out = append(out, Problem{Found: "matches every result", Expected: "a tool, a command or a kind", Remedy: "add `tool:`, `command:` or `kind:`"})
	}
	if r.Kind != "" && !nameRE.MatchString(r.Kind) {
		out = append(out, Problem{Key: ".kind", Found: fmt.Sprintf("is %q", r.Kind),
			Expected: "lower-case letters, digits and hyphens", Remedy: "name json, html, log, text or a kind of a plugin"})
	}
	if !nameRE.MatchString(r.Processor) {
		out = append(out, Problem{Key: ".processor", Found: fmt.Sprintf("is %q", r.Processor),
			Expected: "lower-case letters, digits and hyphens", Remedy: "see `riffle plugin list` for the names"})
	}
	return out
}

func oneOf(key, value string, allowed ...string) []Problem {
	if slices.Contains(allowed, value) {
		return nil
	}
	return []Problem{{Key: key, Found: fmt.Sprintf("is %q", value), Expected: "one of " + strings.Join(allowed, ", "), Remedy: "choose one or leave the key out"}}
}

// foldedTwins returns pairs of names that differ only in case.
func foldedTwins(names []string) [][2]string {
	var out [][2]string
	seen := map[string]string{}
	for _, name := range names {
		folded := strings.ToLower(name)
		if first, ok := seen[folded]; ok {
			out = append(out, [2]string{first, name})
			continue
		}
		seen[folded] = name
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
