package main

import (
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/inspect"
)

// content is what the pipeline works on.
func content(c *corpus.Case) string {
	clean, _ := inspect.Clean(c.Data)
	return string(clean)
}
