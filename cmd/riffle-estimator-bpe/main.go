// Command riffle-estimator-bpe is the bundled estimator "bpe" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/bpe"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(bpe.New()) }
