package lines

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhereMessagesBegin marks with ^ where the text behind the common prefix begins.
// In each line, # becomes a number that changes from line to line.
func TestWhereMessagesBegin(t *testing.T) {
	for _, line := range []string{
		// a message keeps its numbers and the words around them
		"2026-01-01 10:00:00 INFO ^worker # took # ms",
		"2026-01-01 10:00:00 INFO ^worker # took # ms, status: ok",
		"2026-01-01 10:00:00 INFO ^worker #: took # ms",
		"2026-01-01 10:00:00 INFO ^worker-# took # ms",
		"2026-01-01 10:00:00 INFO ^worker-# done: # parts",
		"2026-01-01 10:00:00 INFO ^worker [#] took # ms",
		"2026-01-01 10:00:00 INFO ^(took # ms) # parts",
		"2026-01-01 10:00:00 INFO ^# parts, # ms",
		"2026-01-01 10:00:00 ^# parts in # ms",
		"2026-01-01 10:00:00 ^# parts for host: gone",
		"2026-01-01 10:00:00 INFO ^started service: # of #",
		"2026-01-01 10:00:00 INFO ^request finished with status: #",
		"2026-01-01 10:00:00 INFO ^request finished [id=#]",
		"2026-01-01 10:00:00 INFO ^GET /items/# #",
		"2026-01-01 10:00:00 ^connection from # closed: bye",
		"10:00:00 ^step # of # done",
		// what a logger writes before it is prefix
		"2026-01-01 10:00:00 INFO [worker #] ^took # ms",
		"2026-01-01 10:00:00.123 INFO 4711 --- [main] o.a.shop.Till : ^took # ms",
		"2026-01-01 10:00:00,123 INFO 4711 till: ^took # ms",
		"2026-01-01 10:00:00 # INFO ^took # ms",
		"2026-01-01 10:00:00 INFO till - ^took # ms",
		"2026-01-01 10:00:00 INFO [main] org.acme.Till: ^took # ms",
		"2026-01-01 10:00:00 UTC [#] LOG: ^took # ms",
		"2026/01/01 10:00:00 [notice] 12#13: ^*# took # ms",
		"Jan 15 10:00:00 host sshd[#]: ^took # ms",
		"Jan 15 10:00:00 host-4 kernel: ^took # ms",
		"01-02 10:00:00.123 # # I Till: ^took # ms",
		"[Mon Jan 12 10:00:00.123 2026] [core:info] [pid #:tid #] ^took # ms",
		"2026-01-01T10:00:00Z ^took # ms",
	} {
		t.Run(line, func(t *testing.T) {
			var b strings.Builder
			var want []string
			for i := range 40 {
				n := 0
				text := strings.Map(func(r rune) rune { return r }, line)
				for strings.Contains(text, "#") {
					n++
					text = strings.Replace(text, "#", fmt.Sprint(3+(i*(7+n))%61), 1)
				}
				head, message, _ := strings.Cut(text, "^")
				b.WriteString(head + message + "\n")
				want = append(want, message)
			}
			content := []byte(b.String())
			spans := Split(content)
			for i, at := range Bodies(content, spans) {
				assert.Equal(t, want[i], string(content[at:spans[i].End]))
			}
		})
	}
}

func TestAPrefixNeverEndsInsideAWord(t *testing.T) {
	long := strings.Repeat("港", 70)
	text := long + "\n"
	for i := range 10 {
		text += fmt.Sprintf("Mar  1 00:01:%02d host-0 app[%d]: %s\n", i, 1000+i%3, long)
	}
	content := []byte(text)
	spans := Split(content)
	for i, at := range Bodies(content, spans) {
		assert.Equal(t, long, string(content[at:spans[i].End]))
	}
}

func TestANumberInAMessageMayStandOut(t *testing.T) {
	var b strings.Builder
	for i := range 900 {
		ms := 5 + i*7%53
		if i == 777 {
			ms = 98211
		}
		fmt.Fprintf(&b, "2026-01-01 10:%02d:%02d INFO worker %d took %d ms\n", i/60, i%60, i%7, ms)
	}
	assert.Contains(t, top(b.String(), 1)[0], "took 98211 ms")
}
