package lines

import "bytes"

// heading reports whether a line titles what follows: a text between rules, a
// markdown heading, or a short line that ends in a colon after a blank line.
func heading(text []byte, blankBefore bool) bool {
	s := Trim(text, Span{0, len(text)})
	t := text[s.Start:s.End]
	if len(t) < 4 || len(t) > 140 {
		return false
	}
	if Ruled(t) {
		return true
	}
	if t[0] == '#' && s.Start == 0 {
		i := 0
		for i < len(t) && t[i] == '#' {
			i++
		}
		return i >= 2 && i <= 5 && i+1 < len(t) && t[i] == ' ' && upper(t[i+1])
	}
	if bytes.HasPrefix(t, []byte(`- heading "`)) {
		return true
	}
	return s.Start == 0 && blankBefore && (t[len(t)-1] == ':' && len(t) < 110 || numbered(t))
}

// numbered reports whether a line is a numbered heading: "3.2  Lonely characters".
func numbered(t []byte) bool {
	i, dots := 0, 0
	for i < len(t) && (digit(t[i]) || t[i] == '.' && i > 0) {
		if t[i] == '.' {
			dots++
		}
		i++
	}
	if i == 0 || i > 8 || i+3 >= len(t) || t[i] != ' ' || dots == 0 && t[i+1] != ' ' {
		return false
	}
	t = bytes.TrimRight(bytes.TrimSpace(t[i:]), " |")
	return len(t) >= 4 && len(t) <= 80 && upper(t[0]) && bytes.IndexByte([]byte(".,;:"), t[len(t)-1]) < 0
}

// Ruled reports whether a trimmed line is a title set off by rules: "===== x",
// "== x ==", "____ x ____", "---- x ----".
func Ruled(t []byte) bool {
	if len(t) < 6 {
		return false
	}
	c := t[0]
	if c != '=' && c != '_' && c != '-' && c != '*' && c != '#' && c != '~' {
		return false
	}
	i := 0
	for i < len(t) && t[i] == c {
		i++
	}
	if i < 2 || i+1 >= len(t) || t[i] != ' ' {
		return false
	}
	j := len(t)
	for j > i && t[j-1] == c {
		j--
	}
	middle := bytes.TrimSpace(t[i:j])
	closed := len(t)-j >= 2
	if len(middle) < 1 || len(middle) > 100 || !wordByte(middle[0]) && middle[0] != '#' && middle[0] != '[' && middle[0] != '/' {
		return false
	}
	if c == '#' {
		return closed
	}
	return closed || c == '=' && i >= 3 || (c == '-' || c == '*') && i >= 5
}
