// Command riffle-processor-html is the bundled processor "html" as a plugin.
package main

import (
	"github.com/riffle-dev/riffle/processors/html"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func main() { serve.Main(html.New()) }
