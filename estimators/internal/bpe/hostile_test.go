package bpe

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"testing"

	"github.com/riffle-dev/riffle/internal/lineartest"
)

// hostile are inputs of n bytes that are one piece, or nearly so, for some rule, or
// on which a careless splitter or merge takes time with the square of n.
var hostile = []struct {
	name string
	make func(n int) []byte
}{
	{"one letter", repeat("a")},
	{"random letters", random("abcdefghijklmnopqrstuvwxyz")},
	{"random capitals", random("ABCDEFGHIJKLMNOPQRSTUVWXYZ")},
	{"spaces", repeat(" ")},
	{"underscores", repeat("_")},
	{"line ends", repeat("\n")},
	{"hyphens", repeat("-")},
	{"brackets", repeat("[")},
	{"emoji", repeat("😀")},
	{"emoji of families", repeat("👩‍👩‍👧‍👦")},
	{"han", random("的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从今回")},
	{"kana", random("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん")},
	{"base64", func(n int) []byte { return []byte(base64.StdEncoding.EncodeToString(noise(n))[:n]) }},
	{"digits", random("0123456789")},
	{"two letters in turn", repeat("ab")},
	{"letters of both cases in turn", repeat("aB")},
	{"invalid bytes", repeat("\xff")},
	{"cut sequences", repeat("\xf0\x9f\x98")},
	{"random bytes", noise},
	{"apostrophes", repeat("'")},
	{"contractions", repeat("'s")},
	{"marks", repeat("\u0301")},
	{"capitals with marks", repeat("A\u0301")},
	{"capitals behind a letter without case", func(n int) []byte { return append([]byte("中"), bytes.Repeat([]byte("A"), n)...) }},
	{"spaces behind a line end", func(n int) []byte { return append([]byte("\n"), bytes.Repeat([]byte(" "), n)...) }},
	{"spaces and tabs", random(" \t")},
	{"slashes and line ends", repeat("/\n")},
	{"symbols", random("!#$%&()*+,-./:;<=>?@[]^_{|}~")},
	{"zeros", repeat("\x00")},
}

func repeat(s string) func(int) []byte {
	return func(n int) []byte { return bytes.Repeat([]byte(s), n/len(s)+1)[:n] }
}

func random(alphabet string) func(int) []byte {
	return func(n int) []byte {
		r := rand.New(rand.NewPCG(1, uint64(len(alphabet))))
		letters := []rune(alphabet)
		var b []byte
		for len(b) < n {
			b = append(b, string(letters[r.IntN(len(letters))])...)
		}
		return b[:n]
	}
}

func noise(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// All are timed together, as a few milliseconds say nothing on a busy machine: one
// on which the time grows with the square takes longer than all others.
func TestTimeIsLinearOnHostileInput(t *testing.T) {
	inputs := map[int][][]byte{}
	for _, n := range []int{16 << 10, 64 << 10} {
		for _, h := range hostile {
			inputs[n] = append(inputs[n], h.make(n))
		}
	}
	lineartest.Check(t, 16<<10, func(n int) {
		for _, e := range encodings {
			for _, text := range inputs[n] {
				e.enc().Count(text)
			}
		}
	})
}

// The runs are short, as the reference is quadratic, but longer than a window.
func TestHostileInputHasTheTokensOfTheReference(t *testing.T) {
	for _, e := range encodings {
		for _, h := range hostile {
			t.Run(e.name+"/"+h.name, func(t *testing.T) {
				same(t, e.enc(), e.reference(), h.make(1500))
			})
		}
	}
}

// BenchmarkHostile counts a megabyte of each.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		b.Run(h.name, func(b *testing.B) {
			text := h.make(1 << 20)
			b.SetBytes(1 << 20)
			for b.Loop() {
				O200K().Count(text)
			}
		})
	}
}
