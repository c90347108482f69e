// Command riffle-processor-csv is the processor "csv" as a plugin: it shows the
// header of a table and the rows that differ from the others.
package main

import (
	"github.com/riffle-dev/riffle/examples/processor-csv/table"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(table.New()) }
