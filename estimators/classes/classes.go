// Package classes estimates tokens by a small table, set by hand, of what runs of
// each class of characters cost. It is here to be compared with: it shows how far
// three dozen numbers go.
package classes

import (
	"context"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/estimators/internal/batch"
	"github.com/riffle-dev/riffle/estimators/internal/decode"
	"github.com/riffle-dev/riffle/sdk"
)

// Estimator estimates the tokens of o200k_base. It has no state.
type Estimator struct{}

var _ sdk.Estimator = (*Estimator)(nil)

// margin is by how much the true count of a shortened result exceeds the estimate at
// most, but for about one in a hundred.
const margin = 0.2

// longestToken is the length in bytes of the longest token of o200k_base, a run of
// blanks.
const longestToken = 128

// New returns the estimator "classes".
func New() sdk.Estimator { return &Estimator{} }

// Info describes the estimator.
func (*Estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{
		Name: "classes", Version: "2.0.0", Stability: sdk.Stable, Encoding: "o200k_base", Margin: margin,
		Summary: "estimate by runs of classes of characters, three dozen weights",
	}
}

// CountTokens estimates each text. It stops between two texts when ctx ends.
func (*Estimator) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	return batch.Count(ctx, texts, estimate)
}

// estimate adds up the weights of the runs and characters of a text. It is at least
// a token for 128 bytes and at most one for each byte.
func estimate(text []byte) int {
	sum, last := 0, none
	for i := 0; i < len(text); {
		c, n := ascii[text[i]], 1
		if c == none {
			var r rune
			r, n = decode.Rune(text[i:])
			c = classOf(r)
		}
		if c != last {
			sum += weights[c].run
			last = c
		}
		sum += weights[c].char
		i += n
	}
	least := (len(text) + longestToken - 1) / longestToken
	return max(min((sum+unit/2)/unit, len(text)), least)
}

// class is a class of characters; a run is of one class.
type class uint8

const (
	none class = iota
	lower
	upper
	digit
	space
	newline
	control
	punctuation
	latin // beyond ASCII
	greek
	cyrillic
	semitic
	indic
	thai
	kana
	han
	hangul
	symbol
	other
	classes
)

// unit is a token in the unit of weights.
const unit = 100

// weights are what the begin of a run and each of its characters cost, in hundredths
// of a token. Those of ASCII, Latin and the scripts of East Asia are a fit of exact
// counts of the project's corpus, the sources of Go and the manuals of Debian, rounded;
// those of the other scripts are set by sentences that were counted.
var weights = [classes]struct{ run, char int }{
	lower:       {55, 2},
	upper:       {85, 2},
	digit:       {116, 17},
	space:       {33, 3},
	newline:     {86, 0},
	control:     {36, 0},
	punctuation: {71, 17},
	latin:       {0, 109},
	greek:       {50, 23},
	cyrillic:    {50, 15},
	semitic:     {50, 20},
	indic:       {20, 20},
	thai:        {0, 41},
	kana:        {10, 56},
	han:         {39, 68},
	hangul:      {0, 63},
	symbol:      {20, 76},
	other:       {0, 150},
}

// ascii is the class of each byte of ASCII, none beyond.
var ascii = func() (t [256]class) {
	for c := range utf8.RuneSelf {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= '0' && c <= '9':
			t[c] = digit
		case c == ' ':
			t[c] = space
		case c == '\n':
			t[c] = newline
		case c < ' ' || c == 0x7F:
			t[c] = control
		default:
			t[c] = punctuation
		}
	}
	return t
}()

// ranges are the first code points of the classes beyond ASCII, by blocks of Unicode.
var ranges = []struct {
	first rune
	class class
}{
	{0x80, latin}, {0x250, other}, {0x370, greek}, {0x400, cyrillic}, {0x530, other}, {0x590, semitic},
	{0x780, other}, {0x900, indic}, {0xE00, thai}, {0x10A0, other}, {0x1E00, latin}, {0x1F00, greek},
	{0x2000, symbol}, {0x2C00, other}, {0x3000, symbol}, {0x3040, kana}, {0x3100, other}, {0x3400, han},
	{0xA000, other}, {0xAC00, hangul}, {0xD7B0, other}, {0xF900, han}, {0xFB00, other}, {0xFF00, kana},
	{0xFFF0, other}, {0x20000, han}, {0x40000, other},
}

// classOf is the class of a code point beyond ASCII.
func classOf(r rune) class {
	c := other
	for _, x := range ranges {
		if r < x.first {
			break
		}
		c = x.class
	}
	return c
}
