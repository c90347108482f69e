package json

import (
	"bytes"
	"sort"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// decoded is a string value without its escapes, with the way back to the bytes
// that it came from. Control characters are spaces in it, but for tab and LF.
type decoded struct {
	text []byte
	// Where the distance between text and source changes: from text offset at[i]
	// on, up to at[i+1], the source offset is src[i] plus what lies between.
	at, src []int32
}

// source is the content offset of text offset i.
func (d *decoded) source(i int) int {
	k := sort.Search(len(d.at), func(k int) bool { return int(d.at[k]) > i }) - 1
	return int(d.src[k]) + i - int(d.at[k])
}

// decode undoes the escapes of raw, which stands in the content at offset. It
// keeps what is no valid escape, as a person would read it.
func decode(raw []byte, offset int, trace bool) decoded {
	d := decoded{at: []int32{0}, src: []int32{int32(offset)}}
	if bytes.IndexByte(raw, '\\') < 0 && !hasControl(raw) {
		d.text = raw
		return d
	}
	d.text = make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		n := 1
		switch c := raw[i]; {
		case c == '\\' && i+1 < len(raw):
			if n = colour(raw[i:]); n == 0 {
				n = d.escape(raw[i:])
			}
		case c < 0x20 && c != '\t' && c != '\n' || c == 0x7f:
			d.text = append(d.text, ' ')
		case c == 0xc2 && i+1 < len(raw) && raw[i+1] < 0xa0: // U+0080 to U+009F
			d.text = append(d.text, ' ')
			n = 2
		default:
			d.text = append(d.text, c)
			i++
			continue
		}
		i += n
		if trace {
			d.at = append(d.at, int32(len(d.text)))
			d.src = append(d.src, int32(offset+i))
		}
	}
	return d
}

// colour is the length of an escaped terminal sequence ("\u001b[0;31m") at the start of
// raw, 0 where there is none or it is not finished: colours say nothing. Its last byte is
// one that stands there as it is: a backslash begins an escape of the string.
func colour(raw []byte) int {
	const longest = 32 // bytes of parameters
	if len(raw) < 8 || raw[1] != 'u' || string(raw[2:5]) != "001" || raw[5]|0x20 != 'b' || raw[6] != '[' {
		return 0
	}
	i, end := 7, min(len(raw), 7+longest)
	for i < end && raw[i] >= '0' && raw[i] <= '?' {
		i++
	}
	for i < end && raw[i] >= ' ' && raw[i] <= '/' {
		i++
	}
	if i == end || raw[i] < '@' || raw[i] > '~' || raw[i] == '\\' {
		return 0 // what is broken swallows no text
	}
	return i + 1
}

// escape appends what the escape at the start of raw stands for and returns its length.
func (d *decoded) escape(raw []byte) int {
	switch c := raw[1]; c {
	case 'n', 't':
		d.text = append(d.text, map[byte]byte{'n': '\n', 't': '\t'}[c])
	case 'r', 'b', 'f':
		d.text = append(d.text, ' ')
	case 'u':
		r, n := unicodeEscape(raw)
		if n == 0 {
			d.text = append(d.text, `\u`...)
			return 2
		}
		if r < 0x20 && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 {
			r = ' '
		}
		d.text = utf8.AppendRune(d.text, r)
		return n
	case '"', '\\', '/':
		d.text = append(d.text, c)
	default:
		return 1 // no escape: the backslash says nothing, the rest is text
	}
	return 2
}

// unicodeEscape reads \uXXXX or a surrogate pair of them; a surrogate alone is
// U+FFFD. It returns how many bytes it took, 0 where there is no such escape.
func unicodeEscape(b []byte) (rune, int) {
	one := func(b []byte) (rune, bool) {
		if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
			return 0, false
		}
		v, err := strconv.ParseUint(string(b[2:6]), 16, 32)
		return rune(v), err == nil
	}
	r, ok := one(b)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if low, ok := one(b[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	}
	return r, 6
}

func hasControl(b []byte) bool {
	for i, c := range b {
		if c < 0x20 && c != '\t' && c != '\n' || c == 0x7f || c == 0xc2 && i+1 < len(b) && b[i+1] < 0xa0 {
			return true
		}
	}
	return false
}

// appendLine appends a string value as it is shown within a row.
func appendLine(dst, raw []byte) []byte {
	for _, c := range raw {
		if unplain[c] {
			return append(dst, oneLine(raw)...)
		}
	}
	return append(dst, raw...)
}

// unplain are bytes that a shown string may not have as they are: of escapes, of
// control characters, and the first one of those in two bytes.
var unplain = func() (u [256]bool) {
	for c := range 0x20 {
		u[c] = c != '\t'
	}
	u['\\'], u[0x7f], u[0xc2] = true, true, true
	return u
}()

// oneLine is a string value as it is shown within a row: without escapes, line
// breaks as spaces.
func oneLine(raw []byte) string {
	text := decode(raw, 0, false).text
	if bytes.IndexByte(text, '\n') < 0 {
		return string(text)
	}
	return string(bytes.ReplaceAll(text, []byte{'\n'}, []byte{' '}))
}
