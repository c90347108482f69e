package text

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// indent is the width of the white space at the start of a line; a tab reaches the
// next multiple of eight columns.
func indent(line []byte) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n = (n/8 + 1) * 8
		default:
			return n
		}
	}
	return n
}

// hashHeading is the level of a Markdown heading, 0 for other lines.
func hashHeading(t []byte) int {
	n := 0
	for n < len(t) && t[n] == '#' {
		n++
	}
	if n < 1 || n > 6 || n >= len(t) || t[n] != ' ' {
		return 0
	}
	return n
}

// ruleOf is the character that a line repeats from end to end, at least three
// times; 0 for other lines.
func ruleOf(t []byte) byte {
	if len(t) < 3 || bytes.IndexByte([]byte(`=-~^"'#*+.:_`+"`"), t[0]) < 0 {
		return 0
	}
	for _, c := range t {
		if c != t[0] {
			return 0
		}
	}
	return t[0]
}

// capitals reports whether a line is a heading in capitals, as in manual pages.
func capitals(t []byte) bool {
	if len(t) > 70 {
		return false
	}
	up := 0
	for _, c := range string(t) {
		switch {
		case unicode.IsUpper(c):
			up++
		case unicode.IsLower(c), c == '=', c == '{', c == ';', c == '|':
			return false
		}
	}
	return up >= 3
}

// numbered is the depth of a numbered heading ("3.2  Title" is 2), 0 for others.
func numbered(t []byte) int {
	i, depth := 0, 0
	for i < len(t) && t[i] >= '0' && t[i] <= '9' {
		for i < len(t) && t[i] >= '0' && t[i] <= '9' {
			i++
		}
		depth++
		if i < len(t) && t[i] == '.' {
			i++
		}
	}
	spaces := 0
	for i < len(t) && t[i] == ' ' {
		i++
		spaces++
	}
	if depth == 0 || i > 14 || spaces < 1 || spaces > 3 || i >= len(t) || bytes.IndexByte(t[:i], '.') < 0 {
		return 0
	}
	if c, _ := utf8.DecodeRune(t[i:]); !unicode.IsLetter(c) {
		return 0
	}
	return depth
}

// bullet is the length of the mark of a list item with the spaces after it, 0 for
// other lines.
func bullet(t []byte) int {
	i := 0
	switch {
	case len(t) == 0:
		return 0
	case t[0] == '-' || t[0] == '*' || t[0] == '+':
		i = 1
	case bytes.HasPrefix(t, []byte("•")):
		i = len("•")
	default:
		for i < len(t) && i < 4 && t[i] >= '0' && t[i] <= '9' {
			i++
		}
		if i == 0 || i == len(t) || t[i] != '.' && t[i] != ')' {
			return 0
		}
		i++
	}
	if i >= len(t) || t[i] != ' ' && t[i] != '\t' {
		return 0
	}
	for i < len(t) && (t[i] == ' ' || t[i] == '\t') {
		i++
	}
	if i == len(t) {
		return 0
	}
	return i
}

// option reports whether a line starts with an option: -x, --name, /x is none.
func option(t []byte) bool {
	return len(t) > 1 && t[0] == '-' && (wordChar(t[1]) || t[1] == '-' && len(t) > 2 && wordChar(t[2]))
}

func wordChar(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// wideGap is where the first run of two or more blanks, or of a tab, starts and
// ends in a line; both are 0 where there is none.
func wideGap(t []byte) (start, end int) {
	for i := 1; i < len(t); i++ {
		if t[i] != ' ' && t[i] != '\t' {
			continue
		}
		j := i
		for j < len(t) && (t[j] == ' ' || t[j] == '\t') {
			j++
		}
		if j < len(t) && (j-i >= 2 || t[i] == '\t') {
			return i, j
		}
		i = j
	}
	return 0, 0
}

// codeLike reports whether a line has the characters of code.
func codeLike(t []byte) bool { return bytes.ContainsAny(t, "={}()[];$<>") }

// prose reports whether a line reads like running text: five words or more, most
// of them of letters alone, or several characters of a script without spaces.
func prose(t []byte) bool {
	words, plain, wide := 0, 0, 0
	for at := 0; at < len(t); {
		for at < len(t) && (t[at] == ' ' || t[at] == '\t') {
			at++
		}
		start, ok := at, true
		for at < len(t) && t[at] != ' ' && t[at] != '\t' {
			if b := t[at] | 0x20; b >= 'a' && b <= 'z' {
				at++
				continue
			}
			c, w := utf8.DecodeRune(t[at:])
			switch {
			case c >= 0x2E80 && c < 0xAC00 || c >= 0xF900 && c <= 0xFAFF:
				wide++
			case unicode.IsLetter(c) || unicode.Is(unicode.M, c):
			case at+w == len(t) || t[at+w] == ' ' || at == start: // a point, a bracket
				ok = ok && c != '=' && c != '/' && c != '{' && c != '}' && c != ';' && c != '$'
			case c == '\'' || c == '-' || c == '.' || c == '`' || c == '*' || c == ',' || c == '’':
			default:
				ok = false
			}
			at += w
		}
		if at > start {
			words++
			if ok && !number(t[start:at]) {
				plain++
			}
		}
	}
	return wide >= 6 || words >= 5 && plain*10 >= words*7
}

func number(w []byte) bool {
	for _, c := range w {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

// directive parts a reStructuredText directive: its name, and whether the line is one.
func directive(t []byte) (name []byte, ok bool) {
	if !bytes.HasPrefix(t, []byte(".. ")) {
		return nil, false
	}
	i := bytes.Index(t, []byte("::"))
	if i < 0 {
		return nil, false
	}
	return bytes.TrimSpace(t[3:i]), true
}

// tableBorder reports whether a line parts the rows of a drawn table:
// |---|---|, +----+----+, ===== =====.
func tableBorder(t []byte) bool {
	marks, parts := 0, 0
	for i, c := range t {
		switch c {
		case '-', '=':
			marks++
		case '|', '+':
			parts++
		case ' ', ':':
			if c == ' ' && i > 0 && t[i-1] != ' ' && t[i-1] != '|' {
				parts++
			}
		default:
			return false
		}
	}
	return marks >= 3 && parts >= 1
}

// tableRow reports whether a line has cells parted by bars.
func tableRow(t []byte) bool {
	return len(t) > 2 && (t[0] == '|' && bytes.IndexByte(t[1:], '|') >= 0 || bytes.Contains(t, []byte(" | ")))
}
