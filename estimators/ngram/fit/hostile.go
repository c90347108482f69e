package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/riffle-dev/riffle/estimators/ngram/internal/hostile"
)

// writeHostile writes the exact counts of the hostile texts: their names, bytes
// and tokens in both encodings.
func writeHostile(file string) error {
	var out strings.Builder
	for _, t := range hostile.Texts() {
		fmt.Fprintf(&out, "%s\t%d", t.Name, len(t.Text))
		for _, e := range encodings {
			fmt.Fprintf(&out, "\t%d", e.exact(t.Text))
		}
		out.WriteByte('\n')
	}
	if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	return nil
}
