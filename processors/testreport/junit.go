package testreport

import (
	"bytes"
	"context"
	"html"
	"sort"
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// node is an element of a report with what stands in it.
type node struct {
	token
	parent   *node
	children []*node
	texts    []token // of the element itself, in order
	failed   bool    // a test in it, or it itself
	skipped  bool
}

// maxDepth bounds how deep suites may nest.
const maxDepth = 256

// junit is JUnit XML.
type junit struct {
	content []byte
	root    *node // holds the top elements
	tests   []*node
	cut     bool // the end is missing
}

// readJUnit reads the content, nil where it is no JUnit XML.
func readJUnit(ctx context.Context, content []byte) *junit {
	head := bytes.TrimLeft(content, " \t\r\n\ufeff")
	if len(head) == 0 || head[0] != '<' || !bytes.Contains(head[:min(len(head), 4096)], []byte("<testsuite")) {
		return nil
	}
	j := &junit{content: content, root: &node{}}
	s := scanner{content: content}
	at, depth := j.root, 0
	for n := 0; ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return nil
		}
		t, ok := s.next()
		if !ok {
			break
		}
		switch t.kind {
		case textToken:
			if len(bytes.TrimSpace(content[t.text.Start:t.text.End])) > 0 {
				at.texts = append(at.texts, t)
			}
		case startToken:
			child := &node{token: t, parent: at}
			at.children = append(at.children, child)
			j.found(child)
			if !t.empty && depth < maxDepth {
				at = child
				depth++
			}
		case endToken:
			if at.parent != nil && at.name == t.name {
				at = at.parent
				depth--
			}
		}
	}
	j.cut = at != j.root
	if len(j.root.children) == 0 || !strings.HasPrefix(j.root.children[0].name, "testsuite") {
		return nil
	}
	return j
}

// found notes what a new element says of those around it.
func (j *junit) found(n *node) {
	switch n.name {
	case "testcase":
		j.tests = append(j.tests, n)
		if _, ok := n.attr("failure"); ok {
			n.fail()
		}
	case "failure", "error", "rerunFailure", "rerunError":
		n.parent.fail()
	case "skipped":
		n.parent.skipped = true
	case "testsuite", "testsuites":
		for _, name := range []string{"failures", "errors"} {
			if v, ok := n.attr(name); ok && bytes.Trim(j.content[v.Start:v.End], "0") != nil && len(bytes.Trim(j.content[v.Start:v.End], "0")) > 0 {
				n.failed = true
			}
		}
	}
}

// fail marks an element and those around it.
func (n *node) fail() {
	for ; n != nil && !n.failed; n = n.parent {
		n.failed = true
	}
}

// slow are the slowest tests.
func (j *junit) slow() map[*node]bool {
	type timed struct {
		n *node
		t float64
	}
	var all []timed
	for _, n := range j.tests {
		v, _ := n.attr("time")
		if t, err := strconv.ParseFloat(string(j.content[v.Start:v.End]), 64); err == nil && t >= slowSeconds {
			all = append(all, timed{n, t})
		}
	}
	sort.SliceStable(all, func(a, b int) bool { return all[a].t > all[b].t })
	out := map[*node]bool{}
	for _, t := range all[:min(len(all), slowest)] {
		out[t.n] = true
	}
	return out
}

// piece is a line of a text or of an attribute.
type piece struct {
	sdk.Span
	text string // decoded, on one line
}

// breaks part the lines of an attribute, in which line ends are entities.
var breaks = []string{"&#10;", "&#xA;", "&#xa;", "&#x0A;", "&#x0a;", "\n", "\\n"}

// split parts a text at its line ends, or an attribute also at entities that stand
// for them.
func (j *junit) split(s sdk.Span, raw, attribute bool) []piece {
	var out []piece
	for at := s.Start; at < s.End; {
		rest := j.content[at:s.End]
		end, skip := len(rest), 0
		if !attribute {
			if i := bytes.IndexByte(rest, '\n'); i >= 0 {
				end, skip = i, 1
			}
		} else {
			end, skip = nearest(rest)
		}
		p := piece{Span: sdk.Span{Start: at, End: at + end}}
		p.text = string(j.content[p.Start:p.End])
		if !raw {
			p.text = html.UnescapeString(p.text)
		}
		if p.text = oneLine(p.text); p.text != "" && p.Len() > 0 {
			out = append(out, p)
		}
		at += end + skip
	}
	return out
}

// nearest is where the next line end of an attribute stands and how long it is.
func nearest(t []byte) (end, skip int) {
	for i, c := range t {
		if c != '&' && c != '\n' && c != '\\' {
			continue
		}
		for _, b := range breaks {
			if bytes.HasPrefix(t[i:], []byte(b)) {
				return i, len(b)
			}
		}
	}
	return len(t), 0
}

// planJUnit plans JUnit XML.
func planJUnit(ctx context.Context, req sdk.Request) (sdk.Plan, bool) {
	j := readJUnit(ctx, req.Content)
	if j == nil {
		return sdk.Plan{}, false
	}
	d := &junitDraft{j: j, b: sdk.NewBuilder(req), set: rank.ParseSet(req.Options[rank.AblateOption]), slow: j.slow()}
	for _, n := range j.root.children {
		d.element(n)
	}
	return d.plan(), true
}
