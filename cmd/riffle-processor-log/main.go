// Command riffle-processor-log is the bundled processor "log" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/processors/log"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(log.New()) }
