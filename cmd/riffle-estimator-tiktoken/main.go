// Command riffle-estimator-tiktoken is the bundled estimator "tiktoken" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/tiktoken"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(tiktoken.New()) }
