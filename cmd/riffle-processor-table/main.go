// Command riffle-processor-table is the bundled processor "table" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/processors/table"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(table.New()) }
