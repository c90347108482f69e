package sdk

import "testing"

// Words that inline tags part must be found whole, also next to tags that part
// words: cells, line breaks, items.
func TestCheckPlanFindsWordsAcrossInlineTags(t *testing.T) {
	for _, c := range []struct {
		name, content, text string
		ok                  bool
	}{
		{"inline tag inside a word", "x fo<b>o</b>ba<I class=x>r</I> y", "x foobar y", true},
		{"behind a cell", "<td>12</td><td>fo<b>o</b></td><td>z</td>", "12 | foo | z", true},
		{"behind a line break", "a<br>fo<code>o</code><br/>b", "a foo b", true},
		{"with entities", "a<br>caf<b>&eacute;</b><br>b", "a café b", true},
		{"cells run together", "<td>a</td><td>b</td>", "a ab b", true}, // kept from before: all tags dropped
		{"a word that is not there", "<td>a</td><td>fo<b>o</b></td>", "a bar foo", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := Request{Content: []byte(c.content)}
			p := Plan{Units: []Unit{{Span: Span{0, len(c.content)}, Text: c.text, Group: -1}}}
			if err := CheckPlan(req, &p); (err == nil) != c.ok {
				t.Fatal(err)
			}
		})
	}
}

// A document may stand in a string of another, and that again in one: what it says
// then has its escapes escaped.
func TestCheckPlanDecodesEscapesInEscapes(t *testing.T) {
	for _, c := range []struct {
		name, content, text string
		ok                  bool
	}{
		{"once", `\"a\": \"one\ntwo \u00e9t\u00e9\"`, "a=one two été", true},
		{"twice", `\\\"a\\\": \\\"one\\ntwo \\u00e9t\\u00e9\\\"`, "a=one two été", true},
		{"the last word cut, and the mark of it", `"log": "ท่าเรือล้มเหลว"`, "log=ท่าเรือล้มเห…", true},
		{"a last word that is not there, and the mark of a cut", `"log": "ท่าเรือ"`, "log=ล้มเห…", false},
		{"colours in a string", `"a": "one \u001b[0;31mred\u001b[0m two"`, "a=one red two", true},
		{"a colour that is broken among others", `shard \u001b[0é;32mshelf \u001b[mvalley`, "shard [0é;32mshelf valley", true},
		{"colours and entities in a string", `one \u001b[1m&#34;path&#34;: \u001b[31m&eacute;t`, `one "path": ét`, true},
		{"a colour with signs among its numbers", `a \u001b[38-7;5;0mledger \u001b[1mlantern`, "a [38-7;5;0mledger lantern", true},
		{"two colours at once", `weight\u001b\u001b[1ms-0`, "weight s-0", true},
		{"a comparison in quotes", `"invalid": "\">=7\" from node_modules/@a/b"`, `invalid=">=7" from node_modules/@a/b`, true},
		{"a tag beside a sign", `took time<br>=\\\"20`, `took time<br>=\"20`, true},
		{"a comparison that is not there", `time<br> 20`, `time >= 20`, false},
		{"colours and tags in a string", `<a>parceldepot</a><spanclass=meta>\u001b[2K1points</span>`, "parceldepot1points", true},
		{"entities and tags in a string", `\u003cb\u003ecaf&eacute;\u003c/b\u003e`, "café", true},
		{"a word that is not there", `\\\"a\\\": \\\"one\\ntwo\\\"`, "a=one three two", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := Request{Content: []byte(c.content)}
			p := Plan{Units: []Unit{{Span: Span{0, len(c.content)}, Text: c.text, Group: -1}}}
			if err := CheckPlan(req, &p); (err == nil) != c.ok {
				t.Fatal(err)
			}
		})
	}
}

func TestCheckPlanKnowsKeysWithColoursInThem(t *testing.T) {
	for ref, ok := range map[string]bool{`$["canyon orchard index"]`: true, `$["canyon orchid index"]`: false} {
		content := `{"canyon \u001b[38;5;2morchard \u001b[mindex": [1, 2]}`
		p := Plan{Groups: []Group{{Ref: ref, Unit: "items", Parent: -1, Span: Span{0, len(content)}, Total: 2}}}
		if err := CheckPlan(Request{Content: []byte(content)}, &p); (err == nil) != ok {
			t.Fatal(ref, err)
		}
	}
}
