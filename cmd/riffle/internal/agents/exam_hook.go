package agents

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// sample is one call of a hook: what an agent would say, the text that it is about, and
// where the shorter text stands in the answer.
type sample struct {
	stdin   []byte
	text    string
	answer  string // path of the answer's text
	cleanup func()
}

// hook looks at the hook that is configured and runs it as the agent would.
func (x *Exam) hook(h hooksFile, newSample func() (sample, error)) {
	const what = "hook is configured"
	files, err := x.Agent.files(x.Place)
	if err != nil {
		x.fail(what, err.Error(), "name another scope")
		return
	}
	path := files[0].Path
	data, err := os.ReadFile(path)
	if err != nil {
		x.fail(what, err.Error(), x.install())
		return
	}
	d, err := parse(data)
	if err != nil {
		x.fail(what, fmt.Sprintf("%s: %v", path, err), "mend the file; "+x.Agent.Title+" ignores it as it is")
		return
	}
	found := h.find(d)
	if len(found) == 0 {
		x.fail(what, "not in "+path, x.install())
		return
	}
	x.pass(what, "%s", path)
	program, _ := firstWord(found[0].line)
	if !x.program(program) || !x.server(program) {
		return
	}
	s, err := newSample()
	if err != nil {
		x.fail("a sample is shortened", err.Error(), "make room in the folder of temporary files")
		return
	}
	defer s.cleanup()
	x.sample(found[0].line, program, s)
}

// sample has a command line answer a sample, and looks at the answer.
func (x *Exam) sample(line, program string, s sample) {
	const what = "a sample is shortened"
	out, took, err := x.shell(line, s.stdin)
	if err != nil {
		x.fail(what, err.Error(), "run the command of the hook by hand: "+line)
		return
	}
	short := gjson.GetBytes(out, s.answer).String()
	if short == "" || len(short) >= len(s.text) {
		_, _, why := x.shell(line+" --debug", s.stdin)
		x.fail(what, fmt.Sprintf("no change: %v", why), "see docs/reasons.md for the reason; the configuration may exclude the tool or ask for more tokens")
		return
	}
	if !strings.Contains(short, sampleError) {
		x.fail(what, "the error in it is gone", "report this: it must not happen")
		return
	}
	x.pass(what, "%d bytes to %d, in %s", len(s.text), len(short), took.Round(time.Millisecond))
	x.original(program, short, s.text)
}

var idInNotice = regexp.MustCompile(`(?:sha256 |riffle get |all kept: )([0-9a-f]{12})`)

// original looks whether the notice leads to the exact text, by the command that it
// names, and removes what the sample left in the store.
func (x *Exam) original(program, short, text string) {
	const what = "the original is recovered"
	notice, _, _ := strings.Cut(short, "]")
	m := idInNotice.FindStringSubmatch(notice)
	if m == nil {
		x.fail(what, "the notice names none", "turn retainOriginal on")
		return
	}
	got, err := exec.CommandContext(x.Ctx, program, "get", "--raw", m[1]).Output()
	if err != nil || !bytes.Equal(got, []byte(text)) {
		x.fail(what, fmt.Sprintf("riffle get --raw %s: %d bytes of %d, %v", m[1], len(got), len(text), err), "check the folder of the originals: riffle spill list")
		return
	}
	x.pass(what, "byte for byte, %s", m[1])
	_ = exec.CommandContext(x.Ctx, program, "spill", "rm", m[1]).Run() // it is nobody's
}

// sampleError is what a reader of the sample must see.
const sampleError = "error: sample_test.go:42: expected 4 fields, got 3"

// sampleText is the output of a command, the same on every run.
func sampleText() string {
	var out strings.Builder
	for i := range 900 {
		if i == 611 {
			out.WriteString(sampleError + "\n")
		}
		fmt.Fprintf(&out, "step %d: compiled package %d in %d ms\n", i+1, i*7919%1000, i*31%97)
	}
	return out.String()
}

func claudeSample() (sample, error) {
	text := sampleText()
	in, err := encode(map[string]any{
		"session_id": "riffle-doctor", "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": "riffle-doctor",
		"tool_input":    map[string]any{"command": "make"},
		"tool_response": map[string]any{"stdout": text, "stderr": "", "interrupted": false, "isImage": false},
	})
	return sample{in, text, "hookSpecificOutput.updatedToolOutput.stdout", func() {}}, err
}

// codexSample has a record of its session, where the hook finds how the command ended.
func codexSample() (sample, error) {
	text := sampleText()
	record, err := encode(map[string]any{"type": "event_msg", "payload": map[string]any{"type": "item_completed", "item": map[string]any{
		"type": "CommandExecution", "id": "riffle-doctor", "aggregated_output": text, "exit_code": 0,
	}}})
	if err != nil {
		return sample{}, err
	}
	f, err := os.CreateTemp("", "riffle-doctor-*.jsonl")
	if err != nil {
		return sample{}, err
	}
	cleanup := func() { os.Remove(f.Name()) }
	_, err = f.Write(append(record, '\n'))
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		cleanup()
		return sample{}, err
	}
	in, err := encode(map[string]any{
		"session_id": "riffle-doctor", "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": "riffle-doctor",
		"transcript_path": f.Name(), "tool_input": map[string]any{"command": "make"}, "tool_response": text,
	})
	return sample{in, text, "reason", cleanup}, err
}
