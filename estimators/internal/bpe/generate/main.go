// Command generate writes the tables of the encodings that package bpe embeds, from
// the rank files that come with github.com/pkoukk/tiktoken-go-loader.
package main

import (
	"fmt"
	"os"

	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/riffle-dev/riffle/estimators/internal/bpe/table"
)

func main() {
	for _, name := range os.Args[1:] {
		if err := write(name); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

func write(name string) error {
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return err
	}
	data, err := table.Build(ranks)
	if err != nil {
		return err
	}
	return os.WriteFile(name+".bin", data, 0o644)
}
