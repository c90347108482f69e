package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "config", Short: "Show or check the configuration", Args: cobra.NoArgs, RunE: help}
	cmd.AddCommand(
		&cobra.Command{
			Use:   "show",
			Short: "Print the configuration that holds here, and where it comes from",
			Args:  cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				c, err := a.config()
				if err != nil {
					return err
				}
				return c.WriteYAML(a.stdout)
			},
		},
		&cobra.Command{
			Use:   "check",
			Short: "Check the configuration that holds here",
			Args:  cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				c, err := a.config()
				if err != nil {
					return err
				}
				source := c.Source()
				if source == "" {
					source = "no configuration file, the defaults hold"
				}
				_, err = fmt.Fprintf(a.stdout, "ok: %s\n", source)
				return err
			},
		},
	)
	return cmd
}

// help is what a command does that only holds others.
func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }
