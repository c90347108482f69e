package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/registry"
)

// count is one line of estimate --json.
type count struct {
	File      string `json:"file"`
	Bytes     int64  `json:"bytes"`
	Estimator string `json:"estimator"`
	Exact     bool   `json:"exact"`
	Tokens    int    `json:"tokens"`
}

func (a *app) estimateCommand() *cobra.Command {
	var names []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "estimate [FILE...]",
		Short: "Print how many tokens texts have, by each estimator",
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := a.host()
			if err != nil {
				return err
			}
			defer h.Close()
			if len(names) == 0 {
				for _, e := range h.Registry().Estimators() {
					names = append(names, e.Name)
				}
			}
			if len(args) == 0 {
				args = []string{"-"}
			}
			write, flush := countWriter(a.stdout, asJSON)
			for _, file := range args {
				if err := a.estimate(cmd.Context(), h.Registry(), file, names, write); err != nil {
					return err
				}
			}
			return flush()
		},
	}
	cmd.Flags().StringArrayVar(&names, "estimator", nil, "`name` of an estimator; may be given again, all where it is not given")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return cmd
}

// estimate counts one file by each estimator. Bytes that are no UTF-8 count as
// the replacement character, which is what a model would be shown.
func (a *app) estimate(ctx context.Context, r *registry.Registry, file string, names []string, write func(count) error) error {
	in, err := a.open([]string{file})
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("reading %s: %w", file, err)
	}
	text := bytes.ToValidUTF8(data, []byte("\uFFFD"))
	for _, name := range names {
		e, err := r.Estimator(name)
		if err != nil {
			return usage(err)
		}
		about, err := e.Describe(ctx)
		if err != nil {
			return err
		}
		tokens, err := e.CountTokens(ctx, [][]byte{text})
		if err != nil {
			return err
		}
		if err := write(count{file, int64(len(data)), name, about.Estimator.Exact, tokens[0]}); err != nil {
			return err
		}
	}
	return nil
}

// countWriter writes counts as a table or as JSON.
func countWriter(w io.Writer, asJSON bool) (write func(count) error, flush func() error) {
	if asJSON {
		return func(c count) error { return printJSON(w, c) }, func() error { return nil }
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "FILE\tBYTES\tESTIMATOR\tTOKENS")
	return func(c count) error {
		approximate := "~"
		if c.Exact {
			approximate = ""
		}
		_, err := fmt.Fprintf(t, "%s\t%d\t%s\t%s%d\n", c.File, c.Bytes, c.Estimator, approximate, c.Tokens)
		return err
	}, t.Flush
}
