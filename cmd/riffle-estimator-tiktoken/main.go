// Command riffle-estimator-tiktoken serves the bundled estimators "tiktoken" and
// "tiktoken-cl100k" as plugins.
package main

import (
	"github.com/riffle-dev/riffle/estimators/tiktoken"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(tiktoken.New(), tiktoken.NewCL100K()) }
