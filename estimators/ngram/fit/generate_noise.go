package main

import "strings"

// run writes what hostile and decorative texts repeat: one character, or two in turn,
// up to where sdk/tokens weighs runs by themselves.
func (g *generator) run() {
	size := 4 << g.IntN(5)
	unit := g.pick("ж", "α", "ü", "ع", "ש", "क", "ท", "한", "ん", "字", "═", "━", "…", "•", "░", "👍", "\r\n", " ", "-", "=", "_", "*", "#", ".", "~", "+", "/", "a", "A", "x", "0", "\n", "\t", "[", "{", "(", "<", "\\", "|", ",", "\"", "1", "A", "q", "─", "│", "█", "漢", "あ", "😀", "é", "д")
	if g.IntN(5) == 0 {
		size = 4 << g.IntN(3)
		unit += g.pick("-", ".", " ", "b", "=", "B", "1", "あ")
	}
	g.add("%s\n", strings.Repeat(unit, size))
}

// noise writes lines without any order, and short repetitions of such, so that no
// sequence of classes is left to chance.
func (g *generator) noise() {
	between := func(from, to rune) func() rune {
		return func() rune { return from + rune(g.IntN(int(to-from)+1)) }
	}
	pick := between(' ', '~')
	switch g.IntN(16) {
	case 0, 1:
		pick = func() rune { return []rune(" \t\n\r")[g.IntN(4)] }
	case 2, 3:
		pick = between('!', '/')
	case 4:
		pick = between('A', 'Z')
	case 5, 6:
		unit := string([]rune{pick(), pick(), pick(), pick()}[:3+g.IntN(2)])
		g.line("%s", strings.Repeat(unit, 2+g.IntN(60)))
		return
	case 7:
		pick = between(0, 0x7f)
	case 8:
		letters := g.letters(2)
		g.line("%s", strings.Repeat(letters, 1+g.IntN(30)))
		return
	case 9:
		pick = scripts[g.IntN(len(scripts))].pick(g)
	}
	var b strings.Builder
	for range 1 + g.IntN(80) {
		b.WriteRune(pick())
	}
	g.line("%s", b.String())
}

// script is a range of code points.
type script struct{ from, to rune }

func (s script) pick(g *generator) func() rune {
	return func() rune { return s.from + rune(g.IntN(int(s.to-s.from)+1)) }
}

// scripts are Han, kana, Hangul, Cyrillic, Greek, Arabic, Hebrew, Devanagari, Thai,
// Latin with diacritics and emoji.
var scripts = []script{
	{0x4e00, 0x9fa5}, {'ぁ', 'ヺ'}, {0xac00, 0xd7a3}, {'а', 'я'}, {'α', 'ω'}, {'ا', 'ي'},
	{'א', 'ת'}, {'अ', 'ह'}, {'ก', 'ฮ'}, {'À', 'ſ'}, {0x1f300, 0x1f64f},
}
