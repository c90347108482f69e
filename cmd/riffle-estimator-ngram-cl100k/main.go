// Command riffle-estimator-ngram-cl100k is the bundled estimator "ngram-cl100k" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/ngram"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(ngram.NewCL100K()) }
