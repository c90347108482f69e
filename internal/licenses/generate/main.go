// Command generate writes the licences of what ./cmd is linked with into a file.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/riffle-dev/riffle/internal/licenses/gather"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate FILE")
		os.Exit(2)
	}
	text, err := gather.Text(context.Background())
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
