// Command riffle-processor-json is the bundled processor "json" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/processors/json"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(json.New()) }
