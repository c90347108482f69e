package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/exchange"
)

func (a *app) guardCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "guard",
		Short: "Decide on one post-execute exchange: JSON in, decision and outcome out",
		Long: `Decide on one post-execute exchange.

Standard input is one JSON object: exec (callId, name, arguments, session), result
(isError, value, content) and the decision of the listeners downstream. Standard
output is one JSON object: the decision, with shorter content where Riffle
replaced it, and the outcome. All other bytes of the decision stay as they are.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			data, err := io.ReadAll(a.stdin)
			if err != nil {
				return fmt.Errorf("guard: reading the exchange: %w", err)
			}
			x, err := exchange.Parse(data)
			if err != nil {
				return usage(err)
			}
			h, err := a.host()
			if err != nil {
				return err
			}
			defer a.done(h)
			decision, res := h.Decide(cmd.Context(), x)
			reply, err := x.Reply(decision, res.Outcome)
			if err != nil {
				return err
			}
			_, err = a.stdout.Write(reply)
			return err
		},
	}
	a.devFlags(cmd.Flags())
	return cmd
}
