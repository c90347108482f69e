package exchange

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// Answer is Reply with the id of the exchange, where it has one, and with where the
// original is. It is one line and ends with a line feed where the exchange was one.
func (x *Exchange) Answer(d pipeline.Decision, res pipeline.Result) ([]byte, error) {
	reply, err := x.Reply(d, res.Outcome)
	if err != nil {
		return nil, err
	}
	return answer(x.ID, reply, res.Locator)
}

// NoChange is the answer to an exchange that was not decided on: no decision, which
// means that the caller's own stands, and an outcome that says why. id may be nil.
func NoChange(id json.RawMessage, reason, detail string) []byte {
	outcome, err := jsonedit.Marshal(pipeline.Outcome{Action: pipeline.Passed, Reason: reason, Detail: detail, Transport: "none"})
	if err != nil {
		outcome = []byte(`{"action":"passed","reason":"` + pipeline.ReasonInternal + `"}`)
	}
	reply := append([]byte(`{"decision":null,"outcome":`), outcome...)
	out, _ := answer(id, append(reply, "}\n"...), nil)
	return out
}

// answer puts an id before and a locator behind the members of a reply.
func answer(id json.RawMessage, reply []byte, loc *spill.Locator) ([]byte, error) {
	locator := []byte("null")
	if loc != nil {
		var err error
		locator, err = jsonedit.Marshal(struct {
			ID     string `json:"id"`
			Path   string `json:"path"`
			SHA256 string `json:"sha256"`
			Bytes  int64  `json:"bytes"`
		}{loc.ID, loc.Path, loc.SHA256, loc.Bytes})
		if err != nil {
			return nil, fmt.Errorf("exchange: writing the locator: %w", err)
		}
	}
	body := bytes.TrimSuffix(reply[1:], []byte("}\n"))
	out := make([]byte, 0, len(id)+len(body)+len(locator)+32)
	out = append(out, '{')
	if id != nil {
		out = append(append(append(out, `"id":`...), id...), ',')
	}
	out = append(append(out, body...), `,"locator":`...)
	return append(append(out, locator...), "}\n"...), nil
}

// maxID bounds an id, in bytes.
const maxID = 256

// PeekID finds the id of an exchange without reading the rest of it, nil where none is
// found. Of an exchange that is cut, the id is found if it stands before the cut.
func PeekID(data []byte) json.RawMessage {
	v := gjson.GetBytes(data, "id")
	if !v.Exists() || len(v.Raw) > maxID || !gjson.Valid(v.Raw) {
		return nil
	}
	return json.RawMessage(v.Raw)
}
