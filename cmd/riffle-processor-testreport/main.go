// Command riffle-processor-testreport is the bundled processor "testreport" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/processors/testreport"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(testreport.New()) }
