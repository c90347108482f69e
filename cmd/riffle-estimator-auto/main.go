// Command riffle-estimator-auto is the bundled estimator "auto" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/auto"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(auto.New()) }
