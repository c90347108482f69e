package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func (a *app) pluginDoctorCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor [NAME...]",
		Short: "Start plugins, ask each what it is and to work once, and say what is wrong",
		Long: `Start plugins, ask each what it is and to work once, and say what is wrong.

It prints how long the start and a small call took, crashes, the last that the plugin
wrote to standard error, and what to do. It ends with 1 where one does not answer as
it should.`,
		RunE: func(cmd *cobra.Command, names []string) error {
			h, err := a.host()
			if err != nil {
				return err
			}
			defer h.Close()
			return pluginDoctor(cmd.Context(), a.stdout, h.Registry(), names)
		},
	}
	a.devFlags(cmd.Flags())
	return cmd
}

// pluginDoctor starts each plugin that is asked for, all where none is named.
func pluginDoctor(ctx context.Context, w io.Writer, r *registry.Registry, names []string) error {
	var sick []string
	known := map[string]bool{}
	if err := r.Problem(); err != nil {
		fmt.Fprintln(w, "added plugins")
		(&rows{w: w}).row("problem", err.Error())
		sick = append(sick, "the lock file")
	}
	for _, e := range slices.Concat(entries(r), r.Others()) {
		if len(names) > 0 && !slices.Contains(names, e.Name) {
			continue
		}
		if e.Transport == "none" {
			// What lies about is no fault, but where somebody asks for it by its name.
			if len(names) > 0 && !known[e.Name] || e.Source == registry.SourcePinned {
				unused(w, e)
				sick = append(sick, e.Name)
			}
			known[e.Name] = true
			continue
		}
		known[e.Name] = true
		if err := examine(ctx, w, r, e); err != nil {
			sick = append(sick, e.Name)
		}
	}
	for _, name := range names {
		if !known[name] {
			return usage(fmt.Errorf("plugin: %s is not known; see `riffle plugin list`", name))
		}
	}
	if len(sick) > 0 {
		return fmt.Errorf("plugin: %s did not answer as it should", strings.Join(sick, ", "))
	}
	return nil
}

func unused(w io.Writer, e registry.Entry) {
	out := &rows{w: w}
	out.printf("%s %s\n", e.Kind, e.Name)
	out.row("source", e.Source)
	out.row("path", e.Path)
	out.row("problem", e.Reason)
}

// examine starts one plugin and reports on it.
func examine(ctx context.Context, w io.Writer, r *registry.Registry, e registry.Entry) error {
	out := &rows{w: w}
	out.printf("%s %s\n", e.Kind, e.Name)
	out.row("source", e.Source)
	out.row("transport", e.Transport)
	out.row("path", e.Path)
	out.row("confined", e.Confinement)
	open := r.Processor
	if e.Kind == serve.KindEstimator {
		open = r.Estimator
	}
	p, err := open(e.Name)
	if err != nil {
		out.row("problem", err.Error())
		return err
	}
	if err := r.Verify(e.Kind, e.Name); err != nil {
		out.row("problem", err.Error())
		return err
	}
	began := time.Now()
	about, err := p.Describe(ctx)
	if err == nil {
		out.row("answered", "after "+rounded(time.Since(began))+", the start included")
		out.row("version", about.Version())
		out.row("summary", about.Summary())
		out.row("stability", about.Stability())
		out.row("can", strings.Join(about.Capabilities, ", "))
		out.row("sdk", about.SDKVersion)
		out.row("protocol", fmt.Sprint(about.Protocol))
		if err = wrongName(e, about); err == nil {
			err = canary(ctx, out, p, about)
		}
		if cause := r.StandsIn(e.Kind, e.Name); err == nil && cause != nil {
			out.row("runs", "in the host's process: its program does not start")
			err = cause
		}
	}
	if err != nil {
		_ = p.Close() // which waits for its last words
	}
	status := p.Status()
	if status.Generation > 1 || status.Strikes > 0 {
		out.row("faults", fmt.Sprintf("%d in a row, started %d times", status.Strikes, status.Generation))
	}
	stderr(out, status.Stderr)
	if err != nil {
		out.row("problem", err.Error())
		out.row("do", remedy(e, supervise.ReasonOf(err)))
	}
	return err
}

func rounded(d time.Duration) string { return d.Round(100 * time.Microsecond).String() }

// canaryText is small, plain, and the same for every plugin.
const canaryText = "id,name,state\n1,alpha,ok\n2,beta,ok\n3,gamma,error: no space left on device\n"

// canary has a plugin work once. To decline is an answer.
func canary(ctx context.Context, out *rows, p supervise.Plugin, about supervise.Description) error {
	began := time.Now()
	if about.Kind == serve.KindEstimator {
		counts, err := p.CountTokens(ctx, [][]byte{[]byte(canaryText)})
		if err == nil {
			out.row("call", fmt.Sprintf("%d tokens in %d bytes after %s", counts[0], len(canaryText), rounded(time.Since(began))))
		}
		return err
	}
	kind := sdk.KindLog
	if len(about.Processor.Kinds) > 0 {
		kind = about.Processor.Kinds[0]
	}
	plan, err := p.Process(ctx, sdk.Request{Content: []byte(canaryText), Kind: kind, MaxTokens: 256})
	switch {
	case errors.Is(err, sdk.ErrDeclined):
		out.row("call", fmt.Sprintf("declined %d bytes after %s", len(canaryText), rounded(time.Since(began))))
		return nil
	case err == nil:
		out.row("call", fmt.Sprintf("%d units for %d bytes after %s", len(plan.Plan.Units), len(canaryText), rounded(time.Since(began))))
	}
	return err
}

// stderrLines is how many of a plugin's last lines are shown: room for the trace of one goroutine.
const stderrLines = 24

func stderr(out *rows, text string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines[max(0, len(lines)-stderrLines):] {
		out.row("stderr", line)
	}
}

// remedy says what to do about a fault.
func remedy(e registry.Entry, reason string) string {
	if e.Source == registry.SourceBundled {
		if e.Transport == registry.Subprocess {
			return "install riffle anew with all of its programs, or remove this one: the host then runs the same code itself"
		}
		return "report it"
	}
	author := map[string]string{
		supervise.ReasonTimeout:      "it is too slow: allow more with riffle plugin add --upgrade --call-timeout, or ask its author",
		supervise.ReasonCrashed:      "it crashed: ask its author, with the lines of stderr; or allow more with riffle plugin add --upgrade --memory",
		supervise.ReasonPanicked:     "it panicked: ask its author, with the lines of stderr",
		supervise.ReasonInvalidReply: "it breaks the contract: riffle plugin check PATH says which promise; ask its author",
		supervise.ReasonStartFailed:  "run the program by hand to see what it prints, and riffle plugin check PATH; riffle plugin remove " + e.Name + " takes it out",
	}
	return cmp.Or(author[reason], "riffle plugin check PATH says more; riffle plugin remove "+e.Name+" takes it out")
}

func wrongName(e registry.Entry, about supervise.Description) error {
	if about.Kind != e.Kind || about.Name() != e.Name {
		return errors.New("it calls itself " + about.Kind + " " + about.Name())
	}
	return nil
}
