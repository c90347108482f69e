// Command riffle-estimator-ngram is the bundled estimator "ngram" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/ngram"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(ngram.New()) }
