package agents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/riffle-dev/riffle/host/dial"
)

// Finding is what one look found.
type Finding struct {
	OK     bool
	What   string // what was looked at: "hook is configured"
	Detail string
	Remedy string // what to do where it is not OK
}

// Exam looks whether Riffle works in an agent.
type Exam struct {
	Ctx   context.Context
	Place Place
	Agent Agent

	findings []Finding
}

// Examine looks whether Riffle works in an agent, by doing what the agent would do. It
// may start a server, as the agent would, and leaves nothing else behind.
func Examine(ctx context.Context, a Agent, p Place) []Finding {
	x := &Exam{Ctx: ctx, Place: p, Agent: a}
	if a.Check != nil {
		a.Check(x)
	}
	return x.findings
}

// OK reports whether nothing that was found needs mending.
func OK(findings []Finding) bool {
	for _, f := range findings {
		if !f.OK {
			return false
		}
	}
	return len(findings) > 0
}

func (x *Exam) pass(what, detail string, args ...any) {
	x.findings = append(x.findings, Finding{OK: true, What: what, Detail: fmt.Sprintf(detail, args...)})
}

func (x *Exam) fail(what, detail, remedy string) {
	x.findings = append(x.findings, Finding{What: what, Detail: detail, Remedy: remedy})
}

// install is the command that puts Riffle where it is missing.
func (x *Exam) install() string {
	return fmt.Sprintf("riffle install %s --%s", x.Agent.Name, x.Place.Scope)
}

// program looks whether a program can be run.
func (x *Exam) program(path string) bool {
	const what = "riffle is there"
	if _, err := exec.LookPath(path); err != nil {
		x.fail(what, err.Error(), x.install())
		return false
	}
	x.pass(what, "%s", path)
	return true
}

// startBudget is what the start of a server may take for it to be said how long it takes;
// a hook waits for dial.DefaultBudget only.
const startBudget = 5 * time.Second

// server looks whether a server answers, and starts it where it does not, as a hook does.
func (x *Exam) server(program string) bool {
	const what = "server answers"
	began := time.Now()
	socket, err := dial.Ensure(x.Ctx, dial.Options{Start: true, Budget: startBudget, Program: program})
	took := time.Since(began).Round(time.Millisecond)
	if err != nil {
		x.fail(what, err.Error(), "run riffle serve to see why it ends; until then results stay as they are")
		return false
	}
	detail := fmt.Sprintf("%s, after %s", socket, took)
	if took > dial.DefaultBudget {
		detail += fmt.Sprintf("; a hook waits for %s only, so that the first result after a pause stays as it is", dial.DefaultBudget)
	}
	x.pass(what, "%s", detail)
	return true
}

// callLimit is what one call of a hook may take here.
const callLimit = 20 * time.Second

// shell runs a command line as agents run their hooks.
func (x *Exam) shell(line string, stdin []byte) (stdout []byte, took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(x.Ctx, callLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Dir = x.Place.Workdir
	cmd.Env = os.Environ()
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.WaitDelay = time.Second
	began := time.Now()
	stdout, err = cmd.Output()
	took = time.Since(began)
	if err != nil {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	} else if stderr.Len() > 0 {
		err = errors.New(strings.TrimSpace(stderr.String()))
	}
	return stdout, took, err
}
