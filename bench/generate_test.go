package bench_test

import (
	"fmt"
	"strings"
)

// sizes are those of generated contents.
var sizes = []struct {
	name  string
	bytes int
}{{"64KiB", 64 << 10}, {"1MiB", 1 << 20}}

// generated makes a content of a kind of at least so many bytes. It is the same each
// time.
var generated = map[string]func(bytes int) string{
	"log": func(bytes int) string {
		return grow(bytes, "", "", func(i int) string {
			if i%211 == 97 {
				return fmt.Sprintf("2026-03-04T05:%02d:%02dZ ERROR pump-%d: pressure %d is over the limit: connection to valve-%d lost\n", i/60%60, i%60, i%7, i%97, i%5)
			}
			return fmt.Sprintf("2026-03-04T05:%02d:%02dZ INFO  gate-%d: passed %d crates in %d ms\n", i/60%60, i%60, i%13, i%37, i*i%911)
		})
	},
	"json": func(bytes int) string {
		return grow(bytes, `{"kind":"List","items":[`, `{"id":-1}]}`, func(i int) string {
			state := "moored"
			if i%173 == 41 {
				state = "adrift"
			}
			return fmt.Sprintf(`{"id":%d,"name":"boat-%d","state":%q,"berth":{"pier":%d,"depth":%d.5},"crew":["a%d","b%d"]},`, i, i*7, state, i%9, i%13, i%3, i%5)
		})
	},
	"html": func(bytes int) string {
		return grow(bytes, "<!doctype html><html><head><title>Harbour</title></head><body><h1>Harbour</h1>\n", "</body></html>\n", func(i int) string {
			return fmt.Sprintf("<h2>Berth %d</h2><p>Depth of <b>%d</b> metres at the <a href=\"/pier/%d\">pier %d</a>, open since %d.</p>\n<table><tr><th>Ship</th><th>Cargo</th></tr><tr><td>boat-%d</td><td>%d crates</td></tr></table>\n",
				i, i%17, i%9, i%9, 1900+i%120, i*7, i*i%911)
		})
	},
	"text": func(bytes int) string {
		return grow(bytes, "# Handbook of the harbour\n\n", "", func(i int) string {
			heading := ""
			if i%12 == 0 {
				heading = fmt.Sprintf("## Chapter %d\n\n", i/12+1)
			}
			return heading + fmt.Sprintf("Ships that come to pier %d wait until the %d. bell and show their papers to the warden of the gate. A crate of more than %d kilograms is weighed twice, and its number is written into book %d.\n\n", i%9+1, i%24, i*i%911, i%31)
		})
	},
}

func grow(bytes int, head, tail string, piece func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len()+len(tail) < bytes; i++ {
		b.WriteString(piece(i))
	}
	b.WriteString(tail)
	return b.String()
}
