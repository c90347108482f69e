// Command riffle-estimator-dsh is the bundled estimator "dsh" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/dsh"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(dsh.New()) }
