package bpe

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	tiktoken "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/internal/decode"
)

// encodings are those under test, each with the reference implementation.
var encodings = []struct {
	name      string
	enc       func() *Encoding
	reference func() *tiktoken.Tiktoken
}{
	{"o200k_base", O200K, sync.OnceValue(func() *tiktoken.Tiktoken { return reference("o200k_base") })},
	{"cl100k_base", CL100K, sync.OnceValue(func() *tiktoken.Tiktoken { return reference("cl100k_base") })},
}

var setLoader = sync.OnceFunc(func() { tiktoken.SetBpeLoader(loader.NewOfflineLoader()) })

func reference(name string) *tiktoken.Tiktoken {
	setLoader()
	enc, err := tiktoken.GetEncoding(name)
	if err != nil {
		panic(err)
	}
	return enc
}

// same fails where the two implementations differ on text.
func same(t testing.TB, e *Encoding, r *tiktoken.Tiktoken, text []byte) {
	t.Helper()
	want := r.EncodeOrdinary(string(decode.Valid(text)))
	got := e.AppendTokens(nil, text)
	equal := len(want) == len(got)
	for i := 0; equal && i < len(got); i++ {
		equal = int(got[i]) == want[i]
	}
	if !equal {
		require.Equal(t, fmt.Sprint(want), fmt.Sprint(got), "%q", text)
	}
	require.Equal(t, len(want), e.Count(text), "%q", text)
}

// parts are what the fuzzed strings are mixed of.
var parts = []string{
	"a", "B", "word", "Word", "WORD", "camelCase", "HTTPServer", "x1", "ß", "É", "ñandú", "ǅ", "ʰ", "ª", "ſ", "İ", "K",
	"'s", "'S", "'t", "'re", "'VE", "'m", "'ll", "'lL", "'d", "'", "'ſ", "’s", "'x", "don't", "WE'LL",
	"0", "12", "123", "4567", "٣", "१२", "½", "Ⅷ", "²", "𝟙", "㊿",
	" ", "  ", "   ", "\t", "\n", "\r", "\r\n", "\n\n", " \n", "\v", "\f", "\u00a0", "\u0085", "\u2003", "\u2028", "\u3000", "\u200b", "\ufeff",
	".", ",", "!", "?", "/", "//", "-", "--", "_", "=", "{", "}", "[", "]", "(", ")", "\"", ":", ";", "#", "@", "<|endoftext|>", "…", "—", "€", "─", "█",
	"\u0301", "\u0308", "\u0e31", "\u093f", "\u20dd", "\ufe0f", "\u200d",
	"中", "漢字", "か", "カ", "한국", "ا", "עב", "नमस्ते", "ไทย", "Привет", "мир", "Ελλ", "ά", "ა", "Ა", "Ꭰ", "ꭰ", "ꙁ", "𐐀", "𐐨", "𠀀", "𞤀", "ⴀ",
	"😀", "👩‍💻", "👍🏽", "🇩🇪", "🏴\U000e0067\U000e0062\U000e007f",
	"\ue000", "\U000f0000", "\U0010ffff", "\u0378", "\u0000", "\u001b[31m", "\u007f", "\uFFFD",
	"\xff", "\xc3", "\xe6\xb1", "\xf0\x90\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80",
}

// fuzzed returns a string that mixes scripts, marks, line ends and broken bytes.
// No part of it repeats so often that the reference would take long.
func fuzzed(r *rand.Rand) []byte {
	var b []byte
	for range 1 + r.IntN(24) {
		switch r.IntN(12) {
		case 0: // any code point
			b = append(b, string(rune(r.IntN(0x110000)))...)
		case 1: // one of the first planes' lively parts
			b = append(b, string(rune(r.IntN(0x3000)))...)
		case 2: // a run
			p := parts[r.IntN(len(parts))]
			b = append(b, strings.Repeat(p, r.IntN(1+64/len(p)))...)
		case 3: // random letters
			for range r.IntN(20) {
				b = append(b, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[r.IntN(52)])
			}
		case 4: // random printable ASCII
			for range r.IntN(12) {
				b = append(b, byte(' '+r.IntN(95)))
			}
		default:
			b = append(b, parts[r.IntN(len(parts))]...)
		}
	}
	return b
}

// all says whether to compare 100,000 fuzzed strings and every byte of the corpus,
// which takes a minute, rather than some of them: RIFFLE_BPE_ALL=1.
var all = os.Getenv("RIFFLE_BPE_ALL") != ""

func TestFuzzedStringsHaveTheTokensOfTheReference(t *testing.T) {
	n := 2000
	if all {
		n = 100_000
	}
	for _, e := range encodings {
		t.Run(e.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(4, 200))
			enc, ref := e.enc(), e.reference()
			for range n {
				same(t, enc, ref, fuzzed(r))
			}
		})
	}
}

// Only some parts of each content are compared unless all are asked for: the
// reference is slow, and on long runs its time grows with their square.
func TestTheCorpusHasTheTokensOfTheReference(t *testing.T) {
	for _, e := range encodings {
		enc, ref := e.enc(), e.reference()
		compared := 0
		for _, texts := range kinds(t) {
			for _, text := range texts {
				if all && longest(enc, text) < 4<<10 {
					same(t, enc, ref, text)
					compared += len(text)
					continue
				}
				for i := 0; i < len(text); {
					part := text[i:min(i+2<<10, len(text))]
					same(t, enc, ref, part)
					compared += len(part)
					i += len(part)
					if !all {
						i += 60 << 10
					}
				}
			}
		}
		t.Logf("%s: %d bytes compared", e.name, compared)
	}
}

// longest returns the length of the longest piece of text.
func longest(e *Encoding, text []byte) (n int) {
	s := e.state()
	s.text = decode.Valid(text)
	for i := 0; i < len(s.text); {
		end := s.next(i)
		n = max(n, end-i)
		i = end
	}
	return n
}

func FuzzCount(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		f.Add(fuzzed(r))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<11 {
			return // the reference is quadratic
		}
		for _, e := range encodings {
			same(t, e.enc(), e.reference(), text)
		}
	})
}
