package corpus

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Decode gives the text of a recorded input. A byte order mark decides first, then
// the named encoding (any name that HTML knows: "utf-16le", "shift_jis"), then
// UTF-8. Each byte that is not valid becomes U+FFFD. The mark itself is dropped.
func Decode(data []byte, encodingName string) string {
	var fallback encoding.Encoding = unicode.UTF8
	if encodingName != "" {
		if e, err := htmlindex.Get(encodingName); err == nil {
			fallback = e
		}
	}
	s := string(data)
	if marked(s) || fallback != unicode.UTF8 {
		if t, _, err := transform.String(unicode.BOMOverride(fallback.NewDecoder()), s); err == nil {
			s = t
		}
	}
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return s
}

func marked(s string) bool {
	return strings.HasPrefix(s, "\xef\xbb\xbf") || strings.HasPrefix(s, "\xff\xfe") || strings.HasPrefix(s, "\xfe\xff")
}
