package testreport

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

// token is a piece of markup.
type token struct {
	sdk.Span
	kind  tokenKind
	name  string // of an element
	attrs []attr
	empty bool     // <a/>
	text  sdk.Span // of text, CDATA: without its marks
	raw   bool     // CDATA: entities mean nothing
}

type tokenKind uint8

const (
	textToken tokenKind = iota
	startToken
	endToken
	otherToken // declarations, comments, instructions
)

// attr is an attribute; value is what stands between the quotes.
type attr struct {
	name  string
	span  sdk.Span
	value sdk.Span
}

// scanner reads XML piece by piece. What it cannot read ends it: a report may be
// cut off.
type scanner struct {
	content []byte
	at      int
}

// next returns the next token, false at the end.
func (s *scanner) next() (token, bool) {
	c := s.content
	if s.at >= len(c) {
		return token{}, false
	}
	from := s.at
	if c[from] != '<' {
		end := len(c)
		if i := bytes.IndexByte(c[from:], '<'); i >= 0 {
			end = from + i
		}
		s.at = end
		span := sdk.Span{Start: from, End: end}
		return token{Span: span, kind: textToken, text: span}, true
	}
	rest := c[from:]
	switch {
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		s.skip("]]>")
		return token{Span: sdk.Span{Start: from, End: s.at}, kind: textToken, raw: true, text: sdk.Span{Start: from + 9, End: max(from+9, s.at-3)}}, true
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.skip("-->")
	case bytes.HasPrefix(rest, []byte("<!")):
		s.skip(">")
	case bytes.HasPrefix(rest, []byte("<?")):
		s.skip("?>")
	default:
		return s.tag(), true
	}
	return token{Span: sdk.Span{Start: from, End: s.at}, kind: otherToken}, true
}

func (s *scanner) skip(to string) {
	if i := bytes.Index(s.content[s.at:], []byte(to)); i >= 0 {
		s.at += i + len(to)
		return
	}
	s.at = len(s.content)
}

// tag reads a start or end tag with its attributes.
func (s *scanner) tag() token {
	c, from := s.content, s.at
	t := token{kind: startToken}
	s.at++
	if s.at < len(c) && c[s.at] == '/' {
		t.kind = endToken
		s.at++
	}
	t.name = string(s.word())
	for s.at < len(c) && c[s.at] != '>' {
		s.blanks()
		if s.at < len(c) && c[s.at] == '/' {
			t.empty = true
			s.at++
			continue
		}
		start := s.at
		name := s.word()
		if len(name) == 0 {
			if s.at < len(c) && c[s.at] != '>' {
				s.at++ // what does not belong there
			}
			continue
		}
		s.blanks()
		if s.at >= len(c) || c[s.at] != '=' {
			continue
		}
		s.at++
		s.blanks()
		if s.at >= len(c) || c[s.at] != '"' && c[s.at] != '\'' {
			continue
		}
		quote := c[s.at]
		s.at++
		end := len(c)
		if i := bytes.IndexByte(c[s.at:], quote); i >= 0 {
			end = s.at + i
		}
		t.attrs = append(t.attrs, attr{name: string(name), value: sdk.Span{Start: s.at, End: end}, span: sdk.Span{Start: start, End: min(len(c), end+1)}})
		s.at = min(len(c), end+1)
	}
	s.at = min(len(c), s.at+1)
	t.Span = sdk.Span{Start: from, End: s.at}
	return t
}

func (s *scanner) blanks() {
	for s.at < len(s.content) {
		switch s.content[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) word() []byte {
	from := s.at
	for s.at < len(s.content) {
		c := s.content[s.at]
		if c == ' ' || c == '=' || c == '>' || c == '/' || c == '\n' || c == '\t' || c == '\r' || c == '"' || c == '\'' || c == '<' {
			break
		}
		s.at++
	}
	return s.content[from:s.at]
}

// attr is the value of an attribute.
func (t *token) attr(name string) (sdk.Span, bool) {
	for i := range t.attrs {
		if t.attrs[i].name == name {
			return t.attrs[i].value, t.attrs[i].value.Len() > 0
		}
	}
	return sdk.Span{}, false
}
