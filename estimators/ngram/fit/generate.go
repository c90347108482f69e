package main

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"strings"
)

// generators make the types that no file holds in pure form. They are seeded, so
// that a fit can be repeated.
var generators = []struct {
	name   string
	weight float64
	make   func(g *generator)
}{
	{"gen-hex", 1, func(g *generator) { g.line("%s", hex.EncodeToString(g.bytes(4+g.IntN(40)))) }},
	{"gen-base64", 1, func(g *generator) { g.line("%s", base64.StdEncoding.EncodeToString(g.bytes(57))) }},
	{"gen-token", 1, func(g *generator) {
		g.line("%s=%s", strings.ToUpper(g.word()), base64.RawURLEncoding.EncodeToString(g.bytes(12+g.IntN(30))))
	}},
	{"gen-uuid", 1, func(g *generator) { g.line("%s", g.uuid()) }},
	{"gen-digits", 1, func(g *generator) {
		g.line("%d %d\t%d,%d", g.Uint64()>>g.IntN(60), g.IntN(100000), g.IntN(1000), g.Uint64()>>g.IntN(60))
	}},
	{"gen-floats", 1, func(g *generator) {
		g.line("[%.6f,%.*f],%g, %.2f;%.3e", g.Float64()*360-180, g.IntN(15), g.Float64()*90, float64(g.IntN(1000))/8, g.Float64()*1e4, g.Float64())
	}},
	{"gen-geo", 1, func(g *generator) {
		g.add("[%.*f,%.*f],", 4+g.IntN(11), g.Float64()*360-180, 4+g.IntN(11), g.Float64()*180-90)
	}},
	{"gen-random", 1, func(g *generator) { g.line("%s", g.letters(2+g.IntN(60))) }},
	{"gen-emoji", 1, func(g *generator) {
		g.line("%s %s %s", g.emoji(), g.word(), g.emoji())
	}},
	{"gen-runs", 1, (*generator).run},
	{"gen-rules", 2, (*generator).rule},
	{"gen-tree", 1, (*generator).tree},
	{"gen-carets", 2, (*generator).caret},
	{"gen-box", 1, (*generator).box},
	{"gen-terminal", 2, (*generator).paint},
	{"gen-joined", 2, (*generator).joined},
	{"gen-history", 1, (*generator).history},
	{"gen-masked", 1, (*generator).mask},
	{"gen-noise", 2, (*generator).noise},
	{"gen-syslog", 2, func(g *generator) {
		g.line("%s %2d %s %s-%d %s[%d]: %s %s from %s port %d", g.pick("Jan", "Feb", "Mar", "Dec"), 1+g.IntN(28), g.clock(), g.word(), g.IntN(20), g.word(), g.IntN(40000), g.phrase(2), g.word(), g.ip(), g.IntN(65536))
	}},
	{"gen-log4j", 2, func(g *generator) {
		g.line("%s %s,%03d %-5s [%s-%d] org.%s.%s.%s%s: %s %s_%d_%04d", g.date(), g.clock(), g.IntN(1000), g.pick("INFO", "WARN", "DEBUG", "ERROR"), g.word(), g.IntN(99), g.word(), g.word(), g.title(), g.title(), g.phrase(5), g.word(), g.Uint64()>>24, g.IntN(10000))
	}},
	{"gen-cloud", 2, func(g *generator) {
		g.line("%s.log.1.%s_%s %s %s.%03d %d %s %s.%s.%s [req-%s %s %s - - -] %s \"%s /v2/%s/servers/detail HTTP/1.1\" status: %d len: %d time: %.7f", g.word(), g.date(), g.clock(), g.date(), g.clock(), g.IntN(1000), g.IntN(40000), g.pick("INFO", "WARNING"), g.word(), g.word(), g.word(), g.uuid(), hex.EncodeToString(g.bytes(16)), hex.EncodeToString(g.bytes(16)), g.ip(), g.pick("GET", "POST", "DELETE"), hex.EncodeToString(g.bytes(16)), g.IntN(600), g.IntN(5000), g.Float64())
	}},
	{"gen-access", 2, func(g *generator) {
		g.line("%s - - [%02d/%s/2025:%s +0000] \"%s /%s/%s?%s=%d HTTP/1.1\" %d %d \"https://%s.%s.com/\" \"Mozilla/5.0 (X11; Linux x86_64; rv:%d.0) Gecko/20100101\"", g.ip(), 1+g.IntN(28), g.pick("Jan", "Apr", "Nov"), g.clock(), g.pick("GET", "POST", "HEAD"), g.word(), g.word(), g.word(), g.IntN(100000), g.IntN(600), g.IntN(1<<20), g.word(), g.word(), 60+g.IntN(80))
	}},
	{"gen-names", 1, func(g *generator) {
		switch g.IntN(5) {
		case 0:
			g.line("%s%s%s(%s)", g.word(), g.title(), g.title(), g.word())
		case 1:
			g.line("%s_%s_%s__%s", strings.ToUpper(g.word()), strings.ToUpper(g.word()), g.word(), g.word())
		case 2:
			g.line("C:\\%s\\%s\\%s_%s\\%s.%s", g.title(), strings.ToUpper(g.word()), g.title(), strings.ToUpper(g.letters(3)), g.title()+g.title(), g.word())
		case 3:
			g.line("/%s/%s-%s/%s.%d.%d/%s_%s.%s", g.word(), g.word(), g.word(), g.word(), g.IntN(20), g.IntN(20), g.word(), g.letters(4), g.word())
		default:
			g.line("%s.%s.%s$%s::%s", g.word(), g.word(), g.title(), g.title(), g.word())
		}
	}},
	{"gen-trace-php", 1, func(g *generator) {
		g.line("#%d /home/%s/%s/vendor/%s/src/%s/%s.php(%d): %s\\%s\\%s->%s(Object(%s\\%s), '%s', Array)", g.IntN(60), g.word(), g.word(), g.word(), g.title(), g.title(), g.IntN(1500), g.title(), g.title(), g.title(), g.word(), g.title(), g.title(), g.word())
	}},
	{"gen-git", 1, func(g *generator) {
		g.line("commit %x\nAuthor: %s %s <%s@%s.com>\nDate:   Mon %s %d %s 20%02d +0%d00\n\n    %s\n\n %d files changed, %d insertions(+), %d deletions(-)\n", g.bytes(20), g.title(), g.title(), g.word(), g.word(), g.pick("Jan", "May", "Oct"), 1+g.IntN(28), g.clock(), g.IntN(27), g.IntN(10), g.phrase(6), g.IntN(20), g.IntN(400), g.IntN(400))
	}},
	{"gen-tsv-log", 1, func(g *generator) {
		g.line("%d.%06d\t%s\t%s\t%d\t%s\t%d\t%d\t%s\t%s.%s\t/%s/%s\t-\t%d\t%d\t200\tOK\t-\t-\t(empty)\t-\ttext/plain", 1300000000+g.IntN(400000000), g.IntN(1000000), g.letters(17), g.ip(), g.IntN(65536), g.ip(), 80, g.IntN(9), g.pick("GET", "POST"), g.word(), g.pick("com", "org"), g.word(), g.word(), g.IntN(9999), g.IntN(99999))
	}},
	{"gen-ci", 2, func(g *generator) {
		g.line("%sT%s.%07dZ %s%s", g.date(), g.clock(), g.IntN(10000000), g.pick("", "", "##[group]", "[INFO] ", "  ", "[command]/usr/bin/"), g.phrase(3+g.IntN(9)))
	}},
	{"gen-json-log", 2, func(g *generator) {
		g.line(`{"level":%q,"ts":"%sT%s.%03dZ","caller":"%s/%s.go:%d","msg":%q,"%s":%d,"%s_id":%q}`, g.pick("info", "warn", "error"), g.date(), g.clock(), g.IntN(1000), g.word(), g.word(), g.IntN(900), g.phrase(4), g.word(), g.IntN(100000), g.word(), hex.EncodeToString(g.bytes(8)))
	}},
	{"gen-json-pretty", 1, func(g *generator) {
		g.line("    {\n      \"%s_id\": %d,\n      \"%s\": \"%s\",\n      \"%s\": %t,\n      \"%sAt\": \"%sT%sZ\",\n      \"%s\": null,\n      \"url\": \"https://api.%s.com/%s/%d\"\n    },", g.word(), g.IntN(1<<30), g.word(), g.phrase(3), g.word(), g.IntN(2) == 0, g.word(), g.date(), g.clock(), g.word(), g.word(), g.word(), g.IntN(100000))
	}},
	{"gen-trace-java", 2, func(g *generator) {
		if g.IntN(9) == 0 {
			g.line("Caused by: java.%s.%s%sException: %s", g.word(), g.title(), g.title(), g.phrase(5))
		}
		g.line("\tat org.%s.%s.%s%s.%s%s(%s%s.java:%d)", g.word(), g.word(), g.title(), g.title(), g.word(), g.title(), g.title(), g.title(), g.IntN(2000))
	}},
	{"gen-trace-go", 1, func(g *generator) {
		g.line("github.com/%s/%s/%s.(*%s).%s(0xc%09x, {0x%x, 0x%x})\n\t/home/%s/src/%s/%s.go:%d +0x%x", g.word(), g.word(), g.word(), g.title(), g.title(), g.Uint64()>>28, g.IntN(1<<24), g.IntN(99), g.word(), g.word(), g.word(), g.IntN(900), g.IntN(4096))
	}},
	{"gen-trace-py", 1, func(g *generator) {
		g.line("  File \"/usr/lib/python3.11/site-packages/%s/%s.py\", line %d, in %s_%s\n    return self.%s(%s, %s=%s)", g.word(), g.word(), g.IntN(2000), g.word(), g.word(), g.word(), g.word(), g.word(), g.word())
	}},
	{"gen-trace-js", 1, func(g *generator) {
		g.line("    at %s%s.%s (/app/node_modules/%s/lib/%s.js:%d:%d)", g.title(), g.title(), g.word(), g.word(), g.word(), g.IntN(2000), g.IntN(90))
	}},
	{"gen-lint", 2, func(g *generator) {
		g.line("%s/%s/%s.%s:%d:%d: %s: %s [%s%d]", g.word(), g.word(), g.word(), g.pick("ts", "py", "c", "go", "sh", "java"), g.IntN(2000), g.IntN(120), g.pick("error", "warning", "note"), g.phrase(7), g.pick("SC", "E", "TS", "W"), g.IntN(9000))
	}},
	{"gen-tests", 2, func(g *generator) {
		g.line("%s/test_%s.py::Test%s::test_%s_%s %s [%3d%%]", g.word(), g.word(), g.title(), g.word(), g.word(), g.pick("PASSED", "FAILED", "SKIPPED"), g.IntN(100))
		g.line("test_%s__%s_%s__%s%s %s", g.word(), g.word(), g.word(), g.title(), g.title(), g.pick("ok", "s", "f", "E"))
		g.line("ok %d - %s\n    ✓ %s (%dms)\n=== RUN   Test%s/%s\n--- PASS: Test%s (%.2fs)", g.IntN(999), g.phrase(4), g.phrase(4), g.IntN(99), g.title(), g.word(), g.title(), g.Float64())
	}},
	{"gen-csv", 2, func(g *generator) {
		g.line("%d,%s,%s %s,%.1f,%d,%.2f,0,%.6f,%s,%s", g.IntN(1000000), strings.ToUpper(g.letters(2)), strings.ToUpper(g.word()), g.pick("COUNTY", "CITY"), g.Float64()*1e6, g.IntN(100000), g.Float64()*1e5, g.Float64()*90, g.title(), g.date())
	}},
	{"gen-numbered", 1, func(g *generator) {
		g.n += 1 + g.IntN(3)*g.IntN(20)
		g.line("%d: %s %s", g.n, g.word(), g.phrase(6))
	}},
	{"gen-table", 1, func(g *generator) {
		g.line("%-40s %-10s %5d/%d %8d %6dd %s", g.word()+"-"+g.letters(5)+"-"+g.letters(5), g.pick("Running", "Pending", "Error"), g.IntN(3), 3, g.IntN(40), g.IntN(400), g.ip())
	}},
	{"gen-kv", 1, func(g *generator) {
		g.line("  %s: %s\n    %s_%s:     %d\n  %s=%q %s=%d", g.title(), g.word(), g.word(), g.word(), g.IntN(1000), g.word(), g.phrase(2), g.word(), g.IntN(99))
	}},
}

var word = regexp.MustCompile(`\b[a-z][a-z]{2,13}\b`)

// generated makes size bytes of each generated type, with the words of vocabulary.
func generated(vocabulary []byte, size int) ([]text, error) {
	var words []string
	for i, w := range word.FindAll(vocabulary, -1) {
		if i%17 == 0 {
			words = append(words, string(w))
		}
	}
	if len(words) == 0 {
		return nil, errors.New("fit: the folder of texts has no words to generate from: it needs a file named code-… or prose…")
	}
	var types []text
	for _, form := range generators {
		h := fnv.New64a()
		h.Write([]byte(form.name))
		g := &generator{Rand: rand.New(rand.NewPCG(h.Sum64(), 1)), words: words}
		for g.out.Len() < size {
			form.make(g)
		}
		types = append(types, part(form.name, form.weight, []byte(g.out.String())))
	}
	return types, nil
}

type generator struct {
	*rand.Rand
	words []string // from the texts of the machine, often used words more often
	out   strings.Builder
	n     int
}

func (g *generator) add(format string, a ...any)  { fmt.Fprintf(&g.out, format, a...) }
func (g *generator) line(format string, a ...any) { g.add(format+"\n", a...) }

func (g *generator) pick(s ...string) string { return s[g.IntN(len(s))] }
func (g *generator) word() string            { return g.words[g.IntN(len(g.words))] }
func (g *generator) title() string           { w := g.word(); return strings.ToUpper(w[:1]) + w[1:] }
func (g *generator) date() string {
	return fmt.Sprintf("20%02d-%02d-%02d", 8+g.IntN(19), 1+g.IntN(12), 1+g.IntN(28))
}
func (g *generator) clock() string {
	return fmt.Sprintf("%02d:%02d:%02d", g.IntN(24), g.IntN(60), g.IntN(60))
}
func (g *generator) ip() string {
	return fmt.Sprintf("%d.%d.%d.%d", g.IntN(256), g.IntN(256), g.IntN(256), g.IntN(256))
}

func (g *generator) phrase(n int) string {
	w := make([]string, n)
	for i := range w {
		w[i] = g.word()
	}
	return strings.Join(w, " ")
}

func (g *generator) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(g.IntN(256))
	}
	return b
}

func (g *generator) letters(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + g.IntN(26))
	}
	return string(b)
}

func (g *generator) uuid() string {
	b := g.bytes(16)
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func (g *generator) emoji() string {
	var b strings.Builder
	for range 1 + g.IntN(6) {
		b.WriteRune(rune(0x1f300 + g.IntN(0x350)))
		if g.IntN(8) == 0 {
			b.WriteString("\u200d")
		}
	}
	return b.String()
}

func (g *generator) box() {
	switch g.IntN(4) {
	case 0:
		g.line("┌%s┬%s┐", strings.Repeat("─", 3+g.IntN(30)), strings.Repeat("─", 3+g.IntN(30)))
	case 1:
		g.line("+%s+%s+", strings.Repeat("-", 3+g.IntN(30)), strings.Repeat("-", 3+g.IntN(30)))
	case 2:
		g.line("│ %-20s │ %10d │\n│   ├── %s\n│   └── %s", g.word(), g.IntN(100000), g.word(), g.word())
	default:
		g.line("| %-20s | %10d | %s |", g.word(), g.IntN(100000), g.phrase(2))
	}
}

// rule writes headings and lines of one character, as test runners and documents
// have them.
func (g *generator) rule() {
	mark := g.pick("=", "=", "-", "-", "_", "*", "#", "~", "^", "+", ".")
	switch g.IntN(7) {
	case 6:
		g.line("  %s%s", strings.Repeat(mark+" ", 3+g.IntN(40)), g.phrase(g.IntN(4)))
	case 0:
		g.line("%s", strings.Repeat(mark, 20+g.IntN(80)))
	case 1:
		n := 10 + g.IntN(30)
		g.line("%s %s %s", strings.Repeat(mark, n), g.phrase(1+g.IntN(4)), strings.Repeat(mark, n))
	case 2:
		s := g.title() + " " + g.phrase(3)
		g.line("%s\n%s", s, strings.Repeat(mark, len(s)))
	case 3:
		g.line("%s/test_%s.py %s%s [%3d%%]", g.word(), g.word(), strings.Repeat(".", g.IntN(60)), g.pick("", "F", "s..", "..x.."), g.IntN(100))
	case 4:
		g.line("%s%s.%s", strings.Repeat(" ", 4*g.IntN(8)), g.phrase(5), strings.Repeat("\n", g.IntN(3)))
	default:
		g.line("%s %s %s %d", g.title(), strings.Repeat(".", 3+g.IntN(50)), g.pick("ok", "FAILED", "passed"), g.IntN(100))
	}
}

// tree writes listings as tree and npm ls do; some use no-break spaces.
func (g *generator) tree() {
	gap := g.pick("    ", "│   ", "│\u00a0\u00a0 ", "│\u00a0\u00a0 ")
	g.line("%s%s%s %s%s.%s", strings.Repeat(gap, g.IntN(4)), g.pick("├──", "└──", "├─┬"), g.pick("", fmt.Sprintf("[%4d]", g.IntN(9999))), g.word(), g.pick("", "-"+g.word()), g.pick("js", "json", "md", "d.ts"))
}

// caret writes what compilers print.
func (g *generator) caret() {
	n := g.IntN(900)
	switch g.IntN(3) {
	case 0:
		g.line("error[E%04d]: %s\n  --> %s/%s.rs:%d:%d\n   |\n%d |     let %s = %s.%s(%s);\n   |%s%s %s", g.IntN(999), g.phrase(5), g.word(), g.word(), n, g.IntN(80), n, g.word(), g.word(), g.word(), g.word(), strings.Repeat(" ", 5+g.IntN(40)), strings.Repeat("^", 1+g.IntN(20)), g.phrase(3))
	case 1:
		g.line("%s.c:%d:%d: warning: %s [-W%s]\n %d |   %s(%s, %s);\n    |   %s~~~~^~~", g.word(), n, g.IntN(80), g.phrase(6), g.word(), n, g.word(), g.word(), g.word(), strings.Repeat(" ", g.IntN(30)))
	default:
		g.line("E       assert %s(%s) == %d\nE        +  where %d = %s.%s\n\n%s.py:%d: %sError", g.word(), g.word(), g.IntN(99), g.IntN(99), g.word(), g.word(), g.word(), n, g.title())
	}
}
