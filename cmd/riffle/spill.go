package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/spill"
)

func (a *app) spillCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "spill", Short: "Look after the stored originals", Args: cobra.NoArgs, RunE: help}
	cmd.AddCommand(
		a.spill("list", "List the stored originals, the least recently used first", cobra.NoArgs, spillList),
		a.spill("show ID|PATH", "Print what is known of one original", cobra.ExactArgs(1), spillShow),
		a.spill("gc", "Remove what the configured age and quota no longer allow", cobra.NoArgs, spillGC),
		a.spill("rm ID|PATH...", "Remove originals", cobra.MinimumNArgs(1), spillRemove),
		a.spill("purge", "Remove all originals of all sessions", cobra.NoArgs, spillPurge),
	)
	return cmd
}

// spill makes a command that works on the store.
func (a *app) spill(use, short string, args cobra.PositionalArgs, do func(io.Writer, *spill.Store, []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: args, RunE: func(_ *cobra.Command, args []string) error {
		store, err := a.store()
		if err != nil {
			return err
		}
		defer store.Close()
		return do(a.stdout, store, args)
	}}
}

func spillList(w io.Writer, store *spill.Store, _ []string) error {
	entries, err := store.List()
	if err != nil || len(entries) == 0 {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ID\tBYTES\tUSED\tTOOL\tKIND\tCOMMAND")
	for _, e := range entries {
		command := oneLine(e.Command, commandChars)
		if e.Damaged {
			command = "(damaged) " + command
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\n", e.ID, e.Bytes, stamp(e.Used), orDash(e.Tool), orDash(e.Kind), orDash(command))
	}
	return t.Flush()
}

func spillShow(w io.Writer, store *spill.Store, args []string) error {
	e, err := store.Find(args[0])
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name, value string) { fmt.Fprintf(t, "%s\t%s\n", name, orDash(value)) }
	row("id", e.ID)
	row("path", e.Path)
	row("text", e.TextPath)
	row("sha256", e.SHA256)
	row("bytes", fmt.Sprint(e.Bytes))
	row("saved", stamp(e.Saved))
	row("used", stamp(e.Used))
	row("session", e.Session)
	row("tool", e.Tool)
	row("kind", e.Kind)
	row("call", e.CallID)
	row("command", oneLine(e.Command, commandChars))
	row("error", fmt.Sprint(e.IsError))
	if e.ExitStatus != nil {
		row("exit status", fmt.Sprint(*e.ExitStatus))
	}
	row("replacements", fmt.Sprint(e.Replacements))
	row("damaged", fmt.Sprint(e.Damaged))
	return t.Flush()
}

func spillGC(w io.Writer, store *spill.Store, _ []string) error {
	r, err := store.GC(time.Now())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "removed %d by age and %d by quota; %d stay, %d of them held by live sessions; %s before, %s after\n",
		r.Expired, r.Evicted, r.Originals, r.Held, config.Size(r.Before), config.Size(r.After))
	return err
}

func spillRemove(_ io.Writer, store *spill.Store, args []string) error {
	var errs []error
	for _, id := range args {
		errs = append(errs, store.Remove(id))
	}
	return errors.Join(errs...)
}

func spillPurge(_ io.Writer, store *spill.Store, _ []string) error { return store.Purge() }

// commandChars is how much of a command line a listing shows, in code points.
const commandChars = 120

// stamp is a time as logs have it, "-" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format(time.RFC3339)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// oneLine makes a foreign text fit for one line of a terminal: at most limit
// code points, none of which moves the cursor.
func oneLine(s string, limit int) string {
	runes := []rune(s)
	if len(runes) > limit {
		runes = append(runes[:limit-1], '…')
	}
	for i, r := range runes {
		if r < ' ' || r >= 0x7f && r <= 0x9f {
			runes[i] = ' '
		}
	}
	return string(runes)
}
