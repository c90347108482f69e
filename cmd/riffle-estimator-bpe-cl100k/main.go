// Command riffle-estimator-bpe-cl100k is the bundled estimator "bpe-cl100k" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/bpe"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(bpe.NewCL100K()) }
