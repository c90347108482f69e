package corpus

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"
)

// Hostile returns cases of bad input, made by code and the same on every call: what
// a tool should not print, and some do. Their facts must survive all the same. They
// are in no folder, so Path is empty.
func Hostile() []Case {
	return append(append(hostileBytes(), hostileLines()...), hostileDocuments()...)
}

// hostileCase makes a case named hostile/NAME. Its facts are given as texts, the
// first of which weighs 3, the others 2.
func hostileCase(name, kind string, data []byte, why string, facts ...string) Case {
	c := Case{Name: "hostile/" + name, Data: data, Kind: kind, Tool: "bash", Command: "cat " + name, Questions: []Question{}}
	for i, text := range facts {
		weight := 2.0
		if i == 0 {
			weight = 3
		}
		c.Facts = append(c.Facts, Fact{ID: fmt.Sprintf("f%d", i+1), Text: text, Weight: weight, Why: why})
	}
	return c
}

// The trouble in the middle of each log, and the lines about it.
const (
	causeLine  = "2026-05-14T04:10:07Z ERROR pump 7 stopped: intake valve V-2291 reports 0.0 bar, expected 1.4"
	silentLine = "2026-05-14T04:10:08Z INFO  tank 3 level 18446744073709551557 mm"
	effectLine = "2026-05-14T04:11:30Z WARN  shift KX-88213 sent home early"
)

// feed is a quiet log of n lines, with three lines that matter in the middle.
func feed(n int) []string {
	all := make([]string, 0, n+3)
	for i := range n {
		if i == n/2 {
			all = append(all, causeLine, silentLine, effectLine)
		}
		all = append(all, fmt.Sprintf("2026-05-14T%02d:%02d:%02dZ INFO  pump %d runs, %d.%d bar, %d l/min", i/1200%24, i/20%60, i*3%60, 1+i%9, 1+i%2, i%10, 200+i*7%90))
	}
	return all
}

func joined(lines []string, end string) string { return strings.Join(lines, end) + end }

func hostileBytes() []Case {
	plain := joined(feed(900), "\n")
	half := len(plain) / 2
	invalid := strings.NewReplacer("pump 4 runs", "pump 4 r\xffns", "pump 5 runs", "pump 5 \xc3runs", "pump 6 runs", "pump 6 \xed\xa0\x80runs").Replace(plain)
	sixteen := func(order binary.AppendByteOrder, mark uint16) []byte {
		b := order.AppendUint16(nil, mark)
		for _, u := range utf16.Encode([]rune(strings.ReplaceAll(plain, "l/min", "ℓ/min 𝄞"))) {
			b = order.AppendUint16(b, u)
		}
		return b
	}
	return []Case{
		hostileCase("invalid-utf8.log", "log", []byte(invalid), "stands between bytes that are no UTF-8", causeLine, silentLine, effectLine),
		hostileCase("cut-in-character.log", "log", []byte(plain[:half]+"\n"+plain[half:]+"end of the feed, 終\xe3\x81"), "the last character is cut", causeLine, "end of the feed, 終"),
		hostileCase("nul.log", "log", []byte(strings.ReplaceAll(plain, " l/min", "\x00 l/min")), "stands between NUL bytes", causeLine, silentLine, effectLine),
		hostileCase("utf16-le.log", "log", sixteen(binary.LittleEndian, 0xfeff), "stands in UTF-16", causeLine, silentLine, effectLine),
		hostileCase("utf16-be.log", "log", sixteen(binary.BigEndian, 0xfeff), "stands in UTF-16", causeLine, silentLine, effectLine),
		hostileCase("utf8-mark.log", "log", []byte("\xef\xbb\xbf"+plain), "stands after a byte order mark", causeLine, effectLine),
		hostileCase("controls.log", "log", []byte(controls(plain)), "stands between control characters", causeLine, silentLine, effectLine),
	}
}

// controls strews all C0 characters but NUL, tab and line ends over a text.
func controls(text string) string {
	var b strings.Builder
	c := byte(0)
	for i, line := range strings.SplitAfter(text, "\n") {
		if i%3 == 0 && line != "" {
			for c = c%31 + 1; strings.IndexByte("\t\n\r\x1b", c) >= 0; c = c%31 + 1 {
			}
			b.WriteByte(c)
		}
		b.WriteString(line)
	}
	return b.String()
}

func hostileLines() []Case {
	lines := feed(900)
	return []Case{
		hostileCase("mixed-line-ends.log", "log", []byte(mixedEnds(lines)), "the line ends differ", causeLine, silentLine, effectLine),
		hostileCase("cr-line-ends.log", "log", []byte(joined(lines, "\r")), "a bare carriage return ends each line", causeLine, effectLine),
		hostileCase("ansi.log", "log", []byte(coloured(lines)), "stands between colours", "pump 7 stopped: intake valve V-2291 reports 0.0 bar, expected 1.4", "tank 3 level 18446744073709551557 mm"),
		hostileCase("cursor.log", "log", []byte(cursor(lines)), "stands between cursor movements", causeLine, effectLine),
		hostileCase("progress.log", "log", []byte(progress()), "stands after redraws of one line", "install: package 212 of 400 has a wrong checksum: 9f3c07aa, expected 9f3c07ab", "install: 399 packages, 1 refused"),
		hostileCase("one-line.log", "log", []byte(strings.ReplaceAll(joined(feed(20000), " "), "\n", " ")), "stands in one line of over a megabyte", causeLine, silentLine),
		hostileCase("one-letter.log", "log", []byte(strings.Repeat("a", 1<<19)+"\n"+causeLine+"\n"+strings.Repeat("a", 1<<19)), "stands between half a megabyte of one letter each", causeLine),
		hostileCase("spoofed-notice.log", "log", []byte(spoofed(lines)), "stands between lines that look like ours", causeLine, silentLine, "[... 771 lines omitted: 41-811] is what the gauge printed, not we"),
		hostileCase("endless-trace.log", "log", []byte(trace()), "the cause under thousands of equal frames", "java.lang.IllegalStateException: ledger 4471 closed twice", "at example.Books.close(Books.java:212)"),
	}
}

func mixedEnds(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		b.WriteString(l)
		b.WriteString([]string{"\n", "\r\n", "\n", "\n\r\n"}[i%4])
	}
	return b.String()
}

func coloured(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		time, rest, _ := strings.Cut(l, " ")
		level, rest, _ := strings.Cut(rest, " ")
		fmt.Fprintf(&b, "\x1b[2m%s\x1b[0m \x1b[1;%dm%s\x1b[0m %s\x1b[38;5;%dm\x1b[0m\n", time, 31+i%6, level, rest, i%256)
	}
	return b.String()
}

// cursor moves the cursor about without overwriting what matters: a status line
// below the log is drawn and taken back again and again.
func cursor(lines []string) string {
	var b strings.Builder
	b.WriteString("\x1b[2J\x1b[H\x1b]0;title of a window\x07")
	for i, l := range lines {
		b.WriteString("\x1b[?25l\x1b[s\x1b[u" + l + "\n")
		if i%7 == 0 {
			fmt.Fprintf(&b, "%d %% of the night\n\x1b[1A\x1b[2K", i/9)
		}
	}
	b.WriteString("\x1bP+q\x1b\\\x1b[")
	return b.String()
}

func progress() string {
	var b strings.Builder
	for p := range 400 {
		for percent := 0; percent <= 100; percent += 10 {
			fmt.Fprintf(&b, "\rpackage %3d of 400 [%-20s] %3d %%\x1b[K", p+1, strings.Repeat("#", percent/5), percent)
		}
		if p == 211 {
			b.WriteString("\r\x1b[Kinstall: package 212 of 400 has a wrong checksum: 9f3c07aa, expected 9f3c07ab\n")
		}
		if p%40 == 39 {
			b.WriteString("\n")
		}
	}
	b.WriteString("install: 399 packages, 1 refused\n")
	return b.String()
}

func spoofed(lines []string) string {
	var b strings.Builder
	b.WriteString("[riffle: log; 12 of 40000 lines shown; nothing is lost; full: riffle get 000000000000]\n")
	for i, l := range lines {
		switch {
		case i%90 == 17:
			b.WriteString("[... 3 lines omitted: 4-6]\n")
		case i%90 == 44:
			b.WriteString("[riffle: 99999 tokens -> 3; original: /nowhere; sha256 000000000000]\n")
		case i == 430:
			b.WriteString("[... 771 lines omitted: 41-811] is what the gauge printed, not we\n")
		case i%90 == 71:
			fmt.Fprintf(&b, "%d:", i*3)
		}
		b.WriteString(l + "\n")
	}
	return b.String()
}

func trace() string {
	var b strings.Builder
	b.WriteString("Exception in thread \"main\" java.lang.StackOverflowError\n")
	for i := range 4000 {
		fmt.Fprintf(&b, "\tat example.Tree.walk(Tree.java:%d)\n", 40+i%3)
	}
	b.WriteString("Caused by: java.lang.IllegalStateException: ledger 4471 closed twice\n\tat example.Books.close(Books.java:212)\n\t... 4000 more\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "\tat example.Tree.leaf(Tree.java:%d)\n", 90+i%2)
	}
	return b.String()
}

// valve is a record of a list in the documents.
func valve(i int) string {
	return fmt.Sprintf(`{"id":%d,"valve":"V-%04d","state":"open","bar":[%d.%d,1.4],"tags":["north","row %d"]}`, uint64(math.MaxInt64)+uint64(i), 2000+i, 1+i%2, i%10, i%7)
}

// oddValve is the one that matters: its state is like no other.
const oddValve = `{"id":18446744073709551557,"valve":"V-2291","state":"stuck half way","bar":[0.0,1.4],"tags":["south"]}`

func valves(n int, separator string) string {
	records := make([]string, 0, n+1)
	for i := range n {
		if i == n/2 {
			records = append(records, oddValve)
		}
		records = append(records, valve(i))
	}
	return strings.Join(records, separator)
}

func hostileDocuments() []Case {
	list := "[" + valves(700, ",\n") + "]"
	nested := strings.Repeat(`{"a":[`, 50000) + `{"valve":"V-2291","state":"stuck half way"}` + strings.Repeat(`]}`, 50000)
	marked := append([]byte("\xef\xbb\xbf"), list...)
	page := func(middle string) []byte {
		return []byte("<!DOCTYPE html><html><head><title>Valves</title></head><body><h1>Valves of the north row</h1>\n" + middle + "\n<p>Page 4 of 9</p></body></html>")
	}
	odd := []string{"18446744073709551557", "stuck half way"}
	const why = "the one record that differs"
	return []Case{
		hostileCase("deep.json", "json", []byte(nested), "under 100,000 brackets", "stuck half way", "V-2291"),
		hostileCase("open-brackets.json", "json", []byte(strings.Repeat("[", 100000)+`"V-2291 is stuck half way"`), "after 100,000 open brackets", "V-2291 is stuck half way"),
		hostileCase("duplicate-keys.json", "json", []byte(duplicateKeys()), "a key that stands more than once", "stuck half way", "open, says the second member of that name"),
		hostileCase("big-integers.json", "json", []byte(list), "an integer that no double holds", append(odd, fmt.Sprint(uint64(math.MaxInt64)+701-2))...),
		hostileCase("not-a-number.json", "json", []byte(strings.NewReplacer(`[2.5,1.4]`, `[NaN,1.4]`, `[1.4,1.4]`, `[-Infinity,1.4]`).Replace(list)), "NaN is no JSON", append(odd, "-Infinity")...),
		hostileCase("truncated.json", "json", []byte(list[:len(list)*3/4]), "the document is cut off", odd...),
		hostileCase("truncated-in-escape.json", "json", []byte(list[:len(list)*3/4]+`","note":"cut in \u65`), "the document is cut off in an escape", odd...),
		hostileCase("concatenated.json", "json", []byte(valves(700, "")), "documents without anything between them", odd...),
		hostileCase("concatenated-mixed.json", "json", []byte("warning: 2 valves answered late\n"+list+"\n"+list[:4000]+"\n{\"total\": 701}\n"), "documents and a line that is none", append(odd, "warning: 2 valves answered late", `"total": 701`)...),
		hostileCase("mark.json", "json", marked, "after a byte order mark", odd...),
		hostileCase("lone-surrogates.json", "json", []byte(strings.ReplaceAll(list, `"north"`, `"n\ud800rth \udc00"`)), "between escapes of half characters", odd...),
		hostileCase("long-string.json", "json", []byte(`{"log":"`+strings.ReplaceAll(joined(feed(4000), "\n"), "\n", `\n`)+`","valve":"V-2291"}`), "in one string of 200 KB", causeLine, `"valve":"V-2291"`),
		hostileCase("spoofed.json", "json", []byte("["+strings.ReplaceAll(valves(700, ",\n"), `"row 3"`, `"[... 812 of 842 items omitted: $.items[3:815]]"`)+"]"), "between strings that look like our markers", odd...),
		hostileCase("unclosed.html", "html", page(strings.Repeat("<div><b><table><tr><td>open, 1.4 bar", 4000)+"<p>V-2291 is stuck half way"+strings.Repeat("<div><i>open", 4000)), "no element is ever closed", "V-2291 is stuck half way"),
		hostileCase("deep.html", "html", page(strings.Repeat("<div>", 30000)+"V-2291 is stuck half way"+strings.Repeat("</div>", 30000)), "under 30,000 elements", "V-2291 is stuck half way"),
		hostileCase("script.html", "html", page("<script>var a='</p><p>V-1 exploded';"+strings.Repeat("f(1);", 20000)+"</script><p>V-2291 is stuck half way</p><!-- "+strings.Repeat("V-3 exploded ", 3000)+"-->"), "between a script and a comment, which nobody sees", "V-2291 is stuck half way"),
		hostileCase("entities.html", "html", page(strings.Repeat("<p>open &#49;&period;&#x34; bar &notanentity; &#1114112; &lt;p&gt;</p>\n", 900)+"<p>V&#45;2291 is stuck half&nbsp;way &amp; warm</p>"+strings.Repeat("<p>open</p>\n", 900)), "written with entities", "V&#45;2291 is stuck half&nbsp;way &amp; warm"),
	}
}

// duplicateKeys is an object in which the same names come again and again.
func duplicateKeys() string {
	var b bytes.Buffer
	b.WriteString("{\n")
	for i := range 900 {
		state := "open"
		switch i {
		case 451:
			state = "stuck half way"
		case 452:
			state = "open, says the second member of that name"
		}
		fmt.Fprintf(&b, "\"V-%04d\": {\"state\": \"%s\", \"bar\": 1.4, \"bar\": %d.%d},\n", 2000+i/2, state, 1+i%2, i%10)
	}
	b.WriteString("\"total\": 450, \"total\": 900\n}\n")
	return b.String()
}
