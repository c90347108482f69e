package main

import (
	"bytes"
	"strings"

	"github.com/riffle-dev/riffle/corpus"
)

// content and kindOf stand in for the inspector.
func content(c *corpus.Case) string { return c.Text() }

func kindOf(c *corpus.Case, content []byte) string {
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
