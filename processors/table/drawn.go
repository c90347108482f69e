package table

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

// bars are the vertical rules of drawn tables.
var bars = [][]byte{[]byte("│"), []byte("┃"), []byte("║"), []byte("|")}

// readDrawn reads a table whose cells stand between vertical rules, as sqlite3,
// psql and Markdown draw them; nil where the content is none. A line of rules
// must part the header from the rows.
func readDrawn(content []byte) *table {
	for _, bar := range bars {
		if bytes.Count(content, bar) < minRows*(minColumns-1) {
			continue
		}
		var rows []row
		rules, plain := 0, []sdk.Span(nil)
		for at := 0; at < len(content); {
			end := lineEnd(content, at)
			s := trimmed(content, sdk.Span{Start: at, End: end})
			at = end + 1
			switch line := content[s.Start:s.End]; {
			case len(line) == 0:
			case ruler(line):
				rules++
				plain = append(plain, s)
			case bytes.Contains(line, bar):
				rows = append(rows, between(content, s, bar))
			default:
				plain = append(plain, s)
			}
		}
		columns, fit, all := usual(rows)
		if rules == 0 || columns < minColumns || fit < minRows || fit*100 < all*fitting || len(plain) > len(rows)+rules {
			continue
		}
		t := &table{content: content, form: drawn, columns: columns, rest: plain}
		t.rows, t.others = others(rows, columns)
		t.findHead()
		return t
	}
	return nil
}

// between parts a line at its bars; what the outer bars leave out is no cell.
func between(content []byte, s sdk.Span, bar []byte) row {
	r := row{Span: s}
	line := content[s.Start:s.End]
	at := 0
	if bytes.HasPrefix(line, bar) {
		at = len(bar)
	}
	for at < len(line) {
		end := len(line)
		next := end
		if i := bytes.Index(line[at:], bar); i >= 0 {
			end = at + i
			next = end + len(bar)
		}
		r.cells = append(r.cells, trimmed(content, sdk.Span{Start: s.Start + at, End: s.Start + end}))
		at = next
	}
	return r
}

// ruler reports whether a line is made of rules alone.
func ruler(line []byte) bool {
	marks := 0
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '-' || c == '=' || c == '+' || c == '|' || c == ':':
			marks++
			i++
		case c == ' ':
			i++
		case c == 0xe2 && i+2 < len(line) && (line[i+1] == 0x94 || line[i+1] == 0x95): // U+2500 to U+257F
			marks++
			i += 3
		default:
			return false
		}
	}
	return marks >= 3
}
