// Command riffle-estimator-ngram serves the bundled estimators "ngram" and
// "ngram-cl100k" as plugins.
package main

import (
	"github.com/riffle-dev/riffle/estimators/ngram"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(ngram.New(), ngram.NewCL100K()) }
