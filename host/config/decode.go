package config

import (
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// decoder walks a YAML tree and collects everything that is wrong with it.
type decoder struct {
	file     string
	lines    map[string]mark // by dotted key, for every key that the file sets
	problems []Problem
	patterns int // what the expressions of routes may still cost, see cost
}

// read takes the value of one key from a node.
type read func(d *decoder, key string, n *yaml.Node)

// keys are the keys that a mapping may have.
type keys map[string]read

func (d *decoder) fail(n *yaml.Node, key, found, expected, remedy string) {
	d.problems = append(d.problems, Problem{File: d.file, Line: n.Line, Key: key, Found: found, Expected: expected, Remedy: remedy})
}

func (d *decoder) mark(key string, n *yaml.Node) { d.lines[key] = mark{d.file, n.Line} }

func (d *decoder) wrongType(n *yaml.Node, key, expected, example string) {
	d.fail(n, key, "is "+describe(n), expected, "write `"+example+"`")
}

// describe names what a node holds, for a message.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!null":
		return "empty"
	case "!!str":
		return fmt.Sprintf("the text %s", quote(n.Value))
	case "!!bool", "!!int", "!!float":
		return n.Value
	}
	return fmt.Sprintf("%s %s", n.ShortTag(), quote(n.Value))
}

// quote shortens a foreign value to what a message can hold.
func quote(s string) string {
	const limit = 60 // code points
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit]) + "…"
	}
	return strconv.Quote(s)
}

// target follows an alias. A chain of them cannot occur in YAML.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

// each calls f for every entry of a mapping node, and reports a node of
// another kind, keys that are no text, and repeated keys.
func (d *decoder) each(key string, n *yaml.Node, example string, f func(name string, k, v *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		d.wrongType(n, key, "a mapping", example)
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := target(n.Content[i]), target(n.Content[i+1])
		if k.Kind != yaml.ScalarNode || k.Value == "" {
			d.fail(n.Content[i], key, "has a key that is "+describe(k), "a name", "write the key as plain text")
			continue
		}
		full := join(key, k.Value)
		if first, ok := seen[k.Value]; ok {
			d.fail(n.Content[i], full, fmt.Sprintf("is given again, first on line %d", first), "each key once", "remove one of the two")
			continue
		}
		seen[k.Value] = n.Content[i].Line
		d.mark(full, n.Content[i])
		f(k.Value, n.Content[i], v)
	}
}

func join(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

// mapping reads a mapping whose keys are known.
func mapping(known keys) read {
	return func(d *decoder, key string, n *yaml.Node) {
		example := "key: value"
		if key != "" {
			first := sortedKeys(known)[0]
			example = fmt.Sprintf("%s: {%s: …}", key, first)
		}
		d.each(key, n, example, func(name string, k, v *yaml.Node) {
			get, ok := known[name]
			if !ok {
				d.fail(k, join(key, name), "is not a known key", "one of "+strings.Join(sortedKeys(known), ", "), suggest(name, known))
				return
			}
			get(d, join(key, name), v)
		})
	}
}

func boolean(to *bool) read {
	return func(d *decoder, key string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" || n.Decode(to) != nil {
			d.wrongType(n, key, "true or false", key+": true")
		}
	}
}

func integer(to *int) read {
	return func(d *decoder, key string, n *yaml.Node) {
		var v int
		if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || n.Decode(&v) != nil || v > math.MaxInt32 {
			d.wrongType(n, key, fmt.Sprintf("a whole number of at most %d", math.MaxInt32), lastPart(key)+": 2048")
			return
		}
		*to = v
	}
}

func number(to *float64) read {
	return func(d *decoder, key string, n *yaml.Node) {
		tag := n.ShortTag()
		if n.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float" || n.Decode(to) != nil {
			d.wrongType(n, key, "a number", lastPart(key)+": 1.0")
		}
	}
}

func text(to *string) read {
	return func(d *decoder, key string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
			d.wrongType(n, key, "text", lastPart(key)+`: "…"`)
			return
		}
		*to = n.Value
	}
}

func list(to *[]string) read {
	return func(d *decoder, key string, n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			d.wrongType(n, key, "a list of names", lastPart(key)+": [a, b]")
			return
		}
		*to = make([]string, len(n.Content))
		for i, item := range n.Content {
			text(&(*to)[i])(d, fmt.Sprintf("%s[%d]", key, i), target(item))
		}
	}
}

func size(to *Size) read {
	return func(d *decoder, key string, n *yaml.Node) {
		v, err := ParseSize(n.Value)
		if n.Kind != yaml.ScalarNode || err != nil {
			d.wrongType(n, key, "a whole number and a unit, such as 2GiB, 500MB or 0", lastPart(key)+": 2GiB")
			return
		}
		*to = v
	}
}

func duration(to *Duration) read {
	return func(d *decoder, key string, n *yaml.Node) {
		v, err := ParseDuration(n.Value)
		if n.Kind != yaml.ScalarNode || err != nil {
			d.wrongType(n, key, "hours, minutes or seconds, such as 168h, 90m or 0 (a week is 168h)", lastPart(key)+": 168h")
			return
		}
		*to = v
	}
}

// mode reads octal permissions, quoted or not.
func mode(to *fs.FileMode) read {
	return func(d *decoder, key string, n *yaml.Node) {
		v, err := strconv.ParseUint(strings.TrimPrefix(n.Value, "0o"), 8, 12)
		if n.Kind != yaml.ScalarNode || err != nil {
			d.wrongType(n, key, "octal permissions", lastPart(key)+`: "0600"`)
			return
		}
		*to = fs.FileMode(v)
	}
}

func pattern(to **regexp.Regexp) read {
	return func(d *decoder, key string, n *yaml.Node) {
		var source string
		before := len(d.problems)
		if text(&source)(d, key, n); len(d.problems) > before {
			return
		}
		if tree, err := syntax.Parse(source, syntax.Perl); err == nil {
			if d.patterns -= cost(tree); d.patterns < 0 {
				d.fail(n, key, "makes the expressions of all routes too costly to search for",
					fmt.Sprintf("expressions of some %d letters, classes and repetitions together", maxPatterns), "shorten them, or use the user's own file")
				return
			}
		}
		re, err := regexp.Compile(source)
		if err != nil {
			d.fail(n, key, "is no regular expression ("+strings.TrimPrefix(err.Error(), "error parsing regexp: ")+")",
				"Go's syntax", "escape what is meant literally with a backslash")
			return
		}
		*to = re
	}
}

// cost estimates from above how many instructions the program of an expression has.
func cost(re *syntax.Regexp) int {
	const most = 1 << 24 // sums and products stay far from overflow
	n := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		n = min(n+cost(sub), most)
	}
	if re.Op == syntax.OpRepeat {
		n = min(n*max(re.Min, re.Max, 1), most)
	}
	return n
}

// lastPart is a dotted key without what stands before its last dot.
func lastPart(key string) string {
	return key[strings.LastIndexByte(key, '.')+1:]
}
