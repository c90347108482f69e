package decode

import (
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/encoding/unicode"
)

func TestUnitsOfCodePointsAndOfUTF16(t *testing.T) {
	for name, c := range map[string]struct {
		text          string
		points, utf16 int
	}{
		"nothing":                               {"", 0, 0},
		"a byte each in ASCII":                  {"abc\n", 4, 4},
		"one each in the basic plane":           {"aé日€", 4, 4},
		"two units beyond it":                   {"😀a", 2, 3},
		"a stray byte is one":                   {"a\xffb", 3, 3},
		"a cut character is one":                {"a\xe6\xb1b", 3, 3},
		"a cut character at the end is one":     {"a\xf0\x9f\x98", 2, 2},
		"two cut characters are two":            {"\xe6\xb1\xe6\xb1", 2, 2},
		"an overlong form is one for each byte": {"\xc0\xaf", 2, 2},
		"a surrogate is one for each byte":      {"\xed\xa0\x80", 3, 3},
		"beyond the last code point likewise":   {"\xf4\x90\x80\x80", 4, 4},
		"whole ones beside cut ones":            {"😀\xf0\x9f😀", 3, 5},
	} {
		t.Run(name, func(t *testing.T) {
			points, units := Units([]byte(c.text))
			assert.Equal(t, c.points, points)
			assert.Equal(t, c.utf16, units)
		})
	}
}

// What stands for invalid bytes is what the decoder of golang.org/x/text writes.
func FuzzUnits(f *testing.F) {
	for _, s := range []string{"", "abc", "日本語", "😀\xf0\x9f\x98", "\xe6\xb1a", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		points, units := Units(text)
		decoded, err := unicode.UTF8.NewDecoder().Bytes(text)
		assert.NoError(t, err)
		assert.Equal(t, utf8.RuneCount(decoded), points)
		assert.Equal(t, len(utf16.Encode([]rune(string(decoded)))), units)
	})
}

func TestInvalidBytesAreReplacedOncePerSubpart(t *testing.T) {
	for _, c := range [][2]string{{"ok", "ok"}, {"\xe6\xb1", "\uFFFD"}, {"\xff\xfe", "\uFFFD\uFFFD"}, {"a\xf0\x90\x80b\xe6", "a\uFFFDb\uFFFD"}, {"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"}} {
		assert.Equal(t, c[1], string(Valid([]byte(c[0]))))
	}
}
