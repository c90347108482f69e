// Command riffle-processor-text is the bundled processor "text" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/processors/text"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(text.New()) }
