package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/corpus"
)

// corpusDir is where a corpus lies unless the command says otherwise.
const corpusDir = "corpus"

func (a *app) corpusCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "corpus", Short: "Look after recorded tool results and the facts in them", Args: cobra.NoArgs, RunE: help}
	cmd.AddCommand(a.corpusAddCommand(), a.corpusCheckCommand(), a.corpusListCommand())
	return cmd
}

func (a *app) corpusAddCommand() *cobra.Command {
	n := corpus.New{}
	cmd := &cobra.Command{
		Use:   "add [flags] -- COMMAND [ARG...]",
		Short: "Run a command and keep what it prints as a new case, with facts to edit",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, ok := corpus.Extensions[n.Kind]; !ok && n.Kind != "" {
				return usage(fmt.Errorf("--kind is %q; expected one of html, json, log, text", n.Kind))
			}
			n.Command = args
			added, err := corpus.Add(cmd.Context(), n)
			if err != nil {
				return err
			}
			return writeAdded(a.stdout, n.Dir, added)
		},
	}
	cmd.Flags().StringVar(&n.Kind, "kind", "", "html, json, log or text; the content decides where it is not given")
	cmd.Flags().StringVar(&n.Name, "name", "", "`name` of the case; made from the command where it is not given")
	cmd.Flags().StringVar(&n.Dir, "dir", corpusDir, "`folder` of the corpus")
	cmd.Flags().SetInterspersed(false)
	return cmd
}

// writeAdded says what was recorded and what is left to a person.
func writeAdded(w io.Writer, dir string, added corpus.Added) error {
	c := &added.Case
	fmt.Fprintf(w, "recorded %s: %d bytes, exit status %d\n", c.Path, len(c.Data), added.ExitStatus)
	fmt.Fprintf(w, "suggested %d facts in %s:\n", len(c.Facts), added.FactsPath)
	for _, f := range c.Facts {
		fmt.Fprintf(w, "  %s  weight %g  %s\n", f.ID, f.Weight, oneLine(f.Text, commandChars))
	}
	_, err := fmt.Fprintf(w, "next: edit the facts until they are what a reader with the problem at hand must see,\n"+
		"with a why of your own for each; then run: riffle corpus check %s\n", dir)
	return err
}

func (a *app) corpusCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [DIR]",
		Short: "Prove that every fact is in its input and every entry of the manifest true",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := corpus.Check(dirOf(args))
			if err != nil {
				return err
			}
			for _, fault := range r.Faults {
				fmt.Fprintln(a.stdout, fault)
			}
			if len(r.Faults) > 0 {
				return &statusError{exitFailed, nil}
			}
			_, err = fmt.Fprintf(a.stdout, "ok: %d cases, %d facts, %d entries in the manifest\n", r.Cases, r.Facts, r.Recorded)
			return err
		},
	}
}

func (a *app) corpusListCommand() *cobra.Command {
	var asJSON, hostile bool
	cmd := &cobra.Command{
		Use:   "list [DIR]",
		Short: "List the cases of a corpus",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			cases, err := listed(args, hostile)
			list := make([]corpus.Summary, len(cases))
			for i := range cases {
				list[i] = corpus.Summarize(&cases[i])
			}
			return errors.Join(writeSummaries(a.stdout, list, asJSON), err)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	cmd.Flags().BoolVar(&hostile, "hostile", false, "list the bad input that is made by code instead")
	return cmd
}

func listed(args []string, hostile bool) ([]corpus.Case, error) {
	if hostile {
		return corpus.Hostile(), nil
	}
	return corpus.Load(dirOf(args))
}

func writeSummaries(w io.Writer, list []corpus.Summary, asJSON bool) error {
	if asJSON {
		for _, s := range list {
			if err := printJSON(w, s); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "BYTES\tTOKENS\tFACTS\tMIDDLE\t KIND  NAME")
	for _, s := range list {
		fmt.Fprintf(t, "%d\t%d\t%d\t%.0f %%\t %-4s  %s\n", s.Bytes, s.Tokens, s.Facts, 100*s.Middle, s.Kind, oneLine(s.Name, commandChars))
	}
	return t.Flush()
}

func dirOf(args []string) string {
	if len(args) == 0 {
		return corpusDir
	}
	return args[0]
}
