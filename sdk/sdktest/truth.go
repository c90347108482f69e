package sdktest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// differentInfo says how two descriptions differ.
func differentInfo(a, b serve.Description) string {
	for i := range 2 {
		x, y := reflect.ValueOf(a.Processor), reflect.ValueOf(b.Processor)
		if i == 1 {
			x, y = reflect.ValueOf(a.Estimator), reflect.ValueOf(b.Estimator)
		}
		for f := range x.NumField() {
			if p, q := fmt.Sprintf("%q", fmt.Sprint(x.Field(f))), fmt.Sprintf("%q", fmt.Sprint(y.Field(f))); p != q {
				return fmt.Sprintf("%s is %s and %s", x.Type().Field(f).Name, p, q)
			}
		}
	}
	if !slices.Equal(a.Capabilities, b.Capabilities) {
		return fmt.Sprintf("the capabilities are %q and %q", a.Capabilities, b.Capabilities)
	}
	return ""
}

// groupsTrue counts what encoding/json reads in the span of a group.
func groupsTrue(c *check) {
	counted := 0
	c.each(func(req *sdk.Request) { req.MaxTokens = 0 }, func(s sample, req sdk.Request, plan sdk.Plan) {
		if spansFault(req.Content, &plan) != "" {
			return
		}
		for i, g := range plan.Groups {
			n, ok := items(req.Content[g.Span.Start:g.Span.End])
			if !ok {
				continue
			}
			counted++
			if n != g.Total {
				c.fault("%s: group %d (%s) says that it has %d %s; its bytes hold %d", s.name, i, g.Ref, g.Total, g.Unit, n)
			}
		}
	})
	if counted == 0 && len(c.faults) == 0 {
		c.skip("no plan has a group that is a JSON collection: others the kit can't count")
	}
}

// items counts the items of a JSON array or object.
func items(raw []byte) (int, bool) {
	raw = bytes.TrimSpace(raw)
	switch {
	case !json.Valid(raw): // several documents, or one that is cut off
	case raw[0] == '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil {
			return len(list), true
		}
	case raw[0] == '{':
		d := json.NewDecoder(bytes.NewReader(raw))
		_, _ = d.Token()
		n := 0
		for ; d.More(); n++ {
			var value json.RawMessage
			if _, err := d.Token(); err != nil || d.Decode(&value) != nil {
				return 0, false
			}
		}
		return n, true
	}
	return 0, false
}

var (
	hiddenHTML   = regexp.MustCompile(`(?is)<(head|script|style|noscript|template|svg)\b.*?</(?:head|script|style|noscript|template|svg)>|<!--.*?-->|<[^>]*>`)
	containerKey = regexp.MustCompile(`"(?:[^"\\]|\\.)*"\s*:\s*[\[{]`)
	entity       = regexp.MustCompile(`&#?[0-9A-Za-z]+;`)
)

// completeIsTrue looks for words outside the units that no unit shows.
func completeIsTrue(c *check) {
	complete := 0
	c.each(func(req *sdk.Request) { req.MaxTokens = 0 }, func(s sample, req sdk.Request, plan sdk.Plan) {
		if !plan.Complete || spansFault(req.Content, &plan) != "" {
			return
		}
		complete++
		n := 0
		reach(&plan, func(int) bool { n++; return true })
		if n < len(plan.Units) {
			c.fault("%s: the order reaches %d of %d units", s.name, n, len(plan.Units))
			return
		}
		if w := unsaid(s.kind, req.Content, &plan); w != "" {
			c.fault("%s: no unit says %q", s.name, w)
		}
	})
	if complete == 0 && len(c.faults) == 0 && c.why == "" {
		c.skip("it calls no plan complete")
	}
}

// unsaid returns a word of the content that stands outside all units and in none.
func unsaid(kind string, content []byte, plan *sdk.Plan) string {
	if kind != sdk.KindHTML && bytes.HasPrefix(bytes.TrimSpace(content), []byte("<")) {
		return "" // markup of a kind that the kit can't read
	}
	rest := slices.Clone(content)
	known := map[string]bool{}
	learn := func(s string) {
		for _, w := range words(s) {
			known[w] = true
		}
	}
	for i := range plan.Units {
		u := &plan.Units[i]
		learn(text(content, u))
		for _, s := range slices.Concat([]sdk.Span{u.Span}, u.From, u.Copies) {
			learn(string(content[s.Start:s.End]))
			for k := s.Start; k < s.End; k++ {
				rest[k] = ' '
			}
		}
	}
	if kind == sdk.KindJSON { // the name of what only holds others is structure
		for _, at := range containerKey.FindAllIndex(content, -1) {
			for k := at[0]; k < at[1]; k++ {
				rest[k] = ' '
			}
		}
	}
	left := string(rest)
	if kind == sdk.KindHTML {
		left = entity.ReplaceAllString(hiddenHTML.ReplaceAllString(left, " "), " ")
	}
	for _, w := range words(left) {
		if !known[w] {
			return w
		}
	}
	return ""
}

func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !isWord(r) && r != utf8.RuneError })
}

// budgetHonoured compares plans for a budget with those that have none.
func budgetHonoured(c *check) {
	c.each(func(req *sdk.Request) { req.MaxTokens = 0 }, func(s sample, req sdk.Request, all sdk.Plan) {
		if spansFault(req.Content, &all) != "" {
			return
		}
		most := reached(req.Content, &all)
		for _, budget := range []int{64, 256, 1024} {
			req.MaxTokens = budget
			plan, ok := c.stable(req)
			if !ok || plan.Complete || spansFault(req.Content, &plan) != "" {
				continue
			}
			if got := reached(req.Content, &plan); got < min(budget, most) {
				c.fault("%s: asked for %d tokens, its order holds %d; without a limit it holds %d", s.name, budget, got, most)
			}
		}
	})
}

// bestFirst looks for the author's facts in what a quarter of the tokens hold.
func bestFirst(c *check) {
	if len(c.mustKeep) == 0 {
		c.skip("its author names nothing that must be kept (WithMustKeep)")
		return
	}
	for _, m := range c.mustKeep {
		budget := max(1, tokens.Estimate(m.content)/4)
		req := ask(m.sample)
		req.MaxTokens = budget
		plan, err := c.process(req)
		if err != nil {
			c.fault("%s of kind %s: %s", m.name, m.kind, said(err))
			continue
		}
		if spansFault(req.Content, &plan) != "" {
			continue
		}
		out := shown(req.Content, &plan, budget)
		for _, f := range m.facts {
			if !strings.Contains(out, f) {
				c.fault("%d tokens of a content of %d do not hold %q", budget, 4*budget, f)
			}
		}
	}
}

// matchValid shows a Matcher all sorts of heads.
func matchValid(c *check) {
	if !c.matcher() {
		c.skip("it is no Matcher")
		return
	}
	all := under([]string{"", sdk.KindLog, sdk.KindText}, slices.Concat(
		[]named{{"an empty head", ""}}, oneByte(1), controlBytes(1), allScripts(1), hugeLine(c.scale), foreign("", c.scale)))
	for _, s := range slices.Concat(all, c.ordinary()) {
		if c.full() {
			return
		}
		head := headOf(s.content)
		kind, err := c.match(sdk.Sample{Head: head, Bytes: len(s.content), Kind: s.kind, Tool: "bash"})
		switch {
		case err != nil:
			c.fault("%s: %s", s.name, said(err))
		case kind != "" && !slices.Contains(c.info.OwnKinds(), kind):
			c.fault("%s: it answers %q, which is none of its own kinds %q", s.name, kind, c.info.OwnKinds())
		case firstDifference(head, s.content) >= 0:
			c.fault("%s: it changed the head", s.name)
		}
	}
}

func (c *check) matcher() bool { return slices.Contains(c.said.Capabilities, sdk.CapabilityMatch) }

// headOf is a copy of what a Matcher gets to see.
func headOf(content []byte) []byte {
	head := content[:min(len(content), sdk.MaxSample)]
	for len(head) > 0 && len(head) < len(content) && !utf8.RuneStart(content[len(head)]) {
		head = head[:len(head)-1]
	}
	return slices.Clone(head)
}

func matchOwn(c *check) {
	own := c.info.OwnKinds()
	tried := false
	for _, s := range c.samples {
		if !slices.Contains(own, s.kind) {
			continue
		}
		tried = true
		if m := c.info.Magic; len(m) > 0 && !slices.ContainsFunc(m, func(m string) bool { return sdk.MagicFits(m, s.content) }) {
			c.fault("%s begins with none of its Magic %q", s.name, m)
			continue
		}
		if !c.matcher() {
			if len(c.info.Magic) == 0 {
				c.fault("%s: it has neither Magic nor Match, so nothing is ever of its kind %q", s.name, s.kind)
			}
			continue
		}
		kind, err := c.match(sdk.Sample{Head: headOf(s.content), Bytes: len(s.content), Kind: sdk.KindLog})
		if err == nil && kind != s.kind && (kind == "" || slices.Contains(own, kind)) {
			c.fault("%s is %q by Match, %q by its sample", s.name, kind, s.kind)
		}
	}
	if !tried {
		c.skip("there is no sample of a kind of its own (WithSample)")
	}
}
