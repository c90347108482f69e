package main

import (
	"bytes"
	"strings"

	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/inspect"
)

// content is what the pipeline works on.
func content(c *corpus.Case) string {
	clean, _ := inspect.Clean(c.Data)
	return string(clean)
}

// kindOf is the inspector's verdict, or a guess where it has none.
func kindOf(c *corpus.Case, content []byte) string {
	if v := inspect.Inspect(content, c.Tool, c.Command); v.Kind != "" {
		return v.Kind
	}
	head := bytes.ToLower(bytes.TrimSpace(content[:min(len(content), 4096)]))
	switch {
	case bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.Contains(head, []byte("<html")):
		return "html"
	case bytes.HasPrefix(head, []byte("{")) || bytes.HasPrefix(head, []byte("[{")) || bytes.HasPrefix(head, []byte("[\n")) || strings.Contains(c.Name, ".json"):
		return "json"
	case c.Kind == "text":
		return "text"
	}
	return "log"
}
