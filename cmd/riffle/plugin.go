package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func (a *app) pluginCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "plugin", Short: "List or examine the plugins", Args: cobra.NoArgs, RunE: help}
	cmd.AddCommand(
		a.plugin("list", "List the plugins and how each would run; starts none", cobra.NoArgs, pluginList),
		a.plugin("doctor [NAME...]", "Start plugins, ask each what it is, and say what is wrong", cobra.ArbitraryArgs, pluginDoctor),
		a.pluginCheckCommand(),
		a.pluginNewCommand(),
	)
	return cmd
}

// plugin makes a command that works on the registry.
func (a *app) plugin(use, short string, args cobra.PositionalArgs, do func(context.Context, io.Writer, *registry.Registry, []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: args, RunE: func(cmd *cobra.Command, args []string) error {
		h, err := a.host()
		if err != nil {
			return err
		}
		defer h.Close()
		return do(cmd.Context(), a.stdout, h.Registry(), args)
	}}
}

// reasonChars is how much of a reason or a plugin's last words is shown, in code
// points.
const reasonChars = 400

func entries(r *registry.Registry) []registry.Entry {
	return append(r.Processors(), r.Estimators()...)
}

func pluginList(_ context.Context, w io.Writer, r *registry.Registry, _ []string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PLUGIN\tNAME\tVERSION\tKINDS\tTRANSPORT\tSTATE\tPATH")
	for _, e := range entries(r) {
		state := e.State
		if e.Reason != "" {
			state += ": " + oneLine(e.Reason, reasonChars)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", e.Kind, e.Name, orDash(e.Version), orDash(strings.Join(e.Kinds, ",")), e.Transport, state, orDash(e.Path))
	}
	return t.Flush()
}

// pluginDoctor starts each plugin that is asked for, all where none is named.
func pluginDoctor(ctx context.Context, w io.Writer, r *registry.Registry, names []string) error {
	var sick []string
	known := map[string]bool{}
	for _, e := range entries(r) {
		known[e.Name] = true
		if len(names) > 0 && !slices.Contains(names, e.Name) {
			continue
		}
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

// examine starts one plugin and reports on it.
func examine(ctx context.Context, w io.Writer, r *registry.Registry, e registry.Entry) error {
	fmt.Fprintf(w, "%s %s\n", e.Kind, e.Name)
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "  %-10s %s\n", name, oneLine(value, reasonChars))
		}
	}
	row("transport", e.Transport)
	row("path", e.Path)
	open := r.Processor
	if e.Kind == serve.KindEstimator {
		open = r.Estimator
	}
	p, err := open(e.Name)
	if err != nil {
		row("problem", err.Error())
		return err
	}
	began := time.Now()
	about, err := p.Describe(ctx)
	if err != nil {
		row("problem", err.Error())
		status := p.Status()
		for _, line := range strings.Split(strings.TrimSpace(status.Stderr), "\n") {
			row("stderr", line)
		}
		return err
	}
	row("answered", time.Since(began).Round(time.Millisecond).String())
	if err := wrongName(e, about); err != nil {
		row("problem", err.Error())
		return err
	}
	row("version", about.Processor.Version+about.Estimator.Version)
	row("summary", about.Processor.Summary+about.Estimator.Summary)
	row("sdk", about.SDKVersion)
	row("protocol", fmt.Sprint(about.Protocol))
	return nil
}

func wrongName(e registry.Entry, about supervise.Description) error {
	if about.Kind != e.Kind || about.Processor.Name+about.Estimator.Name != e.Name {
		return errors.New("it calls itself " + about.Kind + " " + about.Processor.Name + about.Estimator.Name)
	}
	return nil
}
