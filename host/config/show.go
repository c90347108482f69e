package config

import (
	"fmt"
	"io"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// WriteYAML writes c as a configuration file that loads to the same values. The
// first line says where they come from, and a comment names the line of each
// value that the file sets; all others are defaults.
func (c Config) WriteYAML(w io.Writer) error {
	from := "# the defaults; no configuration file was found"
	if c.source != "" {
		from = fmt.Sprintf("# from %s; values without a line are defaults", printable(c.source))
	}
	if c.under != "" {
		from = fmt.Sprintf("# from %s, laid over %s; values without a line are defaults", printable(c.source), printable(c.under))
	}
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	defer enc.Close()
	root := c.node()
	root.HeadComment = from
	if err := enc.Encode(root); err != nil {
		return fmt.Errorf("config: writing the configuration: %w", err)
	}
	return nil
}

// writer builds a mapping node and comments what the file sets.
type writer struct {
	c      Config
	prefix string
	node   *yaml.Node
}

func (c Config) writer(prefix string) *writer {
	return &writer{c: c, prefix: prefix, node: &yaml.Node{Kind: yaml.MappingNode}}
}

func (w *writer) add(key string, value *yaml.Node) {
	k := &yaml.Node{Kind: yaml.ScalarNode, Value: key}
	// A block has no comment of its own: the keys in it have theirs.
	block := len(value.Content) > 0 && value.Style&yaml.FlowStyle == 0
	if m, ok := w.c.lines[w.prefix+key]; ok && !block {
		value.LineComment = fmt.Sprintf("line %d", m.line)
		if m.file != w.c.source {
			value.LineComment += " of " + printable(m.file)
		}
	}
	w.node.Content = append(w.node.Content, k, value)
}

func plain(tag, value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
}

func boolNode(v bool) *yaml.Node   { return plain("!!bool", strconv.FormatBool(v)) }
func intNode(v int) *yaml.Node     { return plain("!!int", strconv.Itoa(v)) }
func textNode(v string) *yaml.Node { return plain("!!str", v) }

func quotedNode(v string) *yaml.Node {
	n := textNode(v)
	n.Style = yaml.DoubleQuotedStyle
	return n
}

func listNode(v []string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, item := range v {
		n.Content = append(n.Content, textNode(item))
	}
	return n
}

func (c Config) node() *yaml.Node {
	w := c.writer("")
	w.add("enabled", boolNode(c.Enabled))
	w.budget(c.Budget)
	w.add("retainOriginal", boolNode(c.RetainOriginal))
	w.add("excludeTools", listNode(c.ExcludeTools))

	e := c.writer("estimator.")
	e.add("name", textNode(c.Estimator.Name))
	e.add("scale", plain("", strconv.FormatFloat(c.Estimator.Scale, 'g', -1, 64)))
	w.add("estimator", e.node)

	p := c.writer("preview.")
	p.add("thresholdChars", intNode(c.Preview.ThresholdChars))
	p.add("headChars", intNode(c.Preview.HeadChars))
	p.add("tailChars", intNode(c.Preview.TailChars))
	w.add("preview", p.node)

	s := c.writer("spill.")
	s.add("dir", quotedNode(c.Spill.Dir))
	s.add("maxBytes", plain("", c.Spill.MaxBytes.String()))
	s.add("maxAge", plain("", c.Spill.MaxAge.String()))
	s.add("hint", textNode(c.Spill.Hint))
	s.add("mode", quotedNode(fmt.Sprintf("%04o", uint32(c.Spill.Mode))))
	w.add("spill", s.node)

	g := c.writer("plugins.")
	g.add("isolation", textNode(c.Plugins.Isolation))
	g.add("mtls", quotedNode(c.Plugins.MTLS))
	g.add("env", listNode(c.Plugins.Env))
	v := c.writer("plugins.dev.")
	for _, name := range sortedKeys(c.Plugins.Dev) {
		v.add(name, quotedNode(c.Plugins.Dev[name]))
	}
	g.add("dev", v.node)
	w.add("plugins", g.node)

	w.add("routes", c.routesNode())
	w.add("tools", c.toolsNode())
	w.add("processors", c.processorsNode())
	return w.node
}

// budget adds the keys that are set.
func (w *writer) budget(b Budget) {
	for _, v := range []struct {
		key   string
		value int
	}{{"minTokens", b.MinTokens}, {"targetTokens", b.TargetTokens}, {"maxTokens", b.MaxTokens}} {
		if v.value != 0 {
			w.add(v.key, intNode(v.value))
		}
	}
}

func (c Config) routesNode() *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for i, r := range c.Routes {
		w := c.writer(fmt.Sprintf("routes[%d].", i))
		if r.Tool != "" {
			w.add("tool", textNode(r.Tool))
		}
		if r.Command != nil {
			w.add("command", quotedNode(r.Command.String()))
		}
		if r.Kind != "" {
			w.add("kind", textNode(r.Kind))
		}
		w.add("processor", textNode(r.Processor))
		n.Content = append(n.Content, w.node)
	}
	return n
}

func (c Config) toolsNode() *yaml.Node {
	w := c.writer("tools.")
	for _, name := range sortedKeys(c.Tools) {
		t := c.writer("tools." + name + ".")
		t.budget(Budget(c.Tools[name]))
		w.add(name, t.node)
	}
	return w.node
}

func (c Config) processorsNode() *yaml.Node {
	w := c.writer("processors.")
	for _, name := range sortedKeys(c.Processors) {
		options := c.writer("processors." + name + ".options.")
		for _, key := range sortedKeys(c.Processors[name].Options) {
			options.add(key, quotedNode(c.Processors[name].Options[key]))
		}
		p := c.writer("processors." + name + ".")
		p.add("options", options.node)
		w.add(name, p.node)
	}
	return w.node
}
