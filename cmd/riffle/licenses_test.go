package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheLicencesArePrinted(t *testing.T) {
	s := newShell(t)
	out := s.ok("", "licenses")
	for _, words := range []string{"github.com/hashicorp/go-plugin v", "MPL-2.0", "Apache License", "Mozilla Public License", "The Go Authors", "OpenAI"} {
		assert.Contains(t, out, words)
	}
	assert.NotContains(t, out, "Creative Commons")
}
