// Command riffle-estimator-bpe serves the bundled estimators "bpe" and
// "bpe-cl100k" as plugins.
package main

import (
	"github.com/riffle-dev/riffle/estimators/bpe"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(bpe.New(), bpe.NewCL100K()) }
