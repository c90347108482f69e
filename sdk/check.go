package sdk

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrInvalidPlan is what every error of CheckPlan wraps.
var ErrInvalidPlan = errors.New("sdk: invalid plan")

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalidPlan, fmt.Sprintf(format, args...))
}

// maxTextGrowth bounds what a Text may be longer than the bytes that it speaks
// of, per unit: separators and labels of a table row, say.
const maxTextGrowth = 256

// CheckPlan reports the first breach of the plan contract: spans out of range or
// out of order, indices that point nowhere, cyclic needs, too many units, bad
// UTF-8, a Text with words that its bytes do not hold, a copy that says something
// else. It treats the plan as hostile: its time is linear in the content plus the
// plan. The host refuses a plan that fails it; the conformance kit calls it too.
func CheckPlan(req Request, p *Plan) error {
	c := planCheck{content: req.Content, plan: p}
	for _, f := range []func() error{c.sizes, c.groups, c.units, c.order, c.needs, c.words} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// separators are what may join two units of a row. They say nothing themselves, and
// no two of them with what they join make another number.
var separators = map[string]bool{}

var separatorList = func() string {
	list := []string{"", " ", "  ", "\t", ", ", "; ", ": ", " | ", " · ", " / ", "=", " = "}
	for _, s := range list {
		separators[s] = true
	}
	return fmt.Sprintf("%q", list)
}()

type planCheck struct {
	content []byte
	plan    *Plan
	read    map[Span]*reading // what From names, which many units share
}

func (c *planCheck) inside(s Span) bool {
	return 0 <= s.Start && s.Start <= s.End && s.End <= len(c.content)
}

func (c *planCheck) sizes() error {
	p := c.plan
	if len(p.Units) > MaxUnits {
		return invalid("%d units, at most %d are allowed", len(p.Units), MaxUnits)
	}
	if len(p.Order) > len(p.Units) {
		return invalid("the order has %d entries for %d units", len(p.Order), len(p.Units))
	}
	if len(p.Groups) > MaxUnits*4 {
		return invalid("%d groups", len(p.Groups))
	}
	if len(p.Notes) > MaxNotes {
		return invalid("%d notes, at most %d are allowed", len(p.Notes), MaxNotes)
	}
	for _, n := range append(append([]string(nil), p.Notes...), p.Summary) {
		if len(n) > MaxNoteBytes || !oneLine(n) {
			return invalid("a note or the summary is over %d bytes or not one line of UTF-8", MaxNoteBytes)
		}
	}
	return nil
}

func (c *planCheck) units() error {
	end := 0
	for i := range c.plan.Units {
		if err := c.unit(i, end); err != nil {
			return err
		}
		end = c.plan.Units[i].Span.End
	}
	return c.totals()
}

// unit checks one unit but for what its text says; end is where the one before it ends.
func (c *planCheck) unit(i, end int) error {
	u := &c.plan.Units[i]
	switch {
	case !c.inside(u.Span) || u.Span.Len() == 0:
		return invalid("unit %d has span [%d,%d) of %d bytes", i, u.Span.Start, u.Span.End, len(c.content))
	case u.Span.Start < end:
		return invalid("unit %d starts at %d, inside the unit before it, which ends at %d", i, u.Span.Start, end)
	case !c.charEdge(u.Span.Start) || !c.charEdge(u.Span.End):
		return invalid("unit %d cuts a character", i)
	case u.Group < -1 || u.Group >= len(c.plan.Groups):
		return invalid("unit %d is of group %d of %d", i, u.Group, len(c.plan.Groups))
	case u.Group >= 0 && (u.Item < 0 || u.Item >= c.plan.Groups[u.Group].Total):
		return invalid("unit %d is item %d of a group of %d", i, u.Item, c.plan.Groups[u.Group].Total)
	case u.Row < 0 || u.Part < 0 || u.Parts < 0 || (u.Parts > 0 && u.Part >= u.Parts):
		return invalid("unit %d has row %d, part %d of %d", i, u.Row, u.Part, u.Parts)
	case !oneLine(u.Text):
		return invalid("unit %d has a text that is not one line of UTF-8 without control characters", i)
	case !separators[u.Sep]:
		return invalid("unit %d has the separator %.16q: use one of %s", i, u.Sep, separatorList)
	}
	from := 0
	for _, s := range u.From {
		if !c.inside(s) {
			return invalid("unit %d names bytes [%d,%d) of %d", i, s.Start, s.End, len(c.content))
		}
		from += s.Len()
	}
	if len(u.Text) > 2*(u.Span.Len()+from)+maxTextGrowth {
		return invalid("the text of unit %d has %d bytes for %d bytes of content", i, len(u.Text), u.Span.Len()+from)
	}
	for _, s := range u.Copies {
		if !c.inside(s) || !alike(c.content[u.Span.Start:u.Span.End], c.content[s.Start:s.End]) {
			return invalid("a copy of unit %d at [%d,%d) says something else", i, s.Start, s.End)
		}
	}
	return nil
}

// totals bounds what all units together name. Honest plans repeat a header or a column
// name per row; the bounds leave room for that.
func (c *planCheck) totals() error {
	text, extra := 0, 0
	for i := range c.plan.Units {
		u := &c.plan.Units[i]
		text += len(u.Text)
		for _, list := range [...][]Span{u.From, u.Copies} {
			for _, s := range list {
				extra += max(0, s.Len())
			}
		}
	}
	if limit := 4*len(c.content) + 1<<20; text > limit {
		return invalid("texts of %d bytes for a content of %d", text, len(c.content))
	} else if extra > 8*len(c.content)+16<<20 {
		return invalid("the units name %d further bytes of a content of %d", extra, len(c.content))
	}
	return nil
}

func (c *planCheck) charEdge(i int) bool {
	return i == 0 || i == len(c.content) || utf8.RuneStart(c.content[i])
}

func (c *planCheck) order() error {
	seen := make([]bool, len(c.plan.Units))
	for _, i := range c.plan.Order {
		if i < 0 || i >= len(seen) || seen[i] {
			return invalid("the order names unit %d, which does not exist or stands in it twice", i)
		}
		seen[i] = true
	}
	return nil
}

// needs checks indices and that no unit needs itself, directly or through others.
func (c *planCheck) needs() error {
	const white, grey, black = 0, 1, 2
	colour := make([]byte, len(c.plan.Units))
	type frame struct{ unit, next int }
	for start := range c.plan.Units {
		if colour[start] != white {
			continue
		}
		stack := []frame{{start, 0}}
		colour[start] = grey
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			needs := c.plan.Units[f.unit].Needs
			if f.next == len(needs) {
				colour[f.unit] = black
				stack = stack[:len(stack)-1]
				continue
			}
			n := needs[f.next]
			f.next++
			if n < 0 || n >= len(c.plan.Units) {
				return invalid("unit %d needs unit %d of %d", f.unit, n, len(c.plan.Units))
			}
			if colour[n] == grey {
				return invalid("units %d and %d need each other", f.unit, n)
			}
			if colour[n] == white {
				colour[n] = grey
				stack = append(stack, frame{n, 0})
			}
		}
	}
	return nil
}

func (c *planCheck) words() error {
	for i := range c.plan.Units {
		if err := c.says(i); err != nil {
			return err
		}
	}
	return nil
}

// says checks what the text of one unit says.
func (c *planCheck) says(i int) error {
	u := &c.plan.Units[i]
	if u.Text == "" {
		return nil
	}
	if c.read == nil {
		c.read = map[Span]*reading{}
	}
	from := make([]*reading, len(u.From))
	for k, s := range u.From {
		if c.read[s] == nil {
			c.read[s] = read(c.content, s)
		}
		from[k] = c.read[s]
	}
	switch token, disorder := unsaid(u.Text, read(c.content, u.Span), from); {
	case token != "":
		return invalid("the text of unit %d says %q, which its bytes do not", i, token)
	case disorder:
		return invalid("the text of unit %d says %.80q: its bytes say these words in another order, or more between them", i, u.Text)
	}
	return nil
}

// alike reports whether two contents are equal but for digits and space at the ends.
func alike(a, b []byte) bool {
	a, b = bytes.TrimSpace(a), bytes.TrimSpace(b)
	for {
		a, b = bytes.TrimLeft(a, "0123456789"), bytes.TrimLeft(b, "0123456789")
		if len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		n := 0
		for n < len(a) && n < len(b) && a[n] == b[n] && (a[n] < '0' || a[n] > '9') {
			n++
		}
		if n == 0 {
			return false
		}
		a, b = a[n:], b[n:]
	}
}

// oneLine reports whether s is valid UTF-8 without control characters but tabs.
func oneLine(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool {
		return r != '\t' && unicode.IsControl(r)
	}) < 0
}
