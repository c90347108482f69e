package lines

// stampLen is the length of a time stamp at the start of a line, with the blanks
// behind it, 0 where there is none: for logs whose lines do not agree on one form.
func stampLen(line []byte) int {
	at := checkerLen(line)
	if at > 0 {
		return at
	}
	if len(line) > 0 && line[0] == '<' { // syslog priority
		i := 1
		for i < len(line) && i < 5 && digit(line[i]) {
			i++
		}
		if i > 1 && i < len(line) && line[i] == '>' {
			at = i + 1
		}
		if at < len(line) && digit(line[at]) && at+1 < len(line) && line[at+1] == ' ' {
			at += 2 // its version
		}
	}
	open := at < len(line) && line[at] == '['
	if open {
		at++
	}
	n := clock(line[at:])
	if n == 0 {
		return 0
	}
	at += n
	if open {
		if at >= len(line) || line[at] != ']' {
			return 0
		}
		at++
	}
	if at >= len(line) || line[at] != ' ' && line[at] != '\t' {
		return 0
	}
	for at < len(line) && blank(line[at]) {
		at++
	}
	return at
}

// checkerLen is the length of the process number with which checkers of memory begin
// their lines, "==123== " or "--123-- ", with one blank: what is indented behind it
// stays so. It is 0 where there is none.
func checkerLen(line []byte) int {
	if len(line) < 5 || line[0] != line[1] || line[0] != '=' && line[0] != '-' {
		return 0
	}
	at := 2
	for at < len(line) && at < 12 && digit(line[at]) {
		at++
	}
	if at == 2 || at+1 >= len(line) || line[at] != line[0] || line[at+1] != line[0] {
		return 0
	}
	if at += 2; at < len(line) && line[at] != ' ' {
		return 0
	}
	return min(at+1, len(line))
}

// isMonth reports whether three bytes stand in the row of the months' short names.
func isMonth(s []byte) bool {
	const months = "JanFebMarAprMayJunJulAugSepOctNovDec"
	for i := 0; i+3 <= len(months); i++ {
		if months[i] == s[0] && months[i+1] == s[1] && months[i+2] == s[2] {
			return true
		}
	}
	return false
}

// clock is the length of a date with time, a time, or seconds since 1970 at the
// start of s.
func clock(s []byte) int {
	if len(s) < 8 {
		return 0
	}
	switch {
	case len(s) >= 15 && upper(s[0]) && isMonth(s[:3]) && s[3] == ' ': // Jan  5 09:31:03
		if shape(s[6:], "_9:99:99") == 8 || shape(s[7:], "99:99:99") == 8 {
			if s[6] == ' ' {
				return 15
			}
			return 14
		}
		return 0
	case shape(s, "9999-99-99") == 10 || shape(s, "9999/99/99") == 10:
		if len(s) > 18 && (s[10] == 'T' || s[10] == ' ') && shape(s[11:], "99:99:99") == 8 {
			return 19 + fraction(s[19:])
		}
		return 0
	case shape(s, "99:99:99") == 8:
		return 8 + fraction(s[8:])
	case shape(s, "9999999999") == 10:
		return 10 + fraction(s[10:])
	}
	return 0
}

// shape compares s with a pattern in which 9 stands for a digit and _ for a blank
// or digit, and returns the pattern's length where it fits.
func shape(s []byte, pattern string) int {
	if len(s) < len(pattern) {
		return 0
	}
	for i := range len(pattern) {
		switch p := pattern[i]; {
		case p == '9' && !digit(s[i]), p == '_' && !digit(s[i]) && s[i] != ' ', p != '9' && p != '_' && p != s[i]:
			return 0
		}
	}
	return len(pattern)
}

// fraction is the length of a fraction of a second and a zone.
func fraction(s []byte) int {
	i := 0
	if i+1 < len(s) && (s[i] == '.' || s[i] == ',') && digit(s[i+1]) {
		for i++; i < len(s) && digit(s[i]); i++ {
		}
	}
	if i < len(s) && s[i] == 'Z' {
		return i + 1
	}
	if i+4 < len(s) && (s[i] == '+' || s[i] == '-') && digit(s[i+1]) && digit(s[i+2]) {
		for i++; i < len(s) && (digit(s[i]) || s[i] == ':'); i++ {
		}
	}
	return i
}
