package bpe

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func pieces(next func(s *splitter, i int) int, text string) []string {
	s := &splitter{text: []byte(text)}
	var all []string
	for i := 0; i < len(text); {
		end := next(s, i)
		all = append(all, text[i:end])
		i = end
	}
	return all
}

func TestSplit(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		o200k  []string
		cl100k []string // as o200k where nil
	}{
		"words take one character before them":              {"a b\tc\"d", []string{"a", " b", "\tc", "\"d"}, nil},
		"but no line end":                                   {"\na", []string{"\n", "a"}, nil},
		"a capital begins a word":                           {"camelCaseHTTPServer", []string{"camel", "Case", "HTTPServer"}, []string{"camelCaseHTTPServer"}},
		"capitals give back to the last without case":       {"AB中CD", []string{"AB中", "CD"}, []string{"AB中CD"}},
		"capitals behind a letter without case, then lower": {"中CDe", []string{"中CDe"}, nil},
		"a mark belongs to the word":                        {"e\u0301a", []string{"e\u0301a"}, []string{"e", "\u0301a"}},
		"a mark before capitals is a word":                  {"\u0301AB", []string{"\u0301", "AB"}, []string{"\u0301AB"}},
		"a mark behind a symbol makes a word":               {"!\u0301!!\u0301", []string{"!\u0301", "!!\u0301"}, []string{"!\u0301!!\u0301"}},
		"contractions end a word":                           {"don't WE'LL x'y", []string{"don't", " WE'LL", " x", "'y"}, []string{"don", "'t", " WE", "'LL", " x", "'y"}},
		"a contraction by itself":                           {"'sun", []string{"'sun"}, []string{"'s", "un"}},
		"a long s is no contraction":                        {"a'ſ", []string{"a", "'ſ"}, nil},
		"numbers go by three":                               {"12345 6", []string{"123", "45", " ", "6"}, nil},
		"numbers of all scripts":                            {"١٢½Ⅷ", []string{"١٢½", "Ⅷ"}, nil},
		"symbols take a space before and line ends behind":  {" !!\r\n\nx", []string{" !!\r\n\n", "x"}, nil},
		"symbols and slashes among line ends":               {";\n//\n/x", []string{";\n//\n/", "x"}, []string{";\n", "//\n", "/x"}},
		"two spaces before a symbol":                        {"a  !", []string{"a", " ", " !"}, nil},
		"white space up to its last line end":               {"a \n  \n  b", []string{"a", " \n  \n", " ", " b"}, nil},
		"white space at the end":                            {"a  \t", []string{"a", "  \t"}, nil},
		"one space before a number":                         {"  1", []string{" ", " ", "1"}, nil},
		"wide spaces":                                       {"\u3000\u3000a", []string{"\u3000", "\u3000a"}, nil},
		"beyond the table of classes":                       {"\U00020000\U000e0100\U000f0000", []string{"\U00020000\U000e0100", "\U000f0000"}, []string{"\U00020000", "\U000e0100\U000f0000"}},
		"a space before a line end":                         {" \n", []string{" \n"}, nil},
		"eight letters and more":                            {"abcdefghijklmnopqrstuvwxyzé+ABCDEFGHIJ", []string{"abcdefghijklmnopqrstuvwxyzé", "+ABCDEFGHIJ"}, nil},
	} {
		if c.cl100k == nil {
			c.cl100k = c.o200k
		}
		assert.Equal(t, c.o200k, pieces((*splitter).o200k, c.text), "%s, o200k_base", name)
		assert.Equal(t, c.cl100k, pieces((*splitter).cl100k, c.text), "%s, cl100k_base", name)
	}
}

func TestClassesAreThoseOfGo(t *testing.T) {
	s := &splitter{}
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		s.text = utf8.AppendRune(s.text[:0], r)
		got, n := s.at(0)
		if want := classOf(r); got != want || n != len(s.text) {
			t.Fatalf("%U has the class %b and %d bytes, expected %b and %d", r, got, n, want, len(s.text))
		}
	}
	c, n := s.at(len(s.text))
	assert.Zero(t, c)
	assert.Zero(t, n)
}

// classOf asks Go for each flag by itself.
func classOf(r rune) (c class) {
	both := unicode.In(r, unicode.Lm, unicode.Lo, unicode.M)
	for _, f := range []struct {
		flag class
		has  bool
	}{
		{upper, both || unicode.In(r, unicode.Lu, unicode.Lt)},
		{lower, both || unicode.Is(unicode.Ll, r)},
		{letter, unicode.IsLetter(r)},
		{mark, unicode.IsMark(r)},
		{number, unicode.IsNumber(r)},
		{space, unicode.IsSpace(r)},
		{newline, r == '\r' || r == '\n'},
	} {
		if f.has {
			c |= f.flag
		}
	}
	return c
}

func TestEightBytesAtATime(t *testing.T) {
	for c := range 256 {
		for at := range 9 {
			text := []byte("abcdefghijklmnop")
			text[at] = byte(c)
			want := 16
			if ascii[c]&lower == 0 {
				want = at
			}
			s := &splitter{text: text}
			require.Equal(t, want, s.lowerASCII(0), "%q", text)
			if ascii[c]&letter != 0 {
				want = 16
			}
			require.Equal(t, want, s.letterASCII(0), "%q", text)
		}
	}
}
