package main

import (
	"github.com/riffle-dev/riffle/estimators/auto"
	"github.com/riffle-dev/riffle/estimators/bpe"
	"github.com/riffle-dev/riffle/estimators/chars4"
	"github.com/riffle-dev/riffle/estimators/classes"
	"github.com/riffle-dev/riffle/estimators/dsh"
	"github.com/riffle-dev/riffle/estimators/ngram"
	"github.com/riffle-dev/riffle/estimators/tiktoken"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/processors/html"
	"github.com/riffle-dev/riffle/processors/json"
	"github.com/riffle-dev/riffle/processors/log"
	"github.com/riffle-dev/riffle/processors/table"
	"github.com/riffle-dev/riffle/processors/testreport"
	"github.com/riffle-dev/riffle/processors/text"
	"github.com/riffle-dev/riffle/sdk"
)

// bundled is the code of the plugins that ship with this program, for where it
// is to run in process. The host itself imports no plugin.
func bundled() registry.Bundled {
	return registry.Bundled{
		Processors: map[string]func() sdk.Processor{
			"html":       func() sdk.Processor { return html.New() },
			"json":       func() sdk.Processor { return json.New() },
			"log":        func() sdk.Processor { return log.New() },
			"table":      func() sdk.Processor { return table.New() },
			"testreport": func() sdk.Processor { return testreport.New() },
			"text":       func() sdk.Processor { return text.New() },
		},
		Estimators: map[string]func() sdk.Estimator{
			"auto":            func() sdk.Estimator { return auto.New() },
			"bpe":             func() sdk.Estimator { return bpe.New() },
			"bpe-cl100k":      func() sdk.Estimator { return bpe.NewCL100K() },
			"chars4":          func() sdk.Estimator { return chars4.New() },
			"classes":         func() sdk.Estimator { return classes.New() },
			"dsh":             func() sdk.Estimator { return dsh.New() },
			"ngram":           func() sdk.Estimator { return ngram.New() },
			"ngram-cl100k":    func() sdk.Estimator { return ngram.NewCL100K() },
			"tiktoken":        func() sdk.Estimator { return tiktoken.New() },
			"tiktoken-cl100k": func() sdk.Estimator { return tiktoken.NewCL100K() },
		},
		Programs: map[string]string{"bpe-cl100k": "bpe", "ngram-cl100k": "ngram", "tiktoken-cl100k": "tiktoken"},
		// They neither keep state nor allocate much.
		InHost: []string{"auto", "bpe", "bpe-cl100k", "chars4", "classes", "dsh", "ngram", "ngram-cl100k"},
	}
}
