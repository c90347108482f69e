package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/cmd/riffle/internal/agents"
)

func (a *app) doctorCommand() *cobra.Command {
	var f agentFlags
	cmd := &cobra.Command{
		Use:   "doctor AGENT",
		Short: "See whether Riffle works in an agent",
		Long: `See whether Riffle works in an agent: look at what is configured, run it on a sample
as the agent would, and look whether the original comes back. Starts a server where
none answers, as the agent would, and leaves nothing in the store.

AGENT is one of ` + strings.Join(agents.Names(), ", ") + `. The exit status is 1 where something
is to be mended.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			agent, err := agents.Find(args[0])
			if err != nil {
				return usage(err)
			}
			p, err := f.place(a, agent)
			if err != nil {
				return usage(err)
			}
			findings := agents.Examine(cmd.Context(), agent, p)
			for _, found := range findings {
				mark := "ok    "
				if !found.OK {
					mark = "broken"
				}
				fmt.Fprintf(a.stdout, "%s  %s: %s\n", mark, found.What, strings.TrimSpace(found.Detail))
				if !found.OK {
					fmt.Fprintf(a.stdout, "        to do: %s\n", found.Remedy)
				}
			}
			if !agents.OK(findings) {
				return &statusError{status: exitFailed}
			}
			return nil
		},
	}
	f.add(cmd.Flags())
	return cmd
}
