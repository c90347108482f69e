package main

import (
	"context"
	"strings"

	"github.com/riffle-dev/riffle/processors/json"
	"github.com/riffle-dev/riffle/processors/log"
	"github.com/riffle-dev/riffle/sdk"
)

// processors by kind; a kind without one goes to text, then log, then lines.
var processors = map[string]func() sdk.Processor{
	"json":  json.New,
	"log":   log.New,
	"lines": func() sdk.Processor { return plainLines{} },
}

// plainLines shows lines of rare forms. It stands in for processors that do not exist.
type plainLines struct{}

func (plainLines) Info() sdk.Info { return sdk.Info{Name: "lines", Version: "0.0.1"} }

func (plainLines) Process(_ context.Context, req sdk.Request) (sdk.Plan, error) {
	b := sdk.NewBuilder(req)
	at := 0
	for _, l := range strings.SplitAfter(string(req.Content), "\n") {
		text := strings.TrimRight(l, "\r\n")
		row := b.NewRow()
		for i := 0; i < len(text); {
			n := min(len(text)-i, 160)
			for i+n < len(text) && text[i+n]&0xc0 == 0x80 {
				n++
			}
			form := strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return '0'
				}
				return r
			}, text[i:i+n])
			b.Keep(sdk.Span{Start: at + i, End: at + i + n}, 1, sdk.Key(form), sdk.InRow(row, ""))
			i += n
		}
		at += len(l)
	}
	return b.Plan(), nil
}
