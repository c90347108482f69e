// Command riffle-processor-testreport is the processor "testreport" as a plugin:
// it shows what failed in JUnit XML and in the events of go test -json.
package main

import (
	"github.com/riffle-dev/riffle/examples/processor-testreport/report"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(report.New()) }
