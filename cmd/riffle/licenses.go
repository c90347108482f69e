package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/internal/licenses"
)

func (a *app) licensesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "licenses",
		Short: "Print the licences of what Riffle is made of",
		Long: `Print the modules that the programs are linked with, and the text of each licence.
The same stands in the file THIRD_PARTY_LICENSES beside the programs.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(a.stdout, licenses.Text())
			return err
		},
	}
}
