package retrieve

import "strings"

// scanner passes over JSON text. It is lenient as the processor of JSON is, so that
// both count the same items: commas are white space, NaN is a number, lines between
// documents may be anything, and a document may end before it is closed.
type scanner struct {
	s   string
	pos int
}

type outcome uint8

const (
	whole  outcome = iota
	cut            // the text ends inside the value
	broken         // it is no JSON
)

// maxDepth is how deep the grammar is checked; below it brackets are counted, which
// keeps the stack of open containers small.
const maxDepth = 64

// value passes over the value at pos. Where it is broken, pos is where.
func (c *scanner) value() outcome {
	var open [maxDepth]byte
	for depth := 0; ; {
		out := whole
		switch b := c.s[c.pos]; {
		case b == '{' || b == '[':
			if depth == maxDepth {
				out = c.brackets()
				break
			}
			open[depth] = b
			depth++
			c.pos++
		case b == '"':
			out = c.text()
		default:
			out = c.word(depth > 0)
		}
		if out != whole {
			return out
		}
		// On to the next value, through all that ends before it.
		for {
			if depth == 0 {
				return whole
			}
			if c.space(); c.pos == len(c.s) {
				return cut
			}
			b := c.s[c.pos]
			if b != '}' || open[depth-1] != '{' {
				if b != ']' || open[depth-1] != '[' {
					break
				}
			}
			c.pos++
			depth--
		}
		if open[depth-1] == '{' {
			if out := c.key(); out != whole {
				return out
			}
		}
	}
}

// key passes over a key and its colon, up to the value.
func (c *scanner) key() outcome {
	if c.s[c.pos] != '"' {
		return broken
	}
	if out := c.text(); out != whole {
		return out
	}
	if c.blank(); c.pos == len(c.s) {
		return cut
	}
	if c.s[c.pos] != ':' {
		return broken
	}
	c.pos++
	if c.blank(); c.pos == len(c.s) {
		return cut
	}
	return whole
}

// brackets passes over a container by counting brackets of both kinds alike.
func (c *scanner) brackets() outcome {
	for depth := 0; c.pos < len(c.s); {
		switch c.s[c.pos] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				c.pos++
				return whole
			}
		case '"':
			if c.text() == cut {
				return cut
			}
			continue
		}
		c.pos++
	}
	return cut
}

// text passes over a string. Of the backslashes before a quote each is counted
// once, so the time is linear.
func (c *scanner) text() outcome {
	c.pos++
	for {
		n := strings.IndexByte(c.s[c.pos:], '"')
		if n < 0 {
			c.pos = len(c.s)
			return cut
		}
		part := c.s[c.pos : c.pos+n]
		c.pos += n + 1
		slashes := len(part) - len(strings.TrimRight(part, `\`))
		if slashes%2 == 0 {
			return whole
		}
	}
}

// word passes over a number or a literal. The last one of a text that is not
// closed may have gone on.
func (c *scanner) word(inside bool) outcome {
	start := c.pos
	for c.pos < len(c.s) && strings.IndexByte(" \n\t\r,:{}[]\"\x1e", c.s[c.pos]) < 0 {
		c.pos++
	}
	w, atEnd := c.s[start:c.pos], c.pos == len(c.s)
	switch {
	case isLiteral(w):
		return whole
	case isNumber(w) && atEnd && inside:
		return cut
	case isNumber(w):
		return whole
	case atEnd && w != "" && beginsLiteral(w):
		return cut
	}
	c.pos = start
	return broken
}

func isLiteral(w string) bool {
	switch w {
	case "true", "false", "null", "NaN", "Infinity", "-Infinity", "+Infinity":
		return true
	}
	return false
}

func beginsLiteral(w string) bool {
	for _, full := range []string{"true", "false", "null", "NaN", "-Infinity"} {
		if strings.HasPrefix(full, w) {
			return true
		}
	}
	return false
}

func isNumber(w string) bool {
	digits := false
	for i := 0; i < len(w); i++ {
		switch c := w[i]; {
		case c >= '0' && c <= '9':
			digits = true
		case c == '-' || c == '+':
			if i > 0 && w[i-1]|0x20 != 'e' {
				return false
			}
		case c == '.' || digits && c|0x20 == 'e':
		default:
			return false
		}
	}
	return digits
}

// space passes over white space, commas and record separators.
func (c *scanner) space() {
	for c.pos < len(c.s) && strings.IndexByte(" \n\t\r,\x1e", c.s[c.pos]) >= 0 {
		c.pos++
	}
}

// blank passes over white space alone.
func (c *scanner) blank() {
	for c.pos < len(c.s) && strings.IndexByte(" \n\t\r", c.s[c.pos]) >= 0 {
		c.pos++
	}
}
