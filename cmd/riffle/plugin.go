package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/registry"
)

func (a *app) pluginCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "plugin", Short: "List, add, examine or write plugins", Args: cobra.NoArgs, RunE: help}
	cmd.AddCommand(
		a.pluginListCommand(), a.pluginAddCommand(), a.pluginVerifyCommand(), a.pluginRemoveCommand(),
		a.pluginDoctorCommand(), a.pluginCheckCommand(), a.pluginNewCommand(),
	)
	return cmd
}

// reasonChars is how much of a reason or a plugin's last words is shown, in code
// points.
const reasonChars = 600

// listing is what plugin list --json prints.
type listing struct {
	Lock    string           `json:"lock"`
	Problem string           `json:"problem,omitempty"` // why no added plugin is used
	Plugins []registry.Entry `json:"plugins"`
}

func (a *app) pluginListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the plugins, where each comes from and how it would run; starts none",
		Long: `List the plugins, where each comes from and how it would run; starts none.

SOURCE is bundled, pinned (added by riffle plugin add), dev (runs without a pin) or
found: a program that looks like a plugin, was not added and is never run. Programs
that are pinned are hashed.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			h, err := a.host()
			if err != nil {
				return err
			}
			defer h.Close()
			r := h.Registry()
			l := listing{Lock: a.places().Lock, Plugins: slices.Concat(entries(r), r.Others())}
			if err := r.Problem(); err != nil {
				l.Problem = err.Error()
			}
			for i := range l.Plugins {
				e := &l.Plugins[i]
				if err := r.Verify(e.Kind, e.Name); err != nil && e.Source == registry.SourcePinned && e.State != registry.StateRefused {
					e.State, e.Reason = registry.StateRefused, err.Error()
				}
			}
			if asJSON {
				return printJSON(a.stdout, l)
			}
			return l.write(a.stdout)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	a.devFlags(cmd.Flags())
	return cmd
}

// entries are the plugins that can serve.
func entries(r *registry.Registry) []registry.Entry {
	return append(r.Processors(), r.Estimators()...)
}

func (l *listing) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "PLUGIN\tNAME\tVERSION\tPROTOCOL\tKINDS\tCAN\tSTABILITY\tTRANSPORT\tSOURCE\tSTATE\tCONFINEMENT\tPATH")
	for _, e := range l.Plugins {
		state := e.State
		if e.Replaces {
			state += ", replaces the bundled one"
		}
		protocol := ""
		if e.Protocol > 0 {
			protocol = fmt.Sprint(e.Protocol)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", e.Kind, e.Name, orDash(e.Version), orDash(protocol), orDash(strings.Join(e.Kinds, ",")),
			orDash(strings.Join(e.Capabilities, ",")), orDash(e.Stability), e.Transport, e.Source, state, orDash(e.Confinement), orDash(oneLine(e.Path, reasonChars)))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	// Below the table, whose columns they would push apart.
	out := &rows{w: w}
	for _, e := range l.Plugins {
		if e.Reason != "" {
			out.printf("\n%s %s (%s, %s): %s\n", e.Kind, e.Name, e.Source, e.State, oneLine(e.Reason, reasonChars))
		}
	}
	return out.err
}

// choose finds the pins that names stand for: NAME, or KIND/NAME where a processor and
// an estimator have one name. All are meant where none is named.
func choose(lock registry.Lock, names []string) ([]registry.Pin, error) {
	if len(names) == 0 {
		return lock.Plugins, nil
	}
	var out []registry.Pin
	for _, name := range names {
		kind, only, qualified := strings.Cut(name, "/")
		var found []registry.Pin
		for _, p := range lock.Plugins {
			if qualified && p.Kind == kind && p.Name == only || p.Name == name {
				found = append(found, p)
			}
		}
		switch {
		case len(found) == 0:
			return nil, fmt.Errorf("plugin: %s was not added; there are %s", name, cmp.Or(strings.Join(pinNames(lock), ", "), "none"))
		case len(found) > 1:
			return nil, fmt.Errorf("plugin: %s is a processor and an estimator: name processor/%s or estimator/%s", name, name, name)
		}
		out = append(out, found[0])
	}
	return out, nil
}

func pinNames(lock registry.Lock) []string {
	var out []string
	for _, p := range lock.Plugins {
		out = append(out, p.Name)
	}
	return out
}
