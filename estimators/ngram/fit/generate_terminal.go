package main

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// paint writes what programs print for a terminal: colours, erased lines and
// progress that is drawn over itself.
func (g *generator) paint() {
	switch g.IntN(9) {
	case 0:
		g.line("%s %s%s%s %s", g.coloured(g.pick("info", "WARN", "ERR!", "verb", "ok", "debug")), g.colour(), g.word(), "\x1b[0m", g.phrase(4))
	case 1:
		g.add("\r\x1b[K%s [%s%s] %d%%", g.word(), strings.Repeat(g.pick("#", "=", "█"), g.IntN(30)), strings.Repeat(g.pick(".", " ", "-", "░"), g.IntN(30)), g.IntN(101))
	case 2:
		g.add("\x1b[1G%s\x1b[%dG%s\x1b[0K", g.pick("|", "/", "-", "\\", "⠋", "⠙", "⠹"), 1+g.IntN(80), g.phrase(2))
	case 3:
		g.line("\x1b[32m+%s%s\x1b[m\n\x1b[31m-%s%s\x1b[m\n\x1b[36m@@ -%d,%d +%d,%d @@\x1b[m %s", strings.Repeat(" ", g.IntN(9)), g.phrase(5), strings.Repeat(" ", g.IntN(9)), g.phrase(5), g.IntN(900), g.IntN(20), g.IntN(900), g.IntN(20), g.phrase(2))
	case 4:
		g.line("\x1b[1m%s/%s.%s:%d:%d: %s\x1b[0m%s", g.word(), g.word(), g.pick("c", "rs", "go"), g.IntN(900), g.IntN(99), g.coloured("error:"), g.phrase(6))
	case 5:
		g.line("%s: %s\r\n%s %s %s", hex.EncodeToString(g.bytes(6)), g.pick("Pulling fs layer", "Download complete", "Waiting", "Extracting"), g.colour(), g.phrase(4), "\x1b[0;39m")
	case 6:
		g.line("\x1b[2m%s:%d\x1b[0m \x1b[38;5;%dm%s\x1b[39m\x1b[49m %s", g.clock(), g.IntN(1000), g.IntN(256), g.phrase(2), g.phrase(3))
	case 7:
		g.line("%s%s%s%s %s", g.coloured(g.word()), g.coloured(g.word()), g.coloured(g.title()), g.coloured(g.word()), g.phrase(2))
	default:
		g.add("%s\x1b[0m\x1b[0m\x1b[%dm\x1b[%dm%s\x1b[0m ", g.colour(), 30+g.IntN(8), 40+g.IntN(8), g.word())
	}
}

func (g *generator) colour() string {
	return g.pick(fmt.Sprintf("\x1b[%dm", 30+g.IntN(8)), fmt.Sprintf("\x1b[1;%dm", 30+g.IntN(8)), fmt.Sprintf("\x1b[0;%dm", 90+g.IntN(8)), "\x1b[1m", "\x1b[4m", fmt.Sprintf("\x1b[%dm\x1b[%dm", 30+g.IntN(8), 40+g.IntN(8)))
}

func (g *generator) coloured(s string) string {
	return g.colour() + s + g.pick("\x1b[0m", "\x1b[0m", "\x1b[m", "\x1b[39m")
}

// names writes lists of names that are joined of many words, of the ordinary and of
// the rare, as test runners and symbol tables print them.
func (g *generator) joined() {
	n := 2 + g.IntN(6)
	join := g.pick("_", "_", "_", "__", ".", "-", "/", "")
	words := make([]string, n)
	for i := range words {
		switch g.IntN(8) {
		case 0:
			words[i] = g.title() + g.title()
		case 1:
			words[i] = g.letters(1 + g.IntN(3))
		case 2:
			words[i] = g.word() + fmt.Sprint(g.IntN(200))
		case 3:
			words[i] = g.title()
		default:
			words[i] = g.word()
		}
		if join == "" {
			words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		}
	}
	g.line("%s%s%s", g.pick("", "", "test_", "  ", "    ", "Test"), strings.Join(words, join), g.pick("", " ok", " PASSED", " F", ": ok", " [OK]", " ... ok", "(self)", fmt.Sprintf(" (%d.%02ds)", g.IntN(9), g.IntN(100))))
}

// history writes what version control prints of commits, with few words between.
func (g *generator) history() {
	hash := hex.EncodeToString(g.bytes(20))
	zone := g.pick("+0000", "-0400", "+0100", "-0700", "+0530")
	day, month := g.pick("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), g.pick("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
	switch g.IntN(4) {
	case 0:
		g.line("%s %s", hash[:7+g.IntN(4)], g.phrase(2+g.IntN(6)))
	case 1:
		g.line("commit %s\nMerge: %s %s\nAuthor: %s %s <%s@%s.com>\nDate:   %s %s %d %s 20%02d %s\n\n    %s\n", hash, hash[:7], hash[8:15], g.title(), g.title(), g.word(), g.word(), day, month, 1+g.IntN(28), g.clock(), g.IntN(27), zone, g.phrase(4))
	default:
		g.line("commit %s\nAuthor: %s %s <%s@%s.%s>\nDate:   %s %s %d %s 20%02d %s\n\n    %s\n\n %d file%s changed, %d insertion%s(+)%s\n", hash, g.title(), g.title(), g.word(), g.word(), g.pick("com", "org", "net", "io"), day, month, 1+g.IntN(28), g.clock(), g.IntN(27), zone, g.phrase(1+g.IntN(8)), 1+g.IntN(9), g.pick("", "s"), g.IntN(200), g.pick("", "s"), g.pick("", fmt.Sprintf(", %d deletions(-)", g.IntN(200))))
	}
}

// mask writes values that were made unreadable, as exports and logs have them.
func (g *generator) mask() {
	mark := g.pick("x", "x", "x", "X", "*", "*", "#", "0")
	hide := func() string { return strings.Repeat(mark, 2+g.IntN(20)) }
	switch g.IntN(6) {
	case 0:
		g.line("%s %s <%s@%s.%s>", g.title(), g.title(), hide(), hide(), g.pick("com", "org", strings.Repeat(mark, 3)))
	case 1:
		g.line("%s=%s %s", strings.ToUpper(g.word()), hide(), g.phrase(3))
	case 2:
		g.line("%s: %s-%s-%s-%s", g.word(), strings.Repeat(mark, 4), strings.Repeat(mark, 4), strings.Repeat(mark, 4), g.letters(4))
	case 3:
		g.line("{\"%s\":\"%s\",\"%s\":\"%s%s\"}", g.word(), hide(), g.word(), hex.EncodeToString(g.bytes(2)), hide())
	case 4:
		g.line("%s://%s:%s@%s.%s:%d", g.pick("https", "postgres", "amqp"), g.word(), hide(), g.word(), g.word(), g.IntN(65536))
	default:
		g.line("%s %s %s", g.phrase(4), hide(), g.phrase(2))
	}
}
