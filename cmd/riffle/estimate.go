package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

// estimateFlags are the flags of estimate.
type estimateFlags struct {
	names, plugins, by []string
	json, compare      bool
}

func (f *estimateFlags) add(s *pflag.FlagSet) {
	s.StringArrayVar(&f.names, "estimator", nil, "`name` of an estimator; may be given again, all where it is not given")
	s.BoolVar(&f.json, "json", false, "print one JSON object a line")
	s.BoolVar(&f.compare, "compare", false, "compare the counts with exact ones; files may be folders and corpora")
	s.StringSliceVar(&f.by, "by", nil, "with --compare: tables by `kind` or script too; may be given again")
	s.StringArrayVar(&f.plugins, "plugin", nil, "with --compare: `program` of an estimator to compare too; may be given again")
}

func (a *app) estimateCommand() *cobra.Command {
	var f estimateFlags
	cmd := &cobra.Command{
		Use:   "estimate [FILE...]",
		Short: "Print how many tokens texts have, by each estimator",
		Long:  "Print how many tokens texts have, by each estimator.\n\n" + compareHelp,
		Example: `  riffle estimate build.log
  riffle estimate --compare corpus --by kind
  riffle estimate --compare --plugin ./riffle-estimator-mine --estimator auto ~/logs`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return usage(err)
			}
			if len(args) == 0 {
				args = []string{"-"}
			}
			if f.compare {
				return a.estimateCompare(cmd.Context(), &f, args)
			}
			return a.estimateFiles(cmd.Context(), &f, args)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// estimateFiles counts each file by each estimator.
func (a *app) estimateFiles(ctx context.Context, f *estimateFlags, files []string) error {
	h, err := a.host()
	if err != nil {
		return err
	}
	defer h.Close()
	names := f.names
	if len(names) == 0 {
		for _, e := range h.Registry().Estimators() {
			names = append(names, e.Name)
		}
	}
	write, flush := countWriter(a.stdout, f.json)
	for _, file := range files {
		if err := a.estimate(ctx, h.Registry(), file, names, write); err != nil {
			return err
		}
	}
	return flush()
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
