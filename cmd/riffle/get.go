package main

import (
	"bufio"
	"errors"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/retrieve"
	"github.com/riffle-dev/riffle/host/spill"
)

func (a *app) getCommand() *cobra.Command {
	var o retrieve.Options
	var force bool
	cmd := &cobra.Command{
		Use:   "get ID|PATH",
		Short: "Print an original, or a part of it",
		Long: `Print an original, or a part of it, by the ID or path that a notice names.

Lines and characters count as the markers of the shortened text do. What get
prints is never shortened. It is looked for in the store that is configured here, in
the default one, and in those that originals were saved to before.`,
		Example: `  riffle get 3f9c02d17ab4 --lines 41-811
  riffle get 3f9c02d17ab4 --grep 'timeout|refused' -C 3
  riffle get 3f9c02d17ab4 --path '$.items[3:10]'
  riffle get 3f9c02d17ab4 --raw > original.bin`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := retrieve.Check(o); err != nil {
				return usage(err)
			}
			entry, err := a.find(args[0])
			if err != nil {
				return err
			}
			if o.Raw && !force && isTerminal(a.stdout) {
				if err := forTerminal(entry, o); err != nil {
					return err
				}
			}
			out := bufio.NewWriter(a.stdout)
			err = retrieve.Write(out, entry, o)
			if errors.Is(err, retrieve.ErrUsage) {
				err = usage(err)
			}
			return errors.Join(err, out.Flush())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Lines, "lines", "", "lines `A-B`, from 1, both included")
	f.StringVar(&o.Chars, "chars", "", "characters `A-B`, from 0, B not included")
	f.StringVar(&o.Grep, "grep", "", "lines that match a regular `expression`")
	f.IntVarP(&o.Context, "context", "C", 0, "with --grep: `lines` before and after each match")
	f.StringVar(&o.Path, "path", "", "what a `JSONPath` names")
	f.BoolVar(&o.Raw, "raw", false, "the exact bytes, not the cleaned text")
	f.BoolVar(&force, "force", false, "with --raw: print control sequences to a terminal too")
	return cmd
}

// forTerminal reads once what would be printed, and refuses what a terminal would obey:
// whoever wrote the original may not have meant well.
func forTerminal(entry spill.Entry, o retrieve.Options) error {
	var seen plainOnly
	err := retrieve.Write(&seen, entry, o)
	if err == nil {
		err = seen.end()
	}
	switch {
	case errors.Is(err, errControl):
		return usage(errors.New("the original has control sequences, which this terminal would obey: leave --raw out to have them taken out, send the output to a file or a pipe, or give --force"))
	case errors.Is(err, retrieve.ErrUsage):
		return usage(err)
	}
	return err
}
