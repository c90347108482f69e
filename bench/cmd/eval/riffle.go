package main

import (
	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
)

func content(c *corpus.Case) string { return c.Text() }

func riffle(ablate string) bench.System {
	return bench.System{Name: "riffle", New: func(s *score.Subject) (bench.Fitter, error) {
		return func(int) (string, error) { return "", nil }, nil
	}}
}
