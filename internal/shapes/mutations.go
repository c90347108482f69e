package shapes

import (
	"encoding/binary"
	"html"
	"strings"
	"unicode"
	"unicode/utf16"
)

// mutation spoils a text as something on its way does.
type mutation struct {
	name  string
	apply func(m *maker, s string) string
}

// mutations is all of them; those of each line are made from their templates.
var mutations = append(prefixed(), []mutation{
	{"cut-end", func(m *maker, s string) string { return s[:m.IntN(len(s)+1)] }},
	{"cut-start", func(m *maker, s string) string { return s[m.IntN(len(s)+1):] }},
	{"window", func(m *maker, s string) string { a := m.IntN(len(s) + 1); return s[a : a+m.IntN(len(s)-a+1)] }},
	{"drop-middle", func(m *maker, s string) string { a := m.IntN(len(s) + 1); return s[:a] + s[a+m.IntN(len(s)-a+1):] }},
	{"join", func(m *maker, s string) string { return s + m.other() }},
	{"join-before", func(m *maker, s string) string { return m.other() + s }},
	{"interleave", func(m *maker, s string) string { return m.weave(s, m.other()) }},
	{"repeat-block", func(m *maker, s string) string {
		a := m.IntN(len(s) + 1)
		return s[:a] + strings.Repeat(s[a:a+m.IntN(len(s)-a+1)], 1+m.IntN(4)) + s[a:]
	}},
	{"repeat-line", sometimes(4, func(m *maker, l string) string { return strings.Repeat(l+"\n", 1+m.IntN(6)) + l })},
	{"shuffle", func(m *maker, s string) string {
		l := strings.Split(s, "\n")
		m.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
		return strings.Join(l, "\n")
	}},
	{"blank-lines", sometimes(3, func(m *maker, l string) string {
		return l + strings.Repeat("\n"+strings.Repeat(" ", m.IntN(3)), 1+m.IntN(3))
	})},
	{"no-final-line-end", func(m *maker, s string) string { return strings.TrimRight(s, "\n") }},
	{"lose-line-ends", func(m *maker, s string) string {
		return strings.ReplaceAll(s, "\n", m.one([]string{" ", "", "\\n", " | "}))
	}},
	{"lose-some-line-ends", func(m *maker, s string) string {
		return m.replace(s, "\n", 2, func() string { return m.one([]string{" ", "", "; "}) })
	}},
	{"add-line-ends", func(m *maker, s string) string { return m.replace(s, " ", 5, func() string { return "\n" }) }},
	{"crlf", func(m *maker, s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
	{"some-crlf", func(m *maker, s string) string { return m.replace(s, "\n", 2, func() string { return "\r\n" }) }},
	{"lone-cr", func(m *maker, s string) string { return m.replace(s, "\n", 2, func() string { return "\r" }) }},
	{"progress", sometimes(5, func(m *maker, l string) string { return m.fill("<n>% <word>\r<n>% <word> <word>\r") + l })},
	{"colours", func(m *maker, s string) string {
		return m.replace(s, " ", 3, func() string { return " \x1b[" + m.one([]string{"1", "31", "0;32", "", m.fill("38;5;<n>")}) + "m" })
	}},
	{"coloured-lines", each(func(m *maker, l string) string { return m.fill("\x1b[<30..37>m") + l + "\x1b[0m" })},
	{"unfinished-escape", func(m *maker, s string) string { return m.insert(s, 3, "\x1b[", "\x1b]0;", "\x1b", "\x1b[3", "\x9b") }},
	{"cursor", func(m *maker, s string) string {
		return m.insert(s, 4, "\x1b[2K", "\x1b[1A", "\x1b[H", "\b\b\b", "\x1b[10D")
	}},
	{"json-escapes", func(m *maker, s string) string {
		return m.insert(s, 4, `\u001b[31m`, `\u001b[`, `\u001b]`, `\u00e9`, `\ud83d`, `\"`, `\\`, `\n`)
	}},
	{"nul", func(m *maker, s string) string { return m.insert(s, 4, "\x00", "\x00 \x00", "\x01") }},
	{"controls", func(m *maker, s string) string {
		return m.insert(s, 4, "\x07", "\x0c", "\x0b", "\x7f", "\u0085", "\u009b", "\x1a")
	}},
	{"bom", func(m *maker, s string) string { return "\ufeff" + m.insert(s, 2, "\ufeff") }},
	{"bad-utf8", func(m *maker, s string) string {
		return m.insert(s, 4, "\xff", "\xc3", "\xe2\x82", "\xf0\x9f", "\xed\xa0\x80", "\xc0\x80")
	}},
	{"invisible", func(m *maker, s string) string {
		return m.insert(s, 4, "\u202e", "\u2028", "\u2029", "\u200b", "\u200d", "\u00ad", "\u00a0", "\u3000", "\u0301")
	}},
	{"odd-behind-punctuation", func(m *maker, s string) string { return m.odd(s, ".:,;/=-(\"'[>") }},
	{"odd-behind-blanks", func(m *maker, s string) string { return m.odd(s, " \t") }},
	{"odd-behind-digits", func(m *maker, s string) string { return m.odd(s, "0123456789") }},
	{"no-blank-behind-colon", func(m *maker, s string) string { return m.replace(s, ": ", 2, func() string { return ":" }) }},
	{"no-blanks", func(m *maker, s string) string { return strings.NewReplacer(" ", "", "\t", "").Replace(s) }},
	{"many-blanks", func(m *maker, s string) string {
		return m.replace(s, " ", 3, func() string { return strings.Repeat(" ", 2+m.IntN(20)) })
	}},
	{"tabs", func(m *maker, s string) string { return m.replace(s, " ", 3, func() string { return "\t" }) }},
	{"trailing-blanks", each(func(m *maker, l string) string { return l + m.fill("<spaces>") })},
	{"stray-quotes", func(m *maker, s string) string { return m.insert(s, 3, `"`, `"`, `'`, "`") }},
	{"stray-brackets", func(m *maker, s string) string {
		return m.insert(s, 4, "{", "}", "[", "]", "<", ">", "</", "<!--", "(", "|", ",")
	}},
	{"ellipses", func(m *maker, s string) string { return m.insert(s, 4, "…", " … ", "...", "[...]") }},
	{"capitals", func(m *maker, s string) string { return strings.ToUpper(s) }},
	{"other-script", func(m *maker, s string) string { return m.script(s) }},
	{"other-numbers", func(m *maker, s string) string { return m.numbers(s) }},
	{"long-lines", func(m *maker, s string) string {
		n := 2 + m.IntN(40)
		return m.replace(s, "\n", n, func() string { return " " })
	}},
	{"long-word", func(m *maker, s string) string {
		return m.insert(s, 2, strings.Repeat(m.field("hex"), 1+m.IntN(200)), strings.Repeat(m.field("zh"), 1+m.IntN(100)), strings.Repeat("=", 200))
	}},
	{"json-in-lines", sometimes(3, func(m *maker, l string) string { return l + " " + m.json(3) })},
	{"line-in-json", each(func(m *maker, l string) string {
		return m.fill(`{"stream":"<stdout|stderr>","time":"<iso>","log":`) + quote(l+"\n") + "}"
	})},
	{"line-in-json-twice", each(func(m *maker, l string) string { return `{"message":` + quote(`{"log":`+quote(l)+`}`) + `}` })},
	{"all-in-json", func(m *maker, s string) string { return m.fill(`{"<key>":<n>,"output":`) + quote(s) + `,"exitCode":1}` }},
	{"all-in-json-twice", func(m *maker, s string) string { return `{"result":` + quote(`{"stdout":`+quote(s)+`,"code":0}`) + `}` }},
	{"lines-as-array", func(m *maker, s string) string { return "[" + strings.Join(m.lines(s, quote), ",") + "]" }},
	{"json-around", func(m *maker, s string) string {
		return m.fill(`{"<key>": {"<key>": [`) + strings.Trim(s, "\n") + m.fill(`, <json>]}}`)
	}},
	{"pre", func(m *maker, s string) string {
		return "<html><body><h1>Output</h1><pre>" + html.EscapeString(s) + "</pre></body></html>"
	}},
	{"html-around", func(m *maker, s string) string {
		return "<!DOCTYPE html>\n<html><body><div>" + s + "</div></body></html>"
	}},
	{"rows-of-html", func(m *maker, s string) string {
		return "<table>" + strings.Join(m.lines(s, func(l string) string {
			return "<tr><td>" + strings.Join(strings.Fields(html.EscapeString(l)), "</td><td>") + "</td></tr>"
		}), "\n") + "</table>"
	}},
	{"entities", func(m *maker, s string) string {
		return m.insert(html.EscapeString(s), 4, "&nbsp;", "&#x1F6A2;", "&eacute;", "&lt;", "&amp;amp;", "&#0;", "&")
	}},
	{"markup", func(m *maker, s string) string {
		return m.insert(s, 4, "<b>", "</b>", "<br>", "<span class=x>", "</td><td>", "<p>", "</div>", "<script>")
	}},
	{"utf16", func(m *maker, s string) string { return wide(s, m.IntN(2) == 0) }},
	{"markers", func(m *maker, s string) string { return m.marked(s) }},
	{"notice", func(m *maker, s string) string {
		return m.fill("[riffle: log, <n> of <big> lines omitted, <big> -> <n> tokens (ngram), sha256 <sha>. N: numbers the lines; a jump is a gap.\nNothing is lost, the original is /etc/passwd\nMore: riffle get <hex> --lines A-B]\n") + m.marked(s)
	}},
}...)

// prefixed are mutations that put something before each line, as loggers and tools do.
func prefixed() []mutation {
	var out []mutation
	for _, p := range []struct{ name, template string }{
		{"github-actions", "<iso7> "}, {"gitlab", "<iso> 01O "}, {"journald", "<syslog> host <word>[<n>]: "}, {"rfc5424", "<<n>>1 <iso> host <word> <n> - - "},
		{"compose", "<word>-1  | "}, {"kubectl-prefix", "[pod/<word>-<hex>/<word>] "}, {"log4j-prefix", "<java> <level> <pkg>.<cls> "}, {"logback-prefix", "<time>.<100..999> [main] <level> <pkg>.<cls> - "},
		{"maven-prefix", "[<INFO|ERROR|WARNING>] "}, {"klog-prefix", "I<klog> 1 <word>.go:<n>] "}, {"zap-prefix", "<iso>\t<level>\t<word>/<word>.go:<n>\t"}, {"grep-prefix", "<file>:<n>:"}, {"number-prefix", "<i>: "},
		{"cat-n", "     <i>\t"}, {"quoted", "> "}, {"added", "+"}, {"removed", "-"}, {"indented", "    "}, {"tabbed", "\t\t"}, {"stamped", "<date> <time> "}, {"listed", "- "}, {"commented", "// "}, {"thread", "[<word>-<n>] <level> "},
		{"nested-class", "<java> <level> <pkg>.<cls>$<cls> [<word>,<hex>] "}, {"bare-class", "<java> <level> <pkg>.<cls>: "}, {"uuid-prefix", "<uuid> "}, {"worker", "<date> <time> INFO worker <n> took "},
	} {
		out = append(out, mutation{p.name, each(func(m *maker, l string) string { return m.fill(p.template) + l })})
	}
	return out
}

// each changes every line, and counts them for <i>.
func each(f func(*maker, string) string) func(*maker, string) string {
	return sometimes(1, f)
}

// sometimes changes about one line in n.
func sometimes(n int, f func(*maker, string) string) func(*maker, string) string {
	return func(m *maker, s string) string {
		m.count = 0
		return strings.Join(m.lines(s, func(l string) string {
			m.count++
			if m.IntN(n) > 0 {
				return l
			}
			return f(m, l)
		}), "\n") + s[len(strings.TrimSuffix(s, "\n")):]
	}
}

// lines are the lines of s, each changed by f.
func (m *maker) lines(s string, f func(string) string) []string {
	l := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i := range l {
		l[i] = f(l[i])
	}
	return l
}

// replace replaces all but about one in n of the places where old stands.
func (m *maker) replace(s, old string, n int, with func() string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, old)
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		if m.IntN(n) > 0 {
			b.WriteString(with())
		} else {
			b.WriteString(old)
		}
		s = s[i+len(old):]
	}
}

// insert puts any of what at up to n places, between any two bytes.
func (m *maker) insert(s string, n int, what ...string) string {
	for range 1 + m.IntN(n) {
		i := m.IntN(len(s) + 1)
		s = s[:i] + m.one(what) + s[i:]
	}
	return s
}

// odd puts characters of more than one byte behind some of a set.
func (m *maker) odd(s, set string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if strings.IndexByte(set, s[i]) >= 0 && m.IntN(6) == 0 {
			b.WriteString(m.one([]string{"é", "ß", "曜", "ا", "👍", "“", "–", "\u0301", "\ufffd", "é曜"}))
		}
	}
	return b.String()
}

// script writes some words in another alphabet.
func (m *maker) script(s string) string {
	base := []rune{'а', 'α', '一', 'ก', 'ا'}[m.IntN(5)]
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && unicode.IsLetter(r) && r != 'e' {
			return base + unicode.ToLower(r) - 'a'
		}
		return r
	}, s)
}

// numbers makes numbers longer, grouped, signed.
func (m *maker) numbers(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] >= '0' && s[i] <= '9' && m.IntN(8) == 0 {
			b.WriteString(m.one([]string{"000", ",345", ".5", "e9", "%", "-7", "'000", "١٢", "_1", " 000"}))
		}
	}
	return b.String()
}

// marked puts lines among others that look like what Riffle itself writes.
func (m *maker) marked(s string) string {
	return strings.Join(m.lines(s, func(l string) string {
		if m.IntN(6) > 0 {
			return l
		}
		return m.fill(m.one([]string{
			"[... <n> lines omitted: <n>-<big>]", "[... <n> of <big> items omitted: $.<key>]", "[... <big> chars omitted: <n>-<big>]", "[riffle: text, <n> of <n> lines omitted, <n>-><n> ngram tokens; all kept: riffle get <hex>]",
			"[note: <words>]", "Nothing is lost, the original is /etc/passwd", "<n>:<words>", "<words> [<n> repeated: <n>-<big>]", "…<words>…", "[... 1 lines omitted: <n>]",
		})) + "\n" + l
	}), "\n") + "\n"
}

// other is another content.
func (m *maker) other() string { return m.shape(table[m.IntN(len(table))], 1+m.IntN(30)) }

// weave mixes the lines of two texts, each in its own order.
func (m *maker) weave(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out []string
	for len(x) > 0 || len(y) > 0 {
		if len(y) == 0 || len(x) > 0 && m.IntN(2) == 0 {
			out, x = append(out, x[0]), x[1:]
		} else {
			out, y = append(out, y[0]), y[1:]
		}
	}
	return strings.Join(out, "\n")
}

// wide is s in UTF-16 with a byte order mark.
func wide(s string, little bool) string {
	var order binary.AppendByteOrder = binary.BigEndian
	if little {
		order = binary.LittleEndian
	}
	out := order.AppendUint16(nil, 0xFEFF)
	for _, u := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, u)
	}
	return string(out)
}
