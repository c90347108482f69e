package main

import (
	"github.com/spf13/cobra"
)

func (a *app) compressCommand() *cobra.Command {
	var flags resultFlags
	var asJSON, debugPlan bool
	cmd := &cobra.Command{
		Use:   "compress [FILE]",
		Short: "Print a shorter text for a tool result, and keep the original",
		Long: `Print a shorter text for a tool result, and keep the original.

What is small, or cannot be made smaller, passes through byte for byte. The first
line of a shorter text says what is missing and how to get it back.`,
		Example: `  riffle compress build.log
  go test ./... 2>&1 | riffle compress --tool bash --command 'go test ./...'
  riffle compress --target-tokens 1000 --max-tokens 1000 --json page.html`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(a, cmd); err != nil {
				return err
			}
			h, err := flags.host(a)
			if err != nil {
				return err
			}
			defer a.done(h)
			file, err := a.open(args)
			if err != nil {
				return err
			}
			defer file.Close()
			in := flags.input()
			in.Reader = file
			if debugPlan {
				return h.DebugPlan(cmd.Context(), a.stdout, in)
			}
			out, err := h.Compress(cmd.Context(), in)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.stdout, out)
			}
			return writeText(a.stdout, out)
		},
	}
	flags.add(cmd.Flags(), "", true)
	a.devFlags(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object: text, outcome, locator, what is shown and what is not")
	cmd.Flags().BoolVar(&debugPlan, "debug-plan", false, "print the processor's ranking instead of the text")
	return cmd
}
