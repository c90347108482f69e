package exchange

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// splice returns a copy of a JSON object in which the last member of a name has
// another value; where there is none it becomes the last member. All other bytes
// stay as they are.
func splice(object []byte, name string, value []byte) []byte {
	at, end := -1, -1
	gjson.ParseBytes(object).ForEach(func(key, v gjson.Result) bool {
		if key.Str == name {
			at, end = v.Index, v.Index+len(v.Raw)
		}
		return true
	})
	out := make([]byte, 0, len(object)+len(name)+len(value)+4)
	if at > 0 {
		out = append(out, object[:at]...)
		out = append(out, value...)
		return append(out, object[end:]...)
	}
	closing := bytes.LastIndexByte(object, '}')
	body := bytes.TrimRight(object[:closing], " \t\r\n")
	out = append(out, body...)
	if body[len(body)-1] != '{' {
		out = append(out, ',')
	}
	out = strconv.AppendQuote(out, name)
	out = append(out, ':')
	out = append(out, value...)
	return append(out, object[closing:]...)
}

// depth is the deepest nesting of brackets outside strings, in any text.
func depth(data []byte) int {
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

// halfPairs reports whether a JSON string holds half of a surrogate pair as an
// escape. UTF-8 has no form for it.
func halfPairs(raw string) bool {
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

// hexUnit reads an escape such as \u00e9 at the beginning of s, -1 where there
// is none.
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
