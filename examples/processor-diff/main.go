// Command riffle-processor-diff is the processor "diff" as a plugin: it shows the
// changes that differ from the other changes, with the files and hunks that they
// stand in.
package main

import (
	"github.com/riffle-dev/riffle/examples/processor-diff/patch"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(patch.New()) }
