package config

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// estimator reads a name alone or a mapping of name and scale.
func estimator(to *Estimator) read {
	return func(d *decoder, key string, n *yaml.Node) {
		if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" {
			to.Name = n.Value
			d.mark(key+".name", n)
			return
		}
		if n.Kind != yaml.MappingNode {
			d.wrongType(n, key, "a name, or a mapping of name and scale", "estimator: {name: ngram, scale: 1.2}")
			return
		}
		mapping(keys{"name": text(&to.Name), "scale": number(&to.Scale)})(d, key, n)
	}
}

func routes(to *[]Route) read {
	return func(d *decoder, key string, n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			d.wrongType(n, key, "a list of routes", "routes: [{tool: bash, processor: log}]")
			return
		}
		*to = make([]Route, len(n.Content))
		for i, item := range n.Content {
			r := &(*to)[i]
			at := fmt.Sprintf("%s[%d]", key, i)
			d.mark(at, item)
			mapping(keys{
				"tool":      text(&r.Tool),
				"command":   pattern(&r.Command),
				"kind":      text(&r.Kind),
				"processor": text(&r.Processor),
			})(d, at, target(item))
		}
	}
}

func tools(to *map[string]ToolBudget) read {
	return func(d *decoder, key string, n *yaml.Node) {
		*to = map[string]ToolBudget{}
		d.each(key, n, "tools: {bash: {targetTokens: 3000}}", func(name string, _, v *yaml.Node) {
			var b ToolBudget
			mapping(keys{
				"minTokens":    positive(&b.MinTokens),
				"targetTokens": positive(&b.TargetTokens),
				"maxTokens":    positive(&b.MaxTokens),
			})(d, join(key, name), v)
			(*to)[name] = b
		})
	}
}

// positive reads a number that 0 would turn into "not set".
func positive(to *int) read {
	return func(d *decoder, key string, n *yaml.Node) {
		before := len(d.problems)
		integer(to)(d, key, n)
		if len(d.problems) == before && *to <= 0 {
			d.fail(n, key, fmt.Sprintf("is %d", *to), "at least 1 token", "give a larger number or leave the key out")
		}
	}
}

func processors(to *map[string]ProcessorOf) read {
	return func(d *decoder, key string, n *yaml.Node) {
		*to = map[string]ProcessorOf{}
		d.each(key, n, "processors: {log: {options: {}}}", func(name string, _, v *yaml.Node) {
			var p ProcessorOf
			mapping(keys{"options": options(&p.Options)})(d, join(key, name), v)
			(*to)[name] = p
		})
	}
}

// dev reads the programs that run without a pin.
func dev(to *map[string]string) read {
	return func(d *decoder, key string, n *yaml.Node) {
		d.each(key, n, "dev: {csv: ./riffle-processor-csv}", func(name string, _, v *yaml.Node) {
			var path string
			text(&path)(d, join(key, name), v)
			if *to == nil {
				*to = map[string]string{}
			}
			(*to)[name] = path
		})
	}
}

// options reads a mapping of scalars. Their text is kept as it is written, so
// that a processor sees 1.10 and not 1.1.
func options(to *map[string]string) read {
	return func(d *decoder, key string, n *yaml.Node) {
		*to = map[string]string{}
		d.each(key, n, "options: {name: value}", func(name string, _, v *yaml.Node) {
			if v.Kind != yaml.ScalarNode || v.ShortTag() == "!!null" {
				d.wrongType(v, join(key, name), "text, a number, true or false", name+": value")
				return
			}
			(*to)[name] = v.Value
		})
	}
}
