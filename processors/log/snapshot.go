package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// Snapshots of a page's accessibility tree, as browser tools print them: a YAML
// list of roles with names, attributes in brackets, and texts.
//
//   - heading "Orders" [level=2] [ref=e3]
//   - button "Pay" [ref=e9] [cursor=pointer]
//   - paragraph [ref=e4]: Nothing is due.

// What nodes of a page are worth by their role.
const (
	worthAlert     = 1.8
	worthHeading   = 1.7 // less a little for each level
	worthLevel     = 0.12
	worthField     = 0.8 // what can be typed into, pressed, chosen
	worthState     = 0.2 // more where it is checked, disabled, expanded
	worthLink      = 0.3
	worthLead      = 0.9 // the first text under a heading
	worthParagraph = 0.35
	worthText      = 0.15
	worthRow       = 0.35
	worthNothing   = 0.02
	shareOfRarity  = 0.4
)

// role is what a kind of node is good for.
type role uint8

const (
	roleOther role = iota
	roleHeading
	roleAlert
	roleField
	roleLink
	roleBlock
	roleText
	roleRow
	roleCell
	roleDetail // url, placeholder
)

var roles = map[string]role{
	"heading": roleHeading, "alert": roleAlert, "alertdialog": roleAlert, "dialog": roleAlert, "status": roleAlert, "tooltip": roleAlert,
	"button": roleField, "textbox": roleField, "combobox": roleField, "checkbox": roleField, "radio": roleField, "switch": roleField,
	"searchbox": roleField, "spinbutton": roleField, "slider": roleField, "menuitem": roleField, "tab": roleField, "option": roleField,
	"link": roleLink, "paragraph": roleBlock, "listitem": roleBlock, "blockquote": roleBlock, "caption": roleBlock, "term": roleBlock, "definition": roleBlock,
	"text": roleText, "code": roleText, "emphasis": roleText, "strong": roleText, "time": roleText,
	"row": roleRow, "columnheader": roleRow, "rowheader": roleRow, "cell": roleCell, "gridcell": roleCell,
	"generic": roleOther, "list": roleOther, "table": roleOther, "rowgroup": roleOther, "navigation": roleOther, "banner": roleOther,
	"main": roleOther, "contentinfo": roleOther, "complementary": roleOther, "region": roleOther, "article": roleOther, "form": roleOther,
	"group": roleOther, "img": roleOther, "figure": roleOther, "separator": roleOther, "document": roleOther, "iframe": roleOther, "search": roleOther,
	"menu": roleOther, "menubar": roleOther, "tablist": roleOther, "tabpanel": roleOther, "listbox": roleOther, "toolbar": roleOther, "section": roleOther,
	"/url": roleDetail, "/placeholder": roleDetail,
}

// node is one line of a snapshot.
type node struct {
	role       role
	level      int
	name, text bool         // has a name in quotes, a text behind a colon
	attrs      []lines.Span // attributes that say nothing to a reader, with the blank before them; spans of the content
	state      bool
	textAt     int // where the text begins
}

// prose reports whether a node is a piece of text whose role says nothing.
func (n *node) prose() bool {
	return n.text && !n.name && (n.role == roleBlock || n.role == roleText || n.role == roleOther)
}

// readNode reads a line of a snapshot.
func readNode(content []byte, s lines.Span) (node, bool) {
	t := lines.Trim(content, s)
	if t.Len() < 4 || content[t.Start] != '-' || content[t.Start+1] != ' ' {
		return node{}, false
	}
	at := t.Start + 2
	if content[at] == '\'' || content[at] == '"' {
		at++
	}
	from := at
	for at < t.End && (content[at] == '/' || content[at] >= 'a' && content[at] <= 'z') {
		at++
	}
	r, ok := roles[string(content[from:at])]
	if !ok || at < t.End && content[at] != ' ' && content[at] != ':' {
		return node{}, false
	}
	n := node{role: r, level: 2}
	if at+1 < t.End && content[at] == ' ' && content[at+1] == '"' {
		n.name = true
		at = closing(content, at+2, t.End)
	}
	for at+1 < t.End && content[at] == ' ' && content[at+1] == '[' {
		i := bytes.IndexByte(content[at:t.End], ']')
		if i < 0 {
			break
		}
		attr := content[at+2 : at+i]
		switch {
		case bytes.HasPrefix(attr, []byte("level=")):
			n.level, _ = digits(attr[6:])
			n.attrs = join(n.attrs, lines.Span{Start: at, End: at + i + 1})
		case bytes.HasPrefix(attr, []byte("ref=")):
			if r != roleField && r != roleLink {
				n.attrs = join(n.attrs, lines.Span{Start: at, End: at + i + 1})
			}
		case bytes.Equal(attr, []byte("cursor=pointer")):
			n.attrs = join(n.attrs, lines.Span{Start: at, End: at + i + 1})
		default:
			n.state = true
		}
		at += i + 1
	}
	if at < t.End && content[at] == ':' {
		at++
		n.text = at < t.End
	}
	for at < t.End && content[at] == ' ' {
		at++
	}
	n.textAt = at
	return n, true
}

// closing returns where the text behind the quote that ends before end goes on.
func closing(content []byte, at, end int) int {
	for at < end {
		switch content[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
		at++
	}
	return end
}

// join appends a span, and joins it with the last one where they touch.
func join(spans []lines.Span, s lines.Span) []lines.Span {
	if n := len(spans); n > 0 && spans[n-1].End == s.Start {
		spans[n-1].End = s.End
		return spans
	}
	return append(spans, s)
}

// isSnapshot reports whether most lines are nodes of a page, many with references.
func isSnapshot(content []byte, spans []lines.Span) bool {
	full, nodes, refs := 0, 0, 0
	for _, s := range spans {
		if blank(content, s) {
			continue
		}
		full++
		if _, ok := readNode(content, s); ok {
			nodes++
			if bytes.Contains(content[s.Start:s.End], []byte("[ref=")) {
				refs++
			}
		} else if (full-nodes)*10 > 4*len(spans) {
			return false // whatever follows
		}
	}
	return nodes >= 12 && nodes*10 >= full*6 && refs*10 >= nodes*2
}

// fillSnapshot values the nodes of a page by their roles.
func fillSnapshot(d *draft) {
	d.spans = wordy(d.content, d.spans)
	d.evaluate(0)
	plain := lines.Evaluate(d.content, d.spans, lines.Options{Rules: ruleOnlyRarity})
	leads := 0 // texts since the last heading
	for i := range d.lines {
		l, x := &d.lines[i], &d.extra[i]
		l.Body = l.Start
		n, ok := readNode(d.content, l.Span)
		if !ok {
			if bytes.Contains(d.content[l.Start:l.End], []byte("Page Title:")) {
				l.Value += worthAlert
			}
			continue
		}
		rarity := shareOfRarity * plain[i].Value
		if n.prose() {
			l.Body = n.textAt
		}
		x.soft, l.Bad = true, 0 // a page speaks of errors, it does not fail
		if l.Body == l.Start {
			if len(n.attrs) > 0 {
				d.more(i).holes = n.attrs
			}
		}
		switch v := worthNothing; n.role {
		case roleHeading:
			leads = 0
			l.Value = worthHeading - worthLevel*float64(n.level)
			x.key, x.class = "node "+string(d.text(i)), "heading" // headings do not diminish
		case roleBlock, roleText:
			if n.text || n.name {
				v = worthText
				if n.role == roleBlock {
					v = worthParagraph
				}
				v += rarity
				if leads == 0 {
					v += worthLead - worthParagraph
				}
				leads++
			}
			l.Value, x.key = v, "text"
		default:
			l.Value, x.key = n.value(rarity), "role "+string(rune('0'+n.role))
		}
	}
}

// value is what nodes that are neither headings nor texts are worth.
func (n *node) value(rarity float64) float64 {
	v := worthNothing
	if !n.name && !n.text {
		return v
	}
	switch n.role {
	case roleAlert:
		v = worthAlert
	case roleField:
		v = worthField + rarity
	case roleLink:
		v = worthLink + rarity
	case roleRow:
		v = worthRow + rarity
	case roleOther:
		v = worthText
	}
	if n.state {
		v += worthState
	}
	return v
}
