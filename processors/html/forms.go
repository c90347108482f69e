package html

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk"
)

// maxHref is the longest address that is shown, in bytes: longer ones carry
// tracking or data, and cost more than they tell.
const maxHref = 200

func (r *reader) openLink(attrs attrs) {
	r.closeLink()
	r.linkAt = r.doc.Len()
	tag := bytes.TrimSpace(attrs.get("href"))
	if len(tag) == 0 || len(tag) > maxHref || tag[0] == '#' || bytes.ContainsFunc(tag, unprintable) {
		return
	}
	href := string(tag)
	if u, err := url.Parse(href); err == nil && (u.Scheme == "javascript" || u.Scheme == "data") {
		return
	}
	r.link = &document.Link{Tag: sdk.Span{Start: r.pos, End: r.end}, Href: href}
}

func unprintable(c rune) bool { return c <= ' ' || c == 0x7f || c >= 0x80 && c < 0xa0 }

// pauseLink gives the present block the open link and what it holds of its text.
func (r *reader) pauseLink() {
	if r.linkAt < 0 {
		return
	}
	if n := r.doc.Len() - max(r.linkAt, r.start); n > 0 {
		r.linked += n
		if r.link != nil {
			r.doc.AddLink(&r.block, *r.link)
			r.link = nil
		}
	}
	r.linkAt = r.doc.Len()
}

// closeLink ends the open link. One that only points to where it stands, by a
// paragraph sign or the like, is no text.
func (r *reader) closeLink() {
	if from := max(r.linkAt, r.start); r.linkAt >= 0 && r.pre == 0 && r.control < 0 && r.doc.Len() > from {
		if r.doc.Trailing(from, anchorSign) {
			r.doc.Trim(from, anchorSign)
			r.doc.Space(r.start)
			r.last = 0
		}
	}
	r.pauseLink()
	r.link, r.linkAt = nil, -1
}

// state returns the words in which a tag says how a field stands, as the tag
// spells them, ready to be put before the field.
func (r *reader) state(attrs attrs) string {
	var out []string
	for _, name := range []string{"checked", "selected", "disabled", "readonly", "required"} {
		if attrs.has(name) {
			raw := r.content[r.pos:r.end]
			if i := bytes.Index(bytes.ToLower(raw), []byte(name)); i >= 0 && i+len(name) <= len(raw) {
				out = append(out, string(raw[i:i+len(name)]))
			}
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "(" + strings.Join(out, ", ") + ") "
}

// input shows a field with its value. Hidden fields are no content, and
// passwords are nobody's business.
func (r *reader) input(attrs attrs) {
	state := r.state(attrs)
	switch strings.ToLower(string(attrs.get("type"))) {
	case "hidden", "image":
		return
	case "checkbox", "radio":
		if r.block.Form {
			r.flush(r.pos)
		}
		if !attrs.has("checked") {
			state += "[ ]"
		}
		r.whole(state)
	case "password":
		r.whole(state + "[ ]")
	default:
		value, hint := clip(attrs.get("value")), clip(attrs.get("placeholder"))
		if value == "" && hint != "" && bytes.Contains(r.content[r.pos:r.end], []byte("placeholder")) {
			hint = " (placeholder: " + hint + ")"
		} else {
			hint = ""
		}
		r.whole(state + "[" + value + "]" + hint)
	}
	r.block.Form = true
}

// longControl is the length of text after which a button that does not end is
// taken for one that has, in bytes.
const longControl = 500

// inControl reports whether the text belongs to a button, which is one piece
// whatever stands in it.
func (r *reader) inControl() bool {
	if r.control >= 0 && r.doc.Len()-r.control > longControl {
		r.control = -1
	}
	return r.control >= 0
}

func (r *reader) openControl(a atom.Atom, attrs attrs) {
	switch a {
	case atom.Label:
		r.flush(r.pos)
	case atom.Button, atom.Textarea:
		r.control = -1
		r.doc.Space(r.start)
		r.opened = sdk.Span{Start: r.pos, End: r.end}
		r.doc.AppendAs(r.state(attrs)+"[", r.opened)
		r.control, r.last = r.doc.Len(), 0
		r.label = clip(attrs.get("aria-label"))
		r.block.Form = true
	case atom.Select:
		r.options = 0
		if r.inCell() {
			r.doc.Space(r.start)
			return
		}
		r.flush(r.pos)
	case atom.Option:
		if r.inCell() {
			r.choice(attrs)
			return
		}
		r.flush(r.pos)
		r.block.Kind, r.block.Form = document.Option, attrs.has("selected") || r.options == 0
		r.block.Join, r.block.Mark = document.JoinBar, 0
		if r.options == 0 {
			r.block.Join = r.labelled()
		}
		r.options++
		if s := r.state(attrs); s != "" {
			r.doc.AppendAs(strings.TrimSpace(s), sdk.Span{Start: r.pos, End: r.end})
			r.doc.Space(r.start)
			r.last = 0
		}
	}
}

// choice adds a choice of a field to the cell of a table that it stands in: a row
// stays a row.
func (r *reader) choice(attrs attrs) {
	mark := strings.TrimSpace(r.state(attrs))
	if r.options > 0 {
		mark = strings.TrimSpace("/ " + mark)
	}
	r.options++
	r.doc.Space(r.start)
	if mark != "" {
		r.doc.AppendAs(mark, sdk.Span{Start: r.pos, End: r.end})
		r.doc.Space(r.start)
		r.last = 0
	}
}

// labelled says how the choices of a field follow the text before it.
func (r *reader) labelled() document.Join {
	const longLabel = 80 // bytes
	if n := len(r.doc.Blocks); n > 0 {
		if b := &r.doc.Blocks[n-1]; b.Kind <= document.Item && b.TextLen() <= longLabel {
			return document.JoinColon
		}
	}
	return document.Apart
}

func (r *reader) closeControl(a atom.Atom) {
	switch a {
	case atom.Button, atom.Textarea:
		if r.control < 0 {
			return
		}
		s := sdk.Span{Start: r.pos, End: r.end}
		if r.doc.Len() == r.control && r.label != "" {
			r.doc.AppendAs(r.label+"]", sdk.Span{Start: r.opened.Start, End: r.end})
		} else {
			r.doc.AppendAs("]", s)
		}
		r.doc.Space(r.start)
		r.control, r.last = -1, 0
	case atom.Select, atom.Option:
		if r.inCell() {
			r.doc.Space(r.start)
			return
		}
		r.flush(r.end)
		if a == atom.Select {
			r.settle()
		}
	}
}
