// Command riffle-estimator-classes is the bundled estimator "classes" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/estimators/classes"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(classes.New()) }
