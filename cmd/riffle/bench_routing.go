package main

import (
	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/routing"
	"github.com/riffle-dev/riffle/corpus"
)

func (a *app) benchRoutingCommand() *cobra.Command {
	var corpora []string
	var hostile bool
	cmd := &cobra.Command{
		Use:   "routing",
		Short: "Hold the inspector's verdicts against what the cases of a corpus are",
		Long: `Hold the inspector's verdicts against what the cases of a corpus are, without running a
processor. A case of one of the kinds html, json, log and text is of that kind; of others the
extension and the folder say it, where they can. Ends with 1 where a case lands wrong.`,
		Example: `  riffle bench routing
  riffle bench routing --corpus mine --hostile`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.benchRouting(corpora, hostile) },
	}
	cmd.Flags().StringArrayVar(&corpora, "corpus", []string{"corpus"}, "`folder` of cases; may be given again")
	cmd.Flags().BoolVar(&hostile, "hostile", false, "the bad input that is made by code, too")
	return cmd
}

func (a *app) benchRouting(corpora []string, hostile bool) error {
	sets, err := bench.LoadSets(corpora, nil)
	if err != nil {
		return usage(err)
	}
	if hostile {
		sets = append(sets, bench.Set{Name: "hostile", Cases: corpus.Hostile()})
	}
	var routes []routing.Route
	for _, s := range sets {
		for i := range s.Cases {
			c := &s.Cases[i]
			routes = append(routes, routing.Route{Case: c.Name, Expected: routing.Expected(c), Got: routing.Verdict(c)})
		}
	}
	if err := routing.Write(a.stdout, routes); err != nil {
		return err
	}
	if wrong := routing.Wrong(routes); len(wrong) > 0 {
		return &statusError{exitFailed, nil}
	}
	return nil
}
