package sdktest

import (
	"fmt"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
)

// named is a content with what it is, for messages.
type named struct{ name, text string }

// scripts are a sentence in each of many scripts, with marks that combine, letters
// beyond the basic plane and directions that change.
var scripts = []string{
	"The quick brown fox", "Příliš žluťoučký kůň", "Ξεσκεπάζω τὴν ψυχοφθόρα", "Съешь же ещё этих булок", "דג סקרן שט בים",
	"نص حكيم له سر قاطع", "ऋषियों को सताने वाले", "চাষীর ফসল ঘরে", "நீர் இன்றி உலகு", "เป็นมนุษย์สุดประเสริฐ",
	"ភាសាខ្មែរ", "いろはにほへと ちりぬるを", "イロハニホヘト", "天地玄黃宇宙洪荒", "다람쥐 헌 쳇바퀴에", "ქართული ანბანი", "Հայոց այբուբեն",
	"አማርኛ ፊደል", "ᚠᚢᚦᚨᚱᚲ", "𐍈𐌰𐌽𐌳𐍃", "𝒜𝓁𝑔𝑒𝒷𝓇𝒶", "e\u0301a\u0308o\u0302", "👩‍👩‍👧‍👦 🏳️‍🌈 🇪🇺", "\u202eright to left\u202c", "ﬁ ﷺ ㎏ Ⅻ ½",
}

func allScripts(int) []named {
	var lines, html strings.Builder
	var quoted []string
	for i, s := range scripts {
		fmt.Fprintf(&lines, "2024-05-01 12:00:%02d INFO %s\n", i, s)
		fmt.Fprintf(&html, "<p>%s</p>\n", s)
		quoted = append(quoted, fmt.Sprintf("%q: %q", s, s+" "+s))
	}
	glued := strings.Join(scripts, "")
	return []named{
		{"lines in many scripts", lines.String()},
		{"paragraphs in many scripts", html.String()},
		{"an object in many scripts", "{" + strings.Join(quoted, ", ") + "}"},
		{"many scripts without a line end", strings.Repeat(glued, 40)},
		{"Chinese without a space", strings.Repeat("天地玄黃宇宙洪荒日月盈昃辰宿列張", 3000)},
	}
}

// controlBytes are valid UTF-8 that no tool means to print.
func controlBytes(int) []named {
	var all strings.Builder
	for r := rune(0); r < 0xa0; r++ {
		if r < 0x20 || r >= 0x7f {
			all.WriteRune(r)
		}
	}
	odd := "\ufeff\ufffe\uffff\ufffd\u2028\u2029\u00ad\u200b\u0300\U0010ffff"
	return []named{
		{"every control character", strings.Repeat(all.String()+"word 1\n", 50)},
		{"NUL bytes", strings.Repeat("\x00", 4096)},
		{"NUL bytes between words", strings.Repeat("one\x00two\x00three 3\x00", 500)},
		{"cut escape sequences", strings.Repeat("\x1b[31mred\x1b[ \x1b]0;t\x07\x1b", 200)},
		{"carriage returns", strings.Repeat("10 %\r20 %\r\r\n", 300)},
		{"characters that are none", strings.Repeat(odd+" a "+odd+"\n", 100)},
	}
}

// hugeLine is a megabyte without a line end.
func hugeLine(scale int) []named {
	n := 1 << 20 / scale
	return []named{
		{"a line of one letter", strings.Repeat("a", n)},
		{"a line of words", strings.Repeat("word 17, ", n/9)},
		{"a string in an array", `["` + strings.Repeat("a", n) + `"]`},
		{"an array on a line", "[" + strings.Repeat(`{"a": 1, "b": "two"}, `, n/22) + "{}]"},
		{"a paragraph on a line", "<html><body><p>" + strings.Repeat("word &amp; ", n/11) + "</p></body></html>"},
	}
}

// deepNesting is a hundred thousand of whatever nests.
func deepNesting(scale int) []named {
	n := 100_000 / scale
	return []named{
		{"open brackets", strings.Repeat("[", n)},
		{"brackets", strings.Repeat("[", n) + strings.Repeat("]", n)},
		{"objects in objects", strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)},
		{"open tags", strings.Repeat("<div>", n)},
		{"tags in tags", "<html><body>" + strings.Repeat("<b><i>", n/2) + "x" + strings.Repeat("</i></b>", n/2) + "</body></html>"},
		{"quotes in quotes", strings.Repeat("> ", n) + "x\n"},
		{"lines further and further in", indented(1000 / scale)},
		{"brackets of calls", strings.Repeat("f(", n)},
	}
}

func indented(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "- a\n")
	}
	return b.String()
}

func oneByte(int) []named {
	var out []named
	for b := range 128 {
		if 'b' <= b && b <= 'y' || 'B' <= b && b <= 'Y' || '1' < b && b < '9' {
			continue // like their neighbours
		}
		out = append(out, named{fmt.Sprintf("the byte 0x%02x", b), string(rune(b))})
	}
	return append(out, named{"one letter of two bytes", "é"}, named{"one character of four bytes", "👩"})
}

// foreign are contents that no processor of the kind is meant for.
func foreign(kind string, scale int) []named {
	out := []named{
		{"one word", "done"}, {"one short line", "all 3 tests passed\n"}, {"blanks", " \n\t\n   \n"}, {"punctuation", strings.Repeat("-=*# ", 300)},
		{"a cut document", orders(20)[:1500]}, {"a cut page", page(20)[:900]}, {"base64", strings.Repeat("QWxsIHdvcmsgYW5kIG5vIHBsYXk", 400)},
	}
	for _, s := range usual(scale) {
		if s.kind != kind {
			out = append(out, named{s.name, string(s.content)})
		}
	}
	return out
}

// crlf are the samples with the line ends of Windows.
func crlf(samples []sample) []sample {
	return changed(samples, func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
	})
}

func noFinalNewline(samples []sample) []sample {
	return changed(samples, func(s string) string { return strings.TrimRight(s, "\r\n") })
}

func changed(samples []sample, f func(string) string) []sample {
	out := make([]sample, len(samples))
	for i, s := range samples {
		out[i] = sample{s.name, s.kind, []byte(f(string(s.content)))}
	}
	return out
}

// under are contents as samples of each of some kinds.
func under(kinds []string, contents []named) []sample {
	var out []sample
	for _, k := range kinds {
		for _, c := range contents {
			out = append(out, sample{c.name, k, []byte(c.text)})
		}
	}
	return out
}

// otherKinds are kinds that no processor declares.
var otherKinds = []string{"", "no-such-kind", "LOG", sdk.KindJSON + "5", "\u65e5\u672c"}
