package agents

import (
	"context"
	"fmt"
	"time"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/dial"
)

// filesStand looks whether all that an installation writes is there, and up to date.
func (x *Exam) filesStand() bool {
	const what = "plugin is there"
	changes, err := Plan(x.Agent, x.Place, false)
	if err != nil {
		x.fail(what, err.Error(), x.install())
		return false
	}
	for _, c := range changes {
		if c.Same() {
			continue
		}
		why := "is missing"
		if c.Before != nil {
			why = "is of another version, or was edited"
		}
		x.fail(what, c.Path+" "+why, x.install())
		return false
	}
	x.pass(what, "%s", changes[len(changes)-1].Path)
	return true
}

// plugin looks whether a program answers a plugin in JavaScript, asks about a sample as
// the plugin would, and looks whether the original comes back.
func (x *Exam) plugin(program string) {
	if !x.program(program) || !x.server(program) {
		return
	}
	const what = "a sample is shortened"
	text := sampleText()
	request := fmt.Appendf(nil, `{"id":1,"exec":{"callId":"riffle-doctor","name":"bash","arguments":{"command":"make"},"session":"riffle-doctor"},"result":{"isError":false,"content":[{"type":"text","text":%s}]}}`, encodeString(text))
	ctx, cancel := context.WithTimeout(x.Ctx, callLimit)
	defer cancel()
	began := time.Now()
	answer, err := dial.Exchange(ctx, dial.Options{Start: true, Budget: startBudget, Program: program}, request)
	took := time.Since(began)
	if err != nil {
		x.fail(what, err.Error(), "run riffle serve to see why it does not answer")
		return
	}
	short := gjson.GetBytes(answer, "decision.content.0.text").Str
	if gjson.GetBytes(answer, "outcome.action").Str != "replaced" || len(short) >= len(text) {
		x.fail(what, "no change: "+gjson.GetBytes(answer, "outcome.reason").Str, "see docs/reasons.md for the reason; the configuration may exclude the tool or ask for more tokens")
		return
	}
	x.pass(what, "%d bytes to %d, in %s", len(text), len(short), took.Round(time.Millisecond))
	x.original(program, short, text)
}
