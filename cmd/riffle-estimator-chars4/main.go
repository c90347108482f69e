// Command riffle-estimator-chars4 is the bundled estimator "chars4" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/chars4"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(chars4.New()) }
