package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/pipeline"
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
			file, err := a.open(args)
			if err != nil {
				return err
			}
			defer file.Close()
			h, err := flags.host(a)
			if err != nil {
				return errors.Join(err, a.pass(file, asJSON, debugPlan, err))
			}
			defer a.done(h)
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

// pass prints a text as it came where there is no host to decide on it, for the reason
// why: what comes through a pipe comes once. A ranking of it there is none.
func (a *app) pass(file io.Reader, asJSON, debugPlan bool, why error) error {
	var err error
	switch {
	case debugPlan:
		return nil
	case asJSON:
		err = a.passJSON(file, why)
	default:
		_, err = io.Copy(a.stdout, file)
	}
	if err != nil {
		return fmt.Errorf("the text could not be passed on whole: %w", err)
	}
	return errors.New("the text is not shortened")
}

func (a *app) passJSON(file io.Reader, why error) error {
	raw, err := io.ReadAll(io.LimitReader(file, pipeline.MaxContent+1))
	if err != nil {
		return err
	}
	if len(raw) > pipeline.MaxContent {
		return fmt.Errorf("it is too large for --json: leave --json out")
	}
	out := host.Output{Text: raw}
	out.Outcome = pipeline.Outcome{
		Action: pipeline.Passed, Reason: pipeline.ReasonConfiguration, Detail: why.Error(), Transport: "none",
		BytesBefore: int64(len(raw)), BytesAfter: int64(len(raw)), Millis: map[string]int64{},
	}
	return writeJSON(a.stdout, out)
}
