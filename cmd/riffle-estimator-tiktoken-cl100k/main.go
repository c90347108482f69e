// Command riffle-estimator-tiktoken-cl100k is the bundled estimator "tiktoken-cl100k" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/tiktoken"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(tiktoken.NewCL100K()) }
