package hook

import (
	"bytes"
	"encoding/json"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// endBytes is how much of a record is read from its end: the item that is looked for is
// among the last, and has at most 64 KiB of output, which escapes can make six times as
// long.
const endBytes = 2 << 20

// codexRun is how a command ended.
type codexRun struct {
	exit   int
	output *string // all that Codex kept of what the command printed; nil where it is not recorded
}

// readRun finds a command in Codex's record of the session, one JSON object a line. It is
// written before the hooks of the call are asked.
func readRun(path, callID string) (codexRun, error) {
	data, err := readEnd(path, endBytes)
	if err != nil {
		return codexRun{}, err
	}
	id := jsonedit.Quote(callID)
	for len(data) > 0 {
		var line []byte
		data = bytes.TrimSuffix(data, []byte("\n"))
		at := bytes.LastIndexByte(data, '\n')
		line, data = data[at+1:], data[:max(0, at)]
		if !bytes.Contains(line, id) || !bytes.Contains(line, []byte(`"CommandExecution"`)) || !json.Valid(line) {
			continue
		}
		item := jsonedit.At(gjson.ParseBytes(line), "payload.item")
		if jsonedit.At(item, "type").Str != "CommandExecution" || jsonedit.At(item, "id").Str != callID {
			continue
		}
		exit := jsonedit.At(item, "exit_code")
		if exit.Type != gjson.Number {
			break
		}
		run := codexRun{exit: int(exit.Int())}
		if output := jsonedit.At(item, "aggregated_output"); output.Type == gjson.String {
			run.output = &output.Str
		}
		return run, nil
	}
	return codexRun{}, left("the exit code of %.80q is not in %s", callID, path)
}
