// Package hostile makes texts that sums over classes of bytes are easily wrong
// about: runs, alternations and noise. The exact counts of them are kept beside
// the estimator's tests.
package hostile

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Text is one of them.
type Text struct {
	Name string
	Text []byte
	// Loose says that no estimate without a vocabulary can come as near as to the
	// others: units of three bytes, and letters of one script without words.
	Loose bool
}

const (
	runBytes   = 4 << 10
	noiseBytes = 64 << 10
)

// Texts returns all of them, the same ones every time.
func Texts() []Text {
	var out []Text
	loose := false
	add := func(name, text string) { out = append(out, Text{name, []byte(text), loose}) }
	repeat := func(unit string, size int) {
		add(fmt.Sprintf("%d of %q", size, unit), strings.Repeat(unit, size/len(unit)))
	}
	for c := byte(' '); c <= '~'; c++ {
		repeat(string([]byte{c}), runBytes)
	}
	for _, unit := range []string{"\n", "\t", "\r\n", "\n\t", " \n", "ab", "=-", "_.", "- ", "é", "д", "漢", "あ", "한", "ع", "ש", "क", "ไทย", "😀", "👩‍👩‍👧", "─", "│ ", "█"} {
		repeat(unit, runBytes)
		repeat(unit, 1<<20)
		repeat(unit, 48)
	}
	g := rand.New(rand.NewPCG(4, 2))
	for range 200 {
		repeat(string([]byte{byte(' ' + g.IntN(95)), byte(' ' + g.IntN(95))}), runBytes)
	}
	for range 60 {
		repeat(string([]byte{byte(' ' + g.IntN(95)), byte(' ' + g.IntN(95))}), 64)
	}
	loose = true
	for range 40 {
		repeat(string([]byte{byte(' ' + g.IntN(95)), byte(' ' + g.IntN(95)), byte(' ' + g.IntN(95))}), runBytes)
	}
	loose = false
	add("short runs in lines", strings.Repeat(strings.Repeat("=", 60)+"\n"+strings.Repeat("ab", 40)+"\n"+strings.Repeat("q", 70)+"\n", 100))
	noise(g, add)
	loose = true
	scripts(g, add)
	return out
}

// noise adds texts without any order.
func noise(g *rand.Rand, add func(name, text string)) {
	raw := make([]byte, noiseBytes/2)
	for i := range raw {
		raw[i] = byte(g.IntN(256))
	}
	add("a-z", runes(1<<20, between(g, 'a', 'z')))
	add("A-Z", runes(noiseBytes, between(g, 'A', 'Z')))
	add("digits", runes(noiseBytes, between(g, '0', '9')))
	add("printable", runes(noiseBytes, between(g, ' ', '~')))
	add("symbols", runes(noiseBytes, between(g, '!', '/')))
	add("base64", base64.StdEncoding.EncodeToString(raw))
	add("hex", hex.EncodeToString(raw))
	add("blanks", runes(noiseBytes, func() rune { return []rune(" \t\n")[g.IntN(3)] }))
	add("emoji", runes(noiseBytes, between(g, 0x1f300, 0x1f64f)))
	add("han", runes(noiseBytes, between(g, 0x4e00, 0x9fa5)))
	add("kana", runes(noiseBytes, between(g, 'ぁ', 'ヺ')))
	add("bytes", string(raw))
}

// scripts adds letters of scripts without words.
func scripts(g *rand.Rand, add func(name, text string)) {
	add("hangul", runes(noiseBytes, between(g, 0xac00, 0xd7a3)))
	add("cyrillic", runes(noiseBytes, between(g, 'а', 'я')))
	add("greek", runes(noiseBytes, between(g, 'α', 'ω')))
	add("arabic", runes(noiseBytes, between(g, 'ا', 'ي')))
	add("hebrew", runes(noiseBytes, between(g, 'א', 'ת')))
	add("devanagari", runes(noiseBytes, between(g, 'अ', 'ह')))
	add("thai", runes(noiseBytes, between(g, 'ก', 'ฮ')))
}

func runes(size int, pick func() rune) string {
	var b strings.Builder
	for b.Len() < size {
		b.WriteRune(pick())
	}
	return b.String()
}

func between(g *rand.Rand, from, to rune) func() rune {
	return func() rune { return from + rune(g.IntN(int(to-from)+1)) }
}
