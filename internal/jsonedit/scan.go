package jsonedit

import (
	"strconv"
	"strings"
)

// Depth is the deepest nesting of brackets outside strings, in any text. It does not
// recurse.
func Depth(data []byte) int {
	deepest, now, inString := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			now++
			deepest = max(deepest, now)
		case c == ']' || c == '}':
			now--
		}
	}
	return deepest
}

// HalfPair reports whether a JSON string holds half of a surrogate pair as an escape.
// UTF-8 has no form for it, so such a text could be neither stored nor compared.
func HalfPair(raw string) bool {
	for {
		at := strings.IndexByte(raw, '\\')
		if at < 0 || at+1 >= len(raw) {
			return false
		}
		if raw[at+1] != 'u' {
			raw = raw[at+2:]
			continue
		}
		unit := hexUnit(raw[at:])
		raw = raw[min(at+6, len(raw)):]
		switch {
		case unit >= 0xDC00 && unit <= 0xDFFF:
			return true
		case unit >= 0xD800 && unit <= 0xDBFF:
			if second := hexUnit(raw); second < 0xDC00 || second > 0xDFFF {
				return true
			}
			raw = raw[6:]
		}
	}
}

// hexUnit is the code unit of an escape such as \u00e9 at the beginning of s, -1 where
// there is none.
func hexUnit(s string) int {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	v, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return -1
	}
	return int(v)
}
